import Crypto
import Foundation
package import InteractionCore
package import InteractionWire
import SwiftProtobuf

extension Interaction_V1_ExperienceDefinition {
  /// Largest text that is read, bytes.
  package static let maximumYAMLBytes = 256 * 1024

  /// Reads YAML (and so JSON, too). Field names are written as in the proto files or in
  /// lowerCamelCase, values as in the JSON mapping of protobuf or in short (``Schema``). How an
  /// experience is written does not change what it defines, nor its digest.
  ///
  /// - Throws: ``ExperienceError`` with everything that does not fit the schema.
  package init(yaml: String) throws(ExperienceError) {
    let length = yaml.utf8.count
    guard length <= Self.maximumYAMLBytes else {
      throw ExperienceError(
        "the text has \(length) bytes; at most \(Self.maximumYAMLBytes) are read")
    }
    var reader = YAMLReader(try YAMLText(yaml))
    let object = try reader.message(Schema.root)
    do {
      try self.init(jsonUTF8Data: JSONSerialization.data(withJSONObject: object))
    } catch {
      throw ExperienceError("cannot be read: \(error)")
    }
  }

  /// SHA-256 of the definition in its deterministic binary form, hexadecimal.
  package var digest: String {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    // The only error is a missing required field, which proto3 does not have.
    let bytes: [UInt8] = (try? self.serializedBytes(options: options)) ?? []
    return SHA256.hash(data: bytes).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
