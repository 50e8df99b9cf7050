import GRPCCore
import GRPCProtobuf
import InteractionWire

/// ``InspectorRPC`` with a check of the bounds of the one request that has lists, before it is
/// decoded.
@available(InteractionEngine 1.0, *)
struct BoundedInspectorRPC: RegistrableRPCService {
  let calls: InspectorRPC
  let definitionBytes: Int

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    self.calls.registerMethods(with: &router)
    // Replaces the generated handler.
    router.registerHandler(
      forMethod: Interaction_Inspector_V1_InspectorService.Method.ValidateExperience.descriptor,
      deserializer: BoundedDeserializer<Interaction_Inspector_V1_ValidateExperienceRequest>(
        bounds: WireBounds(
          bytes: 1 << 20,
          fields: [.init("definition", number: 1, bytes: self.definitionBytes)])),
      serializer: ProtobufSerializer<Interaction_Inspector_V1_ValidateExperienceResponse>()
    ) { request, context in
      try await self.calls.validateExperience(request: request, context: context)
    }
  }
}
