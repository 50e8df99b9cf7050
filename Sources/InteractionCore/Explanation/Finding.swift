/// The result of one rule for an event.
public struct Finding: Hashable, Sendable {
  /// The rule's ID, such as `R3`.
  public var rule: String
  /// The subject: `list home`, `toggle rocket`, `floor`, `tab 2`, `pages`, `session`.
  public var subject: String
  /// The values that it compared, and what came of it.
  public var text: String
  /// The deadline that led to it; nil for the event itself.
  public var deadline: String?

  public init(_ rule: String, _ subject: String, _ text: String, deadline: String? = nil) {
    self.rule = rule
    self.subject = subject
    self.text = text
    self.deadline = deadline
  }
}

extension Session {
  /// Takes in one event as ``handle(_:)`` does, and says what each rule that looked at it found.
  ///
  /// - Returns: The directives, and at least one finding for an event that is applied.
  public mutating func explain(
    _ event: Event
  ) -> (directives: [Directive], findings: [Finding]) {
    guard self.violations(in: event).isEmpty else { return ([], []) }
    let outcome = self.decide(event, into: Outcome(findings: []))
    return (outcome.directives, outcome.findings ?? [])
  }
}

extension Session {
  /// Applies an event, and says what became of it if no rule did.
  mutating func explain(_ event: Event, isFirst: Bool, in turn: inout Turn) {
    if event.time < self.state.now { turn.note(self.findingAboutLateness(of: event)) }
    let (notes, directives) = (turn.outcome.findings?.count, turn.outcome.directives.count)
    self.apply(event.kind, isFirst: isFirst, in: &turn)
    guard turn.outcome.findings?.count == notes else { return }
    let isShown = turn.outcome.directives.count > directives
    turn.note(self.finding(about: event.kind, isShown: isShown))
  }
}

extension Session.Turn {
  /// Whether findings are wanted.
  var explains: Bool { self.outcome.findings != nil }

  /// Adds what a rule found; call it only if the turn ``explains``.
  mutating func note(_ finding: Finding) {
    var finding = finding
    if case .deadline(let name) = self.cause { finding.deadline = name }
    self.outcome.findings?.append(finding)
  }

  mutating func note(_ rule: String, _ subject: String, _ text: String) {
    self.note(Finding(rule, subject, text))
  }
}

/// The contract's word for a case: `scroll_to_top` for `scrollToTop`.
func word(_ value: some Any) -> String {
  var word = ""
  for letter in "\(value)" {
    if letter.isUppercase { word += "_" }
    word += letter.lowercased()
  }
  return word
}
