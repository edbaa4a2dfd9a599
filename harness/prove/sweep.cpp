#include "harness/prove/sweep.hpp"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <numeric>
#include <ranges>
#include <thread>

#include "harness/core/error.hpp"
#include "harness/core/interrupt.hpp"
#include "harness/oracle/evaluators.hpp"
#include "harness/prove/merkle.hpp"

namespace verbatim::prove {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::uint64_t smallest_chunk = std::uint64_t{1} << 22;
constexpr std::uint64_t most_chunks = 4096;
constexpr auto tick = std::chrono::milliseconds(500);
// Naming a kind asks the model several times; NaN and flags are told apart at once. Past this many in a chunk the rest
// counts as one kind, so that an implementation that is wrong everywhere is not slower to judge than one that is right.
constexpr std::uint64_t named_in_a_chunk = std::uint64_t{1} << 20;

void add(kind_counts& to, mismatch_kind kind, std::uint64_t count, std::uint64_t first) {
  const auto [place, is_new] = to.try_emplace(kind, kind_count{0, first});
  place->second.count += count;
  place->second.first = std::min(place->second.first, first);
}

std::vector<std::uint64_t> buffer(std::size_t elements, std::size_t bytes) {
  return std::vector<std::uint64_t>((elements * bytes + 7) / 8 + 8);
}

std::string_view little_endian(void* elements, std::size_t count, std::size_t bytes) {
  if constexpr (std::endian::native == std::endian::big) {
    auto* const raw = static_cast<unsigned char*>(elements);
    for (std::size_t i = 0; i < count; ++i) std::reverse(raw + i * bytes, raw + (i + 1) * bytes);
  }
  return {static_cast<const char*>(elements), count * bytes};
}

// One thread's: both implementations made ready, and room for a tile of cases.
class workplace {
 public:
  explicit workplace(const sweep_request& request)
      : request_(&request),
        bytes_(request.asked->what.result.bytes()),
        tile_(std::max(request.given->block(), request.reference != nullptr ? request.reference->block() : 1)) {
    for (std::size_t i = 0; i < request.asked->what.operands.size(); ++i) {
      operands_[i] = buffer(tile_, request.asked->what.operands[i].bytes());
      columns_[i] = operands_[i].data();
    }
    given_results_ = buffer(tile_, bytes_);
    given_ = request.given->prepare(*request.asked);
    if (request.reference != nullptr) {
      reference_results_ = buffer(tile_, bytes_);
      reference_ = request.reference->prepare(*request.asked);
    }
    if (request.compare_flags) {
      given_flags_.resize(tile_);
      reference_flags_.resize(tile_);
    }
  }

  // False where a stop was asked for in between.
  bool run(std::uint64_t chunk, chunk_outcome& out, core::digest* leaves) {
    const std::uint64_t first = request_->range.first + chunk * request_->range.chunk_cases();
    const std::uint64_t last = first + request_->range.cases_of(chunk);
    named_ = 0;
    merkle_tree tree;
    std::uint64_t in_leaf = 0;
    for (std::uint64_t at = first; at < last;) {
      if (core::interrupt_requested() != 0) return false;
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(tile_, last - at));
      evaluate(at, count);
      if (reference_ != nullptr) compare(at, count, out);
      if (request_->hash) hash(count, in_leaf, tree, leaves);
      at += count;
    }
    if (request_->hash) {
      if (in_leaf != 0) end_leaf(tree, leaves);
      out.root = tree.root();
    }
    return true;
  }

  mismatch at(std::uint64_t index) {
    evaluate(index, 1);
    return observed_at(0);
  }

 private:
  void evaluate(std::uint64_t first, std::size_t count) {
    request_->over->fill(first, count, columns_);
    oracle::batch cases{count, {columns_[0], columns_[1], columns_[2]}, given_results_.data(), nullptr};
    if (request_->compare_flags) cases.flags = given_flags_.data();
    given_->evaluate(cases);
    if (reference_ == nullptr) return;
    cases.results = reference_results_.data();
    if (request_->compare_flags) cases.flags = reference_flags_.data();
    reference_->evaluate(cases);
  }

  mismatch observed_at(std::size_t i) const {
    mismatch out{};
    out.operands = oracle::operands_at(request_->asked->what, {columns_[0], columns_[1], columns_[2]}, i);
    out.given.bits = oracle::load(given_results_.data(), i, bytes_);
    if (reference_ != nullptr) out.reference.bits = oracle::load(reference_results_.data(), i, bytes_);
    if (request_->compare_flags) {
      out.given.raised = static_cast<fp::flags>(given_flags_[i]);
      out.reference.raised = static_cast<fp::flags>(reference_flags_[i]);
    }
    return out;
  }

  void compare(std::uint64_t first, std::size_t count, chunk_outcome& out) {
    const bool same_results = std::memcmp(given_results_.data(), reference_results_.data(), count * bytes_) == 0;
    const bool same_flags =
        !request_->compare_flags || std::memcmp(given_flags_.data(), reference_flags_.data(), count) == 0;
    if (same_results && same_flags) return;
    const oracle::column& result = request_->asked->what.result;
    const bool by_class = request_->nans == oracle::nan_comparison::by_class;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t given = oracle::load(given_results_.data(), i, bytes_);
      const std::uint64_t reference = oracle::load(reference_results_.data(), i, bytes_);
      const bool same = given == reference || (by_class && result.is_nan(given) && result.is_nan(reference));
      if (same && (!request_->compare_flags || given_flags_[i] == reference_flags_[i])) continue;
      const bool cheap = same || (result.is_nan(given) && result.is_nan(reference));
      const bool named = cheap || named_++ < named_in_a_chunk;
      const mismatch_kind kind = same    ? mismatch_kind::flags
                                 : named ? kind_of(*request_->asked, observed_at(i))
                                         : mismatch_kind::not_named;
      add(out.kinds, kind, 1, first + i);
    }
  }

  void hash(std::size_t count, std::uint64_t& in_leaf, merkle_tree& tree, core::digest*& leaves) {
    auto* const results = reinterpret_cast<char*>(
        request_->hash_reference && reference_ != nullptr ? reference_results_.data() : given_results_.data());
    for (std::size_t done = 0; done < count;) {
      const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, results_in_a_leaf - in_leaf));
      hash_.update(little_endian(results + done * bytes_, part, bytes_));
      done += part;
      in_leaf += part;
      if (in_leaf == results_in_a_leaf) {
        end_leaf(tree, leaves);
        in_leaf = 0;
      }
    }
  }

  void end_leaf(merkle_tree& tree, core::digest*& leaves) {
    const core::digest leaf = hash_.finish();
    tree.add(leaf);
    if (leaves != nullptr) *leaves++ = leaf;
  }

  const sweep_request* request_;
  std::size_t bytes_;
  std::size_t tile_;
  std::array<std::vector<std::uint64_t>, 3> operands_;
  std::array<void*, 3> columns_{};
  std::vector<std::uint64_t> given_results_;
  std::vector<std::uint64_t> reference_results_;
  std::vector<std::uint8_t> given_flags_;
  std::vector<std::uint8_t> reference_flags_;
  std::unique_ptr<oracle::evaluator> given_;
  std::unique_ptr<oracle::evaluator> reference_;
  core::sha256 hash_;
  std::uint64_t named_ = 0;  // in this chunk
};

// What the threads share.
class pool {
 public:
  pool(const sweep_request& request, sweep_outcome& outcome) : request_(&request), outcome_(&outcome) {
    for (const std::uint64_t each : request.chunks | std::views::reverse)
      if (!outcome.chunks.contains(each)) waiting_.push_back(each);
    if (request.leaves != nullptr)
      request.leaves->resize((request.range.cases() + results_in_a_leaf - 1) / results_in_a_leaf);
  }

  void run() {
    const auto begin = clock::now();
    const std::size_t threads =
        std::min<std::size_t>(std::max(request_->jobs, 1U), std::max<std::size_t>(waiting_.size(), 1));
    running_ = threads;
    std::vector<std::thread> workers;
    for (std::size_t i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
    {
      std::unique_lock<std::mutex> hold(lock_);
      while (running_ > 0) {
        changed_.wait_for(hold, tick, [this] { return running_ == 0; });
        if (request_->tell) tell(clock::now() - begin);
      }
    }
    for (std::thread& each : workers) each.join();
    outcome_->elapsed = clock::now() - begin;
    if (error_) std::rethrow_exception(error_);
    core::throw_if_interrupted();
  }

 private:
  void tell(std::chrono::duration<double> elapsed) {
    sweep_progress now;
    for (const std::uint64_t each : request_->chunks) now.all += request_->range.cases_of(each);
    for (const auto& [number, done] : outcome_->chunks) {
      now.done += request_->range.cases_of(number);
      now.mismatches += done.mismatches();
    }
    now.here = outcome_->here;
    now.elapsed = elapsed;
    request_->tell(now, outcome_->chunks);
  }

  void work() {
    std::uint64_t chunk = 0;
    try {
      workplace tools(*request_);
      while (take(chunk)) {
        chunk_outcome done;
        core::digest* const leaves =
            request_->leaves == nullptr
                ? nullptr
                : request_->leaves->data() + chunk * (request_->range.chunk_cases() / results_in_a_leaf);
        if (!tools.run(chunk, done, leaves)) break;
        const std::lock_guard<std::mutex> hold(lock_);
        outcome_->chunks.emplace(chunk, std::move(done));
        outcome_->here += request_->range.cases_of(chunk);
      }
    } catch (const oracle::routine_failure& failure) {
      const std::lock_guard<std::mutex> hold(lock_);
      stop_ = true;
      // Of several, the one of the first chunk: the same in every run as far as that can be.
      if (!outcome_->failure || chunk < failed_chunk_) {
        failed_chunk_ = chunk;
        outcome_->failure = {std::string(name(failure.did)), failure.what(), failure.at};
      }
    } catch (...) {
      const std::lock_guard<std::mutex> hold(lock_);
      stop_ = true;
      if (!error_) error_ = std::current_exception();
    }
    const std::lock_guard<std::mutex> hold(lock_);
    --running_;
    changed_.notify_all();
  }

  bool take(std::uint64_t& chunk) {
    const std::lock_guard<std::mutex> hold(lock_);
    if (stop_ || waiting_.empty() || core::interrupt_requested() != 0) return false;
    chunk = waiting_.back();
    waiting_.pop_back();
    return true;
  }

  const sweep_request* request_;
  sweep_outcome* outcome_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::vector<std::uint64_t> waiting_;
  std::size_t running_ = 0;
  bool stop_ = false;
  std::uint64_t failed_chunk_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::uint64_t chunk_outcome::mismatches() const {
  std::uint64_t out = 0;
  for (const auto& [kind, counted] : kinds) out += counted.count;
  return out;
}

std::uint64_t sweep_range::chunk_cases() const {
  const std::uint64_t fair = std::bit_ceil((cases() + most_chunks - 1) / most_chunks);
  return std::max(smallest_chunk, fair);
}

std::uint64_t sweep_range::chunks() const { return (cases() + chunk_cases() - 1) / chunk_cases(); }

std::uint64_t sweep_range::cases_of(std::uint64_t chunk) const {
  return std::min(chunk_cases(), cases() - chunk * chunk_cases());
}

std::vector<std::uint64_t> sweep_range::shard(std::uint64_t k, std::uint64_t n) const {
  std::vector<std::uint64_t> out(k * chunks() / n - (k - 1) * chunks() / n);
  std::iota(out.begin(), out.end(), (k - 1) * chunks() / n);
  return out;
}

kind_counts sweep_outcome::kinds() const {
  kind_counts out;
  for (const auto& [number, chunk] : chunks)
    for (const auto& [kind, counted] : chunk.kinds) add(out, kind, counted.count, counted.first);
  return out;
}

std::uint64_t sweep_outcome::mismatches() const {
  std::uint64_t out = 0;
  for (const auto& [number, chunk] : chunks) out += chunk.mismatches();
  return out;
}

core::digest sweep_outcome::root() const {
  merkle_tree tree;
  for (const auto& [number, chunk] : chunks) tree.add(*chunk.root);
  return tree.root();
}

sweep_outcome sweep(const sweep_request& request, std::map<std::uint64_t, chunk_outcome> done) {
  sweep_outcome out;
  out.chunks = std::move(done);
  pool(request, out).run();
  return out;
}

mismatch mismatch_at(const sweep_request& request, std::uint64_t index) { return workplace(request).at(index); }

}  // namespace verbatim::prove
