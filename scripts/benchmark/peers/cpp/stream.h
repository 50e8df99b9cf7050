#pragma once

#include <memory>
#include <mutex>

#include <google/protobuf/arena.h>
#include <grpcpp/grpcpp.h>

#include "acknowledger.h"
#include "interaction/v1/interaction_service.pb.h"
#include "session.h"

namespace peer {

using Reactor = grpc::ServerBidiReactor<pb::InteractRequest, pb::InteractResponse>;

// An `Interact` call. Reading and writing overlap, but a frame that is read during a write waits
// for its end: so one message suffices for each, and a client that does not read is not read from.
class Stream final : public Reactor, public std::enable_shared_from_this<Stream> {
 public:
  static Reactor* Begin(Acknowledger& acknowledger);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone() override { self_.reset(); }

  // Sends an acknowledgement, unless another frame has already carried it.
  void Acknowledge();

 private:
  explicit Stream(Acknowledger& acknowledger) : acknowledger_(acknowledger) {}

  // The frame that was read but not handled.
  enum class Came { kNothing, kFrame, kEnd };

  void Read();
  void Take();
  void Write();
  void Finish(const grpc::Status& status);
  void NoteDebt();

  // Messages are allocated in arenas, whose first block belongs to the stream, and which are reset
  // for the next message.
  alignas(8) char request_block_[4096];
  alignas(8) char response_block_[1024];
  google::protobuf::Arena requests_{request_block_, sizeof request_block_};
  google::protobuf::Arena responses_{response_block_, sizeof response_block_};
  pb::InteractRequest* request_ = nullptr;
  pb::InteractResponse* response_ = nullptr;

  // Locked by the reactions and the acknowledger.
  std::mutex mutex_;
  Session session_;
  Came came_ = Came::kNothing;
  bool is_writing_ = false;
  bool is_over_ = false;
  // The unacknowledged event: whether there is one, since when, whether the acknowledger knows it.
  bool owes_ = false;
  bool is_awaited_ = false;
  Clock::time_point owed_since_;

  Acknowledger& acknowledger_;
  // Keeps the stream alive while gRPC uses it.
  std::shared_ptr<Stream> self_;
};

}  // namespace peer
