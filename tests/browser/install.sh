#!/usr/bin/env bash
# Installs the tools of package.json into FOLDER, from the npm registry: browser/install.sh FOLDER.
set -euo pipefail
folder=$1
mkdir -p "$folder"
cp "$(dirname "$0")/package.json" "$(dirname "$0")/package-lock.json" "$folder"
cd "$folder"
npm ci --ignore-scripts --no-audit --no-fund
