import Crypto
import Foundation
package import InteractionCore
package import SwiftProtobuf
import Yams

/// The YAML of documents, of which JSON is a subset.
package enum DocumentText {
  /// Parses a message.
  ///
  /// - Throws: ``ExperienceError`` with all violations of the schema.
  package static func message<Document: Message>(
    _ type: Document.Type, of yaml: String, atMost maximum: Int
  ) throws(ExperienceError) -> Document {
    let length = yaml.utf8.count
    guard length <= maximum else {
      throw ExperienceError(
        "has \(length) bytes; at most \(maximum) are allowed; shorten the experience")
    }
    var reader = YAMLReader(try YAMLText(yaml))
    let object = try reader.message(".\(Document.protoMessageName)")
    do {
      return try Document(jsonUTF8Data: JSONSerialization.data(withJSONObject: object))
    } catch {
      throw ExperienceError("cannot be read: \(error)")
    }
  }

  /// Returns whether the root of a text has a field; false for invalid YAML.
  package static func hasField(_ name: String, in yaml: String) -> Bool {
    guard let text = try? YAMLText(yaml), case .mapping(let mapping) = text.root else {
      return false
    }
    return mapping.contains { text.name(of: $0.key) == name }
  }

  /// Returns the SHA-256 digest of a message in its deterministic binary form, hexadecimal.
  package static func digest(of message: some Message) -> String {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    // The only possible error is a missing required field, and proto3 has none.
    let bytes: [UInt8] = (try? message.serializedBytes(options: options)) ?? []
    return SHA256.hash(data: bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
