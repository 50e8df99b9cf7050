import Foundation
import InteractionFiles

// Text for operators. Values from the store are escaped and kept on one line.

extension OfferRecord {
  /// The publisher, the digest and the start time of the offer.
  package var words: String {
    "\(self.by.displayName) has been publishing \(self.digest.prefix(12).description.printable)"
      + " since \(HistoryRecord.text(of: self.at))"
  }
}

extension HistoryRecord {
  /// The last second of the year 9999, s since 1970; later dates need more than four digits.
  private static let lastTime: Int64 = 253_402_300_799

  /// Returns a time, in s since 1970, as ISO 8601 such as `2026-11-23T13:10:43Z`.
  static func text(of time: Int64) -> String {
    guard (0 ... Self.lastTime).contains(time) else { return "unknown time (\(time))" }
    return Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
  }
}

extension FleetState {
  /// Returns the document's history, one line per change, newest first: number, time, action,
  /// digest, author, and whether the version is active ("in force") or still stored ("at hand").
  package func historyLines(of name: DocumentName) -> [String] {
    (self.history[name] ?? [:]).sorted { $0.key > $1.key }.map { number, record in
      var words = [
        "\(number)", HistoryRecord.text(of: record.at), record.action.rawValue,
        record.digest.prefix(12).description.printable, record.by.displayName,
      ]
      if self.active[name]?.record.number == number {
        words.append("in force")
      } else if self.texts[name]?[record.digest] != nil {
        words.append("at hand")
      }
      return words.joined(separator: "  ")
    }
  }
}

extension String {
  /// The name of a user or an engine, escaped and truncated to 64 characters.
  var displayName: String { self.printable(atMost: 64) }
}
