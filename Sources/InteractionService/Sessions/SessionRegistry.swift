import InteractionCore
import InteractionStream
import InteractionWire
import Metrics
import Synchronization

/// The sessions that are open on this server, by name.
@available(InteractionEngine 1.0, *)
final class SessionRegistry: Sendable {
  private struct Place: Sendable {
    let stream: LiveStream
    let entry: SessionEntry
    /// Whether a proxy chose this server by a key that is not the session's own.
    let isStray: Bool
    /// What the session counts as in the metrics.
    let version: ExperienceTally.Version
  }

  private struct State: Sendable {
    var places: [String: Place] = [:]
    var experiences: [String: Int] = [:]
    var users: [String: Set<String>] = [:]
    var unclaimed = UnclaimedSessions()
    var unclaimedStrays = UnclaimedSessions()
    var strays = 0
    var admission: Admission

    var present: Admission.Present {
      Admission.Present(sessions: self.places.count, strays: self.strays)
    }

    /// A session that was opened and not used, and gives its place to one that has none. Those that
    /// a proxy sent here by another's key come first, and only these give way to their like.
    mutating func unclaimed(for applicant: Admission.Applicant) -> String? {
      guard !self.admission.hasPlace(for: applicant, beside: self.present) else { return nil }
      return self.unclaimedStrays.oldest() ?? (applicant.isStray ? nil : self.unclaimed.oldest())
    }

    mutating func insert(_ place: Place) -> Place? {
      let open = place.entry.open
      let older = self.remove(open.sessionID)
      self.places[open.sessionID] = place
      self.experiences[place.entry.experience.name, default: 0] += 1
      if !open.user.isEmpty { self.users[open.user, default: []].insert(open.sessionID) }
      if place.isStray { self.strays += 1 }
      return older
    }

    @discardableResult
    mutating func remove(_ session: String) -> Place? {
      guard let place = self.places.removeValue(forKey: session) else { return nil }
      self.unclaimed.remove(session)
      self.unclaimedStrays.remove(session)
      if place.isStray { self.strays -= 1 }
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
  /// How many sessions may be open.
  let places: Int

  init(metrics: EngineMetrics, limits: AdmissionLimits) {
    self.places = limits.sessions
    self.metrics = metrics
    self.state = Mutex(State(admission: Admission(limits: limits)))
  }

  /// Streams that have to end for one that has come in.
  struct Displaced: Sendable {
    /// The stream that had the session.
    var superseded: LiveStream?
    /// A session that was opened and not used, whose place was needed.
    var unclaimed: LiveStream?
  }

  /// Counts a session in. Returns the streams that have to end for it.
  ///
  /// - Throws: Why it may not come in: it is open under a later epoch, which a stream that was on
  ///   its way for long must not take over; or it is another user's; or the server has enough to
  ///   do.
  func enter(
    _ stream: LiveStream, as entry: SessionEntry, at now: Instant
  ) throws(StreamError) -> Displaced {
    try self.state.withLock { state throws(StreamError) in
      let open = entry.open
      let network = PeerNetwork(of: stream.peer)
      let isStray = entry.isStray(with: stream.routingKey)
      var displaced = Displaced()
      if let other = state.places[open.sessionID]?.entry {
        try Self.check(entry, against: other)
        try state.admission.takeOver(from: network, at: now)
      } else {
        var applicant = Admission.Applicant(
          isResumed: entry.isResumed, isStray: isStray,
          ofUser: state.users[open.user]?.count ?? 0, network: network)
        let unclaimed = state.unclaimed(for: applicant)
        applicant.replacesOther = unclaimed != nil
        try state.admission.admit(applicant, beside: state.present, at: now)
        if let unclaimed { displaced.unclaimed = self.remove(unclaimed, from: &state)?.stream }
      }
      let version = self.metrics.experiences.opened(entry.experience)
      let older = state.insert(
        Place(stream: stream, entry: entry, isStray: isStray, version: version))
      if let older { self.metrics.experiences.ended(older.version) }
      self.metrics.sessionsActive.set(Double(state.places.count))
      displaced.superseded = older?.stream
      return displaced
    }
  }

  /// Whether a session may take over the name of one that is open.
  private static func check(
    _ entry: SessionEntry, against other: SessionEntry
  ) throws(StreamError) {
    guard other.open.user == entry.open.user else {
      // A checkpoint proves whose the name was: nobody keeps it from its owner by opening it while
      // the owner's connection is broken.
      if entry.isResumed, !other.isResumed { return }
      throw StreamError(
        .foreignSession, "the session is open, and another user's; choose another name")
    }
    guard other.open.epoch <= entry.open.epoch else {
      throw StreamError(
        .superseded, "the session is open under a later epoch; open it with a higher one")
    }
  }

  private func remove(_ session: String, from state: inout State) -> Place? {
    let place = state.remove(session)
    if let place { self.metrics.experiences.ended(place.version) }
    return place
  }

  /// A single call has opened a session, and its caller has yet to use it.
  func noteUnclaimed(_ session: String, _ stream: LiveStream) {
    self.state.withLock { state in
      guard let place = state.places[session], place.stream === stream else { return }
      if place.isStray {
        state.unclaimedStrays.insert(session)
      } else {
        state.unclaimed.insert(session)
      }
    }
  }

  /// A session's caller has come back to it.
  func noteClaimed(_ session: String) {
    self.state.withLock { state in
      state.unclaimed.remove(session)
      state.unclaimedStrays.remove(session)
    }
  }

  /// A session is over, unless another stream has taken it over. Returns how many are left.
  @discardableResult
  func remove(_ stream: LiveStream, as entry: SessionEntry) -> Int {
    self.state.withLock { state in
      if state.places[entry.open.sessionID]?.stream === stream {
        _ = self.remove(entry.open.sessionID, from: &state)
      }
      // Under the lock, so that the newest number is the last one.
      self.metrics.sessionsActive.set(Double(state.places.count))
      return state.places.count
    }
  }

  /// The process's memory was measured.
  func note(memory: MemoryPressure) {
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

  /// The session of that name, and its stream.
  func place(named session: String) -> (entry: SessionEntry, stream: LiveStream)? {
    self.state.withLock { $0.places[session].map { ($0.entry, $0.stream) } }
  }

  /// All sessions, in no order.
  func entries() -> [SessionEntry] {
    self.state.withLock { $0.places.values.map(\.entry) }
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
