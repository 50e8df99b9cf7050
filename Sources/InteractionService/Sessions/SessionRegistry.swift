import InteractionCore
import InteractionStream
import InteractionWire
import Metrics
import Synchronization

/// The open sessions of this server, by ID.
@available(InteractionEngine 1.0, *)
final class SessionRegistry: Sendable {
  private struct RegisteredSession: Sendable {
    let stream: LiveStream
    let entry: SessionEntry
    /// A Boolean value that indicates whether a proxy routed the session here by a key that is not
    /// its own.
    let isMisrouted: Bool
    /// The version that the session counts as in the metrics.
    let version: ExperienceMetrics.Version
  }

  private struct State: Sendable {
    var places: [String: RegisteredSession] = [:]
    var experiences: [String: Int] = [:]
    var users: [String: Set<String>] = [:]
    var unclaimed = UnusedSessions()
    var unclaimedMisrouted = UnusedSessions()
    var misrouted = 0
    var admission: SessionAdmission

    var present: SessionAdmission.OpenSessions {
      SessionAdmission.OpenSessions(sessions: self.places.count, misrouted: self.misrouted)
    }

    /// Returns an unused session whose place the applicant takes; nil if there is capacity, or no
    /// unused session. Misrouted sessions come first, and a misrouted applicant displaces only
    /// these.
    mutating func unclaimed(for applicant: SessionAdmission.Applicant) -> String? {
      guard !self.admission.hasPlace(for: applicant, beside: self.present) else { return nil }
      return self.unclaimedMisrouted.oldest()
        ?? (applicant.isMisrouted ? nil : self.unclaimed.oldest())
    }

    mutating func insert(_ place: RegisteredSession) -> RegisteredSession? {
      let open = place.entry.open
      let older = self.remove(open.sessionID)
      self.places[open.sessionID] = place
      self.experiences[place.entry.experience.name, default: 0] += 1
      if !open.user.isEmpty { self.users[open.user, default: []].insert(open.sessionID) }
      if place.isMisrouted { self.misrouted += 1 }
      return older
    }

    @discardableResult
    mutating func remove(_ session: String) -> RegisteredSession? {
      guard let place = self.places.removeValue(forKey: session) else { return nil }
      self.unclaimed.remove(session)
      self.unclaimedMisrouted.remove(session)
      if place.isMisrouted { self.misrouted -= 1 }
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
  /// The maximum number of open sessions.
  let maximumSessions: Int

  init(metrics: EngineMetrics, limits: AdmissionLimits) {
    self.maximumSessions = limits.sessions
    self.metrics = metrics
    self.state = Mutex(State(admission: SessionAdmission(limits: limits)))
  }

  /// The streams that a new one displaces.
  struct Displaced: Sendable {
    /// The previous stream of the session.
    var superseded: LiveStream?
    /// The stream of an unused session whose place was needed.
    var unclaimed: LiveStream?
  }

  /// Registers a session. Returns the streams that must end for it.
  ///
  /// - Throws: `SUPERSEDED` if it is open with a higher epoch, so that a delayed stream does not
  ///   take it over; `FOREIGN_SESSION` if it belongs to another user; `OVERLOADED` or
  ///   `TOO_MANY_SESSIONS` beyond a limit.
  func enter(
    _ stream: LiveStream, as entry: SessionEntry, at now: Instant
  ) throws(StreamError) -> Displaced {
    try self.state.withLock { state throws(StreamError) in
      let open = entry.open
      let network = PeerNetwork(of: stream.peer)
      let isMisrouted = entry.isMisrouted(with: stream.routingKey)
      var displaced = Displaced()
      if let other = state.places[open.sessionID]?.entry {
        try Self.check(entry, against: other)
        try state.admission.takeOver(from: network, at: now)
      } else {
        var applicant = SessionAdmission.Applicant(
          isResumed: entry.isResumed, isMisrouted: isMisrouted,
          ofUser: state.users[open.user]?.count ?? 0, network: network)
        let unclaimed = state.unclaimed(for: applicant)
        applicant.replacesOther = unclaimed != nil
        try state.admission.admit(applicant, beside: state.present, at: now)
        if let unclaimed { displaced.unclaimed = self.remove(unclaimed, from: &state)?.stream }
      }
      let version = self.metrics.experiences.opened(entry)
      let older = state.insert(
        RegisteredSession(stream: stream, entry: entry, isMisrouted: isMisrouted, version: version))
      if let older { self.metrics.experiences.ended(older.version) }
      self.metrics.sessionsActive.set(Double(state.places.count))
      displaced.superseded = older?.stream
      return displaced
    }
  }

  /// Checks whether a session may take over the ID of an open one.
  private static func check(
    _ entry: SessionEntry, against other: SessionEntry
  ) throws(StreamError) {
    guard other.open.user == entry.open.user else {
      // A checkpoint proves ownership: nobody can keep a session from its owner by opening its ID
      // while the owner is disconnected.
      if entry.isResumed, !other.isResumed { return }
      throw StreamError(
        .foreignSession, "the session is open for another user; use another session ID")
    }
    guard other.open.epoch <= entry.open.epoch else {
      throw StreamError(
        .superseded, "the session is open with a higher epoch; open it with a later one")
    }
  }

  private func remove(_ session: String, from state: inout State) -> RegisteredSession? {
    let place = state.remove(session)
    if let place { self.metrics.experiences.ended(place.version) }
    return place
  }

  /// Marks a session that a unary call opened as unused.
  func noteUnused(_ session: String, _ stream: LiveStream) {
    self.state.withLock { state in
      guard let place = state.places[session], place.stream === stream else { return }
      if place.isMisrouted {
        state.unclaimedMisrouted.insert(session)
      } else {
        state.unclaimed.insert(session)
      }
    }
  }

  /// Marks a session as used.
  func noteUsed(_ session: String) {
    self.state.withLock { state in
      state.unclaimed.remove(session)
      state.unclaimedMisrouted.remove(session)
    }
  }

  /// Removes a session, unless another stream has taken it over. Returns the number of open
  /// sessions.
  @discardableResult
  func remove(_ stream: LiveStream, as entry: SessionEntry) -> Int {
    self.state.withLock { state in
      if state.places[entry.open.sessionID]?.stream === stream {
        _ = self.remove(entry.open.sessionID, from: &state)
      }
      // Under the lock, so that the latest value is set last.
      self.metrics.sessionsActive.set(Double(state.places.count))
      return state.places.count
    }
  }

  /// Records that a session has moved to another version of its experience.
  func moved(_ stream: LiveStream, to entry: SessionEntry) {
    self.state.withLock { state in
      guard let place = state.places[entry.open.sessionID], place.stream === stream else { return }
      self.metrics.experiences.ended(place.version)
      state.places[entry.open.sessionID] = RegisteredSession(
        stream: stream, entry: entry, isMisrouted: place.isMisrouted,
        version: self.metrics.experiences.opened(entry))
    }
    self.metrics.sessionsMoved.increment()
  }

  /// Records the memory pressure of the process.
  func note(memory: MemoryPressure) {
    self.state.withLock { $0.admission.memory = memory }
  }

  /// Records that a session is throttled until a server time.
  func noteThrottled(until time: Instant) {
    self.state.withLock { $0.admission.noteThrottled(until: time) }
    self.metrics.throttled.increment()
  }

  /// Records that a lag probe fired.
  func lagProbeFired(
    _ clock: Int, at now: Instant, queueDelay: TimeSpan, again interval: TimeSpan
  ) {
    let lag = self.state.withLock { state in
      state.admission.lagProbeFired(
        clock, at: now, queueDelay: queueDelay, again: interval, sessions: state.places.count)
    }
    self.metrics.lag.set(lag.seconds)
  }

  /// The number of open sessions.
  var count: Int { self.state.withLock { $0.places.count } }

  /// Returns the number of open sessions of an experience.
  func count(experience: String) -> UInt32 {
    UInt32(clamping: self.state.withLock { $0.experiences[experience] ?? 0 })
  }

  /// Returns the session with an ID, and its stream.
  func registration(named session: String) -> (entry: SessionEntry, stream: LiveStream)? {
    self.state.withLock { $0.places[session].map { ($0.entry, $0.stream) } }
  }

  /// Returns all sessions, unordered.
  func entries() -> [SessionEntry] {
    self.state.withLock { $0.places.values.map(\.entry) }
  }

  /// Returns the stream of the session with an ID.
  func stream(named session: String) -> LiveStream? {
    self.state.withLock { $0.places[session]?.stream }
  }

  /// Returns the sessions of a user, sorted by ID.
  func streams(of user: String) -> [(session: String, stream: LiveStream)] {
    let found = self.state.withLock { state in
      (state.users[user] ?? []).compactMap { name in
        state.places[name].map { (session: name, stream: $0.stream) }
      }
    }
    return found.sorted { $0.session < $1.session }
  }

  /// Returns the sessions for which `matches` is true, sorted by ID.
  func streams(
    where matches: (SessionEntry) -> Bool = { _ in true }
  ) -> [(entry: SessionEntry, stream: LiveStream)] {
    let found = self.state.withLock { state in
      state.places.values.filter { matches($0.entry) }.map { (entry: $0.entry, stream: $0.stream) }
    }
    return found.sorted { $0.entry.open.sessionID < $1.entry.open.sessionID }
  }
}
