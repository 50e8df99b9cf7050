import GRPCCore
import GRPCProtobuf
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Decodes a request frame, within the stream's own size limit.
struct FrameDeserializer: MessageDeserializer {
  let maximumBytes: Int

  func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Proto.Request {
    let count = bytes.withUnsafeBytes { $0.count }
    guard count <= self.maximumBytes else {
      throw StreamError(
        .frameTooLarge, "the frame has \(count) bytes; at most \(self.maximumBytes) are accepted",
        metadata: ["max_frame_bytes": "\(self.maximumBytes)"])
    }
    do {
      return try ProtobufDeserializer<Proto.Request>().deserialize(bytes)
    } catch {
      throw StreamError(
        malformed: Violation(
          field: "frame", problem: "is not an interaction.v1.InteractRequest message"))
    }
  }
}
