#include "harness/prove/merkle.hpp"

namespace verbatim::prove {
namespace {

std::string_view bytes_of(const core::digest& value) {
  return {reinterpret_cast<const char*>(value.data()), value.size()};
}

}  // namespace

core::digest merkle_tree::joined(const core::digest& left, const core::digest& right) {
  hash_.update(bytes_of(left));
  hash_.update(bytes_of(right));
  return hash_.finish();
}

void merkle_tree::add(const core::digest& node) {
  subtree last{1, node};
  while (!left_.empty() && left_.back().nodes == last.nodes) {
    last = {2 * last.nodes, joined(left_.back().root, last.root)};
    left_.pop_back();
  }
  left_.push_back(last);
}

core::digest merkle_tree::root() {
  core::digest right = left_.back().root;
  for (std::size_t i = left_.size() - 1; i > 0; --i) right = joined(left_[i - 1].root, right);
  return right;
}

core::digest merkle_root(std::span<const core::digest> nodes) {
  merkle_tree tree;
  for (const core::digest& each : nodes) tree.add(each);
  return tree.root();
}

}  // namespace verbatim::prove
