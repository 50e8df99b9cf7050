#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

namespace peer {

using Clock = std::chrono::steady_clock;

class Stream;

// Calls streams back when an acknowledgement may be due.
//
// One thread for all of them, which wakes up every few milliseconds at most: as good as a timer for
// each, for what is only needed where nothing else is sent in time, and much cheaper.
class Acknowledger {
 public:
  Acknowledger() : thread_([this] { Run(); }) {}
  ~Acknowledger();

  // Calls `stream` at `time`, or a little later. From another thread than its own, no stream is
  // added for an earlier time than one that waits.
  void Add(std::shared_ptr<Stream> stream, Clock::time_point time);

 private:
  struct Entry {
    Clock::time_point time;
    std::shared_ptr<Stream> stream;
    bool operator<(const Entry& other) const { return time > other.time; }
  };

  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Entry> entries_;
  bool is_over_ = false;
  // Begins last, when everything else is there.
  std::thread thread_;
};

}  // namespace peer
