// Predicts who will own each point of a Go board, and which stones are dead. It uses playouts from the current board
// and, where playouts are known to be unreliable, reading.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/grid.hpp"
#include "core/random.hpp"
#include "core/specialist.hpp"
#include "games/go/eye_room.hpp"
#include "games/go/playout.hpp"
#include "games/go/rules.hpp"

namespace plyground::go {

template <int Capacity>
class OwnershipSurvey {
 public:
  using P = Position<Capacity>;
  using Board = Grid<Capacity>;

  // Each side begins half of the playouts, unless the game is still going on and the turn is known.
  template <class Tick>
  OwnershipSurvey(const P& position, int playouts, std::uint64_t seed, Tick tick)
      : position_(position),
        size_(position.settings().size),
        playouts_(playouts),
        goes_on_(position.passes() == 0 && !position.result()) {
    Random random(seed);
    Playout<Capacity> playout;
    for (int i = 0; i < playouts; ++i) {
      const Color other_first = i % 2 == 0 ? Color::black : Color::white;
      playout.settle(position, goes_on_ ? position.turn() : other_first, random);
      for_each_point([&](std::size_t at) {
        const std::uint8_t owner = Playout<Capacity>::owner(playout.board(), at);
        if (owner < 2) ++count_[owner][at];
      });
      tick();
    }
    find_chains();
    judge_the_doubtful();
    judge_by_reading();
  }

  [[nodiscard]] Ownership ownership() const {
    Ownership found;
    for_each_point([&](std::size_t at) {
      const std::string label = position_.move_text(static_cast<Move>(at));
      found.points.emplace_back(label, static_cast<double>(count_[0][at] - count_[1][at]) / playouts_);
      if (is_stone(at) && chain_at(at).dead) found.dead.push_back(label);
    });
    return found;
  }

 private:
  using Number = std::uint16_t;
  static constexpr std::array<std::uint8_t, 2> colors{0, 1};
  static constexpr double likely = 0.5;    // a chain is dead if it survives less often
  static constexpr double doubtful = 0.2;  // if it is closer than this to `likely`, its neighbours also count
  static constexpr double surely = 0.8;
  static constexpr std::size_t largest_room = 20;  // enclosed; the board around a few stones does not count as a room

  struct Chain {
    std::uint8_t color = 0;
    double share = 0;  // the share of the playouts that give its points to its own side
    bool dead = false;
    std::vector<std::size_t> points;
  };

  template <class Visit>
  void for_each_point(Visit visit) const {
    Board::for_each_point(size_, visit);
  }
  template <class Visit>
  static void for_each_neighbour(std::size_t point, Visit visit) {
    for (const int by : Board::steps) visit(Board::step(point, by));
  }

  [[nodiscard]] std::uint8_t cell(std::size_t at) const { return position_.stones().cells()[at]; }
  [[nodiscard]] bool is_stone(std::size_t at) const { return cell(at) < 2; }
  [[nodiscard]] bool is_on_board(std::size_t at) const { return cell(at) < 3; }
  [[nodiscard]] double share(std::size_t color, std::size_t at) const {
    return static_cast<double>(count_[color][at]) / playouts_;
  }
  [[nodiscard]] const Chain& chain_at(std::size_t stone) const { return chains_[number_[stone]]; }
  [[nodiscard]] Chain& chain_at(std::size_t stone) { return chains_[number_[stone]]; }

  void find_chains() {
    for_each_point([this](std::size_t at) {
      if (!is_stone(at) || position_.stones().chains()[at] != at) return;
      Chain chain{.color = cell(at), .points = {}};
      position_.stones().for_each_in_chain(at, [&](std::size_t stone) {
        chain.points.push_back(stone);
        chain.share += share(chain.color, stone);
        number_[stone] = static_cast<Number>(chains_.size());
      });
      chain.share /= static_cast<double>(chain.points.size());
      chain.dead = chain.share < likely;
      chains_.push_back(std::move(chain));
    });
  }

  // All points connected to a point through points of the same set.
  template <class Belongs>
  [[nodiscard]] std::vector<std::size_t> region(std::size_t from, std::vector<bool>& seen, Belongs belongs) const {
    std::vector<std::size_t> points{from};
    seen[from] = true;
    for (std::size_t i = 0; i < points.size(); ++i) {
      for_each_neighbour(points[i], [&](std::size_t next) {
        if (!is_on_board(next) || seen[next] || !belongs(next)) return;
        seen[next] = true;
        points.push_back(next);
      });
    }
    return points;
  }

  // Chains of one side with no living enemy between them share their fate, if their own fate is in doubt.
  void judge_the_doubtful() {
    for (const std::uint8_t color : colors) {
      std::vector<bool> seen(Board::points);
      const auto belongs = [&](std::size_t at) { return !is_stone(at) || cell(at) == color || chain_at(at).dead; };
      for_each_point([&](std::size_t at) {
        if (seen[at] || !belongs(at)) return;
        share_fate(region(at, seen, belongs), color);
      });
    }
  }

  void share_fate(const std::vector<std::size_t>& points, std::uint8_t color) {
    double there = 0;
    double stones = 0;
    for (const std::size_t at : points) {
      if (cell(at) != color) continue;
      there += chain_at(at).share;
      ++stones;
    }
    for (const std::size_t at : points) {
      if (cell(at) != color || std::abs(chain_at(at).share - likely) >= doubtful) continue;
      chain_at(at).dead = there < likely * stones;
    }
  }

  // The chains of one side that share rooms, and those rooms.
  struct Household {
    std::uint8_t color = 0;
    std::vector<std::size_t> chains;
    std::vector<std::size_t> room;
  };

  void judge_by_reading() {
    std::vector<Household> fallen;
    std::vector<Household> unsettled;
    for (const std::uint8_t color : colors) {
      for (const Household& household : households(color)) {
        if (household.room.size() > EyeRoom::most_points || !is_shut_in(household)) continue;
        EyeRoom room = room_of(household);
        room.read();
        if (room.falls(false)) {
          fallen.push_back(household);
        } else if (room.falls(true)) {
          unsettled.push_back(household);
        } else if (household.chains.size() == 1) {
          chains_[household.chains[0]].dead = false;
          give(household, household.color, !has_prisoners(household));
        }
      }
    }
    for (const Household& household : unsettled) {
      for (const std::size_t number : household.chains) chains_[number].dead = false;  // it could still live
      if (goes_on_ && !touches_any(household, fallen)) give(household, index(position_.turn()), true);
    }
    // If two households would capture each other, only one result can be right, and it is unknown which.
    for (const Household& household : fallen) {
      if (touches_any(household, fallen)) continue;
      bury(household);
      give(household, household.color ^ 1U, true);
    }
  }

  [[nodiscard]] bool touches_any(const Household& household, const std::vector<Household>& others) const {
    return std::any_of(others.begin(), others.end(), [&](const Household& by) { return touch(household, by); });
  }

  [[nodiscard]] bool has_prisoners(const Household& household) const {
    return std::any_of(household.room.begin(), household.room.end(), [this](std::size_t at) { return is_stone(at); });
  }

  // Reading overrides the playouts: the stones of a household, and its room too, belong to this side.
  void give(const Household& household, std::size_t owner, bool with_room) {
    const auto set = [&](std::size_t at) {
      count_[owner][at] = playouts_;
      count_[owner ^ 1U][at] = 0;
    };
    for (const std::size_t number : household.chains) std::ranges::for_each(chains_[number].points, set);
    if (with_room) std::ranges::for_each(household.room, set);
  }

  [[nodiscard]] bool touch(const Household& one, const Household& other) const {
    if (one.color == other.color) return false;
    bool found = false;
    for (const std::size_t number : one.chains) {
      for (const std::size_t stone : chains_[number].points) {
        for_each_neighbour(stone, [&](std::size_t next) {
          if (cell(next) == other.color) found = found || contains(other.chains, number_[next]);
        });
      }
    }
    return found;
  }

  // Rooms are enclosed by one side's stones; a room that is too large to read makes its household too large.
  [[nodiscard]] std::vector<Household> households(std::uint8_t color) const {
    std::vector<Household> all;
    std::vector<bool> seen(Board::points);
    const auto belongs = [&](std::size_t at) { return cell(at) != color; };
    for_each_point([&](std::size_t at) {
      if (seen[at] || !belongs(at)) return;
      const std::vector<std::size_t> points = region(at, seen, belongs);
      if (points.size() <= largest_room) settle_in(all, points, color);
    });
    return all;
  }

  void settle_in(std::vector<Household>& all, const std::vector<std::size_t>& room, std::uint8_t color) const {
    Household joined{.color = color, .chains = {}, .room = room};
    const auto shares = [&joined](std::size_t chain) { return contains(joined.chains, chain); };
    for (const std::size_t at : joined.room) {
      for_each_neighbour(at, [&](std::size_t next) {
        if (cell(next) == color) joined.chains.push_back(number_[next]);
      });
    }
    std::erase_if(all, [&](const Household& other) {
      if (std::none_of(other.chains.begin(), other.chains.end(), shares)) return false;
      joined.chains.insert(joined.chains.end(), other.chains.begin(), other.chains.end());
      joined.room.insert(joined.room.end(), other.room.begin(), other.room.end());
      return true;
    });
    std::sort(joined.chains.begin(), joined.chains.end());
    joined.chains.erase(std::unique(joined.chains.begin(), joined.chains.end()), joined.chains.end());
    all.push_back(std::move(joined));
  }

  // No escape to the outside: the playouts give the surrounding points to the other side, and its stones there live.
  [[nodiscard]] bool is_shut_in(const Household& household) const {
    bool shut_in = true;
    for (const std::size_t number : household.chains) {
      for (const std::size_t stone : chains_[number].points) {
        for_each_neighbour(stone, [&](std::size_t next) {
          if (!is_on_board(next) || cell(next) == household.color || contains(household.room, next)) return;
          if (share(household.color ^ 1U, next) < surely) shut_in = false;
        });
      }
    }
    return shut_in;
  }

  static bool contains(const std::vector<std::size_t>& list, std::size_t wanted) {
    return std::ranges::find(list, wanted) != list.end();
  }

  [[nodiscard]] EyeRoom room_of(const Household& household) const {
    EyeRoom room;
    for (const std::size_t at : household.room) {
      bool touches_wall = false;
      for_each_neighbour(at, [&](std::size_t next) { touches_wall = touches_wall || cell(next) == household.color; });
      room.add(touches_wall, is_stone(at));
    }
    for (std::size_t i = 0; i < household.room.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::size_t apart = household.room[i] > household.room[j] ? household.room[i] - household.room[j]
                                                                        : household.room[j] - household.room[i];
        if (apart == 1 || apart == static_cast<std::size_t>(Board::stride)) room.join(i, j);
      }
    }
    return room;
  }

  // The household is dead, so its prisoners live.
  void bury(const Household& household) {
    for (const std::size_t number : household.chains) chains_[number].dead = true;
    for (const std::size_t at : household.room) {
      if (is_stone(at)) chain_at(at).dead = false;
    }
  }

  const P& position_;
  int size_;
  int playouts_;
  bool goes_on_;  // the turn is known
  // the shares of the playouts in which a point is Black's, White's
  std::array<std::array<int, Board::points>, 2> count_{};
  std::array<Number, Board::points> number_{};  // the chain of a stone
  std::vector<Chain> chains_;
};

}  // namespace plyground::go
