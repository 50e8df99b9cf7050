import Crypto
import Foundation
package import InteractionCore
package import InteractionWire
import SwiftProtobuf

extension Interaction_V1_ExperienceDefinition {
  /// The maximum size of a text, bytes.
  package static let maximumYAMLBytes = 256 * 1024

  /// Parses YAML, of which JSON is a subset. Field names are spelled as in the proto files or in
  /// lowerCamelCase, values as in protobuf's JSON mapping or in short forms (``Schema``). The
  /// spelling does not affect the definition or its digest.
  ///
  /// - Throws: ``ExperienceError`` with all violations of the schema.
  package init(yaml: String) throws(ExperienceError) {
    let length = yaml.utf8.count
    guard length <= Self.maximumYAMLBytes else {
      throw ExperienceError(
        "has \(length) bytes; at most \(Self.maximumYAMLBytes) are allowed; shorten the experience")
    }
    var reader = YAMLReader(try YAMLText(yaml))
    let object = try reader.message(Schema.root)
    do {
      try self.init(jsonUTF8Data: JSONSerialization.data(withJSONObject: object))
    } catch {
      throw ExperienceError("cannot be read: \(error)")
    }
  }

  /// The SHA-256 digest of the definition in its deterministic binary form, hexadecimal.
  package var digest: String {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    // The only possible error is a missing required field, and proto3 has none.
    let bytes: [UInt8] = (try? self.serializedBytes(options: options)) ?? []
    return SHA256.hash(data: bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
