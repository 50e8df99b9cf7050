import Crypto
import Foundation
import InteractionCore
package import InteractionWire
import SwiftProtobuf
import Yams

extension Interaction_V1_ExperienceDefinition {
  /// Largest text that is read, bytes.
  package static let maximumYAMLBytes = 256 * 1024

  /// Reads YAML (and so JSON, too) by way of the JSON mapping of protobuf; field names may be
  /// written as in the proto files or in lowerCamelCase. Unknown fields are errors.
  package init(yaml: String) throws(ExperienceError) {
    let length = yaml.utf8.count
    guard length <= Self.maximumYAMLBytes else {
      throw ExperienceError(
        "the text has \(length) bytes; at most \(Self.maximumYAMLBytes) are read")
    }
    let json: Data
    do {
      // Aliases would let a short text stand for a huge one.
      guard !yaml.contains("&") || !yaml.contains("*") else {
        throw ExperienceError("anchors and aliases are not supported")
      }
      guard let object = try Yams.load(yaml: yaml) as? [String: Any] else {
        throw ExperienceError("the text is not a mapping from field names to values")
      }
      guard JSONSerialization.isValidJSONObject(object) else {
        throw ExperienceError("holds a value that is neither text, number, truth, list nor mapping")
      }
      json = try JSONSerialization.data(withJSONObject: object)
    } catch let error as ExperienceError {
      throw error
    } catch let error as YamlError {
      // What follows the first two lines is a picture of the text around the place.
      let lines = "\(error)".split(separator: "\n").prefix(2).map { line in
        line.trimmingCharacters(in: CharacterSet(charactersIn: " :"))
      }
      throw ExperienceError(lines.joined(separator: ": "))
    } catch {
      throw ExperienceError("cannot be read: \(error)")
    }
    do {
      try self.init(jsonUTF8Data: json)
    } catch let error as JSONDecodingError {
      let object = (try? JSONSerialization.jsonObject(with: json)) ?? [:]
      let path = Self.misfit(in: object) { $0 }
      throw ExperienceError(violations: [Violation(field: path, problem: error.explanation)])
    } catch {
      throw ExperienceError("\(error)")
    }
  }

  /// The path of the first part of `value` that does not fit the schema, which the decoder does not
  /// tell: what fails alone, in its place in an otherwise empty definition, is it.
  private static func misfit(in value: Any, place: (Any) -> Any) -> String {
    func fails(_ part: Any) -> Bool {
      guard let json = try? JSONSerialization.data(withJSONObject: place(part)) else {
        return false
      }
      return (try? Self(jsonUTF8Data: json)) == nil
    }
    if let object = value as? [String: Any] {
      for (key, part) in object.sorted(by: { $0.key < $1.key }) where fails([key: part]) {
        let rest = Self.misfit(in: part) { place([key: $0]) }
        return rest.isEmpty || rest.hasPrefix("[") ? key + rest : "\(key).\(rest)"
      }
    }
    if let list = value as? [Any] {
      for (index, part) in list.enumerated() where fails([part]) {
        let rest = Self.misfit(in: part) { place([$0]) }
        return rest.isEmpty ? "[\(index)]" : "[\(index)].\(rest)"
      }
    }
    return ""
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

extension Experience {
  /// The experience as a definition that leaves nothing to a preset.
  package var definition: Proto.ExperienceDefinition {
    .with {
      $0.name = self.name
      $0.preset = self.preset.proto
      $0.sources = self.sources.map { source in
        .with {
          $0.id = source.id.name
          if let tab = source.tab { $0.tab = Int32(clamping: tab) }
        }
      }
      $0.tabBar = self.tabBar.definition
      $0.toggles = self.toggles.map(\.definition)
      if let floor = self.floor { $0.secondFloor = floor.definition }
    }
  }
}

extension ExperienceError {
  fileprivate init(_ problem: String) {
    self.init(violations: [Violation(field: "", problem: problem)])
  }
}

extension JSONDecodingError {
  /// The error in the words of somebody who writes YAML.
  fileprivate var explanation: String {
    switch self {
    case .unknownField(let name): "'\(name)' is not a field here"
    case .unrecognizedEnumValue: "is not a value of its enumeration, such as PRESET_LITERAL"
    case .malformedDuration: "is not a duration; durations are written as 0.25s"
    case .malformedNumber, .numberRange: "is not a number that fits"
    case .malformedBool: "is neither true nor false"
    case .malformedString: "is not a text; quote numbers, and write durations as 0.25s"
    default: "does not fit the schema: \(self)"
    }
  }
}
