import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Decodes what carries request frames, within the stream's own size limit.
struct FrameDeserializer<Carrier: SwiftProtobuf.Message>: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Carrier {
    let count = bytes.withUnsafeBytes { $0.count }
    guard count <= self.maximumBytes else {
      throw StreamError(
        .frameTooLarge, "the frame has \(count) bytes; at most \(self.maximumBytes) are accepted",
        metadata: ["max_frame_bytes": "\(self.maximumBytes)"])
    }
    do {
      return try ProtobufDeserializer<Carrier>().deserialize(bytes)
    } catch {
      throw StreamError(
        malformed: Violation(
          field: "frame", problem: "is not an \(Carrier.protoMessageName) message"))
    }
  }
}
