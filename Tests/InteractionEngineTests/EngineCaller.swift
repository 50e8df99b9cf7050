import GRPCCore
import GRPCProtobuf
import SwiftProtobuf
import Synchronization

/// A caller of an engine's services, whatever carries its calls.
protocol EngineCaller: Sendable {
  var client: any ServiceClient { get }
  /// The metadata of every call, such as a token.
  var metadata: Metadata { get }
  /// The calls that run beside the test.
  var calls: CallTasks { get }
}

/// Calls that run until their engine is done with.
final class CallTasks: Sendable {
  private let tasks = Mutex<[Task<Void, Never>]>([])

  func run(_ call: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task { await call() }
    self.tasks.withLock { $0.append(task) }
    return task
  }

  func cancel() {
    for task in self.tasks.withLock({ $0 }) { task.cancel() }
  }
}

/// A gRPC client over any transport.
protocol ServiceClient: Sendable {
  func unary<Request, Response, Value: Sendable>(
    request: ClientRequest<Request>, descriptor: MethodDescriptor,
    serializer: some MessageSerializer<Request>, deserializer: some MessageDeserializer<Response>,
    options: CallOptions,
    onResponse handleResponse:
      @Sendable @escaping (_ response: ClientResponse<Response>) async throws -> Value
  ) async throws -> Value

  func serverStreaming<Request, Response, Value: Sendable>(
    request: ClientRequest<Request>, descriptor: MethodDescriptor,
    serializer: some MessageSerializer<Request>, deserializer: some MessageDeserializer<Response>,
    options: CallOptions,
    onResponse handleResponse:
      @Sendable @escaping (_ response: StreamingClientResponse<Response>) async throws -> Value
  ) async throws -> Value

  func bidirectionalStreaming<Request, Response, Value: Sendable>(
    request: StreamingClientRequest<Request>, descriptor: MethodDescriptor,
    serializer: some MessageSerializer<Request>, deserializer: some MessageDeserializer<Response>,
    options: CallOptions,
    onResponse handleResponse:
      @Sendable @escaping (_ response: StreamingClientResponse<Response>) async throws -> Value
  ) async throws -> Value
}

extension GRPCClient: ServiceClient {}

extension EngineCaller {
  /// Lets a call go on beside the test.
  func run(_ call: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    self.calls.run(call)
  }

  /// Makes a call such as `ControlService/SelectTab`; throws how it ends where that is not well.
  func call<Request: Message, Response: Message>(
    _ method: String, _ request: Request
  ) async throws -> Response {
    try await self.call(method, bytes: try request.serializedBytes())
  }

  /// The same with bytes that may be no message.
  func call<Response: Message>(_ method: String, bytes: [UInt8]) async throws -> Response {
    do {
      return try await self.client.unary(
        request: ClientRequest(message: bytes, metadata: self.metadata),
        descriptor: MethodDescriptor(method: method), serializer: BytesSerializer(),
        deserializer: ProtobufDeserializer<Response>(), options: .defaults
      ) { try $0.message }
    } catch {
      throw CallEnd(error)
    }
  }
}

extension MethodDescriptor {
  /// A method of one of the engine's services, or one with its full name.
  init(method: String) {
    let parts = method.split(separator: "/").map(String.init)
    let package = parts[0] == "InspectorService" ? "interaction.inspector.v1" : "interaction.v1"
    let service = parts[0].contains(".") ? parts[0] : "\(package).\(parts[0])"
    self.init(fullyQualifiedService: service, method: parts[1])
  }
}

/// Sends what a client has made into bytes itself.
struct BytesSerializer: MessageSerializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes {
    Bytes(message)
  }
}
