import InteractionCore
import InteractionWire
import Metrics
import Synchronization

/// The sessions that are open on this server, by name.
@available(InteractionEngine 1.0, *)
final class SessionRegistry: Sendable {
  private struct Place: Sendable {
    let stream: LiveStream
    let entry: SessionEntry
    /// What the session counts as in the metrics.
    let version: ExperienceTally.Version
  }

  private struct State: Sendable {
    var places: [String: Place] = [:]
    var experiences: [String: Int] = [:]
    var users: [String: Set<String>] = [:]
    var admission: Admission

    mutating func insert(_ place: Place) -> Place? {
      let open = place.entry.open
      let older = self.remove(open.sessionID)
      self.places[open.sessionID] = place
      self.experiences[place.entry.experience.name, default: 0] += 1
      if !open.user.isEmpty { self.users[open.user, default: []].insert(open.sessionID) }
      return older
    }

    @discardableResult
    mutating func remove(_ session: String) -> Place? {
      guard let place = self.places.removeValue(forKey: session) else { return nil }
      let (name, user) = (place.entry.experience.name, place.entry.open.user)
      let count = (self.experiences[name] ?? 1) - 1
      self.experiences[name] = count > 0 ? count : nil
      self.users[user]?.remove(session)
      if self.users[user]?.isEmpty ?? false { self.users[user] = nil }
      return place
    }
  }

  private let state: Mutex<State>
  private let metrics: EngineMetrics

  init(metrics: EngineMetrics, limits: AdmissionLimits) {
    self.metrics = metrics
    self.state = Mutex(State(admission: Admission(limits: limits)))
  }

  /// Counts a session in. Returns the stream that it takes over from, if any: that has to end.
  ///
  /// - Throws: Why it may not come in: it is open under a later epoch, which a stream that was on
  ///   its way for long must not take over; or it is another user's; or the server has enough to
  ///   do.
  func enter(
    _ stream: LiveStream, as entry: SessionEntry, at now: Instant
  ) throws(StreamError) -> LiveStream? {
    try self.state.withLock { state throws(StreamError) in
      let open = entry.open
      if let other = state.places[open.sessionID]?.entry.open {
        guard other.user == open.user else {
          throw StreamError(
            .foreignSession, "the session is open, and another user's; choose another name")
        }
        guard other.epoch <= open.epoch else {
          throw StreamError(
            .superseded, "the session is open under a later epoch; open it with a higher one")
        }
        try state.admission.takeOver(at: now)
      } else {
        try state.admission.admit(
          isResumed: entry.isResumed, sessions: state.places.count,
          ofUser: state.users[open.user]?.count ?? 0, at: now)
      }
      let version = self.metrics.experiences.opened(entry.experience)
      let older = state.insert(Place(stream: stream, entry: entry, version: version))
      if let older { self.metrics.experiences.ended(older.version) }
      self.metrics.sessionsActive.set(Double(state.places.count))
      return older?.stream
    }
  }

  /// A session is over, unless another stream has taken it over. Returns how many are left.
  @discardableResult
  func remove(_ stream: LiveStream, as entry: SessionEntry) -> Int {
    self.state.withLock { state in
      if let place = state.places[entry.open.sessionID], place.stream === stream {
        state.remove(entry.open.sessionID)
        self.metrics.experiences.ended(place.version)
      }
      // Under the lock, so that the newest number is the last one.
      self.metrics.sessionsActive.set(Double(state.places.count))
      return state.places.count
    }
  }

  /// The process's memory was measured, bytes.
  func note(memory: Int) {
    self.state.withLock { $0.admission.memory = memory }
  }

  /// A session costs too much, and is held back until then.
  func noteHeldBack(until time: Instant) {
    self.state.withLock { $0.admission.noteHeldBack(until: time) }
    self.metrics.heldBack.increment()
  }

  /// One of the clocks rang by which the engine's lag is measured.
  func clockRang(_ clock: Int, at now: Instant, again interval: TimeSpan) {
    let lag = self.state.withLock { state in
      state.admission.clockRang(clock, at: now, again: interval, sessions: state.places.count)
    }
    self.metrics.lag.set(lag.seconds)
  }

  /// How many sessions are open.
  var count: Int { self.state.withLock { $0.places.count } }

  /// How many sessions are open with this experience.
  func count(experience: String) -> UInt32 {
    UInt32(clamping: self.state.withLock { $0.experiences[experience] ?? 0 })
  }

  /// The session of that name.
  func stream(named session: String) -> LiveStream? {
    self.state.withLock { $0.places[session]?.stream }
  }

  /// The sessions of a user, by name.
  func streams(of user: String) -> [(session: String, stream: LiveStream)] {
    let found = self.state.withLock { state in
      (state.users[user] ?? []).compactMap { name in
        state.places[name].map { (session: name, stream: $0.stream) }
      }
    }
    return found.sorted { $0.session < $1.session }
  }

  /// All sessions that `matches` holds for, by name.
  func streams(
    where matches: (SessionEntry) -> Bool = { _ in true }
  ) -> [(entry: SessionEntry, stream: LiveStream)] {
    let found = self.state.withLock { state in
      state.places.values.filter { matches($0.entry) }.map { (entry: $0.entry, stream: $0.stream) }
    }
    return found.sorted { $0.entry.open.sessionID < $1.entry.open.sessionID }
  }
}
