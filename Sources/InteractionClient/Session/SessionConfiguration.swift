public import InteractionCore
import InteractionWire

/// The configuration of a session.
public struct SessionConfiguration: Sendable {
  /// The session's ID: 1 to 64 bytes of A-Z a-z 0-9 . _ -
  public var sessionID: String
  /// The client's name, at most 64 bytes.
  public var clientName: String
  /// The client's version, at most 64 bytes; by default that of the SDK.
  public var clientVersion: String
  /// The experience's name; empty means the server's default.
  public var experience: String
  /// The surface's geometry and settings.
  public var surface: Surface
  /// The state that the client shows; nil for a fresh start.
  public var current: RestoredState?
  /// The session time of the opening.
  public var start: Instant
  /// A Boolean value that indicates whether samples between trigger lines are skipped. Turn it off
  /// to record.
  public var skipsSamples: Bool
  /// A Boolean value that indicates whether session time follows the clock. Turn it off for a
  /// replay: then every event needs its own time, and nothing is sent automatically.
  public var runsWithClock: Bool
  /// A Boolean value that indicates whether the server sends springs as keyframes, for a platform
  /// without springs (rule X2).
  public var samplesSprings: Bool
  /// The user's ID, as backends name it, at most 64 bytes; empty for none.
  public var user: String
  /// The methods that carry the session.
  public var wire: CallStyle

  /// The platform, which the conditions of variants are compared with; at most 32 bytes of A-Z a-z
  /// 0-9 . _ -, empty for none. By default that of the build.
  public var platform = Self.buildPlatform
  /// The policy for reconnecting; nil to end with the connection.
  public var reconnects: ReconnectPolicy?
  /// The policy for local decisions while no server is reachable; nil for none.
  public var offline: OfflinePolicy?
  /// A Boolean value that indicates whether the client requests the experience's definition; see
  /// ``InteractionSession/servedExperience``. It is always requested if ``offline`` follows the
  /// server.
  public var wantsExperience = false
  /// The store that preserves the session across a restart of the app, under its ID; nil for none.
  /// Requires ``reconnects``. Sessions of two users need different IDs: the saved state is shown
  /// before the server has authenticated the user.
  public var store: (any CheckpointStore)?
  /// The maximum number of events that are queued until a checkpoint contains them. Superseded
  /// movements are conflated first; if the rest exceeds the capacity, the session ends with an
  /// error.
  public var outboxCapacity = 8192
  /// A Boolean value that indicates whether the session is recorded; see
  /// ``InteractionSession/recording``.
  public var records = false

  /// The store, if the session can be saved.
  var usableStore: (any CheckpointStore)? { self.reconnects == nil ? nil : self.store }

  /// A Boolean value that indicates whether the definition is requested, by either option.
  var asksForExperience: Bool { self.wantsExperience || self.offline?.followsServer ?? false }

  /// The platform of the build, such as `ios` or `linux`; empty for one that has no name here.
  public static var buildPlatform: String {
    #if os(macOS) || targetEnvironment(macCatalyst)
      "macos"
    #elseif os(iOS)
      "ios"
    #elseif os(tvOS)
      "tvos"
    #elseif os(watchOS)
      "watchos"
    #elseif os(visionOS)
      "visionos"
    #elseif os(Android)
      "android"
    #elseif os(Linux)
      "linux"
    #elseif os(Windows)
      "windows"
    #else
      ""
    #endif
  }

  /// The methods that carry a session; the frames are the same.
  public enum CallStyle: Hashable, Sendable, CaseIterable {
    /// `Interact`: one bidirectional stream.
    case stream
    /// `OpenSession`, `SendEvents` and `Subscribe`, for clients without bidirectional streaming.
    case calls
  }

  public init(
    sessionID: String,
    clientName: String = "swift",
    clientVersion: String? = nil,
    experience: String = "",
    surface: Surface,
    current: RestoredState? = nil,
    start: Instant = .zero,
    skipsSamples: Bool = true,
    runsWithClock: Bool = true,
    samplesSprings: Bool = false,
    user: String = "",
    wire: CallStyle = .stream,
    reconnects: ReconnectPolicy? = .standard
  ) {
    self.sessionID = sessionID
    self.clientName = clientName
    self.clientVersion = clientVersion ?? ReleaseVersion.number
    self.experience = experience
    self.surface = surface
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

/// The server's description of an opened session.
public struct OpenedSession: Hashable, Sendable {
  /// The experience's name.
  public var experience: String
  /// The SHA-256 digest of its definition, hexadecimal.
  public var digest: String
  /// The name of the session's variant; empty if it is in none.
  public var variant = ""
  /// The contract level of the server, from 1; this build's own level during local decisions.
  public var level: UInt32
  /// The complete state to show.
  public var snapshot: Snapshot
  /// The trigger lines, by list; empty if samples are not skipped.
  public var triggerLines: [SourceID: TriggerLines]
}

/// An event or a frame that the server refused; the session continues without it.
public struct Notice: Hashable, Sendable {
  /// The event's sequence number; 0 for a frame.
  public var sequence: UInt64
  /// The reason; nil for one of a newer server.
  public var reason: NoticeReason?
  /// The violations, one for each field.
  public var violations: [Violation]
}

/// An update of a session.
public enum SessionUpdate: Hashable, Sendable {
  /// The session was opened, new or resumed, or replaced by a new one.
  case opened(OpenedSession)
  /// A directive to apply. If `performsEffects` is false, its effects must not be performed: the
  /// client decided the cause locally before the handover to a server, or presented the effects
  /// before a restart of the app.
  case directive(Directive, performsEffects: Bool)
  /// The server refused an event or a frame.
  case notice(Notice)
  /// The store failed; the session continues.
  case storeFailed(StoreFailure)
}
