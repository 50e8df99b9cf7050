public import InteractionCore

extension DirectiveComparison {
  /// The maximum number of differences that are listed.
  private static let maximumListed = 20

  /// The number of differences by type: `1 missing, 2 changed`.
  public var summary: String {
    func count(_ word: String, _ isMeant: (Difference) -> Bool) -> String? {
      let count = self.differences.count(where: isMeant)
      return count > 0 ? "\(count) \(word)" : nil
    }
    let parts = [
      count("missing") { if case .missing = $0 { true } else { false } },
      count("added") { if case .added = $0 { true } else { false } },
      count("changed") { if case .changed = $0 { true } else { false } },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the counts of a recording that differs, then ``lines(since:)``.
  ///
  /// - Parameters:
  ///   - name: The recording's name or file.
  ///   - start: The zero of the printed times.
  public func report(on name: String, since start: Instant) -> [String] {
    let counts = "\(self.receivedCount) directives, \(self.expectedCount) recorded"
    return ["\(name): \(counts): \(self.summary)"] + self.lines(since: start)
  }

  /// Returns the differences: a line with `-` for each directive that is recorded and not received,
  /// one with `+` for each that was received instead; then the first difference field by field.
  public func lines(since start: Instant) -> [String] {
    let changes = self.differences.prefix(Self.maximumListed).flatMap { difference in
      [
        difference.expected.map { "- \(TimelineText.line($0, since: start))" },
        difference.received.map { "+ \(TimelineText.line($0, since: start))" },
      ].compactMap(\.self)
    }
    let rest = self.differences.count - Self.maximumListed
    return changes + (rest > 0 ? ["and \(rest) more"] : []) + self.sideBySide()
  }

  /// Returns the first difference side by side: recorded on the left, received on the right.
  private func sideBySide(width: Int = 56) -> [String] {
    guard let difference = self.differences.first else { return [] }
    let left = difference.expected.map(TimelineText.fields) ?? ["(none)"]
    let right = difference.received.map(TimelineText.fields) ?? ["(none)"]
    var rows = [Self.pad("recorded", to: width) + " │ received"]
    for row in 0 ..< max(left.count, right.count) {
      let a = row < left.count ? left[row] : ""
      let b = row < right.count ? right[row] : ""
      let isCause = a.contains("\"eventSequence\"") && self.strictness == .exceptCauseNumbers
      let mark = a == b || isCause ? "│" : "┃"
      rows.append("\(Self.pad(String(a.prefix(width)), to: width)) \(mark) \(b)")
    }
    return rows
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}

extension DirectiveComparison.Difference {
  /// The recorded directive; nil if there is none.
  var expected: Directive? {
    switch self {
    case .changed(let expected, _), .missing(let expected): expected
    case .added: nil
    }
  }

  /// The received directive; nil if there is none.
  var received: Directive? {
    switch self {
    case .changed(_, let received), .added(let received): received
    case .missing: nil
    }
  }
}
