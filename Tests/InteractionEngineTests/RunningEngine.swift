import Foundation
import GRPCCore
import GRPCInProcessTransport
import GRPCProtobuf
import InteractionCore
import InteractionStream
import SwiftProtobuf
import Synchronization

@testable import InteractionService

/// An engine that serves in this process, and a client of all its services.
final class RunningEngine: Sendable {
  let engine: Engine
  let client: GRPCClient<InProcessTransport.Client>
  /// What every call brings, such as a token.
  let metadata: Metadata
  private let calls: Calls

  /// What runs until the engine is done with.
  private final class Calls: Sendable {
    let tasks = Mutex<[Task<Void, Never>]>([])
  }

  private init(
    _ engine: Engine, _ client: GRPCClient<InProcessTransport.Client>, metadata: Metadata = [:],
    calls: Calls = Calls()
  ) {
    (self.engine, self.client, self.metadata, self.calls) = (engine, client, metadata, calls)
  }

  /// The same engine for a caller that brings something.
  func called(with metadata: Metadata) -> RunningEngine {
    RunningEngine(self.engine, self.client, metadata: metadata, calls: self.calls)
  }

  /// Runs `body` with an engine that also has these experiences, by name, in YAML.
  ///
  /// - Parameter audience: Which of its services the engine's one listener has.
  static func with(
    _ experiences: [String: String] = [:],
    _ change: (inout Engine.Configuration) -> Void = { _ in },
    audience: Engine.Audience = .all, log: EngineLog = EngineLog(),
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("experiences-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, yaml) in experiences {
      try Data(yaml.utf8).write(to: folder.appendingPathComponent("\(name).yaml"))
    }
    var configuration = Engine.Configuration()
    configuration.directory = folder
    // What is tested is not how fast this machine is.
    configuration.admission.lag = .seconds(100)
    configuration.admission.resumeLag = .seconds(100)
    configuration.limits.openTimeout = .seconds(100)
    configuration.limits.commandWait = .seconds(50)
    change(&configuration)
    let engine = try Engine(configuration, logger: log.logger)
    let transport = InProcessTransport()
    let server = engine.server(on: transport.server, for: audience)
    let client = GRPCClient(transport: transport.client)
    let running = RunningEngine(engine, client)
    let tasks: [Task<Void, Never>] = [
      Task { try? await server.serve() }, Task { try? await client.runConnections() },
      Task { await engine.run() },
    ]
    defer {
      for call in running.calls.tasks.withLock({ $0 }) { call.cancel() }
      for task in tasks { task.cancel() }
    }
    try await body(running)
  }

  /// Lets a call go on beside the test.
  func run(_ call: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task { await call() }
    self.calls.tasks.withLock { $0.append(task) }
    return task
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
