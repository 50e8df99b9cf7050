/// A step of a selection, for people.
package struct SelectionStep: Hashable, Sendable {
  /// The question, such as `platform`.
  package var step: String
  /// The client's value, and the value that is compared with it.
  package var input: String
  package var outcome: String

  package init(_ step: String, _ input: String, _ outcome: String) {
    self.step = step
    self.input = input
    self.outcome = outcome
  }
}
