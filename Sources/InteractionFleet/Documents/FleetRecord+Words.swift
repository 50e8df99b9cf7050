import Foundation
import InteractionFiles

// Records as operators read them. Whatever the store holds shows as it is, in one line.

extension OfferRecord {
  /// Who publishes what, since when.
  package var words: String {
    "\(self.by.printableName) has been publishing \(self.digest.prefix(12).description.printable)"
      + " since \(HistoryRecord.text(of: self.at))"
  }
}

extension HistoryRecord {
  /// The last second of the year 9999: dates after it have more digits than others.
  private static let lastTime: Int64 = 253_402_300_799

  /// A time, s since 1970, such as `2026-11-23T13:10:43Z`.
  static func text(of time: Int64) -> String {
    guard (0 ... Self.lastTime).contains(time) else { return "unknown time (\(time))" }
    return Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
  }
}

extension FleetState {
  /// The changes of a document, one in each line, the newest first: number, time, action, the
  /// version's digest, who, and whether it is in force or at hand.
  package func historyLines(of name: DocumentName) -> [String] {
    (self.history[name] ?? [:]).sorted { $0.key > $1.key }.map { number, record in
      var words = [
        "\(number)", HistoryRecord.text(of: record.at), record.action.rawValue,
        record.digest.prefix(12).description.printable, record.by.printableName,
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
  /// The name of a user or an engine, as far as a line has room for it.
  var printableName: String { self.printable(atMost: 64) }
}
