import InteractionFiles

/// The name of a document that the engines of a fleet share: an experience or a key set.
package struct DocumentName: Hashable, Sendable, CustomStringConvertible {
  package enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    case experience
    case keys
  }

  /// The one document of kind `keys`: the keys that seal checkpoints.
  package static let checkpointKeys = DocumentName(.keys, "checkpoint")

  package let kind: DocumentKind
  /// The experience's name, or `checkpoint`.
  package let name: String

  package init(_ kind: DocumentKind, _ name: String) {
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

/// One version of a document, identified by the digest of its content.
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
