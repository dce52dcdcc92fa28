// Looks at every page of FOLDER/pages: node look.cjs FOLDER.
'use strict';
const fs = require('fs');
const path = require('path');
const { chromium } = require('playwright-core');

const folder = process.argv[2];
const pages = path.join(folder, 'pages');
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const failures = [];
function expect(truth, ...said) {
  if (!truth) failures.push(said.map(s => (typeof s === 'string' ? s : JSON.stringify(s))).join(' '));
}

const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
               '--disable-component-update', '--disable-sync'];

/// Opens a page, and what it says, asks of the network or pops up is a failure.
async function open(browser, file, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const name = `${path.basename(file)} ${JSON.stringify(options)}`;
  const url = 'file://' + file;
  page.on('console', message => expect(false, name, 'console:', message.text()));
  page.on('pageerror', error => expect(false, name, 'error:', String(error)));
  page.on('dialog', dialog => { expect(false, name, 'dialog:', dialog.message()); dialog.dismiss(); });
  page.on('request', request => expect(request.url() === url, name, 'asks for', request.url()));
  await page.goto(url);
  return { context, page, name };
}

async function checkAccess(page, name) {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() => axe.run());
  for (const v of result.violations)
    expect(false, name, 'axe:', v.id, v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)));
}

/// Tab reaches the points, longest first; each tells itself in its label, its title and the line below the axis.
async function checkKeyboard(page, name) {
  const count = await page.locator('g.op').count();
  if (count === 0) return;
  let label = null;
  for (let i = 0; i < 8 && label === null; ++i) {
    await page.keyboard.press('Tab');
    label = await page.evaluate(() => document.activeElement.matches('g.op') ? document.activeElement.getAttribute('aria-label') : null);
  }
  expect(label !== null, name, 'Tab reaches no point');
  if (label === null) return;
  const told = await page.evaluate(() => {
    const point = document.activeElement, tip = point.querySelector('.tip'), mark = point.querySelector('.point');
    const others = [...document.querySelectorAll('.tip')].filter(t => t !== tip);
    return {
      title: mark.querySelector('title').textContent,
      tip: tip.textContent,
      shown: getComputedStyle(tip).visibility,
      others: others.filter(t => getComputedStyle(t).visibility !== 'hidden').length,
      outline: getComputedStyle(mark).outlineStyle,
      first: point === document.querySelector('g.op'),
    };
  });
  expect(told.first && told.title === label, name, 'the first point says', told.title, 'and', label);
  expect(told.shown === 'visible' && told.others === 0, name, 'shows other tips than the one', told);
  expect(told.tip === label || told.tip.endsWith('..'), name, 'tip:', told.tip);
  expect(told.outline === 'solid', name, 'the focus is not seen');
}

/// No word on another, none outside the picture; at any width, for the picture scales as a whole.
async function checkWords(page, name) {
  const faults = await page.evaluate(() => {
    const svg = document.querySelector('svg'), view = svg.viewBox.baseVal;
    const toView = svg.getScreenCTM().inverse();
    const words = [...svg.querySelectorAll('text:not(.tip)')].map(t => {
      // Turned words by their corners in the picture's own units.
      const box = t.getBBox(), matrix = toView.multiply(t.getScreenCTM());
      const corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(([i, j]) =>
          new DOMPoint(box.x + i * box.width, box.y + j * box.height * 0.8).matrixTransform(matrix));
      return { text: t.textContent, corners };
    });
    const apart = (a, b) => {  // by the separating axes of two rectangles
      for (const c of [a, b]) for (const i of [0, 1]) {
        const n = { x: c[i + 1].x - c[i].x, y: c[i + 1].y - c[i].y };
        const along = ps => ps.map(p => p.x * n.x + p.y * n.y);
        const [u, v] = [along(a), along(b)];
        if (Math.max(...u) <= Math.min(...v) || Math.max(...v) <= Math.min(...u)) return true;
      }
      return false;
    };
    const faults = [];
    words.forEach((w, i) => {
      const out = w.corners.some(p => p.x < view.x || p.x > view.x + view.width || p.y < view.y || p.y > view.y + view.height);
      if (out) faults.push('outside: ' + w.text);
      words.slice(i + 1).forEach(o => { if (!apart(w.corners, o.corners)) faults.push(`${w.text} | ${o.text}`); });
    });
    return faults;
  });
  for (const fault of faults) expect(false, name, 'words:', fault);
}

async function checkPage(browser, file) {
  const shot = path.join(folder, 'shots', path.basename(file, '.html'));
  const many = file.endsWith('many.html');  // a thousand points take axe-core long
  for (const colorScheme of many ? ['light'] : ['light', 'dark']) {
    for (const width of many ? [1280] : [1280, 400]) {
      const { context, page, name } = await open(browser, file, { colorScheme, viewport: { width, height: 900 } });
      if (width === 1280 && !many) await checkWords(page, name);
      await checkAccess(page, name);
      await checkKeyboard(page, name);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(!wide, name, 'scrolls sideways');
      await page.screenshot({ path: `${shot}-${colorScheme}-${width}.png` });
      await context.close();
    }
  }
}

/// The mean difference of two pictures of one SVG, each made small first: fonts may be set a little apart.
async function checkAlike(browser, svg, other) {
  const { context, page, name } = await open(browser, svg, { viewport: { width: 860, height: 700 } });
  const height = await page.evaluate(() => Math.round(860 / document.documentElement.viewBox.baseVal.width *
                                                      document.documentElement.viewBox.baseVal.height));
  await page.setViewportSize({ width: 860, height });
  const ours = (await page.screenshot()).toString('base64');
  await context.close();
  const blank = await (await browser.newContext()).newPage();
  const difference = await blank.evaluate(async ([a, b]) => {
    const pixels = async source => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + source;
      await image.decode();
      const canvas = new OffscreenCanvas(172, 140), context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, 172, 140);
      context.drawImage(image, 0, 0, 172, 140);
      return context.getImageData(0, 0, 172, 140).data;
    };
    const [u, v] = [await pixels(a), await pixels(b)];
    let sum = 0, dark = 0;
    for (let i = 0; i < u.length; ++i) sum += Math.abs(u[i] - v[i]);
    for (let i = 0; i < v.length; i += 4) dark += v[i] + v[i + 1] + v[i + 2] < 100 ? 1 : 0;
    return { mean: sum / u.length, dark: dark / (v.length / 4) };
  }, [ours, fs.readFileSync(other).toString('base64')]);
  expect(difference.mean < 4, name, 'Chromium and librsvg differ:', difference);
  expect(difference.dark < 0.2, name, 'librsvg draws it dark:', difference);
  await blank.context().close();
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: quiet });
  const files = fs.readdirSync(pages).sort();
  for (const file of files.filter(f => f.endsWith('.html'))) await checkPage(browser, path.join(pages, file));
  for (const file of files.filter(f => f.endsWith('.svg'))) {
    const other = path.join(pages, file.replace('.svg', '.png'));
    if (fs.existsSync(other)) await checkAlike(browser, path.join(pages, file), other);
  }
  await browser.close();
  for (const failure of failures.slice(0, 40)) console.log('FAILED: ' + failure);
  console.log(`${files.length} files, ${failures.length} failures; screenshots in ${path.join(folder, 'shots')}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

main().catch(error => { console.error(error); process.exit(1); });
