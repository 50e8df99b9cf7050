/// A key of a fleet's store, relative to the fleet's prefix.
package enum FleetKey: Hashable, Sendable {
  /// The membership of an engine, attached to its lease.
  case engine(String)
  /// An engine's report to the other engines, attached to its lease.
  case report(String)
  /// A counter that changes whenever an engine joins or a document is activated. Transactions
  /// compare its revision, so that a join and an activation cannot both commit on the same state.
  case epoch
  /// The text of a version.
  case text(DocumentName, digest: String)
  /// The version that is being published, attached to the publisher's lease.
  case offer(DocumentName)
  /// An engine's acceptance of an offered version, attached to the engine's lease.
  case accepted(DocumentName, digest: String, engine: String)
  /// An engine's refusal of an offered version.
  case refused(DocumentName, digest: String, engine: String)
  /// The active version.
  case active(DocumentName)
  /// The kill switch of an experience's variants.
  case killSwitch(DocumentName)
  /// The activation or withdrawal with this number.
  case history(DocumentName, Int)

  /// The prefixes of the keys that hold documents.
  package static let documentPrefixes = ["text/", "active/", "history/", "killed/"]

  package var path: String {
    switch self {
    case .engine(let engine): "engine/\(engine)"
    case .report(let engine): "report/\(engine)"
    case .epoch: "epoch"
    case .text(let name, let digest): "text/\(name.path)/\(digest)"
    case .offer(let name): "offer/\(name.path)"
    case .accepted(let name, let digest, let engine):
      "accepted/\(name.path)/\(digest)/\(engine)"
    case .refused(let name, let digest, let engine):
      "refused/\(name.path)/\(digest)/\(engine)"
    case .active(let name): "active/\(name.path)"
    case .killSwitch(let name): "killed/\(name.path)"
    case .history(let name, let number):
      // Zero-padded to eight digits, so that keys sort in numeric order up to 99,999,999.
      "history/\(name.path)/" + String(repeating: "0", count: max(8 - "\(number)".count, 0))
        + "\(number)"
    }
  }

  /// Parses a key.
  ///
  /// Nil for an unknown key, such as one of a later version, and for a key that no engine or
  /// publisher writes: with an invalid name, a number outside ``HistoryRecord/numbers`` or a number
  /// in another spelling.
  package init?(_ path: Substring) {
    guard let key = Self.read(path), key.isValid, key.path == path else { return nil }
    self = key
  }

  private static func read(_ path: Substring) -> FleetKey? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    func name() -> DocumentName? {
      guard parts.count > 2, let kind = DocumentName.DocumentKind(rawValue: parts[1]) else {
        return nil
      }
      return DocumentName(kind, parts[2])
    }
    switch (parts[0], parts.count) {
    case ("epoch", 1): return .epoch
    case ("engine", 2): return .engine(parts[1])
    case ("report", 2): return .report(parts[1])
    case ("text", 4): return name().map { .text($0, digest: parts[3]) }
    case ("offer", 3): return name().map { .offer($0) }
    case ("accepted", 5):
      return name().map { .accepted($0, digest: parts[3], engine: parts[4]) }
    case ("refused", 5):
      return name().map { .refused($0, digest: parts[3], engine: parts[4]) }
    case ("active", 3): return name().map { .active($0) }
    case ("killed", 3): return name().map { .killSwitch($0) }
    case ("history", 4):
      guard let name = name(), let number = Int(parts[3]) else { return nil }
      return .history(name, number)
    default: return nil
    }
  }

  /// A Boolean value that indicates whether all names, digests and numbers of the key are valid.
  private var isValid: Bool {
    switch self {
    case .epoch: true
    case .engine(let engine), .report(let engine): Self.isName(engine)
    case .text(let name, let digest): name.isSound && Self.isName(digest)
    case .offer(let name), .active(let name), .killSwitch(let name): name.isSound
    case .accepted(let name, let digest, let engine), .refused(let name, let digest, let engine):
      name.isSound && Self.isName(digest) && Self.isName(engine)
    case .history(let name, let number):
      name.isSound && HistoryRecord.numbers.contains(number)
    }
  }
}

extension FleetKey {
  /// Returns a Boolean value that indicates whether a key is that of an engine's report.
  static func isReport(_ path: String) -> Bool {
    if case .report = FleetKey(path[...]) { true } else { false }
  }

  /// Returns a Boolean value that indicates whether a text is a valid engine name, document name or
  /// digest: 1 to 64 bytes of A-Z a-z 0-9 . _ -
  package static func isName(_ text: String) -> Bool {
    (1 ... 64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A") ... UInt8(ascii: "Z"), UInt8(ascii: "a") ... UInt8(ascii: "z"),
          UInt8(ascii: "0") ... UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension DocumentName {
  /// A Boolean value that indicates whether the name is valid for its kind.
  fileprivate var isSound: Bool {
    switch self.kind {
    case .experience: FleetKey.isName(self.name)
    case .keys: self == .checkpointKeys
    }
  }

  /// The document's path component in a key.
  var path: String { "\(self.kind.rawValue)/\(self.name)" }

  /// The prefix of the document's acceptance keys.
  var acceptancePrefix: String { "accepted/\(self.path)/" }

  /// The prefix of the document's refusal keys.
  var refusalPrefix: String { "refused/\(self.path)/" }
}
