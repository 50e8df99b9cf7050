#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "interaction/v1/interaction_service.pb.h"

namespace peer {

namespace pb = interaction::v1;

// The level of the contract that this was built for.
inline constexpr int kLevel = 1;
inline constexpr char kExperience[] = "home-without-floor";
inline constexpr int kMaxFrameBytes = 64 * 1024;
inline constexpr int kMaxFrameEvents = 1024;
inline constexpr int kTabs = 5;
inline constexpr int kHomeTab = 0;
inline constexpr int kFeedTab = 1;
inline constexpr int kSources = 2;
inline constexpr int kHome = 0;
inline constexpr int kFeed = 1;
// µs that a scroll to the top may be silent (rule R8).
inline constexpr std::int64_t kReturnTime = 2'000'000;

// What is always the same: directives are copied from here, and only numbered.
struct Templates {
  Templates();

  // By whether the rocket shows after it.
  std::array<pb::Directive, 2> animate;
  std::array<pb::Directive, 2> set;
  // By tab.
  std::array<pb::Directive, kTabs> select;
  // By list.
  std::array<pb::Directive, kSources> scroll_to_top;
  // What opens every session but for its name and its layout.
  pb::Opened opened;
  // The names of deadlines.
  std::array<std::string, kSources> settle{"settle/home", "settle/feed"};
  std::string returned = "return/rocket";
};

const Templates& templates();

// Answers the opening of a new session with all there is to show.
void FillOpened(const pb::Open& open, pb::Opened& opened);

}  // namespace peer
