import GRPCCore
import GRPCProtobuf
import SwiftProtobuf
import Synchronization

/// A caller of an engine's services, over any transport.
protocol EngineCaller: Sendable {
  var client: any ServiceClient { get }
  /// The metadata of every call, such as a token.
  var metadata: Metadata { get }
  /// The calls that run concurrently with the test.
  var calls: CallTasks { get }
}

/// Concurrent calls, cancelled when the engine is stopped.
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
  /// Runs a call concurrently with the test.
  func run(_ call: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    self.calls.run(call)
  }

  /// Makes a unary call such as `ControlService/SelectTab`; throws a ``CallCompletion`` unless it
  /// is OK.
  func call<Request: Message, Response: Message>(
    _ method: String, _ request: Request
  ) async throws -> Response {
    try await self.call(method, bytes: try request.serializedBytes())
  }

  /// Makes a unary call with arbitrary bytes as the request.
  func call<Response: Message>(_ method: String, bytes: [UInt8]) async throws -> Response {
    do {
      return try await self.client.unary(
        request: ClientRequest(message: bytes, metadata: self.metadata),
        descriptor: MethodDescriptor(method: method), serializer: BytesSerializer(),
        deserializer: ProtobufDeserializer<Response>(), options: .defaults
      ) { try $0.message }
    } catch {
      throw CallCompletion(error)
    }
  }
}

extension MethodDescriptor {
  /// Makes the descriptor of a method of an engine's service, or of a fully qualified one.
  init(method: String) {
    let parts = method.split(separator: "/").map(String.init)
    let package = parts[0] == "InspectorService" ? "interaction.inspector.v1" : "interaction.v1"
    let service = parts[0].contains(".") ? parts[0] : "\(package).\(parts[0])"
    self.init(fullyQualifiedService: service, method: parts[1])
  }
}

/// Sends bytes as they are.
struct BytesSerializer: MessageSerializer {
  func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes {
    Bytes(message)
  }
}
