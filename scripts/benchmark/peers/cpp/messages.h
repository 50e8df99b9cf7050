#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "interaction/v1/interaction_service.pb.h"

namespace peer {

namespace pb = interaction::v1;

// The level of the contract for which this was built.
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

// The constant parts of responses: directives are copied from here, and then numbered.
struct Templates {
  Templates();

  // Indexed by whether the rocket shows afterwards.
  std::array<pb::Directive, 2> animate;
  std::array<pb::Directive, 2> set;
  // Indexed by tab.
  std::array<pb::Directive, kTabs> select;
  // Indexed by list.
  std::array<pb::Directive, kSources> scroll_to_top;
  // The `opened` of all sessions, without session ID and layout.
  pb::Opened opened;
  // The names of deadlines.
  std::array<std::string, kSources> settle{"settle/home", "settle/feed"};
  std::string returned = "return/rocket";
};

const Templates& templates();

// Returns the response to the opening of a new session, with its snapshot.
void FillOpened(const pb::Open& open, pb::Opened& opened);

}  // namespace peer
