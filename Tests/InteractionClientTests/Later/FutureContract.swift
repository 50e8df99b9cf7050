import GRPCCore
import InteractionWire
import SwiftProtobuf
import Synchronization

/// An engine of a later contract: adds unknown fields and values to each frame, wherever a later
/// contract may add some.
struct FutureContract: ServerInterceptor {
  /// The treatment of enumeration values.
  enum Values: Sendable, CaseIterable {
    /// Each value is replaced by an unknown one.
    case replaced
    /// Each setting of a directive is sent twice: with unknown values, then unchanged.
    case corrected
  }

  /// Counts the streams.
  final class Streams: Sendable {
    private let number = Mutex(0)

    var count: Int { self.number.withLock { $0 } }

    func note() { self.number.withLock { $0 += 1 } }
  }

  let values: Values
  let streams = Streams()
  private let messages: DescribedMessages

  init(_ values: Values) throws {
    self.values = values
    self.messages = try DescribedMessages()
  }

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    self.streams.note()
    var response = try await next(request, context)
    guard case .success(var contents) = response.accepted else { return response }
    let produce = contents.producer
    let later = LaterFrames(values: self.values, messages: self.messages)
    contents.producer = { writer in
      try await produce(RPCWriter(wrapping: RewritingWriter(base: writer, rewrite: later.later)))
    }
    response.accepted = .success(contents)
    return response
  }
}

/// Adds the parts of a later contract to frames.
private struct LaterFrames: Sendable {
  let values: FutureContract.Values
  let messages: DescribedMessages

  func later(_ frame: Proto.Response) throws -> Proto.Response {
    var frame = frame
    if frame.hasOpened {
      frame.opened.level = 99
      frame.opened.outcome = .UNRECOGNIZED(99)
      frame.opened.restartReason = .UNRECOGNIZED(99)
      frame.opened.snapshot.settings =
        try self.settings(frame.opened.snapshot.settings, once: true)
    }
    frame.notices += [.with { $0.reason = .UNRECOGNIZED(99) }]
    frame.directives = try frame.directives.map { try self.later($0) }
    return try self.messages.later(frame)
  }

  private func later(_ directive: Proto.Directive) throws -> Proto.Directive {
    var directive = directive
    // A cause of an unknown kind; it does not affect the animation.
    directive.cause = try self.unknown()
    directive.settings = try self.settings(directive.settings, once: directive.replacesAll)
    if directive.hasTimeline { directive.timeline = try self.later(directive.timeline) }
    directive.effects += [
      try self.unknown(),
      .with { $0.haptic.haptic = .UNRECOGNIZED(99) },
      .with { $0.animationFile = .with { $0.operation = .UNRECOGNIZED(99) } },
      .with { $0.tabAction = .with { $0.kind = .UNRECOGNIZED(99) } },
      .with { $0.refusal = .with { $0.floor = .UNRECOGNIZED(99) } },
      .with { $0.refusal = .with { ($0.selectTab, $0.reason) = (1, .UNRECOGNIZED(99)) } },
    ]
    return directive
  }

  /// Adds tracks with unknown targets and properties; the known tracks get unknown values
  /// everywhere else.
  private func later(_ timeline: Proto.Timeline) throws -> Proto.Timeline {
    var later = try self.messages.later(timeline, replacesValues: true)
    let known = zip(timeline.tracks, later.tracks).map { track, later in
      var known = later
      known.property = track.property
      return known
    }
    var odd = known.prefix(1)
    for index in odd.indices { odd[index].easing = nil }
    later.tracks += odd + known
    return later
  }

  /// Adds settings with unknown values and one of an unknown kind.
  ///
  /// - Parameter once: True if the client keeps the last setting of each aspect as it is sent.
  private func settings(_ settings: [Proto.Setting], once: Bool) throws -> [Proto.Setting] {
    var all: [Proto.Setting] = []
    for setting in settings {
      var later = try self.messages.later(setting, replacesValues: true)
      var known = setting
      // The generations increase.
      later.generation = 2 * setting.generation
      known.generation = 2 * setting.generation + 1
      switch self.values {
      case .replaced: all.append(later)
      case .corrected: all += once ? [known] : [later, known]
      }
    }
    var unknown: Proto.Setting = try self.unknown()
    unknown.generation = 5
    return all + [unknown]
  }

  /// Returns a message with unknown fields only.
  private func unknown<M: Message>() throws -> M { try self.messages.later(M()) }
}
