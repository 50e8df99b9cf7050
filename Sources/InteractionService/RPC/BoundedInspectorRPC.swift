import GRPCCore
import GRPCProtobuf
import InteractionWire

/// ``InspectorRPC``, whose one request with lists is counted before it is decoded.
@available(InteractionEngine 1.0, *)
struct BoundedInspectorRPC: RegistrableRPCService {
  let calls: InspectorRPC
  let definitionBytes: Int

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    self.calls.registerMethods(with: &router)
    // Takes the place of the generated one.
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
