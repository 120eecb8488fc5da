#include "bind/py_views.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "bind/games.hpp"
#include "bind/state.hpp"
#include "core/game.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "search/random_play.hpp"

namespace plyground {

namespace nb = nanobind;

namespace {

std::string name_of(Ending ending) {
  static constexpr std::array<const char*, 9> names{
      "line", "full_board", "no_moves", "two_passes", "move_limit", "repetition", "lion_captured", "try", "custom"};
  return names[static_cast<std::size_t>(ending)];
}

std::string name_of(OptionRow::Kind kind) {
  if (kind == OptionRow::Kind::integer) return "integer";
  return kind == OptionRow::Kind::number ? "number" : "choice";
}

std::string name_of(Color color) { return std::string(name(color)); }

}  // namespace

void bind_views(nb::module_& m) {
  nb::class_<OptionRow>(m, "OptionRow")
      .def_ro("name", &OptionRow::name)
      .def_ro("sentence", &OptionRow::sentence)
      .def_prop_ro("kind", [](const OptionRow& row) { return name_of(row.kind); })
      .def_ro("fallback", &OptionRow::fallback)
      .def_ro("choices", &OptionRow::choices)
      .def_ro("low", &OptionRow::low)
      .def_ro("high", &OptionRow::high)
      .def_ro("may_be_none", &OptionRow::may_be_none);
  nb::class_<GameInfo>(m, "GameInfo")
      .def_ro("name", &GameInfo::name)
      .def_ro("title", &GameInfo::title)
      .def_ro("rules", &GameInfo::rules)
      .def_ro("options", &GameInfo::options);
  nb::class_<Result>(m, "Result")
      .def_prop_ro("winner",
                   [](const Result& result) -> std::optional<std::string> {
                     if (!result.winner) return std::nullopt;
                     return name_of(*result.winner);
                   })
      .def_prop_ro("ending", [](const Result& result) { return name_of(result.ending); })
      .def_ro("margin", &Result::margin)
      .def_ro("line", &Result::line);
  nb::class_<Refusal>(m, "Refusal").def_ro("code", &Refusal::code).def_ro("args", &Refusal::args);
  nb::class_<Shape>(m, "Shape")
      .def_ro("points", &Shape::points)
      .def_ro("columns", &Shape::columns)
      .def_ro("rows", &Shape::rows)
      .def_ro("holes", &Shape::holes);
  nb::class_<Piece>(m, "Piece")
      .def_ro("at", &Piece::at)
      .def_prop_ro("owner", [](const Piece& piece) { return name_of(piece.owner); })
      .def_ro("kind", &Piece::kind);
  nb::class_<HandPiece>(m, "HandPiece")
      .def_prop_ro("owner", [](const HandPiece& piece) { return name_of(piece.owner); })
      .def_ro("kind", &HandPiece::kind)
      .def_ro("count", &HandPiece::count);
  nb::class_<MoveParts>(m, "MoveParts")
      .def_ro("source", &MoveParts::from)
      .def_ro("to", &MoveParts::to)
      .def_ro("kind", &MoveParts::kind)
      .def_ro("piece", &MoveParts::piece);
  nb::class_<Mark>(m, "Mark").def_ro("kind", &Mark::kind).def_ro("at", &Mark::at);
  nb::class_<Aid>(m, "Aid")
      .def_ro("kind", &Aid::kind)
      .def_prop_ro("owner",
                   [](const Aid& aid) -> std::optional<std::string> {
                     if (!aid.owner) return std::nullopt;
                     return name_of(*aid.owner);
                   })
      .def_ro("at", &Aid::at)
      .def_ro("points", &Aid::points)
      .def_ro("count", &Aid::count);
  nb::class_<Score>(m, "Score")
      .def_ro("black", &Score::black)
      .def_ro("white", &Score::white)
      .def_ro("unit", &Score::unit);
  nb::class_<Ownership>(m, "Ownership").def_ro("points", &Ownership::points).def_ro("dead", &Ownership::dead);
  nb::class_<RandomGames>(m, "RandomGames")
      .def_ro("games", &RandomGames::games)
      .def_ro("black_wins", &RandomGames::black_wins)
      .def_ro("white_wins", &RandomGames::white_wins)
      .def_ro("draws", &RandomGames::draws)
      .def_ro("unfinished", &RandomGames::unfinished)
      .def_ro("plies", &RandomGames::plies);
}

}  // namespace plyground
