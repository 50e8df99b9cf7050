public import InteractionCore

/// What a client opens a session with.
@available(InteractionEngine 1.0, *)
public struct SessionConfiguration: Sendable {
  /// The session's name: 1 to 64 bytes of A-Z a-z 0-9 . _ -
  public var sessionID: String
  /// The client's name, at most 64 bytes.
  public var clientName: String
  /// The client's version, at most 64 bytes.
  public var clientVersion: String
  /// The experience's name; empty asks for the server's default.
  public var experience: String
  /// The surface.
  public var environment: Environment
  /// What the client still shows; nil for a fresh start.
  public var current: Restoration?
  /// Where session time starts.
  public var start: Instant
  /// Whether samples between trigger lines are left out. Turn it off to record.
  public var skipsSamples: Bool
  /// Whether session time runs with the clock. Turn it off to replay: then every event needs its
  /// own time, and nothing is sent that was not asked for.
  public var runsWithClock: Bool
  /// Whether springs are to come as keyframes, for a platform that has none (rule X2).
  public var samplesSprings: Bool
  /// The user, by the name that backends use, at most 64 bytes; empty for none.
  public var user: String
  /// Which methods carry the session.
  public var wire: Wire

  /// How the session comes back after its connection was lost; nil if it does not.
  public var reconnects: ReconnectPolicy?
  /// How the client decides on its own while no server can be reached; nil if it waits.
  public var offline: OfflinePolicy?
  /// Whether the server is asked for the experience itself; see
  /// ``InteractionSession/servedExperience``. It is asked in any case where ``offline`` follows the
  /// server.
  public var wantsExperience = false
  /// Where the session is kept across a restart of the app, under its name; nil if it ends with the
  /// app. Only a session that reconnects is kept. Give the sessions of two users two names: what
  /// was kept shows before the server has seen who the user is.
  public var store: (any CheckpointStore)?
  /// How many events are kept until they are safe, at most. Movements that a later one overtakes
  /// are left out before anything else; what cannot be left out ends the session when there is no
  /// room.
  public var outboxCapacity = 8192
  /// Whether the session is recorded; see ``InteractionSession/recording``.
  public var records = false

  /// The store, if the session is kept there.
  var usableStore: (any CheckpointStore)? { self.reconnects == nil ? nil : self.store }

  /// Whether the server is asked for the experience, for whichever reason.
  var asksForExperience: Bool { self.wantsExperience || self.offline?.followsServer ?? false }

  /// Which methods carry a session: the frames are the same.
  public enum Wire: Hashable, Sendable, CaseIterable {
    /// `Interact`: one stream, both ways.
    case stream
    /// `OpenSession`, `SendEvents` and `Subscribe`: where both ways at once cannot be had.
    case calls
  }

  public init(
    sessionID: String,
    clientName: String = "swift",
    clientVersion: String = "0.1.0",
    experience: String = "",
    environment: Environment,
    current: Restoration? = nil,
    start: Instant = .zero,
    skipsSamples: Bool = true,
    runsWithClock: Bool = true,
    samplesSprings: Bool = false,
    user: String = "",
    wire: Wire = .stream,
    reconnects: ReconnectPolicy? = .standard
  ) {
    self.sessionID = sessionID
    self.clientName = clientName
    self.clientVersion = clientVersion
    self.experience = experience
    self.environment = environment
    self.current = current
    self.start = start
    self.skipsSamples = skipsSamples
    self.runsWithClock = runsWithClock
    self.samplesSprings = samplesSprings
    self.user = user
    self.wire = wire
    self.reconnects = reconnects
  }
}

/// What the server says of a session that has opened.
@available(InteractionEngine 1.0, *)
public struct OpenedSession: Hashable, Sendable {
  /// The experience's name.
  public var experience: String
  /// SHA-256 of its definition, hexadecimal.
  public var digest: String
  /// The level of the contract that the server was built for, from 1; this build's own while the
  /// client decides without a server.
  public var level: UInt32
  /// Everything to show.
  public var snapshot: Snapshot
  /// Where decisions can fall, by list; empty if samples are not skipped.
  public var triggerLines: [SourceID: TriggerLines]
}

/// An event or a frame that the server refused; the session goes on without it.
@available(InteractionEngine 1.0, *)
public struct Notice: Hashable, Sendable {
  /// The event's number; 0 if it was a frame.
  public var sequence: UInt64
  /// Why, as it travels: `MALFORMED_EVENT`; `UNKNOWN_EVENT` or `UNKNOWN_FRAME` if a newer server
  /// would know it. A newer server may say others.
  public var reason: String
  /// What is wrong, field by field.
  public var violations: [Violation]
}

/// What a session tells its client.
@available(InteractionEngine 1.0, *)
public enum SessionUpdate: Hashable, Sendable {
  /// The session is open, new or resumed.
  case opened(OpenedSession)
  /// There is something to show. What is not news was shown before: by the client itself while it
  /// changed over to a server, or before the app was restarted. Apply it, and leave out its
  /// effects.
  case directive(Directive, isNews: Bool)
  /// An event or a frame was refused.
  case notice(Notice)
  /// The store has failed; the session goes on.
  case storeFailed(StoreFailure)
}
