import Foundation
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("One-pass encoding equals the library's")
struct WireWriterTests {
  private func expectSame(_ message: some Message) throws {
    let bytes: [UInt8] = try message.serializedBytes()
    #expect(message.encoded == bytes)
  }

  @Test(
    "messages of any length inside each other",
    arguments: [
      0, 1, 100, 121, 122, 123, 124, 125, 126, 127, 128, 129, 16_370, 16_383, 16_384, 2_097_200,
    ])
  func lengths(count: Int) throws {
    var response = Proto.Response()
    response.opened.snapshot.settings = (0 ..< 3).map { number in
      .with {
        $0.generation = UInt32(number)
        $0.selection.items = [.with { $0.image = String(repeating: "ä", count: count / 2) }]
      }
    }
    response.opened.sessionID = String(repeating: "s", count: count)
    response.checkpoint.token = Data(repeating: 7, count: count)
    try self.expectSame(response)
  }

  @Test("lists, numbers of every kind and sign, and what is not known")
  func values() throws {
    var request = Proto.Request()
    request.events.firstSequence = .max
    var samples = Interaction_V1_ScrollSamples()
    samples.deltaUs = [0, -1, 1, .min, .max, 63, 64, -64, -65]
    samples.y = [0, -0.0, .nan, .infinity, 1e-300]
    samples.x = Array(repeating: -1.5, count: 40)
    samples.phase = .UNRECOGNIZED(-7)
    request.events.events = [
      .with {
        $0.timeUs = .min
        $0.scrollSamples = samples
      },
      .with { $0.scroll.velocity = 0 }, .with { $0.tap.tab = -1 },
      .with { $0.tick.byServer = true },
    ]
    try self.expectSame(request)
    var response = Proto.Response()
    response.directives = [.with { $0.supersedes = [0, 1, 127, 128, .max] }]
    response.notices = [.with { $0.sequence = 3 }]
    response.nextDeadlineUs = 0
    try self.expectSame(response)
    // Field 99, as of a later contract.
    try self.expectSame(try Proto.Response(serializedBytes: response.encoded + [0x98, 0x06, 0x2A]))
  }

  @Test("forms that this contract does not have are left to the library")
  func otherForms() throws {
    try self.expectSame(Google_Protobuf_FloatValue(1.5))
    try self.expectSame(Google_Protobuf_Struct(fields: ["a": 1, "b": "c"]))
    try self.expectSame(
      Google_Protobuf_FileDescriptorProto.with { $0.publicDependency = [1, 2, 300] })
  }
}
