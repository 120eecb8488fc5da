// The rules of Go. README.md beside this file has them in prose.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/text.hpp"
#include "core/view.hpp"
#include "games/capture_position.hpp"
#include "games/go/count.hpp"
#include "games/go/order.hpp"
#include "games/go/seki.hpp"
#include "games/stones.hpp"

namespace plyground::go {

inline constexpr int max_size = 25;
inline constexpr Move pass = pass_move;
inline constexpr int most_counted = 999'999'999;  // stones played or captured, in a position text

// The options in the form that the rules use.
struct Settings {
  int size;
  int half_komi;  // with the compensation for a handicap
  bool territory;
  bool seki_is_neutral;  // in territory scoring, points surrounded in seki do not count
  bool situational;
  bool simple_ko;
  bool suicide;
  int handicap;
  int max_moves;  // 0: no limit
  static constexpr bool captures = true;
  static constexpr bool may_pass = true;

  explicit Settings(const OptionValues& values);
};

GameInfo describe();

template <int Capacity>
class Position : public CapturePosition<Capacity, Settings> {
  using Base = CapturePosition<Capacity, Settings>;

 public:
  using typename Base::Board;
  using typename Base::MoveList;
  static constexpr bool counts_margin = true;

  static GameInfo info() { return describe(); }

  static Position start(const OptionValues& values) {
    Position position{Settings(values)};
    for (const Cell cell : star_points(position.settings_.size, position.settings_.handicap)) {
      position.stones_.put(Board::point(cell), Color::black);
    }
    if (position.settings_.handicap > 0) position.turn_ = Color::white;
    return position;
  }

  static Position parse(const OptionValues& values, std::string_view text) {
    Position position{Settings(values)};
    PositionText fields(text);
    position.read_board(fields);
    position.read_words(fields);
    fields.expect_all_taken();
    return position;
  }

  [[nodiscard]] std::string to_text() const {
    std::string text = this->board_text();
    if (settings_.territory && (prisoners_[0] > 0 || prisoners_[1] > 0)) {
      text += " prisoners=" + std::to_string(prisoners_[0]) + "," + std::to_string(prisoners_[1]);
    }
    text += this->ko_text();
    if (settings_.max_moves > 0 && stones_played_ > 0) text += " stones=" + std::to_string(stones_played_);
    if (!dead_.none()) text += " dead=" + join(dead_labels());
    return text;
  }

  [[nodiscard]] const typename Stones<Capacity>::Points& dead() const { return dead_; }
  [[nodiscard]] std::uint32_t prisoners(Color captor) const { return prisoners_[index(captor)]; }
  [[nodiscard]] std::uint32_t stones_played() const { return stones_played_; }
  // The last move and the one before it, if known: a hint for searches, not part of the position. 0: none.
  [[nodiscard]] Move last() const { return last_; }
  [[nodiscard]] Move last_but_one() const { return last_but_one_; }

  void moves(MoveList& out) const {
    out.clear();
    if (!is_over()) this->list_moves(out);
  }

  void order(MoveList& moves) const { order_moves(stones_, settings_.size, turn_, pass, moves); }

  void play(Move move) {
    const Color mover = turn_;
    last_but_one_ = last_;
    last_ = move;
    dead_.clear();
    const auto placed = this->put_or_pass(move);
    if (move == pass) return;
    ++stones_played_;
    prisoners_[index(mover)] += static_cast<std::uint32_t>(placed.captured);
    prisoners_[index(other(mover))] += static_cast<std::uint32_t>(placed.lost);
  }

  [[nodiscard]] std::optional<Result> result() const {
    if (!is_over()) return std::nullopt;
    const Score score = count_score();
    return counted(passes_ == 2 ? Ending::two_passes : Ending::move_limit, score.black, score.white);
  }
  [[nodiscard]] static std::optional<Result> stuck() { return std::nullopt; }

  [[nodiscard]] std::uint64_t key() const {
    std::uint64_t key = Base::key();
    if (settings_.territory) key ^= fact_key(3, prisoners_[0]) ^ fact_key(4, prisoners_[1]);
    if (settings_.max_moves > 0) key ^= fact_key(5, stones_played_);
    dead_.for_each([&key](std::size_t point) { key ^= fact_key(6, point); });
    return key;
  }

  // The position with exactly these groups marked as dead for the count.
  [[nodiscard]] Position with_dead(const std::vector<std::string>& points) const {
    Position marked = *this;
    marked.dead_.clear();
    for (const std::string& point : points) marked.mark_group(point);
    return marked;
  }

  [[nodiscard]] std::vector<Mark> marks() const {
    std::vector<Mark> marks = this->board_marks();
    if (!dead_.none()) marks.push_back({"dead", dead_labels()});
    return marks;
  }
  [[nodiscard]] std::optional<Score> score() const { return count_score(); }

 private:
  using Base::ko_;
  using Base::passes_;
  using Base::settings_;
  using Base::stones_;
  using Base::turn_;

  explicit Position(const Settings& settings) : Base(settings) {}

  [[nodiscard]] bool is_over() const {
    return passes_ == 2 ||
           (settings_.max_moves > 0 && stones_played_ >= static_cast<std::uint32_t>(settings_.max_moves));
  }

  [[nodiscard]] Score count_score() const {
    const Count count = count_board(stones_, dead_, settings_.size);
    Score score{.black = 0, .white = 0, .unit = "points"};
    if (settings_.territory) {
      if (is_over() && nothing_happened(count)) return score;  // both sides passed on an empty board: no komi either
      score.black = count.surrounded[0] + count.dead[1] + static_cast<double>(prisoners_[0]);
      score.white = count.surrounded[1] + count.dead[0] + static_cast<double>(prisoners_[1]);
      if (settings_.seki_is_neutral) {
        const auto neutral = SekiFinder<Capacity>(stones_, dead_, settings_.size).points(settings_.size);
        score.black -= neutral[0];
        score.white -= neutral[1];
      }
    } else {
      score.black = count.surrounded[0] + count.stones[0];
      score.white = count.surrounded[1] + count.stones[1];
    }
    score.white += settings_.half_komi / 2.0;
    return score;
  }

  [[nodiscard]] bool nothing_happened(const Count& count) const {
    return count.is_bare() && prisoners_[0] == 0 && prisoners_[1] == 0;
  }

  void mark_group(const std::string& point) {
    if (label_length(point) == point.size() && !point.empty()) {
      const auto cell = go_labels.cell(point, settings_.size, settings_.size);
      if (cell && stones_.at(Board::point(*cell))) {
        stones_.for_each_in_chain(Board::point(*cell), [this](std::size_t stone) { dead_.set(stone); });
        return;
      }
    }
    reject("Only stones can be marked dead, and there is no stone at " + quoted(point) + ".");
  }

  [[nodiscard]] std::vector<std::string> dead_labels() const {
    std::vector<std::string> labels;
    dead_.for_each([&](std::size_t point) { labels.push_back(this->label(point)); });
    return labels;
  }
  static std::string join(const std::vector<std::string>& labels) {
    std::string text;
    for (const std::string& label : labels) text += (text.empty() ? "" : ",") + label;
    return text;
  }

  void read_words(PositionText& fields) {
    if (settings_.territory) {
      const auto both = split(fields.take("prisoners", "0,0"), ',');
      if (both.size() != 2)
        reject("The word prisoners= must give Black's and White's prisoners, such as prisoners=2,0.");
      for (std::size_t i = 0; i < 2; ++i) {
        prisoners_[i] = static_cast<std::uint32_t>(read_number(both[i], 0, most_counted, "The word prisoners="));
      }
    }
    this->read_ko(fields);
    if (settings_.max_moves > 0) {
      stones_played_ =
          static_cast<std::uint32_t>(read_number(fields.take("stones", "0"), 0, most_counted, "The word stones="));
    }
    const std::string_view dead = fields.take("dead", "");
    if (dead.empty()) return;
    for (const std::string_view point : split(dead, ',')) mark_group(std::string(point));
  }

  typename Stones<Capacity>::Points dead_;
  std::array<std::uint32_t, 2> prisoners_{};  // stones captured by black, by white
  std::uint32_t stones_played_ = 0;
  Move last_ = 0;
  Move last_but_one_ = 0;
};

inline GameInfo describe() {
  using Kind = OptionRow::Kind;
  return {
      .name = "go",
      .title = "Go",
      .rules =
          "Black and White take turns to place a stone on an empty intersection, or pass. Stones of one colour "
          "that are connected along the lines form a group, and the empty points next to it are its liberties. A "
          "group without liberties is captured and removed. You may not leave your own group without liberties, "
          "and you may not repeat an earlier board (ko). The game ends when both players pass in a row. The side "
          "with more points wins: its stones and the points they surround, plus komi for White.",
      .options = {
          {.name = "size",
           .sentence = "The number of lines of the board in each direction.",
           .kind = Kind::integer,
           .fallback = "19",
           .low = 2,
           .high = max_size},
          {.name = "komi",
           .sentence = "White's points for moving second, in steps of one half.",
           .kind = Kind::number,
           .fallback = "6.5",
           .low = -625,
           .high = 625},
          {.name = "scoring",
           .sentence = "Count stones and surrounded points, or surrounded points and prisoners.",
           .fallback = "area",
           .choices = {"area", "territory"}},
          {.name = "ko",
           .sentence = "Forbid every repeated board, every repeated board with the same side to move, or only "
                       "immediate recapture.",
           .fallback = "positional",
           .choices = {"positional", "situational", "simple"}},
          {.name = "suicide",
           .sentence = "Whether a move may capture the player's own group.",
           .fallback = "no",
           .choices = {"no", "yes"}},
          {.name = "handicap",
           .sentence = "The number of black stones on the star points before White begins: none, or 2 to 9.",
           .kind = Kind::integer,
           .fallback = "0",
           .choices = {"0", "2", "3", "4", "5", "6", "7", "8", "9"}},
          {.name = "max_moves",
           .sentence = "The game ends after this many stones.",
           .kind = Kind::integer,
           .fallback = "none",
           .low = 1,
           .high = 99999,
           .may_be_none = true},
          {.name = "seki",
           .sentence = "Whether surrounded points of groups in seki count in territory scoring.",
           .fallback = "counted",
           .choices = {"counted", "neutral"}},
          {.name = "compensation",
           .sentence = "White's points for Black's handicap stones: none, one for each, or one for each but the first.",
           .fallback = "none",
           .choices = {"none", "each", "all_but_one"}},
          {.name = "rules",
           .sentence = "Rules with a name, which set all options but size, komi, handicap and max_moves.",
           .fallback = "custom",
           .choices = {"custom", "chinese", "japanese", "korean", "aga", "new_zealand", "tromp_taylor"}},
      }};
}

// Parsed by hand, because the library functions depend on the locale or are missing on some systems.
inline int read_half_komi(const std::string& text) {
  const bool negative = !text.empty() && text[0] == '-';
  const auto parts = split(std::string_view(text).substr(negative ? 1 : 0), '.');
  const bool half = parts.size() == 2 && parts[1] == "5";
  if (parts.size() > 2 || (parts.size() == 2 && !half && parts[1] != "0")) {
    reject("Komi must be a multiple of one half, such as 6.5 or 7, not " + quoted(text) + ".");
  }
  const int halves = 2 * read_number(parts[0], 0, max_size * max_size, "The whole part of komi") + (half ? 1 : 0);
  return negative ? -halves : halves;
}

inline int read_compensation(const OptionValues& values) {
  const int stones = integer_option(values, "handicap", 0, 9);
  const std::size_t kind = choice_option(values, "compensation", {"none", "each", "all_but_one"});
  if (kind == 0 || stones == 0) return 0;
  return kind == 1 ? stones : stones - 1;
}

inline Settings::Settings(const OptionValues& values)
    : size(integer_option(values, "size", 2, max_size)),
      half_komi(read_half_komi(values.at("komi")) + 2 * read_compensation(values)),
      territory(choice_option(values, "scoring", {"area", "territory"}) == 1),
      seki_is_neutral(choice_option(values, "seki", {"counted", "neutral"}) == 1),
      situational(values.at("ko") == "situational"),
      simple_ko(choice_option(values, "ko", {"positional", "situational", "simple"}) == 2),
      suicide(choice_option(values, "suicide", {"no", "yes"}) == 1),
      handicap(integer_option(values, "handicap", 0, 9)),
      max_moves(values.at("max_moves") == "none" ? 0 : integer_option(values, "max_moves", 1, 99999)) {
  if (handicap == 1 || handicap > max_handicap(size)) {
    const int most = max_handicap(size);
    reject("On a board of size " + std::to_string(size) + ", handicap can be 0" +
           (most > 0 ? " or 2 to " + std::to_string(most) : std::string(" only")) + ", not " +
           std::to_string(handicap) + ".");
  }
}

}  // namespace plyground::go
