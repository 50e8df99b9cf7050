import InteractionFiles

/// What a fleet's engines share: an experience, or the keys of checkpoints.
package struct DocumentName: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case experience
    case keys
  }

  /// The only document of its kind.
  package static let checkpointKeys = DocumentName(.keys, "checkpoint")

  package let kind: Kind
  /// The experience's own name, for an experience.
  package let name: String

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }

  package var description: String {
    switch self.kind {
    case .experience: "experience '\(self.name.printable)'"
    case .keys: "\(self.name.printable) keys"
    }
  }
}

extension DocumentName: Comparable {
  package static func < (one: DocumentName, other: DocumentName) -> Bool {
    (one.kind.rawValue, one.name) < (other.kind.rawValue, other.name)
  }
}

/// A document as it was at some time: its text, known by a digest of what it says.
package struct DocumentVersion: Hashable, Sendable {
  package let name: DocumentName
  package let digest: String
  package let text: String

  package init(_ name: DocumentName, digest: String, text: String) {
    self.name = name
    self.digest = digest
    self.text = text
  }
}
