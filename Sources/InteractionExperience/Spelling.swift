import Foundation
import InteractionWire
import SwiftProtobuf

/// Knows what messages may say, and which valid word a wrong one is nearest to.
package struct Spelling: Sendable {
  private var messages: [String: Google_Protobuf_DescriptorProto] = [:]
  private var enumerations: [String: Google_Protobuf_EnumDescriptorProto] = [:]

  /// The schema that ships with this code.
  static let shared = Spelling(serialized: PackageResources.schema_binpb)

  /// Reads a serialized `google.protobuf.FileDescriptorSet`; one that cannot be read knows nothing.
  package init(serialized: [UInt8]) {
    let set = try? Google_Protobuf_FileDescriptorSet(serializedBytes: serialized)
    for file in set?.file ?? [] {
      for message in file.messageType {
        self.messages[".\(file.package).\(message.name)"] = message
      }
      for enumeration in file.enumType {
        self.enumerations[".\(file.package).\(enumeration.name)"] = enumeration
      }
    }
  }

  /// What the word at `path`, such as `tab_bar.items[2].alignment`, may be.
  enum Expected: Equatable {
    /// One of these names, because it names a field.
    case field([String])
    /// One of these values.
    case value([String])
  }

  /// What may stand where a path leads; nil where anything of the field's type may.
  func expected(at path: String) -> Expected? {
    var type = ".interaction.v1.ExperienceDefinition"
    for step in path.split(separator: ".") {
      guard let message = self.messages[type] else { return nil }
      let name = step.prefix { $0 != "[" }
      guard let field = message.field.first(where: { $0.name == name || $0.jsonName == name })
      else { return .field(message.field.map(\.name)) }
      type = field.typeName
    }
    return self.enumerations[type].map { enumeration in
      .value(enumeration.value.dropFirst().map(\.name))
    }
  }

  /// The field, as JSON has it, that is nearest to `word` of those that a message, such as
  /// `interaction.v1.SimulateRequest`, and the messages in it may have.
  package func nearestField(to word: String, in message: String) -> String? {
    var names: [String] = []
    var seen: Set<String> = []
    var types = [".\(message)"]
    while let type = types.popLast() {
      guard seen.insert(type).inserted, let message = self.messages[type] else { continue }
      names += message.field.map(\.jsonName)
      types += message.field.map(\.typeName)
    }
    return Self.nearest(to: word, among: names)
  }

  /// The word of `known` that is nearest to `word`, if one is near enough to be meant.
  static func nearest(to word: String, among known: [String]) -> String? {
    // Longer than any that is known: it is near to none, and takes long to compare.
    guard word.utf8.count <= 64 else { return nil }
    let distances = known.map { (word: $0, distance: Self.distance($0, word)) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= 2 { return best.word }
    // A name that was cut short is meant before one with other letters.
    let longer = known.filter { word.count > 3 && $0.lowercased().hasPrefix(word.lowercased()) }
    if let shortest = longer.min(by: { $0.count < $1.count }) { return shortest }
    return best.distance <= word.count / 3 ? best.word : nil
  }

  /// How many letters have to be changed, left out or put in, capitals aside.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.lowercased()), Array(b.lowercased()))
    var row = Array(0 ... b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
