/// The value of a member of a JSON object, in the types that headers, claims and keys use.
@available(InteractionEngine 1.0, *)
enum JSONValue: Decodable, Equatable, Sendable {
  case text(String)
  case texts([String])
  case number(Double)
  /// A value of another type; its presence can be an error.
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
