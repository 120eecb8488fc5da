// A network as the judge of one game. Its input is the planes of positions; the texts of the moves index its policy.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/judge.hpp"
#include "core/judgement_cache.hpp"
#include "core/planes.hpp"
#include "core/text.hpp"
#include "net/network.hpp"

namespace plyground {

// The judge of one game; only positions of that game look inside.
class AnyJudge {
 public:
  AnyJudge() = default;
  AnyJudge(const AnyJudge&) = delete;
  AnyJudge& operator=(const AnyJudge&) = delete;
  AnyJudge(AnyJudge&&) = delete;
  AnyJudge& operator=(AnyJudge&&) = delete;
  virtual ~AnyJudge() = default;

  [[nodiscard]] virtual int action(const std::string& move) const = 0;  // the move's number in the policy, or -1
};

template <Game P>
class NetworkJudge final : public AnyJudge, public Judge<P> {
 public:
  using typename Judge<P>::Question;

  // `actions` are the texts of all moves, in the order of the network's policy.
  NetworkJudge(std::shared_ptr<const Network> network, const P& start, const std::vector<std::string>& actions)
      : network_(std::move(network)),
        shape_(planes_shape_of(start)),
        cache_(actions.size()),
        known_(std::size_t{1} << 16) {
    const NetworkShape& its = network_->shape();
    if (static_cast<std::size_t>(its.planes) != shape_.planes) {
      reject("The network expects " + std::to_string(its.planes) + " planes, but the game has " +
             std::to_string(shape_.planes) + " with these options.");
    }
    const auto moves =
        static_cast<std::size_t>(its.policy_planes) * shape_.squares() + static_cast<std::size_t>(its.policy_extras);
    if (moves != actions.size()) {
      reject("The network has outputs for " + std::to_string(moves) + " moves on this board, but the game has " +
             std::to_string(actions.size()) + " moves.");
    }
    for (std::size_t i = 0; i < actions.size(); ++i) actions_.emplace(actions[i], static_cast<int>(i));
    for (auto& number : known_) number.store(unasked, std::memory_order_relaxed);
  }

  [[nodiscard]] int action(const std::string& move) const override {
    const auto found = actions_.find(move);
    return found == actions_.end() ? -1 : found->second;
  }

  void judge(std::span<const Question> questions, std::span<Judgement> answers) const override {
    thread_local Network::Scratch scratch;
    thread_local std::vector<float> planes;
    thread_local std::vector<NetworkAnswer> found;
    thread_local std::vector<New> asked;
    planes.resize(questions.size() * shape_.size());
    asked.clear();
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const auto its = std::span(planes).subspan(asked.size() * shape_.size(), shape_.size());
      write_planes(*questions[i].position, shape_, its);
      const JudgementKey key(its, *questions[i].moves);
      if (!cache_.find(key, answers[i])) asked.push_back({i, key});
    }
    if (asked.empty()) return;
    found.resize(std::max(found.size(), asked.size()));
    network_->evaluate(std::span(planes).first(asked.size() * shape_.size()), static_cast<int>(shape_.rows),
                       static_cast<int>(shape_.columns), std::span(found).first(asked.size()), scratch);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto& [question, key] = asked[i];
      read(questions[question], found[i], answers[question]);
      cache_.keep(key, answers[question]);
    }
  }

 private:
  // A question that is not in the cache.
  struct New {
    std::size_t question;
    JudgementKey key;
  };

  static constexpr std::int32_t unasked = -2;
  static constexpr float unknown = -8;  // the logit of a move that is not in the policy

  void read(const Question& question, const NetworkAnswer& found, Judgement& answer) const {
    answer.win = found.win;
    answer.draw = found.draw;
    answer.loss = found.loss;
    answer.logits.clear();
    for (const Move move : *question.moves) {
      const std::int32_t number = number_of(*question.position, move);
      answer.logits.push_back(number < 0 ? unknown : found.policy[static_cast<std::size_t>(number)]);
    }
  }

  // Several threads may find the same number at once.
  std::int32_t number_of(const P& position, Move move) const {
    std::int32_t number = known_[move].load(std::memory_order_relaxed);
    if (number == unasked) {
      number = action(position.move_text(move));
      known_[move].store(number, std::memory_order_relaxed);
    }
    return number;
  }

  std::shared_ptr<const Network> network_;
  PlanesShape shape_;
  std::unordered_map<std::string, int> actions_;
  mutable JudgementCache cache_;
  mutable std::vector<std::atomic<std::int32_t>> known_;  // the number of each move, once it has been looked up
};

}  // namespace plyground
