public import InteractionCore
import InteractionTrace

/// Whether the directives of two runs are the same, and where they first differ.
public struct Comparison: Hashable, Sendable {
  /// What may differ.
  public enum Strictness: Hashable, Sendable {
    /// Nothing.
    case everything
    /// The number of the causing event: it depends on how many samples were left out.
    case exceptCauseNumbers
  }

  /// The first place where the runs differ.
  public struct Difference: Hashable, Sendable {
    /// Where, from 0.
    public var index: Int
    /// What was recorded; nil if nothing was.
    public var expected: Directive?
    /// What came; nil if nothing did.
    public var received: Directive?
  }

  private let strictness: Strictness
  /// How many directives were recorded and received.
  public var expectedCount: Int
  public var receivedCount: Int
  /// Where they first differ; nil if they do not.
  public var difference: Difference?

  public init(expected: [Directive], received: [Directive], strictness: Strictness) {
    self.strictness = strictness
    self.expectedCount = expected.count
    self.receivedCount = received.count
    for index in 0 ..< max(expected.count, received.count) {
      let left = index < expected.count ? expected[index] : nil
      let right = index < received.count ? received[index] : nil
      if left.map({ strictness.view($0) }) != right.map({ strictness.view($0) }) {
        self.difference = Difference(index: index, expected: left, received: right)
        return
      }
    }
  }

  /// The first difference, side by side: recorded on the left, received on the right.
  public func sideBySide(width: Int = 56) -> String {
    guard let difference = self.difference else { return "" }
    let left = difference.expected.map(TimelineText.fields) ?? ["(none)"]
    let right = difference.received.map(TimelineText.fields) ?? ["(none)"]
    var rows = [
      "directive \(difference.index + 1) differs",
      Self.pad("recorded", to: width) + " │ received",
    ]
    for row in 0 ..< max(left.count, right.count) {
      let a = row < left.count ? left[row] : ""
      let b = row < right.count ? right[row] : ""
      let isCause = a.contains("\"eventSequence\"") && self.strictness == .exceptCauseNumbers
      let mark = a == b || isCause ? "│" : "┃"
      rows.append("\(Self.pad(String(a.prefix(width)), to: width)) \(mark) \(b)")
    }
    return rows.joined(separator: "\n")
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}

extension Comparison.Strictness {
  fileprivate func view(_ directive: Directive) -> Directive {
    switch self {
    case .everything:
      return directive
    case .exceptCauseNumbers:
      var directive = directive
      if case .event = directive.cause { directive.cause = .event(sequence: 0) }
      return directive
    }
  }
}
