/// A member of a JSON object, as far as headers, claims and keys are looked at.
@available(InteractionEngine 1.0, *)
enum JSONMember: Decodable, Equatable, Sendable {
  case text(String)
  case texts([String])
  case number(Double)
  /// Anything else; it is there, and that can be enough to refuse it.
  case other

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let texts = try? value.decode([String].self) {
      self = .texts(texts)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .other
    }
  }
}
