import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionExperience
import InteractionIdentity
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// `Simulate`: requests are decoded, simulated and encoded on the threads of the
/// ``SimulationPool``.
@available(InteractionEngine 1.0, *)
extension InteractionRPC {
  func registerSimulate<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(
      forMethod: Interaction_V1_InteractionService.Method.Simulate.descriptor,
      deserializer: BytesDeserializer(), serializer: FrameSerializer()
    ) { request, context in
      try self.engine.checkMemory()
      let request = try await ServerRequest(stream: request)
      let answer = try await untilCancelled(context) {
        try await self.engine.simulations.run { caller in
          try self.simulate(request.message, until: caller)
        }
      }
      guard let answer else { throw CancellationError() }
      return StreamingServerResponse(single: ServerResponse(message: answer))
    }
  }

  private func simulate(_ bytes: [UInt8], until caller: SimulationPool.CancellationFlag) throws
    -> [UInt8]
  {
    let limits = self.engine.simulationLimits
    let end = threadCPUTime() + limits.time
    let request = try bytes.withUnsafeBytes {
      try BoundedDeserializer<Interaction_V1_SimulateRequest>(bounds: limits.bounds).read($0)
    }
    var simulation = try Simulation(request, of: self.experience(of: request), by: limits)
    repeat {
      if caller.isSet { throw CancellationError() }
      guard threadCPUTime() < end else {
        throw StreamError(
          .simulationTooLong,
          "the simulation exceeded \(plain(limits.time.seconds)) s of processor time; simulate fewer"
            + " events at once")
      }
    } while try simulation.advance()
    return try simulation.response.serializedBytes()
  }

  private func experience(of request: Interaction_V1_SimulateRequest) throws -> Experience {
    switch request.experience {
    case .definition(let definition):
      do {
        return try Experience(definition)
      } catch {
        throw StreamError(invalid: error.violations.map { $0.prefixed(with: "definition") })
      }
    case .experienceName(let name):
      do throws(Violation) {
        try checkText(name, 64, "experience_name")
      } catch {
        throw StreamError(invalid: [error])
      }
      return try self.engine.catalog.required(name).experience
    case .none:
      return try self.engine.catalog.required(OpenFrame.defaultExperience).experience
    }
  }
}

@available(InteractionEngine 1.0, *)
extension SimulationLimits {
  fileprivate var bounds: WireBounds {
    WireBounds(
      bytes: self.requestBytes,
      fields: [
        .init("events", number: 6, elements: self.events),
        .init("definition", number: 2, bytes: self.definitionBytes),
        .init("surface", number: 3, bytes: self.definitionBytes),
        .init("current", number: 4, bytes: self.definitionBytes),
      ])
  }
}
