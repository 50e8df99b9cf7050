#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <grpcpp/grpcpp.h>

#include "interaction/v1/interaction_service.pb.h"
#include "messages.h"

namespace peer {

// The session time of a deadline that is not set.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// The movement of a scroll view (rule S3).
struct List {
  enum class Phase {
    kResting,
    // A finger is down.
    kDragging,
    // The finger has lifted.
    kCoasting,
    // The app scrolls it.
    kMoving,
  };

  Phase phase = Phase::kResting;
  // The number of the current drag, and of the newest that has ended.
  std::uint32_t drag = 0;
  std::uint32_t last_ended = 0;
  // The deadline at which deceleration or a scroll counts as ended.
  std::int64_t until = kNever;
  double y = 0;

  bool IsDragged() const { return phase == Phase::kDragging || phase == Phase::kCoasting; }
  void Rest();
  // Ends the movement; further reports of the drag are late.
  void End(std::uint32_t ended);
};

// The toggle of the list home (rules R1 to R9).
struct Rocket {
  enum class Latch {
    // Samples lead to no decision.
    kIdle,
    // A drag has set the latch.
    kArmed,
    // The list scrolls to its top; the rocket does not switch meanwhile.
    kReturning,
  };

  Latch latch = Latch::kIdle;
  // The sample before, while armed.
  double reference = 0;
  // The deadline at which the scroll to the top counts as ended.
  std::int64_t until = kNever;
  bool is_above = false;

  void Rest();
};

// A session with its event and directive numbers: handles frames and makes responses.
class Session {
 public:
  // The next step after a frame.
  enum class Next { kRead, kAnswer, kEnd };

  // Handles a frame, and writes the response into `response`, which is empty.
  Next Receive(const pb::InteractRequest& request, pb::InteractResponse& response);
  // The error that ends the stream.
  const grpc::Status& error() const { return error_; }

  // True while applied events are unacknowledged.
  bool Owes() const { return applied_ > acked_; }
  // Acknowledges them.
  void Acknowledge(pb::InteractResponse& response);

 private:
  // The meaning of a report for the rocket.
  enum class Step { kBegan, kDragged, kCoasted, kOver, kArrived };

  // Frames, in session.cc.
  Next Fail(grpc::StatusCode code, const std::string& message);
  Next Open(const pb::Open& open);
  Next Take(const pb::EventBatch& events);
  Next Take(const pb::Ack& ack);
  Next Take(const pb::Heartbeat& heartbeat);
  void Apply(const pb::InteractionEvent& event, std::uint64_t first);
  void Apply(const pb::ScrollSamples& run, std::int64_t time);
  void Tap(std::int32_t tab);
  void Select(std::int32_t tab);

  // Advances session time; false if the time is not acceptable.
  bool Advance(std::int64_t time);
  std::int64_t NextDeadline() const;
  void Ring(std::int64_t due);

  // Lists and the rocket, in lists.cc.
  void Scroll(int source, pb::ScrollPhase phase, std::uint32_t drag, double y);
  void Begin(int source, std::uint32_t drag, double y);
  void Coast(int source, std::uint32_t drag, double y);
  void Move(int source, pb::ScrollPhase phase, double y);
  void Interrupt(int source);
  void Feed(int source, Step step);
  void Sample(double y);
  void Reconcile(bool is_animated);
  void Swap(bool is_above, bool is_animated);
  // Adds a copy of a directive, with the next number.
  pb::Directive& Emit(const pb::Directive& directive);

  grpc::Status error_;
  bool is_open_ = false;
  // The last event that was applied, and the last that was acknowledged.
  std::uint64_t applied_ = 0;
  std::uint64_t acked_ = 0;
  std::uint64_t next_directive_ = 1;
  // The last directive that the client has acknowledged.
  std::uint64_t confirmed_ = 0;

  std::int64_t now_ = 0;
  double viewport_height_ = 0;
  std::array<List, kSources> lists_;
  Rocket rocket_;
  std::int32_t selected_ = kHomeTab;
  // The generations of the rocket and the selection.
  std::uint32_t rocket_generation_ = 1;
  std::uint32_t selection_generation_ = 1;

  // While a frame is handled: its response, the number of the event, and the deadline that has
  // passed if that is the cause.
  pb::InteractResponse* response_ = nullptr;
  std::uint64_t sequence_ = 0;
  const std::string* deadline_ = nullptr;
};

}  // namespace peer
