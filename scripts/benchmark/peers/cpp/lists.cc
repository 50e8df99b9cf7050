#include <algorithm>
#include <cmath>
#include <utility>

#include "session.h"

namespace peer {
namespace {

constexpr double kThreshold = 456;
// µs without a report after which deceleration, or a scroll by the app, counts as ended (S3, R8).
constexpr std::int64_t kSettleTime = 1'000'000;
constexpr std::int64_t kMoveTime = 2'000'000;

}  // namespace

void List::Rest() {
  if (phase == Phase::kCoasting) last_ended = std::max(last_ended, drag);
  phase = Phase::kResting;
  until = kNever;
}

void List::End(std::uint32_t ended) {
  last_ended = std::max(last_ended, ended);
  phase = Phase::kResting;
  until = kNever;
}

void Rocket::Rest() {
  latch = Latch::kIdle;
  until = kNever;
}

// Handles a scroll report: first ends what it implies has ended, then applies it (rule S3).
void Session::Scroll(int source, pb::ScrollPhase phase, std::uint32_t drag, double y) {
  List& list = lists_[source];
  bool is_resting = list.phase == List::Phase::kResting;
  bool is_own = list.IsDragged() && drag == list.drag;
  switch (phase) {
    case pb::SCROLL_PHASE_BEGAN:
      Interrupt(source);
      Begin(source, drag, y);
      break;

    case pb::SCROLL_PHASE_MOVED:
      if (is_own && list.phase == List::Phase::kDragging) {
        list.y = y;
        Feed(source, Step::kDragged);
      } else if (!is_own && drag > list.last_ended) {
        // The start of the drag was lost.
        Interrupt(source);
        if (drag > list.last_ended) Begin(source, drag, y);
      }
      break;

    case pb::SCROLL_PHASE_ENDED:
      if (is_own && list.phase == List::Phase::kDragging) {
        Coast(source, drag, y);
      } else if (is_resting && drag >= list.last_ended) {
        // The whole drag was lost, or it was interrupted while the finger was down.
        bool is_unseen = drag > list.last_ended;
        Coast(source, drag, y);
        Feed(source, is_unseen ? Step::kBegan : Step::kCoasted);
      }
      break;

    case pb::SCROLL_PHASE_DECELERATING:
      if (is_own || (is_resting && drag >= list.last_ended)) {
        bool is_unseen = !is_own && drag > list.last_ended;
        Coast(source, drag, y);
        Feed(source, is_unseen ? Step::kBegan : Step::kCoasted);
      }
      break;

    case pb::SCROLL_PHASE_SETTLED:
    case pb::SCROLL_PHASE_CANCELLED:
      if (is_own || (is_resting && drag >= list.last_ended)) {
        list.End(drag);
        list.y = y;
        Feed(source, Step::kOver);
      }
      break;

    case pb::SCROLL_PHASE_PROGRAMMATIC_BEGAN:
    case pb::SCROLL_PHASE_PROGRAMMATIC_MOVED:
    case pb::SCROLL_PHASE_PROGRAMMATIC_ENDED:
      Move(source, phase, y);
      break;

    default:
      break;
  }
}

void Session::Begin(int source, std::uint32_t drag, double y) {
  List& list = lists_[source];
  list.phase = List::Phase::kDragging;
  list.drag = drag;
  list.until = kNever;
  list.y = y;
  Feed(source, Step::kBegan);
}

void Session::Coast(int source, std::uint32_t drag, double y) {
  List& list = lists_[source];
  list.last_ended = std::max(list.last_ended, drag);
  list.phase = List::Phase::kCoasting;
  list.drag = drag;
  list.until = now_ + kSettleTime;
  list.y = y;
}

void Session::Move(int source, pb::ScrollPhase phase, double y) {
  List& list = lists_[source];
  if (list.IsDragged()) {
    // The finger may still be down: its next report starts the drag again.
    list.Rest();
    Feed(source, Step::kOver);
  }
  list.y = y;
  if (phase == pb::SCROLL_PHASE_PROGRAMMATIC_ENDED) {
    list.Rest();
    return Feed(source, Step::kArrived);
  }
  list.phase = List::Phase::kMoving;
  list.until = now_ + kMoveTime;
  if (phase == pb::SCROLL_PHASE_PROGRAMMATIC_MOVED) Feed(source, Step::kCoasted);
}

// Ends the drag or scroll that moves the list.
void Session::Interrupt(int source) {
  List& list = lists_[source];
  if (list.IsDragged()) {
    list.End(list.drag);
    Feed(source, Step::kOver);
  } else if (list.phase == List::Phase::kMoving) {
    list.Rest();
    Feed(source, Step::kArrived);
  }
}

// Passes a step of its list to the rocket.
void Session::Feed(int source, Step step) {
  if (source != kHome) return;
  double y = lists_[kHome].y;
  bool is_returning = rocket_.latch == Rocket::Latch::kReturning;
  switch (step) {
    case Step::kBegan:
      rocket_.Rest();
      rocket_.latch = Rocket::Latch::kArmed;
      rocket_.reference = std::max(y, 0.0);
      return Reconcile(true);
    case Step::kDragged:
      if (!is_returning) return Sample(y);
      // The finger has never left the list.
      rocket_.Rest();
      return Reconcile(true);
    case Step::kCoasted:
      if (!is_returning) return Sample(y);
      rocket_.until = now_ + kReturnTime;
      return;
    case Step::kOver:
      if (is_returning) return;
      rocket_.Rest();
      return Reconcile(true);
    case Step::kArrived:
      if (is_returning) rocket_.Rest();
      return Reconcile(true);
  }
}

// Switches once per drag when the threshold is crossed (rules R1 to R5).
void Session::Sample(double y) {
  if (rocket_.latch != Rocket::Latch::kArmed) return;
  // Overscroll belongs to the second floor (rule S4).
  double reference = std::exchange(rocket_.reference, std::max(y, 0.0));
  if (y < 0 || selected_ != kHomeTab) return;
  bool is_up = reference <= kThreshold && y > kThreshold;
  bool is_down = reference >= kThreshold && y < kThreshold;
  if ((is_up && !rocket_.is_above) || (is_down && rocket_.is_above)) {
    rocket_.latch = Rocket::Latch::kIdle;
    Swap(is_up, std::abs(y - reference) <= viewport_height_);
  }
}

// Reconciles the look with the offset at rest (rule R6).
void Session::Reconcile(bool is_animated) {
  bool is_above = lists_[kHome].y > kThreshold;
  if (selected_ == kHomeTab && is_above != rocket_.is_above) Swap(is_above, is_animated);
}

// Shows the rocket, or the logo.
void Session::Swap(bool is_above, bool is_animated) {
  rocket_.is_above = is_above;
  const auto& swaps = is_animated ? templates().animate : templates().set;
  Emit(swaps[is_above]).mutable_settings(0)->set_generation(++rocket_generation_);
}

}  // namespace peer
