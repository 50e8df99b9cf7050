import GRPCCore
import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf

/// Decodes a request after checking its bounds, so that an oversized one takes up no memory.
@available(InteractionEngine 1.0, *)
struct BoundedDeserializer<Request: SwiftProtobuf.Message>: MessageDeserializer {
  let bounds: WireBounds

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Request {
    try bytes.withUnsafeBytes { try self.read($0) }
  }

  func read(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Request {
    if let violation = self.bounds.violation(in: bytes) { throw StreamError(invalid: [violation]) }
    do {
      return try Request(serializedBytes: bytes.bytes)
    } catch {
      throw StreamError(
        invalid: [
          Violation(field: "request", problem: "is not an \(Request.protoMessageName) message")
        ])
    }
  }
}

/// Passes a request on without decoding it.
@available(InteractionEngine 1.0, *)
struct BytesDeserializer: MessageDeserializer {
  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
    bytes.withUnsafeBytes { Array($0) }
  }
}
