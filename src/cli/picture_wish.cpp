#include "cli/picture_wish.hpp"

#include <algorithm>
#include <array>

#include "base/format.hpp"
#include "cli/inputs.hpp"
#include "roofline/base/text.hpp"

namespace roofline::cli {
namespace {

constexpr std::string_view kAllRoofs = "all";

constexpr std::array<std::pair<std::string_view, PictureWish::Kind>, 3> kEndings{
    {{".svg", PictureWish::Kind::svg}, {".html", PictureWish::Kind::html}, {".txt", PictureWish::Kind::braille}}};

void add_file(PictureWish& wish, const std::string& path) {
  if (path == "-") {
    wish.table = PictureWish::Table::gives_way;
    return;
  }
  for (const auto& [ending, kind] : kEndings) {
    if (lower(path).ends_with(ending)) return wish.files.push_back({path, kind});
  }
  throw Error(formatted("{} ends in none of .svg, .html and .txt", quote(path)),
              "the ending says what is drawn; - draws in the terminal");
}

/// What stands where the table would cannot also be a table.
void check_alone(const PictureWish& wish, const Args& args) {
  if (wish.table == PictureWish::Table::stays) return;
  for (const char* flag : {"format", "get", "explain", "sensitivity"}) {
    if (args.has(flag))
      throw Error(formatted("- prints the picture instead of the answer, and --{} is about that", flag),
                  "give a file, such as --plot roofline.svg, or leave one out");
  }
}

/// The input by its key, alias or flag.
std::size_t read_x(const std::string& name, const Query& query) {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < query.op.fields.size(); ++i) {
    const FieldInfo& field = query.op.fields[i];
    const bool called = field.name == name || (!field.alias.empty() && field.alias == name) || flag_of(field) == name;
    const bool swept = is_quantity(field.kind) && query.varies(i);
    if (called && swept) return i;
    if (called && !is_quantity(field.kind)) throw Error(formatted("{} is a word, and an axis has numbers", field.name));
    if (called)
      throw Error(formatted("{} is one value for all rows", field.name),
                  formatted("give it a range, such as --{} 1:4096:x2", flag_of(field)));
    if (swept) known.emplace_back(field.name);
  }
  throw Error(formatted("{} is no input of {} that is a number", quote(name), query.op.name),
              known.empty() ? "give an input a range, such as --B 1:4096:x2" : "one of " + listing(known, "or"));
}

/// A resource that one of the chips has, with a bandwidth; others may be without.
void add_roof(PictureWish& wish, const std::string& name, const Query& query) {
  std::optional<Error> lacking;
  for (const Chip& chip : query.machines.chips()) {
    try {
      wish.named.push_back(find_resource(chip, name));
      bandwidth_of(chip, wish.named.back());
      return;
    } catch (const Error& e) {
      if (!lacking) lacking = e;
    }
  }
  throw Error(*lacking);
}

void read_roofs(PictureWish& wish, const std::string& text, const Query& query) {
  wish.others = PictureWish::Others::named;
  for (const std::string& name : split(text, ',')) {
    if (name == kAllRoofs) {
      wish.others = PictureWish::Others::all;
    } else {
      add_roof(wish, name, query);
    }
  }
}

/// What says how a picture looks goes with one.
void check_wanted(const PictureWish& wish, const Args& args) {
  for (const char* flag : {"x", "roofs"}) {
    if (args.has(flag) && !wish.is_wanted())
      throw Error(formatted("--{}: there is no --plot that it could change", flag), "--plot - draws in the terminal");
  }
}

}  // namespace

std::vector<Flag> roof_flags() {
  Flag plot{
      "plot", "FILE",
      "draw a roofline plot: .svg, .html or .txt (braille); - in the terminal, instead of the table; may be given "
      "again",
      "Picture", Flag::Times::many};
  plot.expects.kind = Expects::Kind::file;
  Flag roofs{"roofs", "NAME,...",
             "draw these memories and links too (vmem,ici), or all; without it main memory and links that bind",
             "Picture"};
  plot.joins = "give it again for another file";
  return {plot, roofs};
}

std::vector<Flag> picture_flags() {
  std::vector<Flag> flags = roof_flags();
  flags.push_back({"x", "INPUT", "plot against an input that varies (a number) instead of FLOPs per byte", "Picture"});
  return flags;
}

PictureWish read_roof_picture(const Args& args, const Query& query) {
  PictureWish wish;
  at("--plot", [&] {
    for (const std::string& path : args.all("plot")) add_file(wish, path);
    check_alone(wish, args);
  });
  if (const std::string* names = args.find("roofs")) at("--roofs", [&] { read_roofs(wish, *names, query); });
  return wish;
}

PictureWish read_picture(const Args& args, const Query& query) {
  PictureWish wish = read_roof_picture(args, query);
  check_wanted(wish, args);
  at("--plot", [&] {
    if (wish.is_wanted() && query.sought) throw Error("does not go with --solve, which answers with one boundary");
    if (wish.is_wanted() && query.op.about == Op::About::model_in_memory)
      throw Error("a picture shows speed", "ask for a step: --phase decode --context 8192");
  });
  if (const std::string* name = args.find("x")) wish.x = at("--x", [&] { return read_x(*name, query); });
  return wish;
}

}  // namespace roofline::cli
