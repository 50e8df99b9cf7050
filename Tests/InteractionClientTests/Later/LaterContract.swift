import GRPCCore
import InteractionWire
import SwiftProtobuf
import Synchronization

/// An engine of a later contract: to each frame it adds what this build does not know, in every
/// place where a later contract may add something.
struct LaterContract: ServerInterceptor {
  /// What becomes of the values of enumerations, all of which have later ones.
  enum Values: Sendable, CaseIterable {
    /// Each one is a later one, and stays it.
    case replaced
    /// Each setting of a directive comes twice: with later values, then as it is.
    case corrected
  }

  /// Counts the streams that were opened.
  final class Streams: Sendable {
    private let number = Mutex(0)

    var count: Int { self.number.withLock { $0 } }

    func note() { self.number.withLock { $0 += 1 } }
  }

  let values: Values
  let streams = Streams()
  private let messages: LaterMessages

  init(_ values: Values) throws {
    self.values = values
    self.messages = try LaterMessages()
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
      try await produce(RPCWriter(wrapping: LaterWriter(base: writer, frames: later)))
    }
    response.accepted = .success(contents)
    return response
  }
}

/// Adds to frames on their way out.
private struct LaterWriter<Element: Sendable>: RPCWriterProtocol {
  let base: RPCWriter<Element>
  let frames: LaterFrames

  func write(_ element: Element) async throws {
    guard let bytes = element as? [UInt8] else { return try await self.base.write(element) }
    let frame = try self.frames.later(Proto.Response(serializedBytes: bytes))
    let later: [UInt8] = try frame.serializedBytes()
    guard let element = later as? Element else { return }
    try await self.base.write(element)
  }

  func write(contentsOf elements: some Sequence<Element>) async throws {
    for element in elements { try await self.write(element) }
  }
}

/// What a later contract makes of frames.
private struct LaterFrames: Sendable {
  let values: LaterContract.Values
  let messages: LaterMessages

  func later(_ frame: Proto.Response) throws -> Proto.Response {
    var frame = frame
    if frame.hasOpened {
      frame.opened.level = 99
      frame.opened.outcome = .UNRECOGNIZED(99)
      frame.opened.restartReason = .UNRECOGNIZED(99)
      frame.opened.snapshot.settings =
        try self.settings(frame.opened.snapshot.settings, once: true)
    }
    frame.notices += [.with { $0.reason = "LATER" }]
    frame.directives = try frame.directives.map { try self.later($0) }
    return try self.messages.later(frame)
  }

  private func later(_ directive: Proto.Directive) throws -> Proto.Directive {
    var directive = directive
    // A cause of a later kind; what plays does not depend on it.
    directive.cause = try self.unknown()
    directive.settings = try self.settings(directive.settings, once: directive.replacesAll)
    if directive.hasTimeline { directive.timeline = try self.later(directive.timeline) }
    directive.effects += [
      try self.unknown(),
      .with { $0.haptic.haptic = .UNRECOGNIZED(99) },
      .with { $0.media = .with { $0.operation = .UNRECOGNIZED(99) } },
      .with { $0.perform = .with { $0.kind = .UNRECOGNIZED(99) } },
      .with { $0.refusal = .with { $0.floor = .UNRECOGNIZED(99) } },
      .with { $0.refusal = .with { ($0.selectTab, $0.reason) = (1, .UNRECOGNIZED(99)) } },
    ]
    return directive
  }

  /// Tracks that move something unknown, or in an unknown way, come with those that are known,
  /// which have later values in everything else.
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

  /// Settings with later values and one of a later kind.
  ///
  /// - Parameter once: Whether the client keeps them as they come, one of each aspect.
  private func settings(_ settings: [Proto.Setting], once: Bool) throws -> [Proto.Setting] {
    var all: [Proto.Setting] = []
    for setting in settings {
      var later = try self.messages.later(setting, replacesValues: true)
      var known = setting
      // Each comes after the ones before it.
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

  /// A message of which nothing is known.
  private func unknown<M: Message>() throws -> M { try self.messages.later(M()) }
}
