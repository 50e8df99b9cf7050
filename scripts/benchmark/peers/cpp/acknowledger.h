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
// One thread for all streams, which wakes up every few milliseconds at most. It is much cheaper
// than a timer for each stream, and precise enough: most acknowledgements go with other frames.
class Acknowledger {
 public:
  Acknowledger() : thread_([this] { Run(); }) {}
  ~Acknowledger();

  // Calls `stream` at `time`, or a little later. Other threads must not add a stream for an earlier
  // time than that of a waiting one.
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
  // Declared last, so that it starts when everything else exists.
  std::thread thread_;
};

}  // namespace peer
