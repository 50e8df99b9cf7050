import Testing

@testable import InteractionService

@Suite("Reflection knows everything that the server speaks")
struct DescriptorPoolTests {
  @Test("all services, with the files that declare them and what those import")
  func services() throws {
    let pool = DescriptorPool.embedded
    #expect(
      pool.services == [
        "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
        "grpc.reflection.v1alpha.ServerReflection", "interaction.inspector.v1.InspectorService",
        "interaction.v1.ControlService", "interaction.v1.InteractionService",
      ])
    for service in pool.services {
      #expect(pool.file(declaring: service)?.isEmpty == false)
    }
    #expect((pool.file(declaring: "interaction.v1.InteractionService")?.count ?? 0) > 4)
  }

  @Test("every kind of symbol and error details are found by name; nothing else is")
  func symbols() {
    let pool = DescriptorPool.embedded
    for symbol in [
      "interaction.v1.ScrollEvent", "interaction.v1.ScrollEvent.y", "google.protobuf.Empty",
      "interaction.inspector.v1.InspectorService.Drain", "interaction.storage.v1.SessionState",
      "interaction.v1.InteractionService.Interact", "google.rpc.BadRequest.FieldViolation",
      "interaction.v1.OpenOutcome", "interaction.v1.OPEN_OUTCOME_RESUMED",
      "interaction.v1.OpenOutcome.OPEN_OUTCOME_RESUMED",
      "interaction.v1.InteractRequest.frame",
    ] {
      #expect(pool.file(declaring: symbol) != nil, "\(symbol)")
    }
    for symbol in ["interaction.v1.Attic", "interaction.v1.TapEvent._tab"] {
      #expect(pool.file(declaring: symbol) == nil, "\(symbol)")
    }
    #expect(pool.file(named: "nothing.proto") == nil)
  }
}
