import GRPCCore
import GRPCProtobuf
import InteractionWire

@testable import InteractionService

/// A client of one `Interact` stream that numbers its events and sends acknowledgements.
class TestStream {
  typealias Frames = AsyncThrowingStream<WireResponse, any Error>

  let running: any EngineCaller
  var acknowledges = true
  /// The last received directive, and the last acknowledged one.
  private(set) var received: UInt64 = 0
  private var acknowledged: UInt64 = 0
  private var next: UInt64 = 1
  private var frames: Frames.Iterator?
  /// Injects a frame that no engine has sent, which wakes up a waiting reader.
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
          // A cancelled call is reset; it does not half-close.
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

  /// Makes a call whose frames the conversation reads.
  func read(_ call: @escaping @Sendable (Frames.Continuation) async throws -> Void) {
    let (frames, continuation) = Frames.makeStream()
    self.frames = frames.makeAsyncIterator()
    self.injector = { continuation.yield($0) }
    self.call = self.running.run {
      let end = await CallCompletion.of { try await call(continuation) }
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

  /// Sends events with the next numbers.
  func events(_ events: [WireEvent]) async throws {
    let first = self.next
    self.next += events.map(\.count).reduce(0, +)
    try await self.send(.events(first, events))
  }

  /// Returns the next frame; throws the call's end.
  func receive() async throws -> WireResponse {
    guard let frame = try await self.frames?.next() else { throw CallCompletion.well }
    self.goOn(after: frame.opened)
    self.received = max(self.received, frame.directives.last?.sequence ?? 0)
    // The server sends at most 256 unacknowledged directives.
    if self.acknowledges, self.received >= self.acknowledged + 32 {
      self.acknowledged = self.received
      try await self.send(.ack(self.received))
    }
    return frame
  }

  /// Continues the event numbers at the engine's expected one.
  func goOn(after opened: Interaction_V1_Opened) {
    if opened.appliedEvent > 0 { self.next = opened.appliedEvent + 1 }
  }

  /// Returns the frames up to the first that satisfies a condition.
  func receive(until holds: (WireResponse) -> Bool) async throws -> [WireResponse] {
    var frames = [try await self.receive()]
    while !holds(frames[frames.count - 1]) { frames.append(try await self.receive()) }
    return frames
  }

  /// Sends events. Returns the frames up to their acknowledgement.
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

  /// Waits for this number of directives, and acknowledges the last of each frame.
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
  func rest() async -> (frames: [WireResponse], end: CallCompletion) {
    var frames: [WireResponse] = []
    let end = await CallCompletion.of { while true { frames.append(try await self.receive()) } }
    return (frames, end)
  }

  /// Sends requests that end the stream. Returns its end.
  func end(by requests: [[UInt8]]) async -> CallCompletion {
    for request in requests { self.send(bytes: request) }
    return await self.rest().end
  }

  func end(by requests: WireRequest...) async -> CallCompletion {
    await self.end(by: requests.map(\.bytes))
  }

  /// Half-closes, and reads to the end.
  func close() async -> (frames: [WireResponse], end: CallCompletion) {
    self.requests.finish()
    return await self.rest()
  }

  /// Cancels the call.
  func cancel() {
    self.call?.cancel()
  }
}
