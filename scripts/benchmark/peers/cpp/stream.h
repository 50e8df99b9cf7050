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

// One `Interact` call. It is read from and written to at the same time, but what is read while a
// write is under way waits for that: so there is one message for each, and a client that does not
// read is not read from.
class Stream final : public Reactor, public std::enable_shared_from_this<Stream> {
 public:
  static Reactor* Begin(Acknowledger& acknowledger);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnDone() override { self_.reset(); }

  // An acknowledgement may be due, or what it was due for may have been acknowledged since.
  void Acknowledge();

 private:
  explicit Stream(Acknowledger& acknowledger) : acknowledger_(acknowledger) {}

  // What was read and is not taken in.
  enum class Came { kNothing, kFrame, kEnd };

  void Read();
  void Take();
  void Write();
  void Finish(const grpc::Status& status);
  void NoteDebt();

  // Messages live on arenas that begin with a block of the stream's own and are emptied for the
  // next message.
  alignas(8) char request_block_[4096];
  alignas(8) char response_block_[1024];
  google::protobuf::Arena requests_{request_block_, sizeof request_block_};
  google::protobuf::Arena responses_{response_block_, sizeof response_block_};
  pb::InteractRequest* request_ = nullptr;
  pb::InteractResponse* response_ = nullptr;

  // Held by whoever reacts, and by the acknowledger.
  std::mutex mutex_;
  Session session_;
  Came came_ = Came::kNothing;
  bool is_writing_ = false;
  bool is_over_ = false;
  // Whether an event is unacknowledged, since when, and whether the acknowledger knows.
  bool owes_ = false;
  bool is_awaited_ = false;
  Clock::time_point owed_since_;

  Acknowledger& acknowledger_;
  // As long as gRPC has it.
  std::shared_ptr<Stream> self_;
};

}  // namespace peer
