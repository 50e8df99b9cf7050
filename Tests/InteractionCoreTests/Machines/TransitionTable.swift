import Testing

/// A (phase × input) table as text: a header line with the phases, then a line for each input.
///
/// ```
///          | resting   | armed
/// began    | armed     | .
/// settled  | .         | resting
/// ```
struct TransitionTable: Sendable {
  /// A pair of input and phase, with the expected outcome.
  struct Pair: Sendable, CustomTestStringConvertible {
    var input: String
    var phase: String
    var expected: String

    var testDescription: String { "\(self.input) while \(self.phase)" }
  }

  /// The phases, from the header.
  let phases: [String]
  /// The inputs, from the first column.
  let inputs: [String]
  /// Every cell of the table, row by row.
  let pairs: [Pair]

  init(_ text: String) {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).map(trimmed)
    }
    self.phases = lines.first.map { Array($0.dropFirst()) } ?? []
    let rows = lines.dropFirst()
    self.inputs = rows.map { $0.first ?? "" }
    self.pairs = rows.flatMap { [phases] row in
      zip(row.dropFirst(), phases).map { Pair(input: row[0], phase: $1, expected: $0) }
    }
  }

  /// Returns the expected outcome of a pair; nil if the table does not contain it.
  func expected(_ input: String, while phase: String) -> String? {
    self.pairs.first { $0.input == input && $0.phase == phase }?.expected
  }

  /// Checks that the table is the full product of `inputs` and `phases`, each pair once and filled.
  func expectCovers(
    inputs: [String], phases: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.inputs.sorted() == inputs.sorted(), sourceLocation: sourceLocation)
    #expect(self.phases.sorted() == phases.sorted(), sourceLocation: sourceLocation)
    #expect(self.pairs.count == inputs.count * phases.count, sourceLocation: sourceLocation)
    let gaps = self.pairs.filter(\.expected.isEmpty).map(\.testDescription)
    #expect(gaps == [], sourceLocation: sourceLocation)
  }

  /// Checks that every cell of a table of exceptions corresponds to a cell of `table`, and that
  /// every row contains a difference.
  func expectRefines(
    _ table: TransitionTable, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(Set(self.inputs).count == self.inputs.count, sourceLocation: sourceLocation)
    #expect(Set(self.inputs).isSubset(of: table.inputs), sourceLocation: sourceLocation)
    #expect(self.phases == table.phases, sourceLocation: sourceLocation)
    let cells = self.inputs.count * self.phases.count
    #expect(self.pairs.count == cells, sourceLocation: sourceLocation)
    for pair in self.pairs {
      let former = table.expected(pair.input, while: pair.phase)
      #expect(pair.expected != former, "\(pair.testDescription)", sourceLocation: sourceLocation)
    }
  }
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while text.first == " " { text.removeFirst() }
  while text.last == " " { text.removeLast() }
  return String(text)
}
