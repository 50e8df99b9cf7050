import GRPCCore
import InteractionWire
import SwiftProtobuf

/// A client of level 1: it opens its session with that level, and receives no fields that this
/// level lacks.
struct EarlierContract: ServerInterceptor {
  private let messages: DescribedMessages

  init() throws { self.messages = try .level1 }

  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>, context: ServerContext,
    next:
      @Sendable (StreamingServerRequest<Input>, ServerContext) async throws ->
      StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output> {
    var request = request
    request.messages = RPCAsyncSequence(
      wrapping: request.messages.map { Self.withEarlierLevel($0) })
    var response = try await next(request, context)
    guard case .success(var contents) = response.accepted else { return response }
    let (produce, messages) = (contents.producer, self.messages)
    contents.producer = { writer in
      try await produce(RPCWriter(wrapping: EarlierWriter(base: writer, messages: messages)))
    }
    response.accepted = .success(contents)
    return response
  }

  private static func withEarlierLevel<Input>(_ input: Input) -> Input {
    guard case .open(var open)? = input as? RequestFrame else { return input }
    open.level = 1
    return RequestFrame.open(open) as? Input ?? input
  }
}

/// A writer that removes later fields from frames.
private struct EarlierWriter<Element: Sendable>: RPCWriterProtocol {
  let base: RPCWriter<Element>
  let messages: DescribedMessages

  func write(_ element: Element) async throws {
    guard let bytes = element as? [UInt8] else { return try await self.base.write(element) }
    let frame = try self.messages.earlier(Proto.Response(serializedBytes: bytes))
    let earlier: [UInt8] = try frame.serializedBytes()
    guard let element = earlier as? Element else { return }
    try await self.base.write(element)
  }

  func write(contentsOf elements: some Sequence<Element>) async throws {
    for element in elements { try await self.write(element) }
  }
}
