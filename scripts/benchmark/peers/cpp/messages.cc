#include "messages.h"

namespace peer {
namespace {

constexpr double kBarHeight = 56;
constexpr const char* kTitles[kTabs] = {"首页", "动态", "消息", "购物车", "我的"};
constexpr const char* kImages[kTabs] = {
    "tabbar_home", "tabbar_feed", "tabbar_messages", "tabbar_cart", "tabbar_me"};

// The index in a snapshot of the setting that depends on the surface.
constexpr int kLayoutSetting = 1;

void SetRect(pb::Rect& rect, double x, double y, double width, double height) {
  rect.set_x(x);
  rect.set_y(y);
  rect.set_width(width);
  rect.set_height(height);
}

void AddTrack(pb::Timeline& timeline, const std::string& target, pb::AnimatedProperty property,
    double from, double to, std::int64_t duration_us) {
  timeline.set_interruption(pb::INTERRUPTION_REPLACE_FROM_CURRENT);
  pb::Track& track = *timeline.add_tracks();
  track.set_target(target);
  track.set_property(property);
  track.add_keyframes()->set_value(from);
  pb::Keyframe& last = *track.add_keyframes();
  last.set_position(1);
  last.set_value(to);
  track.set_duration_us(duration_us);
  pb::CubicBezier& ease_in_ease_out = *track.mutable_bezier();
  ease_in_ease_out.set_x1(0.42);
  ease_in_ease_out.set_x2(0.58);
  ease_in_ease_out.set_y2(1);
  track.set_iterations(1);
  track.set_direction(pb::PLAYBACK_DIRECTION_NORMAL);
  track.set_fill(pb::FILL_NONE);
}

// The animation of a tab's item when it is selected (rule T4).
void FillReaction(pb::Timeline& timeline, int tab) {
  std::string item = "tab/" + std::to_string(tab);
  if (tab == kHomeTab) {
    AddTrack(timeline, item + "/badge", pb::ANIMATED_PROPERTY_SCALE, 0.5, 1, 200'000);
  } else {
    AddTrack(timeline, item + "/icon", pb::ANIMATED_PROPERTY_SCALE, 0.5, 1, 250'000);
    AddTrack(timeline, item + "/title", pb::ANIMATED_PROPERTY_SCALE, 0.5, 1, 250'000);
  }
}

void FillToggle(pb::ToggleState& toggle, bool is_above) {
  std::string name = is_above ? "rocket" : "logo";
  toggle.set_id("rocket");
  toggle.set_look(is_above ? pb::TOGGLE_LOOK_ABOVE : pb::TOGGLE_LOOK_BELOW);
  toggle.set_name(name);
  toggle.set_image("tabbar_home_selected_" + name);
  toggle.set_background_image("tabbar_home_selected_background");
  toggle.set_edge(42);
  toggle.set_other_image(std::string("tabbar_home_selected_") + (is_above ? "logo" : "rocket"));
  toggle.set_strip(true);
}

// The looks of all items while a tab is selected (rules T3, T13, T14).
void FillSelection(pb::SelectionState& selection, int selected) {
  selection.set_selected(selected);
  for (int tab = 0; tab < kTabs; ++tab) {
    bool is_selected = tab == selected;
    bool shows_badge = is_selected && tab == kHomeTab;
    pb::ItemLook& look = *selection.add_items();
    look.set_shows_icon_and_title(!shows_badge);
    look.set_shows_badge(shows_badge);
    look.set_image(std::string(kImages[tab]) + (is_selected ? "_selected" : ""));
    look.set_title_color(is_selected ? "18A2FF" : "575D66");
    look.set_reacts(!is_selected);
  }
  pb::Orientations& orientations = *selection.mutable_orientations();
  orientations.set_portrait(true);
  orientations.set_upside_down(true);
  orientations.set_landscape_left(true);
  orientations.set_landscape_right(true);
}

pb::Setting& AddSetting(pb::Snapshot& snapshot) {
  pb::Setting& setting = *snapshot.add_settings();
  setting.set_generation(1);
  return setting;
}

void FillSnapshot(pb::Snapshot& snapshot) {
  FillSelection(*AddSetting(snapshot).mutable_selection(), kHomeTab);
  pb::BarLayout& bar = *AddSetting(snapshot).mutable_layout();
  bar.set_background_color("FFFFFF");
  for (int tab = 0; tab < kTabs; ++tab) {
    pb::ItemLayout& item = *bar.add_items();
    item.set_text(kTitles[tab]);
    FillReaction(*item.mutable_reaction(), tab);
  }
  FillToggle(*AddSetting(snapshot).mutable_toggle(), false);
}

// The frames of the bar and its items (rules T1, T2).
void FillLayout(pb::BarLayout& bar, const pb::Surface& surface) {
  double height = kBarHeight + surface.insets().bottom();
  SetRect(*bar.mutable_frame(), 0, surface.height() - height, surface.width(), height);
  double width = surface.width() / kTabs;
  for (int tab = 0; tab < kTabs; ++tab) {
    pb::ItemLayout& item = *bar.mutable_items(tab);
    SetRect(*item.mutable_frame(), tab * width, 0, width, kBarHeight);
    SetRect(*item.mutable_icon(), width / 2 - 14, 7, 28, 28);
    SetRect(*item.mutable_title(), 0, 37, width, 14);
    SetRect(*item.mutable_badge(), width / 2 - 21, 7, 42, 42);
  }
}

}  // namespace

Templates::Templates() {
  for (bool is_above : {false, true}) {
    FillToggle(*animate[is_above].add_settings()->mutable_toggle(), is_above);
    AddTrack(*animate[is_above].mutable_timeline(), "toggle/rocket",
        pb::ANIMATED_PROPERTY_CONTENT_OFFSET_Y, is_above ? 0 : 42, is_above ? 42 : 0, 300'000);
    FillToggle(*set[is_above].add_settings()->mutable_toggle(), is_above);
  }
  for (int tab = 0; tab < kTabs; ++tab) {
    pb::SelectionState& selection = *select[tab].add_settings()->mutable_selection();
    FillSelection(selection, tab);
    selection.set_origin(pb::SELECTION_ORIGIN_USER);
    FillReaction(*select[tab].mutable_timeline(), tab);
  }
  for (int source = 0; source < kSources; ++source) {
    pb::ScrollList& scroll = *scroll_to_top[source].add_effects()->mutable_scroll_list();
    scroll.set_source(source == kHome ? "home" : "feed");
    scroll.set_animated(true);
  }
  opened.set_level(kLevel);
  opened.set_outcome(pb::OPEN_OUTCOME_NEW);
  opened.set_experience(kExperience);
  opened.set_experience_digest(DIGEST);
  FillSnapshot(*opened.mutable_snapshot());
  opened.set_heartbeat_interval_us(10'000'000);
  pb::StreamLimits& limits = *opened.mutable_limits();
  limits.set_max_frame_bytes(kMaxFrameBytes);
  limits.set_max_frame_events(kMaxFrameEvents);
  limits.set_max_malformed_events(10);
  limits.set_malformed_window_us(10'000'000);
  limits.set_idle_timeout_us(30LL * 60'000'000);
  limits.set_max_unacknowledged_directives(256);
  limits.set_max_unacknowledged_bytes(256 * 1024);
  limits.set_max_events_per_second(240);
  limits.set_max_event_burst(480);
}

const Templates& templates() {
  static const Templates templates;
  return templates;
}

void FillOpened(const pb::Open& open, pb::Opened& opened) {
  opened.CopyFrom(templates().opened);
  opened.set_session_id(open.session_id());
  pb::Snapshot& snapshot = *opened.mutable_snapshot();
  FillLayout(*snapshot.mutable_settings(kLayoutSetting)->mutable_layout(), open.surface());
}

}  // namespace peer
