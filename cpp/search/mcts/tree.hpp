// The tree of a Monte Carlo search: its nodes, their memory, and reusing both from move to move.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/game.hpp"
#include "core/timeline.hpp"

namespace plyground {

// How the game ends with best play after a move, for the side that made it.
enum class Outcome : std::uint8_t { unknown, loss, draw, win };

constexpr Outcome reversed(Outcome outcome) {
  if (outcome == Outcome::win) return Outcome::loss;
  return outcome == Outcome::loss ? Outcome::win : outcome;
}
constexpr float share_of(Outcome outcome) {
  return outcome == Outcome::win ? 1.0F : (outcome == Outcome::loss ? 0.0F : 0.5F);
}

// `size` is the number of plies to the end or, in games that count, twice the margin. `complete` means that no better
// margin was overlooked.
struct Proof {
  Outcome outcome = Outcome::unknown;
  bool complete = false;
  int size = 0;
};

// A move with its statistics, in 32 bytes: two per cache line. Numbers belong to the side that made the move. The
// threads of a search share the nodes without locks. `state_` publishes the children; their place and number never
// change after that.
class Node {
 public:
  using Index = std::uint32_t;
  static constexpr std::uint64_t most_visits = (1ULL << 27) - 1;

  explicit Node(Move move = 0) : move_(move) {}
  // Only while no search is running.
  Node(const Node& from) { *this = from; }
  Node& operator=(const Node& from) {
    if (this == &from) return *this;
    store(stats_, from.stats_.load(relaxed));
    store(amaf_, from.amaf_.load(relaxed));
    state_.store(from.state_.load(relaxed), relaxed);
    prior_.store(from.prior_.load(relaxed), relaxed);
    children_ = from.children_;
    move_ = from.move_;
    count_ = from.count_;
    return *this;
  }
  Node(Node&&) = delete;
  Node& operator=(Node&&) = delete;
  ~Node() = default;

  [[nodiscard]] Move move() const { return move_; }

  // A visit and its wins share a word, so they are always read together. The visit is counted on the way down and the
  // win on the way up. Until then the visit looks lost, which keeps the other threads from all choosing the same path.
  struct Stats {
    std::uint64_t visits;
    float wins;
  };
  [[nodiscard]] Stats stats() const {
    const std::uint64_t word = stats_.load(relaxed);
    return {word >> win_bits, static_cast<float>(static_cast<std::int64_t>(word & win_mask)) * (1.0F / win_unit)};
  }
  [[nodiscard]] std::uint64_t visits() const { return stats_.load(relaxed) >> win_bits; }
  void begin_visit(bool alone) { add(stats_, 1ULL << win_bits, alone); }
  void cancel_visit(bool alone) { add(stats_, ~((1ULL << win_bits) - 1), alone); }
  void end_visit(float share, bool alone) {
    add(stats_, static_cast<std::uint64_t>(std::lrint(share * win_unit)), alone);
  }

  // All-moves-as-first: the games in which the same side made this move at any later time. A count lost when two
  // threads collide does no harm, and a full sum stays as it is.
  struct Pair {
    float visits;
    float wins;
  };
  [[nodiscard]] Pair amaf() const { return std::bit_cast<Pair>(amaf_.load(relaxed)); }
  void add_amaf(float share) {
    Pair sum = amaf();
    if (sum.visits >= most_amaf) return;
    sum.visits += 1;
    sum.wins += share;
    store(amaf_, std::bit_cast<std::uint64_t>(sum));
  }

  // The prior of the move: a mean, and the number of tries it counts for.
  [[nodiscard]] Pair prior() const {
    const std::uint32_t word = prior_.load(relaxed);
    const float visits = static_cast<float>(word & 0xffff) * (1.0F / prior_unit);
    return {visits, visits * static_cast<float>(word >> 16) * (1.0F / 65535)};
  }
  void add_prior(float wins, float visits) {
    const Pair old = prior();
    const float sum = std::min(old.visits + visits, 65535 / prior_unit);
    if (sum <= 0) return;
    const float mean = std::clamp((old.wins + wins) / (old.visits + visits), 0.0F, 1.0F);
    prior_.store((static_cast<std::uint32_t>(std::lrint(mean * 65535)) << 16) |
                     static_cast<std::uint32_t>(std::lrint(sum * prior_unit)),
                 relaxed);
  }

  // The judge's probability of the move. It replaces a prior.
  [[nodiscard]] float policy() const { return static_cast<float>(prior_.load(relaxed) >> 16) * (1.0F / 65535); }
  void set_policy(float probability) {
    prior_.store(static_cast<std::uint32_t>(std::lrint(std::clamp(probability, 0.0F, 1.0F) * 65535)) << 16, relaxed);
  }

  [[nodiscard]] Proof proof() const {
    const std::uint32_t state = state_.load(relaxed);
    return {.outcome = static_cast<Outcome>(state & outcome_mask),
            .complete = (state & complete_bit) != 0,
            .size = static_cast<int>(state >> size_shift)};
  }
  [[nodiscard]] Outcome outcome() const { return static_cast<Outcome>(state_.load(relaxed) & outcome_mask); }
  // The first proof remains.
  void prove(const Proof& proof) {
    const auto size = static_cast<std::uint32_t>(std::clamp(proof.size, 0, 0xffff));
    const std::uint32_t bits =
        static_cast<std::uint32_t>(proof.outcome) | (proof.complete ? complete_bit : 0) | (size << size_shift);
    std::uint32_t state = state_.load(relaxed);
    while ((state & outcome_mask) == 0 && !state_.compare_exchange_weak(state, state | bits, relaxed)) {
    }
  }

  // One of the replies is a proven draw, so the value cannot be below that.
  [[nodiscard]] bool replies_draw() const { return (state_.load(relaxed) & draw_bit) != 0; }
  void note_draw() { state_.fetch_or(draw_bit, relaxed); }

  // True for one caller only.
  [[nodiscard]] bool begin_opening() { return (state_.fetch_or(opening_bit, relaxed) & opening_bit) == 0; }
  [[nodiscard]] bool begin_bias() { return (state_.fetch_or(bias_bit, relaxed) & bias_bit) == 0; }
  [[nodiscard]] bool has_bias() const { return (state_.load(relaxed) & bias_bit) != 0; }
  void give_up_opening() { state_.fetch_and(~opening_bit, relaxed); }
  void open(Index children, std::size_t count) {
    children_ = children;
    count_ = static_cast<std::uint16_t>(count);
    state_.fetch_or(open_bit, std::memory_order_release);
  }
  void close() { state_.fetch_and(~(open_bit | opening_bit | bias_bit | draw_bit), relaxed); }
  [[nodiscard]] bool is_open() const { return (state_.load(std::memory_order_acquire) & open_bit) != 0; }
  [[nodiscard]] Index children() const { return children_; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  friend class Arena;
  static constexpr auto relaxed = std::memory_order_relaxed;
  static constexpr unsigned win_bits = 37;
  static constexpr std::uint64_t win_mask = (1ULL << win_bits) - 1;
  static constexpr float win_unit = 1024;
  static constexpr float prior_unit = 64;
  static constexpr float most_amaf = 1 << 20;
  static constexpr std::uint32_t outcome_mask = 3;
  static constexpr std::uint32_t complete_bit = 4;
  static constexpr std::uint32_t draw_bit = 8;
  static constexpr std::uint32_t opening_bit = 16;
  static constexpr std::uint32_t open_bit = 32;
  static constexpr std::uint32_t bias_bit = 64;
  static constexpr std::uint32_t dropped_bit = 128;  // for a block: nothing refers to it any more
  static constexpr unsigned size_shift = 16;

  static void store(std::atomic<std::uint64_t>& word, std::uint64_t value) { word.store(value, relaxed); }
  static void add(std::atomic<std::uint64_t>& word, std::uint64_t value, bool alone) {
    if (alone) {
      word.store(word.load(relaxed) + value, relaxed);  // much cheaper than locking the bus
    } else {
      word.fetch_add(value, relaxed);
    }
  }

  std::atomic<std::uint64_t> stats_{0};
  std::atomic<std::uint64_t> amaf_{0};
  std::atomic<std::uint32_t> state_{0};
  std::atomic<std::uint32_t> prior_{0};
  Index children_ = 0;
  Move move_ = 0;
  std::uint16_t count_ = 0;
};
static_assert(sizeof(Node) == 32);

// The memory: consecutive blocks of children, each behind a node that serves as its header (`children_` is the parent
// there, and `count_` the length). A block always lies after its parent, so one pass in address order can drop and move
// blocks without other memory.
class Arena {
 public:
  using Index = Node::Index;
  static constexpr Index first = 1;  // where the root begins, behind the header of its block

  // Takes no memory from the system before first use.
  void reserve(std::size_t nodes) {
    nodes = std::clamp<std::size_t>(nodes, 4, 0xffffffffU);
    if (nodes == capacity_) return;
    nodes_.reset();
    nodes_ = Nodes(std::allocator<Node>().allocate(nodes), Free{nodes});
    capacity_ = nodes;
    used_.store(0, std::memory_order_relaxed);
  }

  [[nodiscard]] Node& operator[](Index at) { return nodes_.get()[at]; }
  [[nodiscard]] const Node& operator[](Index at) const { return nodes_.get()[at]; }
  [[nodiscard]] std::size_t used() const { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  void clear() { used_.store(0, std::memory_order_relaxed); }

  // Room for a block of children; 0 if there is none.
  [[nodiscard]] Index add_block(Index parent, std::size_t count) {
    std::size_t begin = used_.load(std::memory_order_relaxed);
    do {
      if (begin + count + 1 > capacity_) return 0;
    } while (!used_.compare_exchange_weak(begin, begin + count + 1, std::memory_order_relaxed));
    Node* const header = std::construct_at(nodes_.get() + begin);
    header->children_ = parent;
    header->count_ = static_cast<std::uint16_t>(count);
    return static_cast<Index>(begin + 1);
  }
  void construct(Index at, Move move) { std::construct_at(nodes_.get() + at, move); }

  // Makes `root` the first node, and keeps the part of the tree below it whose parents have at least this many visits.
  void compact(Index root, std::uint64_t least_visits) {
    move_to_front(root);
    std::size_t to = 0;
    const std::size_t end = used();
    for (std::size_t from = 0; from < end;) {
      const std::size_t length = std::size_t{1} + (*this)[static_cast<Index>(from)].count_;
      if (keep_block(static_cast<Index>(from), static_cast<Index>(to), least_visits)) to += length;
      from += length;
    }
    used_.store(to, std::memory_order_relaxed);
  }

 private:
  struct Free {
    std::size_t nodes;
    void operator()(Node* memory) const { std::allocator<Node>().deallocate(memory, nodes); }
  };
  using Nodes = std::unique_ptr<Node, Free>;

  void move_to_front(Index root) {
    if (root == first) return;
    Node& old = (*this)[first];
    if (old.is_open()) drop(old);
    old = (*this)[root];
    (*this)[root].close();
    if (old.is_open()) header(old).children_ = first;
  }

  // Moves the block, unless it was dropped, and updates the blocks below it.
  bool keep_block(Index from, Index to, std::uint64_t least_visits) {
    const bool kept = ((*this)[from].state_.load(std::memory_order_relaxed) & Node::dropped_bit) == 0;
    const Index count = (*this)[from].count_;
    if (kept && from != to) {  // the root's block never moves, and all others have a parent to update
      (*this)[(*this)[from].children_].children_ = to + 1;
      (*this)[to] = (*this)[from];
    }
    for (Index i = 1; i <= count; ++i) {
      Node& node = (*this)[from + i];
      if (node.is_open()) {
        const bool worth_it = kept && (node.visits() >= least_visits || from == 0);
        if (worth_it) {
          header(node).children_ = to + i;
        } else {
          drop(node);
        }
      }
      if (kept && from != to) (*this)[to + i] = node;
    }
    return kept;
  }

  Node& header(const Node& parent) { return (*this)[parent.children_ - 1]; }
  void drop(Node& parent) {
    header(parent).state_.fetch_or(Node::dropped_bit, std::memory_order_relaxed);
    parent.close();
  }

  Nodes nodes_{nullptr, Free{0}};
  std::size_t capacity_ = 0;
  std::atomic<std::size_t> used_{0};
};

// The tree of a game in progress. It belongs to one game with one set of options, outlives its searches, and knows the
// position of its root in the game.
template <Game P>
class MctsTree {
 public:
  using Index = Node::Index;

  // Continues with an earlier search's tree of this position, if there is one, or starts afresh. Returns whether there
  // was one.
  bool enter(const Timeline<P>& start, const std::vector<Move>& played, std::size_t bytes, bool reuse) {
    const std::size_t before = arena_.capacity();
    arena_.reserve(bytes / sizeof(Node));
    const bool found = reuse && arena_.capacity() == before && follow(start, played);
    if (!found) plant();
    root_position_.emplace(start);
    played_ = played;
    return found;
  }

  void clear() {
    arena_.clear();
    root_position_.reset();
  }

  // Frees at least half of the memory, if possible: first the parts that the game has left, then the least visited.
  // Returns the number of visits that a node now needs to have children.
  std::uint64_t prune(std::uint64_t least_visits) {
    arena_.compact(root_, 0);
    root_ = Arena::first;
    for (int i = 0; i < 40 && arena_.used() > arena_.capacity() / 2; ++i) {
      least_visits *= 2;
      arena_.compact(root_, least_visits);
    }
    return least_visits;
  }

  [[nodiscard]] Arena& arena() { return arena_; }
  [[nodiscard]] const Arena& arena() const { return arena_; }
  [[nodiscard]] Index root() const { return root_; }
  [[nodiscard]] std::size_t bytes() const { return arena_.used() * sizeof(Node); }

 private:
  void plant() {
    arena_.clear();
    root_ = arena_.add_block(0, 1);
    arena_.construct(root_, 0);
  }

  // The moves must continue those of the last search, and lead to the same position after the same past.
  bool follow(const Timeline<P>& start, const std::vector<Move>& played) {
    if (!root_position_ || played.size() < played_.size()) return false;
    if (!std::equal(played_.begin(), played_.end(), played.begin())) return false;
    Index at = root_;
    for (std::size_t i = played_.size(); i < played.size(); ++i) {
      const auto next = child(at, played[i]);
      if (!next) return false;
      root_position_->play(played[i]);
      at = *next;
    }
    if (root_position_->position().key() != start.position().key()) return false;
    if (root_position_->past().size() != start.past().size()) return false;
    root_ = at;
    return true;
  }

  [[nodiscard]] std::optional<Index> child(Index parent, Move move) const {
    const Node& node = arena_[parent];
    if (!node.is_open()) return std::nullopt;
    for (Index at = node.children(); at < node.children() + node.count(); ++at) {
      if (arena_[at].move() == move) return at;
    }
    return std::nullopt;
  }

  Arena arena_;
  Index root_ = Arena::first;
  std::optional<Timeline<P>> root_position_;
  std::vector<Move> played_;
};

}  // namespace plyground
