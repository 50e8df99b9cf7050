package import InteractionCore
import SwiftProtobuf

/// A well-formed frame from the client, not yet checked against a session.
package enum RequestFrame: Hashable, Sendable {
  /// `Open`. Boxed: it is large, and most frames are others.
  indirect case open(OpenFrame)
  /// Events, numbered from `first`.
  case events(first: UInt64, [DecodedEvent])
  /// Events that are one run of scroll samples, numbered from `first`.
  case samples(first: UInt64, ScrollSamples)
  /// An acknowledgement up to and including this directive.
  case ack(directive: UInt64)
  /// A heartbeat with the held drags and pointers.
  case heartbeat(time: Instant, [HeldDrag], pointers: [UInt32])
  /// A refreshed access token.
  case authRefresh(token: String)
  /// A frame of a newer contract level, with only unknown fields.
  case unknown(Violation)

  /// Parses an encoded frame; an error ends the stream.
  package init(bytes: UnsafeRawBufferPointer) throws(Violation) {
    if let frame = RequestFrame(inPlace: bytes) {
      self = frame
      return
    }
    guard let proto = try? Proto.Request(serializedBytes: bytes.bytes) else {
      throw Violation(
        field: "frame", problem: "is not an \(Proto.Request.protoMessageName) message")
    }
    self = try RequestFrame(proto)
  }

  /// Converts a decoded frame; an error ends the stream.
  package init(_ proto: Proto.Request) throws(Violation) {
    switch proto.frame {
    case .open(let open):
      self = .open(try OpenFrame(open))
    case .events(let events):
      try Self.checkCount(of: events)
      self = .events(
        first: events.firstSequence, [DecodedEvent](events.events, first: events.firstSequence))
    case .ack(let ack):
      self = .ack(directive: ack.directive)
    case .heartbeat(let heartbeat):
      self = .heartbeat(
        time: Instant(microseconds: heartbeat.timeUs),
        try [HeldDrag](heartbeat.heldDrags, "heartbeat.held_drags"),
        pointers: try heldPointers(heartbeat.heldPointers, "heartbeat.held_pointers"))
    case .authRefresh(let refresh):
      try checkLength(refresh.token, Self.maximumTokenBytes, "auth_refresh.token")
      self = .authRefresh(token: refresh.token)
    case .none:
      let violation = Violation.missing(
        "frame", "must be one of open, events, ack, heartbeat, auth_refresh", in: proto)
      guard violation.kind == .unknown else { throw violation }
      self = .unknown(violation)
    }
  }

  /// The `Open` message; nil for other frames.
  package var opening: OpenFrame? {
    if case .open(let open) = self { open } else { nil }
  }

  package var isOpening: Bool {
    if case .open = self { true } else { false }
  }

  /// The number of samples; nil if the frame is not a run.
  package var sampleCount: Int? {
    if case .samples(_, let run) = self { run.samples.count } else { nil }
  }

  /// The events; nil for other frames, and for a run of samples.
  package var events: [DecodedEvent]? {
    if case .events(_, let events) = self { events } else { nil }
  }

  /// The frame with a run of samples expanded to events.
  package var listed: RequestFrame {
    guard case .samples(let first, let run) = self else { return self }
    return .events(first: first, run.events(from: first).map { .event($0) })
  }

  /// The maximum length of an access token, bytes.
  package static let maximumTokenBytes = 8192

  /// The maximum number of events in a frame; packed samples count individually.
  package static let maximumEvents = 1024

  private static func checkCount(of events: Interaction_V1_EventBatch) throws(Violation) {
    let count = events.events.reduce(0) { $0 + $1.sampleCount }
    guard (1 ... Self.maximumEvents).contains(count) else {
      throw Violation(
        field: "events.events", problem: "has \(count) events; must have 1 to \(maximumEvents)")
    }
    guard events.firstSequence >= 1, events.firstSequence <= UInt64.max / 2 else {
      throw Violation(
        field: "events.first_sequence",
        problem: "is \(events.firstSequence); must be from 1 and less than 2^63")
    }
  }
}

extension Proto.Event {
  /// The number of events: packed samples count individually.
  package var sampleCount: Int {
    guard case .scrollSamples(let samples) = self.kind else { return 1 }
    return max(samples.y.count, 1)
  }
}

/// A client's `Open` message.
package struct OpenFrame: Hashable, Sendable {
  /// The client's contract level.
  package var level: UInt32
  package var clientName: String
  package var clientVersion: String
  package var sessionID: String
  package var epoch: UInt64
  package var experience: String
  package var surface: Surface
  package var skipsSamples: Bool
  package var samplesSprings: Bool
  /// A Boolean value that indicates whether the client keeps checkpoints.
  package var resumes: Bool
  /// The user's ID, as backends name it; empty for none.
  package var user: String
  package var current: RestoredState?
  package var time: Instant
  /// The point to resume from; nil for a new session.
  package var resume: ResumeMessage?
  /// A Boolean value that indicates whether the response must contain the experience's definition.
  package var wantsLocalExperience = false
  /// The client's platform; empty if it has not named it.
  package var platform = ""

  /// The experience of a client that names none.
  package static let defaultExperience = "home-refined"

  package init(
    level: UInt32 = ContractLevel.current, clientName: String, clientVersion: String,
    sessionID: String, epoch: UInt64 = 1, experience: String, surface: Surface,
    skipsSamples: Bool,
    samplesSprings: Bool = false, resumes: Bool = false, user: String = "",
    current: RestoredState?, time: Instant, resume: ResumeMessage? = nil
  ) {
    self.level = level
    self.clientName = clientName
    self.clientVersion = clientVersion
    self.sessionID = sessionID
    self.epoch = epoch
    self.experience = experience
    self.surface = surface
    self.skipsSamples = skipsSamples
    self.samplesSprings = samplesSprings
    self.resumes = resumes
    self.user = user
    self.current = current
    self.time = time
    self.resume = resume
  }

  package init(_ proto: Interaction_V1_Open) throws(Violation) {
    guard proto.level >= 1 else {
      throw Violation(
        field: "open.level",
        problem: "is 0; must be the client's contract level, at least 1")
    }
    try checkText(proto.clientName, 64, "open.client_name")
    try checkText(proto.clientVersion, 64, "open.client_version")
    // A variant of a name follows an @.
    let parts = proto.experience.unicodeScalars.split(
      separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    for (part, length) in zip(parts, [64, 32]) {
      try checkText(String(part), length, "open.experience")
    }
    guard proto.platform.isEmpty || Self.isName(proto.platform, atMost: 32) else {
      throw Violation(
        field: "open.platform", problem: "must be at most 32 bytes of A-Z a-z 0-9 . _ -")
    }
    try checkText(proto.user, 64, "open.user")
    guard Self.isName(proto.sessionID) else {
      throw Violation(
        field: "open.session_id", problem: "must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
    }
    if proto.hasResume, proto.resume.token.count > ResumeMessage.maximumTokenBytes {
      throw Violation(
        field: "open.resume.token",
        problem: "has \(proto.resume.token.count) bytes; at most"
          + " \(ResumeMessage.maximumTokenBytes) are allowed; send the checkpoint's token unchanged"
      )
    }
    let surface: Surface
    let current: RestoredState?
    do throws(Violation) {
      surface = try Surface(proto.surface)
      current = proto.hasCurrent ? try RestoredState(proto.current) : nil
    } catch {
      throw error.prefixed(with: "open")
    }
    self.init(
      level: proto.level, clientName: proto.clientName,
      clientVersion: proto.clientVersion,
      sessionID: proto.sessionID,
      epoch: max(proto.epoch, 1),
      experience: proto.experience.isEmpty ? Self.defaultExperience : proto.experience,
      surface: surface,
      skipsSamples: proto.capabilities.skipsSamples,
      samplesSprings: proto.capabilities.samplesSprings,
      resumes: proto.capabilities.resumes,
      user: proto.user,
      current: current,
      time: Instant(microseconds: proto.timeUs),
      resume: proto.hasResume ? ResumeMessage(proto.resume) : nil
    )
    self.wantsLocalExperience = proto.wantsLocalExperience
    self.platform = proto.platform
  }

  /// Returns whether `text` is valid as the ID of a session or a command.
  package static func isName(_ text: String, atMost length: Int = 64) -> Bool {
    let bytes = text.utf8
    return (1 ... length).contains(bytes.count)
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A") ... UInt8(ascii: "Z"), UInt8(ascii: "a") ... UInt8(ascii: "z"),
          UInt8(ascii: "0") ... UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default:
          false
        }
      }
  }
}

extension Proto.Request {
  /// Creates an `Open` frame.
  package init(_ open: OpenFrame) {
    self = .with {
      $0.open = .with {
        $0.level = open.level
        $0.clientName = open.clientName
        $0.clientVersion = open.clientVersion
        $0.sessionID = open.sessionID
        $0.epoch = open.epoch
        $0.experience = open.experience
        $0.surface = open.surface.proto
        $0.capabilities.skipsSamples = open.skipsSamples
        $0.capabilities.samplesSprings = open.samplesSprings
        $0.capabilities.resumes = open.resumes
        if let resume = open.resume { $0.resume = resume.proto }
        $0.user = open.user
        if let current = open.current { $0.current = current.proto }
        $0.timeUs = open.time.microseconds
        $0.wantsLocalExperience = open.wantsLocalExperience
        $0.platform = open.platform
      }
    }
  }

  /// Creates a frame of events with consecutive sequence numbers. Servers reject a frame without
  /// events.
  package init(events: some Collection<InteractionEvent>) {
    self = .with {
      $0.events.firstSequence = events.first?.sequence ?? 0
      $0.events.events = [Proto.Event](packing: events)
    }
  }

  /// Creates an acknowledgement.
  package init(acknowledging directive: UInt64) {
    self = .with { $0.ack.directive = directive }
  }

  /// Creates a frame with a refreshed access token.
  package init(refreshing token: String) {
    self = .with { $0.authRefresh.token = token }
  }

  /// Creates a heartbeat.
  package init(heartbeatAt time: Instant, holding drags: [HeldDrag], pointers: [UInt32] = []) {
    self = .with {
      $0.heartbeat.timeUs = time.microseconds
      $0.heartbeat.heldDrags = drags.map { $0.proto }
      $0.heartbeat.heldPointers = pointers
    }
  }
}
