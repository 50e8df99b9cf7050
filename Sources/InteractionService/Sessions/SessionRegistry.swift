import InteractionWire
import Metrics
import Synchronization

/// The sessions that are open on this server, by name.
final class SessionRegistry: Sendable {
  private struct Entry: Sendable {
    let stream: LiveStream
    let experience: String
    let user: String
    let epoch: UInt64
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    var counts: [String: UInt32] = [:]

    mutating func count(_ experience: String, _ change: Int32) {
      let count = Int32(clamping: self.counts[experience] ?? 0) + change
      self.counts[experience] = count > 0 ? UInt32(count) : nil
    }
  }

  private let state = Mutex(State())
  private let metrics: EngineMetrics

  init(metrics: EngineMetrics) {
    self.metrics = metrics
  }

  /// What became of a session that wants to be counted in.
  enum Entrance {
    /// It is in; the stream that it takes over from, if any, has to end.
    case entered(older: LiveStream?)
    /// It is open under a later epoch: a stream that was on its way for long must not take it over.
    case outdated
  }

  /// A session has opened.
  func add(_ stream: LiveStream, as open: OpenFrame) -> Entrance {
    let (entrance, total) = self.state.withLock { state -> (Entrance, Int) in
      if let epoch = state.entries[open.sessionID]?.epoch, epoch > open.epoch {
        return (.outdated, state.entries.count)
      }
      let older = state.entries.updateValue(
        Entry(
          stream: stream, experience: open.experience, user: open.user, epoch: open.epoch),
        forKey: open.sessionID)
      if let older { state.count(older.experience, -1) }
      state.count(open.experience, 1)
      return (.entered(older: older?.stream), state.entries.count)
    }
    self.metrics.sessionsActive.set(Double(total))
    return entrance
  }

  /// A session is over, unless another stream has taken it over. Returns how many are left.
  @discardableResult
  func remove(_ stream: LiveStream, as open: OpenFrame) -> Int {
    let total = self.state.withLock { state in
      if let entry = state.entries[open.sessionID], entry.stream === stream {
        state.entries[open.sessionID] = nil
        state.count(entry.experience, -1)
      }
      return state.entries.count
    }
    self.metrics.sessionsActive.set(Double(total))
    return total
  }

  /// How many sessions are open with this experience.
  func count(experience: String) -> UInt32 {
    self.state.withLock { $0.counts[experience] ?? 0 }
  }

  /// The session of that name.
  func stream(named session: String) -> LiveStream? {
    self.state.withLock { $0.entries[session]?.stream }
  }

  /// The sessions of a user, by name.
  func streams(of user: String) -> [(session: String, stream: LiveStream)] {
    let found = self.state.withLock { state in
      state.entries.filter { $0.value.user == user }.map { ($0.key, $0.value.stream) }
    }
    return found.sorted { $0.0 < $1.0 }.map { (session: $0.0, stream: $0.1) }
  }
}
