// Depth-first proof-number search (df-pn; Nagai 2002) for one claim, and the strategy that shows its result.
//
// Repetition makes the value of a position depend on the path to it (the graph-history interaction). A solution may
// depend on the path: ko forbids a move because of an earlier position, or a move returns to an earlier position and
// draws. Such a solution is stored under the position together with its trail, unless all positions it depends on lie
// below the position itself. Every other solution is stored under the position alone. This is exact if repetition only
// draws. Under superko an earlier board may still forbid a move that a stored solution needs. The check finds such
// errors, because it replays the whole strategy under the true rules. The search is then repeated with every position
// stored with its trail, which is exact but shares little.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"
#include "search/limits.hpp"
#include "search/proof/claim.hpp"
#include "search/proof/leaf.hpp"
#include "search/proof/line.hpp"
#include "search/proof/strategy.hpp"
#include "search/proof/table.hpp"

namespace plyground {

// Thrown when a line of play is longer than a proof can follow.
struct TooDeep : std::exception {};

// Thrown when the search result cannot be turned into a strategy.
struct Contradiction : std::exception {};

struct ProofManner {
  bool with_trail = false;     // store everything with its trail
  bool rate_moves = true;      // search the specialist's promising moves first
  bool ask_specialist = true;  // the game's specialist may judge leaves
  bool trust = true;           // a strategy may end where the specialist knows the outcome
};

using OnNumbers = std::function<void(const ProofNumbers&)>;

template <Game P>
class ClaimSearch {
 public:
  ClaimSearch(const Timeline<P>& start, const Claim& claim, const ProofManner& manner, ProofTable& table,
              LeafKnowledge<P>& leaves, Budget& budget, OnNumbers on_numbers)
      : line_(start),
        claim_(claim),
        manner_(manner),
        table_(table),
        leaves_(leaves),
        budget_(budget),
        on_numbers_(std::move(on_numbers)) {}

  // Whether the claim holds, and by which move, if it is the side to move's. The start must not be a finished game.
  struct Decision {
    bool holds = false;
    Move move = 0;
  };
  Decision decide() {
    const Solved found = solve(0);
    return {.holds = found.numbers.proven(), .move = found.move};
  }

  // The winning side's moves against every reply.
  Strategy strategy(bool holds, std::size_t most_bytes) {
    Strategy found(holds ? claim_.side : other(claim_.side), most_bytes);
    collect(found, holds, 0);
    return found;
  }

 private:
  static constexpr std::size_t max_depth = 1000;
  static constexpr std::uint64_t nodes_between = 1 << 16;  // two reports
  static constexpr std::size_t no_tie = ProofEntry::no_tie;
  static constexpr std::uint32_t infinite = ProofNumbers::infinite;

  struct Child {
    Move move = 0;
    ProofNumbers numbers;
    std::uint64_t key = 0;  // 0: not looked up yet
    std::uint64_t key_with_trail = 0;
    std::size_t tie = no_tie;
  };

  // One ply of the line being searched. Not on the stack, which is small on some systems.
  struct Ply {
    explicit Ply(P position) : before(std::move(position)) {}
    P before;
    std::vector<Child> children;
    std::size_t ko_tie = no_tie;
    std::vector<Move> replies;  // while collecting a strategy
  };

  struct Solved {
    ProofNumbers numbers;
    Move move = 0;
    std::size_t tie = no_tie;
    bool with_trail = false;
  };

  // --- the line ---

  [[nodiscard]] bool claimant_to_move() const { return line_.position().turn() == claim_.side; }

  Ply& ply(std::size_t depth) {
    if (depth >= max_depth) throw TooDeep{};
    while (plies_.size() <= depth) plies_.emplace_back(line_.position());
    return plies_[depth];
  }

  // --- one position ---

  // The end of the game in the search. If repetition draws, the first repetition counts: if going round once helps
  // neither side, going round twice does not help either.
  [[nodiscard]] std::optional<Solved> ended() const {
    const bool draw_will_do = claim_.least <= 0;
    if (const auto result = line_.timeline().result_ignoring_repetition()) return judged(claim_.holds<P>(*result));
    if (line_.timeline().drawn_by_repetition()) return judged(draw_will_do);
    const std::size_t earlier = line_.comes_back_to();
    if (earlier == no_tie) return std::nullopt;
    return judged(draw_will_do, earlier);
  }
  static Solved judged(bool holds, std::size_t tie = no_tie) {
    return {.numbers = ProofNumbers::decided(holds), .move = 0, .tie = tie, .with_trail = false};
  }

  [[nodiscard]] std::optional<Solved> known(std::uint64_t key, std::uint64_t with_trail) const {
    if (line_.minds_past()) {
      if (const ProofEntry* entry = table_.find(with_trail))
        return Solved{entry->numbers, entry->move, entry->tie, true};
      if (manner_.with_trail) return std::nullopt;
    }
    if (const ProofEntry* entry = table_.find(key)) return Solved{entry->numbers, entry->move, no_tie, false};
    return std::nullopt;
  }

  void file(std::uint64_t key, std::uint64_t with_trail, const Solved& found, std::uint64_t effort) {
    const bool keep_trail = manner_.with_trail || found.tie != no_tie;
    table_.store({.key = keep_trail && line_.minds_past() ? with_trail : key,
                  .numbers = found.numbers,
                  .effort = static_cast<std::uint32_t>(std::min<std::uint64_t>(effort, infinite)),
                  .move = found.move,
                  .tie = static_cast<std::uint16_t>(found.tie)});
  }

  // The specialist's verdict, stored at once.
  std::optional<Solved> asked(std::uint64_t key, std::uint64_t with_trail) {
    if constexpr (LeafKnowledge<P>::any) {
      if (!manner_.ask_specialist) return std::nullopt;
      const auto verdict = leaves_.ask(line_.position(), claim_, [this] { budget_.spend_node(); });
      if (!verdict) return std::nullopt;
      Solved found = judged(verdict->holds);
      found.move = verdict->move.value_or(no_move);
      file(key, with_trail, found, 1);
      return found;
    } else {
      return std::nullopt;
    }
  }

  // A first estimate: many moves are harder to refute one by one.
  [[nodiscard]] ProofNumbers guess() const {
    std::uint32_t moves = 1;
    if constexpr (CountsMoves<P>) {
      moves = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(line_.position().count_moves()));
    }
    return claimant_to_move() ? ProofNumbers{1, moves} : ProofNumbers{moves, 1};
  }

  // --- the search ---

  // Fills in the children; stops at the first one that decides for the side to move.
  void expand(Ply& here, std::size_t depth) {
    here.before = line_.position();
    here.children.clear();
    here.ko_tie = no_tie;
    const bool claimant = claimant_to_move();
    typename P::MoveList moves;
    here.before.moves(moves);
    if (manner_.rate_moves) leaves_.order(here.before, moves);
    for (const Move move : moves) {
      if (!line_.timeline().ko_allows(move)) {
        note_ko(here, move, depth);
        continue;
      }
      line_.enter(move);
      here.children.push_back(look(move));
      line_.leave(here.before);
      const ProofNumbers& numbers = here.children.back().numbers;
      if (claimant ? numbers.proven() : numbers.refuted()) return;
    }
  }

  void note_ko(Ply& here, Move move, std::size_t depth) {
    if constexpr (ForbidsRepetition<P>) {
      const std::uint64_t after = here.before.repetition_key_after(move);
      const std::size_t earlier =
          line_.rule() == Repetition::simple_ko ? (depth > 0 ? depth - 1 : no_tie) : line_.depth_of(after);
      here.ko_tie = std::min(here.ko_tie, earlier);
    }
  }

  Child look(Move move) {
    if (const auto end = ended()) return {.move = move, .numbers = end->numbers, .tie = end->tie};
    const std::uint64_t key = line_.key();
    const std::uint64_t with_trail = line_.trail_key();
    Child child{.move = move, .numbers = {}, .key = key, .key_with_trail = with_trail};
    if (const auto found = known(key, with_trail)) {
      child.numbers = found->numbers;
      child.tie = found->tie;
    } else if (const auto answer = asked(key, with_trail)) {
      child.numbers = answer->numbers;
    } else {
      child.numbers = guess();
    }
    return child;
  }

  // Computes a node's numbers from its children's, and selects the child to search next.
  struct Summary {
    Solved found;
    std::size_t best = 0;
    std::uint32_t second = infinite;  // the second best number of the kind that the side to move minimises
  };

  // The side to move needs one child: the least of `easy`. The other side needs all of them. A sum would count shared
  // descendants many times over, so the hardest child counts in full and each of the others counts one (weak proof
  // numbers; Ueda and others 2008).
  [[nodiscard]] Summary summarise(const Ply& here, std::size_t depth, bool claimant) const {
    Summary summary;
    std::uint32_t least = infinite;
    std::uint32_t hardest = 0;
    std::uint32_t open = 0;
    std::size_t tie = here.ko_tie;
    for (std::size_t i = 0; i < here.children.size(); ++i) {
      const Child& child = here.children[i];
      const auto [easy, hard] = sides(child.numbers, claimant);
      if (easy < least) {
        summary.second = least;
        least = easy;
        summary.best = i;
      } else {
        summary.second = std::min(summary.second, easy);
      }
      tie = std::min(tie, child.tie);
      if (hard == 0) continue;
      hardest = std::max(hardest, hard);
      ++open;
    }
    const std::uint32_t hard = least == 0 ? infinite : (open == 0 ? 0 : std::min(hardest + open - 1, infinite - 1));
    summary.found.numbers = claimant ? ProofNumbers{least, hard} : ProofNumbers{hard, least};
    if (least == 0) {
      summary.found.move = here.children[summary.best].move;
      tie = here.children[summary.best].tie;
    }
    const bool leans = summary.found.numbers.solved() && tie < depth;
    summary.found.tie = leans ? tie : no_tie;
    return summary;
  }

  static std::pair<std::uint32_t, std::uint32_t> sides(const ProofNumbers& numbers, bool claimant) {
    return claimant ? std::pair{numbers.proof, numbers.refutation} : std::pair{numbers.refutation, numbers.proof};
  }

  Solved solve(std::size_t depth) { return search(depth, {infinite, infinite}); }

  // Searches below the position at the end of the line until its numbers reach one of the limits.
  Solved search(std::size_t depth, ProofNumbers limits) {
    budget_.spend_node();
    const std::uint64_t begun = nodes_++;
    if (nodes_ % nodes_between == 0 && on_numbers_) on_numbers_(at_start_);
    Ply& here = ply(depth);
    const bool claimant = claimant_to_move();
    const std::uint64_t key = line_.key();
    const std::uint64_t with_trail = line_.trail_key();
    expand(here, depth);
    for (;;) {
      const Summary now = summarise(here, depth, claimant);
      const ProofNumbers& numbers = now.found.numbers;
      if (depth == 0) at_start_ = numbers;
      if (numbers.solved() || numbers.proof >= limits.proof || numbers.refutation >= limits.refutation) {
        file(key, with_trail, now.found, nodes_ - begun);
        return now.found;
      }
      descend(here, depth, now, limits, claimant);
    }
  }

  void descend(Ply& here, std::size_t depth, const Summary& now, const ProofNumbers& limits, bool claimant) {
    Child& child = here.children[now.best];
    if (refresh(child)) return;
    const auto [easy_limit, hard_limit] = sides(limits, claimant);
    const auto [easy, hard] = sides(now.found.numbers, claimant);
    const std::uint32_t child_hard = sides(child.numbers, claimant).second;
    // A quarter above the second best, so that two equal children do not alternate all the time.
    const std::uint32_t easy_goal = std::min(easy_limit, capped(std::uint64_t{now.second} + now.second / 4 + 1));
    const std::uint32_t hard_goal = hard_limit == infinite ? infinite : hard_limit - hard + child_hard;
    line_.enter(child.move);
    const Solved found =
        search(depth + 1, claimant ? ProofNumbers{easy_goal, hard_goal} : ProofNumbers{hard_goal, easy_goal});
    line_.leave(here.before);
    child.numbers = found.numbers;
    child.tie = found.tie;
  }

  static std::uint32_t capped(std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, infinite));
  }

  // Another path to the same position may have improved the entry since.
  bool refresh(Child& child) {
    if (child.key == 0) return false;
    const auto found = known(child.key, child.key_with_trail);
    if (!found) return false;
    const bool same =
        found->numbers.proof == child.numbers.proof && found->numbers.refutation == child.numbers.refutation;
    child.numbers = found->numbers;
    child.tie = found->tie;
    return !same;
  }

  // --- the strategy ---

  void collect(Strategy& strategy, bool holds, std::size_t depth) {
    if (line_.timeline().result()) return;
    const P& position = line_.position();
    if (position.turn() == strategy.owner()) {
      const std::uint64_t key = position.key();
      if (strategy.reply(position, line_.trail())) return;
      if (ends_in_trust(holds)) return;
      const Solved found = sure(holds, depth);
      strategy.put(found.with_trail ? line_.trail_key() : key, found.move, found.with_trail);
      step(strategy, holds, depth, found.move);
      return;
    }
    if (ends_in_trust(holds)) return;
    Ply& here = ply(depth);
    list_replies(here);
    for (const Move reply : here.replies) {
      budget_.spend_node();
      step(strategy, holds, depth, reply);
    }
  }

  void list_replies(Ply& here) const {
    typename P::MoveList moves;
    line_.timeline().legal_moves(moves);
    here.replies.assign(moves.begin(), moves.end());
  }

  void step(Strategy& strategy, bool holds, std::size_t depth, Move move) {
    Ply& here = ply(depth);
    here.before = line_.position();
    line_.enter(move);
    collect(strategy, holds, depth + 1);
    line_.leave(here.before);
  }

  bool ends_in_trust(bool holds) {
    if (!manner_.ask_specialist || !manner_.trust) return false;
    return leaves_.word(line_.position(), claim_, [this] { budget_.spend_node(); }) == holds;
  }

  // The owner's move at the end of the line; the position is searched again if the table has lost it.
  Solved sure(bool holds, std::size_t depth) {
    const std::uint64_t key = line_.key();
    const std::uint64_t with_trail = line_.trail_key();
    auto found = known(key, with_trail);
    if (!found || !found->numbers.solved()) found = asked(key, with_trail);
    if (!found || !found->numbers.solved() || found->move == no_move) {
      found = solve(depth);
      found->with_trail = line_.minds_past() && (manner_.with_trail || found->tie != no_tie);
    }
    if (found->numbers.proven() != holds || !found->numbers.solved()) throw Contradiction{};
    return *found;
  }

  static constexpr Move no_move = 0xffff;  // solved without a stored move

  ProofLine<P> line_;
  Claim claim_;
  ProofManner manner_;
  ProofTable& table_;
  LeafKnowledge<P>& leaves_;
  Budget& budget_;
  OnNumbers on_numbers_;
  std::deque<Ply> plies_;
  ProofNumbers at_start_;
  std::uint64_t nodes_ = 0;
};

}  // namespace plyground
