import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionExperience
import InteractionIdentity
import InteractionWire
import SwiftProtobuf

/// `interaction.v1.InteractionService` on grpc-swift.
///
/// Registered by hand instead of through the generated protocol, because request frames have a size
/// limit and error details of their own.
struct InteractionRPC: RegistrableRPCService {
  let engine: Engine

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(
      forMethod: Interaction_V1_InteractionService.Method.Interact.descriptor,
      deserializer: FrameDeserializer<Proto.Request>(maximumBytes: self.engine.limits.frameBytes),
      serializer: FrameSerializer()
    ) { request, context in
      let caller = try await self.engine.gatekeeper.caller(
        request.metadata, context, needing: .client)
      return StreamingServerResponse { writer in
        try await self.interact(request.messages, by: caller, writer, context)
        return [:]
      }
    }
    self.registerCalls(with: &router)
    router.registerHandler(
      forMethod: Interaction_V1_InteractionService.Method.Simulate.descriptor,
      deserializer: ProtobufDeserializer<Interaction_V1_SimulateRequest>(),
      serializer: ProtobufSerializer<Interaction_V1_SimulateResponse>()
    ) { request, context in
      _ = try await self.engine.gatekeeper.caller(request.metadata, context, needing: .client)
      let request = try await ServerRequest(stream: request)
      let response = try self.simulate(request.message, context)
      return StreamingServerResponse(single: ServerResponse(message: response))
    }
  }

  /// Runs one stream to its end.
  private func interact(
    _ messages: RPCAsyncSequence<Proto.Request, any Error>,
    by caller: Caller,
    _ writer: RPCWriter<[UInt8]>,
    _ context: ServerContext
  ) async throws {
    let tasks = StreamTasks(engine: self.engine, caller: caller)
    let stream = tasks.stream
    do {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          await tasks.read(messages)
          return false
        }
        group.addTask {
          await tasks.keepTime()
          return false
        }
        group.addTask {
          // The RPC's cancellation is not the task's.
          if (try? await context.cancellation.cancelled) != nil { stream.cancel() }
          return false
        }
        group.addTask {
          try await tasks.waitForEnd()
          return false
        }
        group.addTask {
          try await tasks.deliver { output in
            switch output {
            case .frame(let bytes, _):
              try await writer.write(bytes)
              stream.wrote(bytes.count)
            case .end(let error):
              if let error { throw error }
            }
          }
          return true
        }
        defer { group.cancelAll() }
        while let isWritten = try await group.next(), !isWritten {}
      }
      stream.close(with: nil)
    } catch {
      stream.close(with: error)
      throw error
    }
  }

  /// Most events of one simulation.
  static let maximumSimulatedEvents = 16_384
  /// Most directives of one simulation: what clients can receive with their usual limits.
  static let maximumSimulatedDirectives = 2_048
  /// Most violations that an error lists: what fits into trailers.
  static let maximumViolations = 20

  private func simulate(
    _ request: Interaction_V1_SimulateRequest, _ context: ServerContext
  ) throws -> Interaction_V1_SimulateResponse {
    let experience = try self.experience(of: request)
    let environment: Environment
    let current: Restoration?
    do {
      environment = request.hasEnvironment ? try Environment(request.environment) : .phone
      current = request.hasCurrent ? try Restoration(request.current) : nil
    } catch {
      throw StreamError(invalid: [error])
    }
    var session = Session(experience: experience, environment: environment)
    let opening = Event(time: Instant(microseconds: request.timeUs), kind: .open(current))
    var violations = session.violations(in: opening)
    var directives = violations.isEmpty ? session.handle(opening) : []
    let events = [ReadEvent](request.events, first: 1)
    guard events.count <= Self.maximumSimulatedEvents else {
      let problem = "has \(events.count) events; at most \(Self.maximumSimulatedEvents)"
      throw StreamError(invalid: [Violation(field: "events", problem: problem)])
    }
    // Packed samples are several events of one message.
    let places = request.events.enumerated().flatMap { index, event in
      Array(repeating: index, count: event.sampleCount)
    }
    for (read, place) in zip(events, places) where violations.count < Self.maximumViolations {
      switch read {
      case .malformed(_, let found):
        violations += found.map { $0.inside("events[\(place)]") }
      case .event(let event):
        let found = session.violations(in: event)
        violations += found.map { $0.inside("events[\(place)]") }
        if violations.isEmpty { directives += session.handle(event) }
      }
      guard directives.count <= Self.maximumSimulatedDirectives else {
        let problem =
          "give more than \(Self.maximumSimulatedDirectives) directives; simulate fewer at once"
        throw StreamError(invalid: [Violation(field: "events", problem: problem)])
      }
      if context.cancellation.isCancelled { throw CancellationError() }
    }
    guard violations.isEmpty else { throw StreamError(invalid: violations) }
    return .with {
      $0.directives = directives.map { directive in
        guard request.samplesSprings else { return directive.proto }
        var directive = directive
        directive.timeline = directive.timeline?.withSampledSprings()
        return directive.proto
      }
      $0.snapshot = session.snapshot.proto
      $0.experienceDigest = experience.digest
      if let deadline = session.nextDeadline { $0.nextDeadlineUs = deadline.microseconds }
    }
  }

  private func experience(of request: Interaction_V1_SimulateRequest) throws -> Experience {
    switch request.experience {
    case .definition(let definition):
      do {
        return try Experience(definition)
      } catch {
        throw StreamError(invalid: error.violations.map { $0.inside("definition") })
      }
    case .experienceName(let name):
      return try self.engine.catalog.required(name).experience
    case .none:
      return try self.engine.catalog.required(OpenFrame.defaultExperience).experience
    }
  }
}

extension ExperienceCatalog {
  /// The entry of that name, or the error that says where to look.
  func required(_ name: String) throws(StreamError) -> Entry {
    guard let entry = self.entry(named: name) else {
      throw StreamError(
        .unknownExperience,
        "there is no experience '\(name.prefix(64))'; ListExperiences names them",
        metadata: ["experience": String(name.prefix(64))])
    }
    return entry
  }
}

extension StreamError {
  /// A call whose arguments are malformed.
  init(invalid violations: [Violation]) {
    let first = violations.first.map { "\($0.field) \($0.problem)" } ?? "malformed"
    let more = violations.count > 1 ? " (and \(violations.count - 1) more)" : ""
    self.init(.invalidArgument, first + more, violations: violations)
  }
}
