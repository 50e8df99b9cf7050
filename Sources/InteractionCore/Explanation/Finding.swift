/// The result of one rule for an event.
public struct Finding: Hashable, Sendable {
  /// The rule's ID, such as `R3`.
  public var rule: String
  /// The subject: `list home`, `toggle rocket`, `floor`, `tab 2`, `pages`, `session`.
  public var subject: String
  /// The compared values and the result.
  public var text: String
  /// The name of the deadline that caused the finding; nil for the event itself.
  public var deadline: String?

  public init(_ rule: String, _ subject: String, _ text: String, deadline: String? = nil) {
    self.rule = rule
    self.subject = subject
    self.text = text
    self.deadline = deadline
  }
}

extension Session {
  /// Handles one event as ``handle(_:)`` does, and explains the result of every rule involved.
  ///
  /// - Returns: The directives, and at least one finding for an event that is applied.
  public mutating func explain(
    _ event: InteractionEvent
  ) -> (directives: [Directive], findings: [Finding]) {
    guard self.violations(in: event).isEmpty else { return ([], []) }
    let outcome = self.decide(event, into: Outcome(findings: []))
    return (outcome.directives, outcome.findings ?? [])
  }
}

extension Session {
  /// Applies an event; adds a finding if no rule does.
  mutating func explain(_ event: InteractionEvent, isFirst: Bool, in turn: inout CauseContext) {
    if event.time < self.state.now { turn.note(self.findingAboutLateness(of: event)) }
    let (notes, directives) = (turn.outcome.findings?.count, turn.outcome.directives.count)
    self.apply(event.kind, isFirst: isFirst, in: &turn)
    guard turn.outcome.findings?.count == notes else { return }
    let isShown = turn.outcome.directives.count > directives
    turn.note(self.finding(about: event.kind, isShown: isShown))
  }
}

extension Session.CauseContext {
  /// A Boolean value that indicates whether findings are requested; always false in the module for
  /// web pages, which is smaller without them.
  var explains: Bool {
    #if hasFeature(Embedded)
      false
    #else
      self.outcome.findings != nil
    #endif
  }

  /// Adds a finding; only valid if the turn ``explains``.
  mutating func note(_ finding: Finding) {
    var finding = finding
    if case .deadline(let name) = self.cause { finding.deadline = name }
    self.outcome.findings?.append(finding)
  }

  mutating func note(_ rule: String, _ subject: String, _ text: String) {
    self.note(Finding(rule, subject, text))
  }
}

/// Returns the wire contract's name of a case: `scroll_to_top` for `scrollToTop`.
func wireName(_ value: some Any) -> String {
  var word = ""
  for letter in "\(value)" {
    if letter.isUppercase { word += "_" }
    word += letter.lowercased()
  }
  return word
}
