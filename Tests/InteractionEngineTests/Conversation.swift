import GRPCCore
import GRPCProtobuf
import InteractionWire

@testable import InteractionService

/// A client of one `Interact` stream that numbers its events, and acknowledges now and then.
class Conversation {
  typealias Frames = AsyncThrowingStream<WireResponse, any Error>

  let running: any EngineCaller
  var acknowledges = true
  /// The last directive that came, and the last one that was acknowledged.
  private(set) var received: UInt64 = 0
  private var acknowledged: UInt64 = 0
  private var next: UInt64 = 1
  private var frames: Frames.Iterator?
  /// Lets a frame come that no engine has sent, which wakes whoever waits for one.
  private(set) var injector: @Sendable (WireResponse) -> Void = { _ in }
  private var call: Task<Void, Never>?
  private let requests: AsyncStream<[UInt8]>.Continuation

  init(_ running: any EngineCaller, streams: Bool = true) {
    self.running = running
    let (requests, continuation) = AsyncStream<[UInt8]>.makeStream()
    self.requests = continuation
    guard streams else { return }
    self.read { [client = running.client, metadata = running.metadata] frames in
      try await client.bidirectionalStreaming(
        request: StreamingClientRequest(metadata: metadata) { writer in
          for await request in requests { try await writer.write(request) }
          // A call that is cancelled breaks off; it does not half-close.
          try Task.checkCancellation()
        },
        descriptor: MethodDescriptor(method: "InteractionService/Interact"),
        serializer: BytesSerializer(), deserializer: ProtobufDeserializer<WireResponse>(),
        options: .defaults
      ) { response in
        for try await frame in response.messages { frames.yield(frame) }
      }
    }
  }

  /// Makes a call, from whose frames the conversation then reads.
  func read(_ call: @escaping @Sendable (Frames.Continuation) async throws -> Void) {
    let (frames, continuation) = Frames.makeStream()
    self.frames = frames.makeAsyncIterator()
    self.injector = { continuation.yield($0) }
    self.call = self.running.run {
      let end = await CallEnd.of { try await call(continuation) }
      continuation.finish(throwing: end == .well ? nil : end)
    }
  }

  /// The number of the last event that was sent.
  var sent: UInt64 { self.next - 1 }

  @discardableResult
  func open(_ change: (inout Interaction_V1_Open) -> Void = { _ in }) async throws -> WireResponse {
    try await self.send(.open(change))
    return try await self.receive()
  }

  func send(_ request: WireRequest) async throws { self.send(bytes: request.bytes) }

  func send(bytes: [UInt8]) { self.requests.yield(bytes) }

  /// Sends the next events.
  func events(_ events: [WireEvent]) async throws {
    let first = self.next
    self.next += events.map(\.count).reduce(0, +)
    try await self.send(.events(first, events))
  }

  /// The next frame; throws the call's end.
  func receive() async throws -> WireResponse {
    guard let frame = try await self.frames?.next() else { throw CallEnd.well }
    self.goOn(after: frame.opened)
    self.received = max(self.received, frame.directives.last?.sequence ?? 0)
    // The server sends no more than 256 directives ahead of an acknowledgement.
    if self.acknowledges, self.received >= self.acknowledged + 32 {
      self.acknowledged = self.received
      try await self.send(.ack(self.received))
    }
    return frame
  }

  /// Numbers the next event as the engine expects it.
  func goOn(after opened: Interaction_V1_Opened) {
    if opened.appliedEvent > 0 { self.next = opened.appliedEvent + 1 }
  }

  /// Everything up to the first frame of which `holds` is true.
  func receive(until holds: (WireResponse) -> Bool) async throws -> [WireResponse] {
    var frames = [try await self.receive()]
    while !holds(frames[frames.count - 1]) { frames.append(try await self.receive()) }
    return frames
  }

  /// Sends events, and reads up to their acknowledgement.
  @discardableResult
  func exchange(_ events: WireEvent...) async throws -> [WireResponse] {
    try await self.exchange(events)
  }

  @discardableResult
  func exchange(_ events: [WireEvent]) async throws -> [WireResponse] {
    try await self.events(events)
    return try await self.acked(self.sent)
  }

  func acked(_ sequence: UInt64) async throws -> [WireResponse] {
    try await self.receive { $0.ackedEvent >= sequence }
  }

  /// Waits for so many directives and acknowledges the last of each frame.
  func applied(_ count: Int = 1) async throws -> [WireDirective] {
    var found: [WireDirective] = []
    while found.count < count {
      let frame = try await self.receive()
      found += frame.directives
      if let last = frame.directives.last { try await self.send(.ack(last.sequence)) }
    }
    return found
  }

  /// Reads to the end.
  func rest() async -> (frames: [WireResponse], end: CallEnd) {
    var frames: [WireResponse] = []
    let end = await CallEnd.of { while true { frames.append(try await self.receive()) } }
    return (frames, end)
  }

  /// Sends what the stream does not survive.
  func end(by requests: [[UInt8]]) async -> CallEnd {
    for request in requests { self.send(bytes: request) }
    return await self.rest().end
  }

  func end(by requests: WireRequest...) async -> CallEnd {
    await self.end(by: requests.map(\.bytes))
  }

  /// Half-closes, and reads to the end.
  func close() async -> (frames: [WireResponse], end: CallEnd) {
    self.requests.finish()
    return await self.rest()
  }

  /// Cancels the call that it reads from.
  func cancel() {
    self.call?.cancel()
  }
}
