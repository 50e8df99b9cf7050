package import Foundation

/// A key set as a document (RFC 7517, 5): read as a whole, and refused as a whole.
///
/// A set without keys is valid, and refuses every token.
@available(InteractionEngine 1.0, *)
package struct KeyDocument: Sendable {
  /// Most keys of a set.
  package static let maximumKeys = 64
  /// Most bytes of a document.
  static let maximumBytes = 256 * 1024

  /// How many keys there are.
  package let count: Int
  private let named: [String: VerificationKey]
  /// The key that a token need not name, for there is no other.
  private let only: VerificationKey?

  /// Reads a document; the error names each problem by the key's place and the field.
  package init(_ json: Data) throws(IdentityOptionError) {
    let entries = try Self.entries(of: json)
    var problems: [String] = []
    var named: [String: VerificationKey] = [:]
    for (index, entry) in entries.enumerated() {
      problems += entry.problems.map { "keys[\(index)].\($0)" }
      if let id = entry.id {
        if entries[..<index].contains(where: { $0.id == id }) {
          problems.append("keys[\(index)].kid: is also that of a key before it")
        }
        named[id] = entry.key
      } else if entries.count > 1, !entry.hasID {
        problems.append("keys[\(index)].kid: is missing; it is needed where there are several keys")
      }
    }
    if !problems.isEmpty { throw IdentityOptionError(problems) }
    self.count = entries.count
    self.named = named
    self.only = entries.count == 1 ? entries[0].key : nil
  }

  /// The key of that name; without a name, the only key there is.
  package func key(named id: String?) -> VerificationKey? {
    guard let id else { return self.only }
    return self.named[id]
  }

  private static func entries(of json: Data) throws(IdentityOptionError) -> [KeyEntry] {
    struct Members: Decodable {
      let keys: [[String: JSONMember]]
    }
    guard json.count <= Self.maximumBytes else {
      throw IdentityOptionError(["must have at most \(Self.maximumBytes) bytes"])
    }
    guard JSONDepth.isBounded(json),
      let members = try? JSONDecoder().decode(Members.self, from: json)
    else {
      throw IdentityOptionError(["must be a JSON object whose keys are an array of objects"])
    }
    guard members.keys.count <= Self.maximumKeys else {
      throw IdentityOptionError([
        "keys: has \(members.keys.count) keys; at most \(Self.maximumKeys) are read"
      ])
    }
    return members.keys.map(KeyEntry.init)
  }
}
