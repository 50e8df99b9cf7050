#include "stream.h"

#include <utility>

namespace peer {

using google::protobuf::Arena;

// The maximum time until an applied event is acknowledged.
static constexpr std::chrono::milliseconds kAckDelay{100};

Reactor* Stream::Begin(Acknowledger& acknowledger) {
  std::shared_ptr<Stream> stream(new Stream(acknowledger));
  stream->self_ = stream;
  stream->response_ = Arena::CreateMessage<pb::InteractResponse>(&stream->responses_);
  stream->Read();
  return stream.get();
}

void Stream::Read() {
  requests_.Reset();
  request_ = Arena::CreateMessage<pb::InteractRequest>(&requests_);
  StartRead(request_);
}

void Stream::OnReadDone(bool ok) {
  std::lock_guard lock(mutex_);
  came_ = ok ? Came::kFrame : Came::kEnd;
  if (!is_writing_) Take();
}

void Stream::OnWriteDone(bool) {
  std::lock_guard lock(mutex_);
  is_writing_ = false;
  responses_.Reset();
  response_ = Arena::CreateMessage<pb::InteractResponse>(&responses_);
  if (came_ != Came::kNothing) Take();
}

// Handles the frame that was read, writes the response, and reads the next frame.
void Stream::Take() {
  if (std::exchange(came_, Came::kNothing) == Came::kEnd) return Finish(grpc::Status::OK);
  switch (session_.Receive(*request_, *response_)) {
    case Session::Next::kRead:
      break;
    case Session::Next::kAnswer:
      Write();
      break;
    case Session::Next::kEnd:
      return Finish(session_.error());
  }
  NoteDebt();
  Read();
}

void Stream::Write() {
  is_writing_ = true;
  StartWrite(response_);
}

void Stream::Finish(const grpc::Status& status) {
  is_over_ = true;
  if (status.ok() && session_.Owes()) {
    session_.Acknowledge(*response_);
    StartWriteAndFinish(response_, grpc::WriteOptions(), status);
  } else {
    Reactor::Finish(status);
  }
}

void Stream::NoteDebt() {
  if (!std::exchange(owes_, session_.Owes()) && owes_) {
    owed_since_ = Clock::now();
    if (!std::exchange(is_awaited_, true)) {
      acknowledger_.Add(shared_from_this(), owed_since_ + kAckDelay);
    }
  }
}

void Stream::Acknowledge() {
  std::lock_guard lock(mutex_);
  is_awaited_ = false;
  if (is_over_ || !owes_) return;
  // A write is in progress; this is called again when it is done.
  Clock::time_point due = owed_since_ + kAckDelay;
  if (is_writing_ || Clock::now() < due) {
    is_awaited_ = true;
    acknowledger_.Add(shared_from_this(), due);
    return;
  }
  session_.Acknowledge(*response_);
  owes_ = false;
  Write();
}

}  // namespace peer
