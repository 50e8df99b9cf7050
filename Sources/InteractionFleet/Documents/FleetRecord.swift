import Foundation

/// The value of a key in a fleet's store, as JSON that operators can read with `etcdctl`.
package protocol FleetRecord: Codable, Hashable, Sendable {
  /// A Boolean value that indicates whether an engine or a publisher can have written the record.
  var isValid: Bool { get }
}

extension FleetRecord {
  package var isValid: Bool { true }

  package var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding fails only for numbers that JSON cannot represent, which no record contains.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  /// Decodes a record; nil if the bytes are not a valid one.
  package init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), record.isValid
    else { return nil }
    self = record
  }
}

/// The membership of an engine.
package struct EngineRecord: FleetRecord {
  /// A random number that identifies this run of the engine.
  package var run: UInt64
  /// The time of joining, s since 1970, by the engine's clock. Informational only.
  package var since: Int64

  package init(run: UInt64, since: Int64) {
    self.run = run
    self.since = since
  }
}

/// The version that is being published.
package struct OfferRecord: FleetRecord {
  package var digest: String
  /// The publisher's name.
  package var by: String
  /// The time of the offer, s since 1970, by the publisher's clock.
  package var at: Int64
  package var action: HistoryRecord.Action
  /// The move of open sessions; nil if they keep their version.
  package var move: SessionMoveRecord?

  package var isValid: Bool { FleetKey.isName(self.digest) && self.move?.isValid != false }

  package init(
    digest: String, by: String, at: Int64, action: HistoryRecord.Action,
    move: SessionMoveRecord? = nil
  ) {
    self.digest = digest
    self.by = by
    self.at = at
    self.action = action
    self.move = move
  }
}

/// The move of open sessions to the active version, by each engine its own (rule V1).
package struct SessionMoveRecord: FleetRecord {
  /// The share of an engine's sessions that move per second, more than 0, at most 1.
  package var sharePerSecond: Double
  /// A Boolean value that indicates whether the version may have assets that the former one has
  /// not.
  package var allowsNewAssets: Bool

  package var isValid: Bool { self.sharePerSecond > 0 && self.sharePerSecond <= 1 }

  package init(sharePerSecond: Double, allowsNewAssets: Bool = false) {
    self.sharePerSecond = sharePerSecond
    self.allowsNewAssets = allowsNewAssets
  }
}

/// An engine's acceptance of a version.
package struct AcceptanceRecord: FleetRecord {
  /// The store revision of the accepted offer.
  package var offer: Int64

  package init(offer: Int64) { self.offer = offer }
}

/// The reasons why an engine cannot use a version.
package struct RefusalRecord: FleetRecord {
  package var reasons: [String]

  package init(reasons: [String]) { self.reasons = reasons }
}

/// The active version of a document.
package struct ActiveRecord: FleetRecord {
  package var digest: String
  /// The number of its entry in the history.
  package var number: Int
  /// The name of the publisher that activated it.
  package var by: String
  /// The move of open sessions; nil if they keep their version.
  package var move: SessionMoveRecord?

  package var isValid: Bool {
    FleetKey.isName(self.digest) && HistoryRecord.numbers.contains(self.number)
      && self.move?.isValid != false
  }

  package init(digest: String, number: Int, by: String, move: SessionMoveRecord? = nil) {
    self.digest = digest
    self.number = number
    self.by = by
    self.move = move
  }
}

/// The variants of an experience that are switched off on all engines.
///
/// Engines watch it and need not agree: it takes effect while a publication could not.
package struct KillSwitchRecord: FleetRecord {
  /// The names of the variants; nil for all but the first.
  package var variants: [String]?
  /// The name of the operator who set it.
  package var by: String
  /// The time of the change, s since 1970.
  package var at: Int64
  /// The move of the open sessions in these variants; nil if they keep their version.
  package var move: SessionMoveRecord?

  package var isValid: Bool { self.move?.isValid != false }

  package init(variants: [String]?, by: String, at: Int64, move: SessionMoveRecord? = nil) {
    self.variants = variants
    self.by = by
    self.at = at
    self.move = move
  }

  /// A switch whose record is unreadable: all variants are off.
  static let unreadable = KillSwitchRecord(variants: nil, by: "unreadable record", at: 0)
}

/// An entry in a document's history.
package struct HistoryRecord: FleetRecord {
  package enum Action: String, Codable, Hashable, Sendable {
    case published
    case rolledBack = "rolled back"
    case withdrawn
  }

  /// The valid numbers of entries: integers that JSON represents exactly.
  package static let numbers = 1 ... 1 << 53

  package var action: Action
  /// The digest of the activated or withdrawn version.
  package var digest: String
  package var by: String
  /// The time of the change, s since 1970.
  package var at: Int64

  package var isValid: Bool { FleetKey.isName(self.digest) }

  package init(action: Action, digest: String, by: String, at: Int64) {
    self.action = action
    self.digest = digest
    self.by = by
    self.at = at
  }
}
