package import InteractionCore

/// Returns `value`, for a field whose zero value is meaningful.
///
/// - Throws: A ``Violation`` of `field` unless the message has it (D1).
package func required<Value>(
  _ has: Bool, _ value: Value, _ field: String
) throws(Violation) -> Value {
  guard has else { throw Violation(field: field, problem: "must be specified") }
  return value
}
