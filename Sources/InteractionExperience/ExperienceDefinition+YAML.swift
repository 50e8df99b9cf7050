import Crypto
import Foundation
package import InteractionCore
package import InteractionWire
import SwiftProtobuf
import Yams

extension Interaction_V1_ExperienceDefinition {
  /// Most misspellings that one error names.
  private static let maximumMisfits = 20

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
      guard let object = try YAMLValue.read(yaml) as? [String: Any] else {
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
      var budget = Self.maximumMisfits
      let misfits = Self.misfits(in: object, budget: &budget) { $0 }
      throw ExperienceError(
        violations: misfits.isEmpty
          ? [Violation(field: "", problem: error.explanation)]
          : misfits.map { misfit in
            let problem =
              Self.excess(of: misfit)
              ?? misfit.error.explanation + Self.advice(at: misfit.path, on: misfit.value)
            return Violation(field: misfit.path, problem: problem)
          })
    } catch {
      throw ExperienceError("\(error)")
    }
  }

  /// A part of a text that does not fit the schema.
  private typealias Misfit = (path: String, value: Any, error: JSONDecodingError)

  /// All parts of `value` that do not fit, which the decoder does not tell: what fails alone, in
  /// its place in an otherwise empty definition, is one.
  private static func misfits(
    in value: Any, budget: inout Int, place: (Any) -> Any
  ) -> [Misfit] {
    guard budget > 0, let error = Self.error(in: place(value)) else { return [] }
    var found: [Misfit] = []
    if let object = value as? [String: Any] {
      for (key, part) in object.sorted(by: { $0.key < $1.key }) where budget > 0 {
        // A field that is unknown is so whatever it holds.
        if case .unknownField(key)? = Self.error(in: place([key: NSNull()])) {
          found.append((key, part, .unknownField(key)))
          budget -= 1
          continue
        }
        found += Self.misfits(in: part, budget: &budget) { place([key: $0]) }.map { misfit in
          let path = misfit.path
          let isOpen = path.isEmpty || path.hasPrefix("[")
          return (isOpen ? key + path : "\(key).\(path)", misfit.value, misfit.error)
        }
      }
    } else if let list = value as? [Any] {
      for (index, part) in list.enumerated() where budget > 0 {
        found += Self.misfits(in: part, budget: &budget) { place([$0]) }.map { misfit in
          let rest = misfit.path.isEmpty ? "" : ".\(misfit.path)"
          return ("[\(index)]\(rest)", misfit.value, misfit.error)
        }
      }
    }
    if found.isEmpty {
      budget -= 1
      return [("", value, error)]
    }
    return found
  }

  private static func error(in object: Any) -> JSONDecodingError? {
    guard let json = try? JSONSerialization.data(withJSONObject: object) else { return nil }
    do {
      _ = try Self(jsonUTF8Data: json)
      return nil
    } catch {
      return error as? JSONDecodingError
    }
  }

  /// The problem of a number that is too large to be one; nil for any other value.
  private static func excess(of misfit: Misfit) -> String? {
    if case .unknownField = misfit.error { return nil }
    guard let word = misfit.value as? String, let number = Double(word), number.isInfinite,
      word.utf8.contains(where: { (48 ... 57).contains($0) })
    else { return nil }
    return "is \(word.prefix(40)); must be a number from -1.8e308 to 1.8e308"
  }

  /// What was probably meant, or else what would be right.
  private static func advice(at path: String, on value: Any) -> String {
    let word: String
    let known: [String]
    switch Spelling.shared.expected(at: path) {
    case .field(let names):
      word = path.split(separator: ".").last.map { String($0.prefix { $0 != "[" }) } ?? ""
      known = names
    case .value(let values):
      word = value as? String ?? ""
      known = values
    case nil:
      return ""
    }
    if let nearest = Spelling.nearest(to: word, among: known) {
      return "; did you mean \(nearest)?"
    }
    // A message that has no fields.
    if known.isEmpty { return "" }
    return "; it can be \(known.prefix(24).joined(separator: ", "))"
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

extension ExperienceError {
  fileprivate init(_ problem: String) {
    self.init(violations: [Violation(field: "", problem: problem)])
  }
}

extension JSONDecodingError {
  /// The error in words for the author of the YAML.
  fileprivate var explanation: String {
    switch self {
    case .unknownField(let name): "'\(name)' is not a field here"
    case .unrecognizedEnumValue: "is not a value of its enumeration"
    case .malformedDuration: "is not a duration; durations are written as 0.25s"
    case .malformedNumber, .numberRange: "is not a number that fits"
    case .malformedBool: "is neither true nor false"
    case .malformedString: "is not a text; quote numbers, and write durations as 0.25s"
    default: "does not fit the schema: \(self)"
    }
  }
}
