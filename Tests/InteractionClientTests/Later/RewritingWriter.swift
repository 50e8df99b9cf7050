import GRPCCore
import InteractionWire
import SwiftProtobuf

/// A writer that rewrites the frames of a response.
struct RewritingWriter<Element: Sendable>: RPCWriterProtocol {
  let base: RPCWriter<Element>
  let rewrite: @Sendable (Proto.Response) throws -> Proto.Response

  func write(_ element: Element) async throws {
    guard let bytes = element as? [UInt8] else { return try await self.base.write(element) }
    let frame = try self.rewrite(Proto.Response(serializedBytes: bytes))
    let rewritten: [UInt8] = try frame.serializedBytes()
    guard let element = rewritten as? Element else { return }
    try await self.base.write(element)
  }

  func write(contentsOf elements: some Sequence<Element>) async throws {
    for element in elements { try await self.write(element) }
  }
}
