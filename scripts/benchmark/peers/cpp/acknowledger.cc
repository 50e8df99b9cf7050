#include "acknowledger.h"

#include <algorithm>
#include <utility>

#include "stream.h"

namespace peer {

// Streams that are due within this span are called together.
static constexpr std::chrono::milliseconds kPause{5};

Acknowledger::~Acknowledger() {
  {
    std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Acknowledger::Add(std::shared_ptr<Stream> stream, Clock::time_point time) {
  std::unique_lock lock(mutex_);
  bool is_first = entries_.empty();
  entries_.push({time, std::move(stream)});
  lock.unlock();
  if (is_first) changed_.notify_one();
}

void Acknowledger::Run() {
  std::vector<std::shared_ptr<Stream>> due;
  Clock::time_point last;
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    if (entries_.empty()) {
      changed_.wait(lock);
      continue;
    }
    Clock::time_point now = Clock::now();
    Clock::time_point next = std::max(entries_.top().time, last + kPause);
    if (now < next) {
      changed_.wait_until(lock, next);
      continue;
    }
    last = now;
    while (!entries_.empty() && entries_.top().time <= now) {
      due.push_back(entries_.top().stream);
      entries_.pop();
    }
    lock.unlock();
    for (const std::shared_ptr<Stream>& stream : due) stream->Acknowledge();
    due.clear();
    lock.lock();
  }
}

}  // namespace peer
