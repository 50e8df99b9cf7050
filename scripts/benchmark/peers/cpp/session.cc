#include "session.h"

#include <algorithm>
#include <cmath>

namespace peer {
namespace {

// The maximum number of applied events without an acknowledgement.
constexpr std::uint64_t kAckEvents = 32;
// µs: the maximum distance of an event before and after session time; the largest time (rule S6).
constexpr std::int64_t kLateness = 10'000'000;
constexpr std::int64_t kHaste = 86'400'000'000;
constexpr std::int64_t kLatest = std::int64_t{1} << 53;
constexpr double kFarthest = 1e7;

// Also false for NaN.
bool IsNear(double place) { return std::abs(place) <= kFarthest; }

int SourceOf(const std::string& name) {
  if (name == "home") return kHome;
  if (name == "feed") return kFeed;
  return -1;
}

// Returns the number of events in a message.
std::uint64_t Samples(const pb::InteractionEvent& event) {
  return event.has_scroll_samples() ? std::max(event.scroll_samples().y_size(), 1) : 1;
}

}  // namespace

Session::Next Session::Receive(
    const pb::InteractRequest& request, pb::InteractResponse& response) {
  response_ = &response;
  Next next = Next::kEnd;
  if (request.has_open() == is_open_) {
    return Fail(grpc::StatusCode::FAILED_PRECONDITION,
        is_open_ ? "the session is already open" : "the first frame must be 'open'");
  }
  switch (request.frame_case()) {
    case pb::InteractRequest::kOpen:
      next = Open(request.open());
      break;
    case pb::InteractRequest::kEvents:
      next = Take(request.events());
      break;
    case pb::InteractRequest::kAck:
      next = Take(request.ack());
      break;
    case pb::InteractRequest::kHeartbeat:
      next = Take(request.heartbeat());
      break;
    default:
      return Fail(grpc::StatusCode::INVALID_ARGUMENT, "frame must be one that is known");
  }
  if (next == Next::kAnswer) Acknowledge(response);
  return next;
}

Session::Next Session::Fail(grpc::StatusCode code, const std::string& message) {
  error_ = grpc::Status(code, message);
  return Next::kEnd;
}

void Session::Acknowledge(pb::InteractResponse& response) {
  // The response to a heartbeat acknowledges nothing new.
  if (Owes() || !response.has_heartbeat()) response.set_acked_event(applied_);
  acked_ = applied_;
  if (std::int64_t due = NextDeadline(); due != kNever) response.set_next_deadline_us(due);
}

Session::Next Session::Open(const pb::Open& open) {
  std::size_t length = open.session_id().size();
  const pb::Surface& surface = open.surface();
  if (open.level() < 1 || length == 0 || length > 64 || !(surface.width() > 0) ||
      !(surface.height() > 0) || open.time_us() < -kLatest || open.time_us() > kLatest) {
    return Fail(grpc::StatusCode::INVALID_ARGUMENT, "open is malformed");
  }
  if (!open.experience().empty() && open.experience() != kExperience) {
    return Fail(grpc::StatusCode::NOT_FOUND, "there is no such experience");
  }
  is_open_ = true;
  now_ = open.time_us();
  viewport_height_ = surface.height();
  FillOpened(open, *response_->mutable_opened());
  return Next::kAnswer;
}

Session::Next Session::Take(const pb::EventBatch& events) {
  std::uint64_t count = 0;
  for (const pb::InteractionEvent& event : events.events()) count += Samples(event);
  std::uint64_t first = events.first_sequence();
  if (count < 1 || count > kMaxFrameEvents || first < 1) {
    return Fail(grpc::StatusCode::INVALID_ARGUMENT, "events are malformed");
  }
  if (first > applied_ + 1) {
    return Fail(grpc::StatusCode::FAILED_PRECONDITION,
        "received event " + std::to_string(first) + " instead of " +
            std::to_string(applied_ + 1));
  }
  // Duplicates are only acknowledged again.
  bool is_repeated = first <= applied_;
  for (const pb::InteractionEvent& event : events.events()) {
    Apply(event, first);
    first += Samples(event);
  }
  applied_ = std::max(applied_, first - 1);
  bool is_due = is_repeated || applied_ >= acked_ + kAckEvents;
  return is_due || response_->directives_size() > 0 ? Next::kAnswer : Next::kRead;
}

Session::Next Session::Take(const pb::Ack& ack) {
  if (ack.directive() >= next_directive_) {
    return Fail(grpc::StatusCode::INVALID_ARGUMENT, "ack.directive was never sent");
  }
  confirmed_ = std::max(confirmed_, ack.directive());
  return Next::kRead;
}

// Cancels drags that a heartbeat does not name (rule S3).
Session::Next Session::Take(const pb::Heartbeat& heartbeat) {
  response_->mutable_heartbeat()->set_time_us(heartbeat.time_us());
  sequence_ = applied_;
  if (!Advance(heartbeat.time_us())) return Next::kAnswer;
  for (int source = 0; source < kSources; ++source) {
    List& list = lists_[source];
    bool is_held = list.phase != List::Phase::kDragging;
    for (const pb::HeldDrag& held : heartbeat.held_drags()) {
      is_held = is_held || (SourceOf(held.source()) == source && held.drag() == list.drag);
    }
    if (is_held) continue;
    list.Rest();
    Feed(source, Step::kOver);
  }
  return Next::kAnswer;
}

// Applies the new events of a message, numbered from `first`.
void Session::Apply(const pb::InteractionEvent& event, std::uint64_t first) {
  sequence_ = first;
  bool is_new = first > applied_;
  switch (event.kind_case()) {
    case pb::InteractionEvent::kScrollSamples:
      Apply(event.scroll_samples(), event.time_us());
      break;
    case pb::InteractionEvent::kScroll: {
      const pb::ScrollEvent& scroll = event.scroll();
      int source = SourceOf(scroll.source());
      if (is_new && source >= 0 && IsNear(scroll.x()) && IsNear(scroll.y()) &&
          Advance(event.time_us())) {
        Scroll(source, scroll.phase(), scroll.drag(), scroll.y());
      }
      break;
    }
    case pb::InteractionEvent::kTap: {
      std::int32_t tab = event.tap().tab();
      if (is_new && tab >= 0 && tab < kTabs && Advance(event.time_us())) Tap(tab);
      break;
    }
    default:
      // All other events only advance session time.
      if (is_new) Advance(event.time_us());
  }
}

void Session::Apply(const pb::ScrollSamples& run, std::int64_t time) {
  int source = SourceOf(run.source());
  int count = run.y_size();
  bool has_x = run.x_size() > 0;
  bool is_sample = run.phase() == pb::SCROLL_PHASE_MOVED ||
      run.phase() == pb::SCROLL_PHASE_DECELERATING ||
      run.phase() == pb::SCROLL_PHASE_PROGRAMMATIC_MOVED;
  bool is_even = run.delta_us_size() == count && (!has_x || run.x_size() == count);
  if (source < 0 || !is_sample || !is_even) {
    return;
  }
  for (int index = 0; index < count; ++index, ++sequence_) {
    // On overflow the time is outside of the accepted range.
    time = static_cast<std::int64_t>(
        static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(run.delta_us(index)));
    if (sequence_ > applied_ && IsNear(run.y(index)) && (!has_x || IsNear(run.x(index))) &&
        Advance(time)) {
      Scroll(source, run.phase(), run.drag(), run.y(index));
    }
  }
}

// Selects a tab, or handles a tap on the selected one (rules T5, R8).
void Session::Tap(std::int32_t tab) {
  if (tab != selected_) return Select(tab);
  if (tab == kFeedTab) {
    Emit(templates().scroll_to_top[kFeed]);
  } else if (tab == kHomeTab && rocket_.latch != Rocket::Latch::kReturning && rocket_.is_above) {
    rocket_.latch = Rocket::Latch::kReturning;
    rocket_.until = now_ + kReturnTime;
    Swap(false, true);
    Emit(templates().scroll_to_top[kHome]);
  }
}

void Session::Select(std::int32_t tab) {
  for (int source = 0; source < kSources; ++source) {
    // A scroll by the app continues.
    if (lists_[source].IsDragged()) Interrupt(source);
  }
  pb::Setting& setting = *Emit(templates().select[tab]).mutable_settings(0);
  setting.set_generation(++selection_generation_);
  setting.mutable_selection()->set_previous(selected_);
  selected_ = tab;
  if (tab == kHomeTab && rocket_.latch != Rocket::Latch::kReturning) Reconcile(false);
}

// Applies the deadlines that have passed by `time`, then advances session time (rule S5).
bool Session::Advance(std::int64_t time) {
  if (time < -kLatest || time > kLatest || now_ - time > kLateness || time - now_ > kHaste) {
    return false;
  }
  for (std::int64_t due = NextDeadline(); due <= time; due = NextDeadline()) {
    now_ = std::max(now_, due);
    Ring(due);
  }
  now_ = std::max(now_, time);
  deadline_ = nullptr;
  return true;
}

std::int64_t Session::NextDeadline() const {
  return std::min({lists_[kHome].until, lists_[kFeed].until, rocket_.until});
}

// Applies the first deadline that has passed.
void Session::Ring(std::int64_t due) {
  for (int source = 0; source < kSources; ++source) {
    List& list = lists_[source];
    if (list.until != due) continue;
    deadline_ = &templates().settle[source];
    bool has_arrived = list.phase == List::Phase::kMoving;
    list.Rest();
    return Feed(source, has_arrived ? Step::kArrived : Step::kOver);
  }
  deadline_ = &templates().returned;
  rocket_.Rest();
  Reconcile(true);
}

pb::Directive& Session::Emit(const pb::Directive& directive) {
  pb::Directive& copy = *response_->add_directives();
  copy.CopyFrom(directive);
  copy.set_sequence(next_directive_++);
  copy.set_at_us(now_);
  if (deadline_) {
    copy.mutable_cause()->set_deadline(*deadline_);
  } else {
    copy.mutable_cause()->set_event_sequence(sequence_);
  }
  return copy;
}

}  // namespace peer
