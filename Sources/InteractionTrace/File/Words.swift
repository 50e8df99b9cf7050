import InteractionCore

/// The words of one line, taken one after the other; `key=value` pairs may come in any order.
struct Words {
  private var words: [Substring]
  private var pairs: [Substring: Substring] = [:]

  init(_ text: Substring) {
    self.words = []
    for word in text.split(separator: " ") {
      if let split = word.firstIndex(of: "=") {
        self.pairs[word[..<split]] = word[word.index(after: split)...]
      } else {
        self.words.append(word)
      }
    }
    self.words.reverse()
  }

  /// The next word that is not a pair.
  mutating func next(_ what: String) throws(TraceError) -> String {
    guard let word = self.words.popLast() else { throw TraceError("\(what) is missing") }
    return String(word)
  }

  /// The words that are left.
  mutating func rest() -> [String] {
    defer { self.words = [] }
    return self.words.reversed().map(String.init)
  }

  mutating func number<Number: LosslessStringConvertible>(
    _ what: String
  ) throws(TraceError) -> Number {
    let word = try self.next(what)
    guard let number = Number(word) else { throw TraceError("\(what) is '\(word)'") }
    return number
  }

  mutating func choice<Value: CaseIterable>(_ what: String) throws(TraceError) -> Value {
    let word = try self.next(what)
    guard let value = Value.allCases.first(where: { "\($0)" == word }) else {
      let known = Value.allCases.map { "\($0)" }.joined(separator: ", ")
      throw TraceError("\(what) is '\(word)'; must be one of \(known)")
    }
    return value
  }

  /// The value of a pair; a missing one is `fallback`, or an error without one.
  func value<Value: LosslessStringConvertible>(
    _ key: Substring, _ fallback: Value? = nil
  ) throws(TraceError) -> Value {
    guard let text = self.pairs[key] else {
      guard let fallback else { throw TraceError("\(key)= is missing") }
      return fallback
    }
    guard let value = Value(String(text)) else { throw TraceError("\(key) is '\(text)'") }
    return value
  }

  func has(_ key: Substring) -> Bool { self.pairs[key] != nil }

  /// The pairs whose key starts with `prefix`, without it, sorted.
  func values(with prefix: String) throws(TraceError) -> [(key: String, value: Double)] {
    var found: [(key: String, value: Double)] = []
    for (key, text) in self.pairs.sorted(by: { $0.key < $1.key }) where key.hasPrefix(prefix) {
      guard let value = Double(text) else { throw TraceError("\(key) is '\(text)'") }
      found.append((String(key.dropFirst(prefix.count)), value))
    }
    return found
  }
}
