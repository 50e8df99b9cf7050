package import Foundation

/// A JSON Web Key Set (RFC 7517, 5); a single invalid key invalidates it.
///
/// A set without keys is valid, and rejects every token.
@available(InteractionEngine 1.0, *)
package struct JSONWebKeySet: Sendable {
  /// The maximum number of keys.
  package static let maximumKeys = 64
  /// The maximum size of a document, bytes.
  static let maximumBytes = 256 * 1024

  /// The number of keys.
  package let count: Int
  private let named: [String: VerificationKey]
  /// The only key of a set, which tokens without `kid` use; nil if there are several.
  private let only: VerificationKey?

  /// Parses a document.
  ///
  /// - Throws: ``IdentityConfigurationError`` with each problem, by the key's index and the field.
  package init(_ json: Data) throws(IdentityConfigurationError) {
    let entries = try Self.entries(of: json)
    var problems: [String] = []
    var named: [String: VerificationKey] = [:]
    for (index, entry) in entries.enumerated() {
      problems += entry.problems.map { "keys[\(index)].\($0)" }
      if let id = entry.id {
        if entries[..<index].contains(where: { $0.id == id }) {
          problems.append("keys[\(index)].kid: is a duplicate; must be unique")
        }
        named[id] = entry.key
      } else if entries.count > 1, !entry.hasID {
        problems.append("keys[\(index)].kid: is missing; required in a set of several keys")
      }
    }
    if !problems.isEmpty { throw IdentityConfigurationError(problems) }
    self.count = entries.count
    self.named = named
    self.only = entries.count == 1 ? entries[0].key : nil
  }

  /// Returns the key with an ID; without an ID, the only key.
  package func key(named id: String?) -> VerificationKey? {
    guard let id else { return self.only }
    return self.named[id]
  }

  private static func entries(of json: Data) throws(IdentityConfigurationError) -> [JSONWebKey] {
    struct Members: Decodable {
      let keys: [[String: JSONValue]]
    }
    guard json.count <= Self.maximumBytes else {
      throw IdentityConfigurationError(["has more than \(Self.maximumBytes) bytes, the maximum"])
    }
    guard JSONNesting.isBounded(json),
      let members = try? JSONDecoder().decode(Members.self, from: json)
    else {
      throw IdentityConfigurationError(["must be a JSON object with an array 'keys' of objects"])
    }
    guard members.keys.count <= Self.maximumKeys else {
      throw IdentityConfigurationError([
        "keys: has \(members.keys.count) keys; must have at most \(Self.maximumKeys)"
      ])
    }
    return members.keys.map(JSONWebKey.init)
  }
}
