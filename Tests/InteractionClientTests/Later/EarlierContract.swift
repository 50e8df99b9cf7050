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
      try await produce(
        RPCWriter(wrapping: RewritingWriter(base: writer, rewrite: messages.earlier)))
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
