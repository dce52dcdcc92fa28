#pragma once
// Which picture is asked for: --plot says where it goes, --x over what, --roofs with which roofs beside the main one.

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/query.hpp"

namespace roofline::cli {

/// --plot, --x and --roofs.
std::vector<Flag> picture_flags();
/// --plot and --roofs, of a picture without points.
std::vector<Flag> roof_flags();

struct PictureWish {
  enum class Kind { svg, html, ascii, braille };
  struct File {
    std::string path;
    Kind kind;
  };
  std::vector<File> files;
  enum class Table { stays, gives_way } table = Table::stays;          ///< gives_way: --plot -
  std::optional<std::size_t> x{};                                      ///< the input of the x axis; none: intensity
  enum class Others { binding, all, named } others = Others::binding;  ///< further roofs
  std::vector<Word> named{};

  bool is_wanted() const { return !files.empty() || table == Table::gives_way; }
};

/// Of a picture without points. Throws Error: an ending that is none, what does not go together, a resource that no
/// chip has.
PictureWish read_roof_picture(const Args& args, const Query& query);
/// Of a picture beside an answer: an input that does not vary is an Error too.
PictureWish read_picture(const Args& args, const Query& query);

}  // namespace roofline::cli
