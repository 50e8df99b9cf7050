import Foundation

/// What the values of a fleet's keys say, as JSON that operators can read with `etcdctl`.
package protocol FleetRecord: Codable, Hashable, Sendable {
  /// A Boolean value that indicates whether an engine or a publisher can have written it.
  var isSound: Bool { get }
}

extension FleetRecord {
  package var isSound: Bool { true }

  package var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The only errors are numbers that JSON does not have, which no record holds.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  /// Nil for what is no such record, or a damaged one.
  package init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)), record.isSound
    else { return nil }
    self = record
  }
}

/// An engine that is there.
package struct EngineRecord: FleetRecord {
  /// A number that no other run of an engine has, of the same name or not.
  package var run: UInt64
  /// When it joined, s since 1970, by its own clock. For people; nothing is decided by it.
  package var since: Int64

  package init(run: UInt64, since: Int64) {
    self.run = run
    self.since = since
  }
}

/// A version that is to come into force.
package struct OfferRecord: FleetRecord {
  package var digest: String
  /// Who published it.
  package var by: String
  /// When, s since 1970, by the publisher's clock.
  package var at: Int64
  package var action: HistoryRecord.Action

  package var isSound: Bool { FleetKey.isName(self.digest) }

  package init(digest: String, by: String, at: Int64, action: HistoryRecord.Action) {
    self.digest = digest
    self.by = by
    self.at = at
    self.action = action
  }
}

/// An engine knows a version.
package struct AcceptanceRecord: FleetRecord {
  /// The revision of the offer that it accepts.
  package var offer: Int64

  package init(offer: Int64) { self.offer = offer }
}

/// Why an engine cannot use a version.
package struct RefusalRecord: FleetRecord {
  package var reasons: [String]

  package init(reasons: [String]) { self.reasons = reasons }
}

/// What is in force.
package struct ActiveRecord: FleetRecord {
  package var digest: String
  /// The number of its record in the history.
  package var number: Int
  /// Who brought it into force.
  package var by: String

  package var isSound: Bool {
    FleetKey.isName(self.digest) && HistoryRecord.numbers.contains(self.number)
  }

  package init(digest: String, number: Int, by: String) {
    self.digest = digest
    self.number = number
    self.by = by
  }
}

/// A change of what is in force.
package struct HistoryRecord: FleetRecord {
  package enum Action: String, Codable, Hashable, Sendable {
    case published
    case rolledBack = "rolled back"
    case withdrawn
  }

  /// The numbers that changes can have: those that JSON holds exactly for every reader.
  package static let numbers = 1 ... 1 << 53

  package var action: Action
  /// Of the version that came into force, or was withdrawn.
  package var digest: String
  package var by: String
  /// When, s since 1970.
  package var at: Int64

  package var isSound: Bool { FleetKey.isName(self.digest) }

  package init(action: Action, digest: String, by: String, at: Int64) {
    self.action = action
    self.digest = digest
    self.by = by
    self.at = at
  }
}
