#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include <grpcpp/grpcpp.h>

#include "interaction/v1/interaction_service.pb.h"
#include "messages.h"

namespace peer {

// When something happens that never does, in session time.
inline constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

// One scroll view on its way (rule S3).
struct List {
  enum class Phase {
    kResting,
    // A finger holds it.
    kDragging,
    // The finger has lifted.
    kCoasting,
    // The app moves it.
    kMoving,
  };

  Phase phase = Phase::kResting;
  // Of a drag or its coasting, and the newest that is over.
  std::uint32_t drag = 0;
  std::uint32_t last_ended = 0;
  // When coasting or moving counts as over; never while neither.
  std::int64_t until = kNever;
  double y = 0;

  bool IsDragged() const { return phase == Phase::kDragging || phase == Phase::kCoasting; }
  void Rest();
  // Rests, and takes reports of the drag for late ones.
  void End(std::uint32_t ended);
};

// The toggle of the list home (rules R1 to R9).
struct Rocket {
  enum class Latch {
    // Samples decide nothing.
    kIdle,
    // A drag has set the latch.
    kArmed,
    // The list scrolls to its top, and the rocket does not switch on the way.
    kReturning,
  };

  Latch latch = Latch::kIdle;
  // The sample before, while armed.
  double reference = 0;
  // When the way to the top counts as over; never while there is none.
  std::int64_t until = kNever;
  bool is_above = false;

  void Rest();
};

// A session and the numbers of its frames: takes them in, says what to answer.
class Session {
 public:
  // What comes after a frame.
  enum class Next { kRead, kAnswer, kEnd };

  // Takes in a frame; `response` is empty, and what it is to be answered with is put there.
  Next Receive(const pb::InteractRequest& request, pb::InteractResponse& response);
  // Why the stream ends.
  const grpc::Status& error() const { return error_; }

  // Whether applied events are unacknowledged.
  bool Owes() const { return applied_ > acked_; }
  // Acknowledges them.
  void Acknowledge(pb::InteractResponse& response);

 private:
  // What a report means for the rocket.
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

  // Time; false if no event may be stamped so.
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
  // A copy of a directive that only has to be numbered.
  pb::Directive& Emit(const pb::Directive& directive);

  grpc::Status error_;
  bool is_open_ = false;
  // The last event that was applied, and the last that was acknowledged.
  std::uint64_t applied_ = 0;
  std::uint64_t acked_ = 0;
  std::uint64_t next_directive_ = 1;
  // The last directive that the client says it has applied.
  std::uint64_t confirmed_ = 0;

  std::int64_t now_ = 0;
  double viewport_height_ = 0;
  std::array<List, kSources> lists_;
  Rocket rocket_;
  std::int32_t selected_ = kHomeTab;
  // How often the rocket's look and the selection have changed.
  std::uint32_t rocket_generation_ = 1;
  std::uint32_t selection_generation_ = 1;

  // While a frame is taken in: its answer, the number of the event, and the deadline that has
  // passed if it is not the event that decides.
  pb::InteractResponse* response_ = nullptr;
  std::uint64_t sequence_ = 0;
  const std::string* deadline_ = nullptr;
};

}  // namespace peer
