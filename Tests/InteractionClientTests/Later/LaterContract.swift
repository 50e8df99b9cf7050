import GRPCCore
import InteractionWire
import SwiftProtobuf

/// An engine of a later contract: to each frame it adds what this build does not know, in every
/// place where a later contract may add something, and leaves everything else as it is.
struct LaterContract: ServerInterceptor {
  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    var response = try await next(request, context)
    guard case .success(var contents) = response.accepted else { return response }
    let produce = contents.producer
    contents.producer = { writer in
      try await produce(RPCWriter(wrapping: LaterWriter(base: writer)))
    }
    response.accepted = .success(contents)
    return response
  }
}

/// Adds to frames on their way out.
private struct LaterWriter<Element: Sendable>: RPCWriterProtocol {
  let base: RPCWriter<Element>

  func write(_ element: Element) async throws {
    guard let bytes = element as? [UInt8] else { return try await self.base.write(element) }
    let frame = try Proto.Response(serializedBytes: bytes).later()
    let later: [UInt8] = try frame.serializedBytes()
    guard let element = later as? Element else { return }
    try await self.base.write(element)
  }

  func write(contentsOf elements: some Sequence<Element>) async throws {
    for element in elements { try await self.write(element) }
  }
}

extension Message {
  /// Adds a number and a text in fields that no contract has yet.
  fileprivate mutating func addFields() throws {
    // Field 1000 as a varint, and field 1001 with its length before it.
    try self.merge(serializedBytes: [0xC0, 0x3E, 7, 0xCA, 0x3E, 2, 0x68, 0x69] as [UInt8])
  }

  /// A message of which nothing is known.
  fileprivate static func unknown() throws -> Self {
    var message = Self()
    try message.addFields()
    return message
  }
}

extension Proto.Response {
  fileprivate func later() throws -> Self {
    var frame = self
    try frame.addFields()
    if frame.hasOpened {
      try frame.opened.addFields()
      frame.opened.level = 99
      if frame.opened.hasSnapshot {
        try frame.opened.snapshot.addFields()
        frame.opened.snapshot.settings = try frame.opened.snapshot.settings.later()
      }
    }
    frame.directives = try frame.directives.map { try $0.later() }
    return frame
  }
}

extension Proto.Directive {
  fileprivate func later() throws -> Self {
    var directive = self
    try directive.addFields()
    // A cause of a later kind; what plays does not depend on it.
    directive.cause = try .unknown()
    directive.settings = try directive.settings.later()
    if directive.hasTimeline { directive.timeline = try directive.timeline.later() }
    for index in directive.effects.indices { try directive.effects[index].addFields() }
    directive.effects += [
      try .unknown(),
      .with { $0.haptic.haptic = .UNRECOGNIZED(99) },
      .with { $0.media = .with { $0.operation = .UNRECOGNIZED(99) } },
      .with { $0.perform = .with { $0.kind = .UNRECOGNIZED(99) } },
      .with { $0.refusal = .with { $0.floor = .UNRECOGNIZED(99) } },
    ]
    return directive
  }
}

extension Proto.Timeline {
  fileprivate func later() throws -> Self {
    var timeline = self
    try timeline.addFields()
    timeline.interruption = .UNRECOGNIZED(99)
    for index in timeline.tracks.indices { try timeline.tracks[index].addFields() }
    guard var track = timeline.tracks.first else { return timeline }
    track.property = .UNRECOGNIZED(99)
    timeline.tracks.append(track)
    track.property = .opacity
    track.easing = nil
    timeline.tracks.insert(track, at: 0)
    return timeline
  }
}

extension [Proto.Setting] {
  /// The same with later fields, values and one setting of a later kind.
  fileprivate func later() throws -> Self {
    var settings = try self.map { setting in
      var setting = setting
      try setting.addFields()
      switch setting.state {
      case .selection: setting.selection.origin = .UNRECOGNIZED(99)
      case .badge: setting.badge.loop = .UNRECOGNIZED(99)
      case .navigation where setting.navigation.hasChange:
        setting.navigation.change.style = .UNRECOGNIZED(99)
      case .floorLayout: setting.floorLayout.assetKind = .UNRECOGNIZED(99)
      case .layout:
        for item in setting.layout.items.indices where setting.layout.items[item].hasReaction {
          setting.layout.items[item].reaction = try setting.layout.items[item].reaction.later()
        }
      default: break
      }
      return setting
    }
    var unknown = try Proto.Setting.unknown()
    unknown.generation = 5
    settings.append(unknown)
    return settings
  }
}
