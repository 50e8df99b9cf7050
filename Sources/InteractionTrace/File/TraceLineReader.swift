import InteractionCore
import InteractionWire

/// The words of one line, read in order; `key=value` pairs may come in any order.
struct TraceLineReader {
  private var words: [Substring]
  private var pairs: [Substring: Substring] = [:]
  /// The keys of unread pairs, and the keys that occur twice.
  private var unread: Set<Substring> = []
  private var repeated: Set<Substring> = []

  init(_ text: Substring) {
    self.words = []
    for word in text.split(separator: " ") {
      if let split = word.firstIndex(of: "=") {
        let key = word[..<split]
        if !self.unread.insert(key).inserted { self.repeated.insert(key) }
        self.pairs[key] = word[word.index(after: split)...]
      } else {
        self.words.append(word)
      }
    }
    self.words.reverse()
  }

  /// Returns the next word that is not a pair.
  mutating func next(_ what: String) throws(TraceError) -> String {
    guard let word = self.words.popLast() else { throw TraceError("\(what) is missing") }
    return String(word)
  }

  /// Returns the next word that is not a pair; nil if there is none.
  mutating func nextIfAny() -> String? {
    self.words.popLast().map(String.init)
  }

  /// Returns the next word, unescaped.
  mutating func text(_ what: String) throws(TraceError) -> String {
    Self.unescaped(try self.next(what))
  }

  /// Returns a text as one word: spaces, control characters and the characters =%" are
  /// percent-encoded, and an empty text is `""`.
  static func escaped(_ text: String) -> String {
    if text.isEmpty { return "\"\"" }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte > 0x20 && byte != 0x7F && !"=%\"".utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += Array("%".utf8) + (byte < 16 ? Array("0".utf8) : [])
        bytes += Array(String(byte, radix: 16).utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of an escaped word.
  static func unescaped(_ word: String) -> String {
    if word == "\"\"" { return "" }
    var bytes: [UInt8] = []
    var rest = Array(word.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      // A sign is not a digit, but would be parsed.
      let isHex = digits.utf8.count == 2 && digits.allSatisfy(\.isHexDigit)
      if byte == UInt8(ascii: "%"), isHex, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Checks that the line has been read completely.
  ///
  /// - Throws: ``TraceError`` for an unread word or pair, or for a key that occurs twice.
  func finish() throws(TraceError) {
    if let key = self.repeated.min() {
      throw TraceError("\(key.prefix(20))= is set twice; remove one")
    }
    if let key = self.unread.min() {
      throw TraceError("unknown key \(key.prefix(20))=")
    }
    if let word = self.words.last {
      throw TraceError("unexpected word '\(word.prefix(20))'")
    }
  }

  /// Returns the comma-separated numbers of a pair; none if it is missing.
  mutating func list<Number: LosslessStringConvertible>(_ key: Substring) throws(TraceError)
    -> [Number]
  {
    self.unread.remove(key)
    guard let text = self.pairs[key] else { return [] }
    var numbers: [Number] = []
    for part in text.split(separator: ",") {
      guard let number = Number(String(part)) else {
        throw Self.malformed(text, String(key), Number.self)
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns the remaining words.
  mutating func rest() -> [String] {
    defer { self.words = [] }
    return self.words.reversed().map(String.init)
  }

  mutating func number<Number: LosslessStringConvertible>(
    _ what: String
  ) throws(TraceError) -> Number {
    let word = try self.next(what)
    guard let number = Number(word) else { throw Self.malformed(word, what, Number.self) }
    return number
  }

  mutating func choice<Value: WireEnum>(_ what: String) throws(TraceError) -> Value {
    try Self.value(of: self.next(what), what)
  }

  /// Returns the value of the next word; nil for `-`.
  mutating func choiceIfAny<Value: WireEnum>(_ what: String) throws(TraceError) -> Value? {
    let word = try self.next(what)
    return word == "-" ? nil : try Self.value(of: word, what)
  }

  /// Returns the enumeration value of a pair; nil if the pair is missing.
  mutating func choice<Value: WireEnum>(for key: Substring) throws(TraceError) -> Value? {
    self.unread.remove(key)
    guard let word = self.pairs[key] else { return nil }
    return try Self.value(of: String(word), String(key))
  }

  /// Returns the error of a word that is not a value of a type.
  private static func malformed<Value>(
    _ word: some StringProtocol, _ what: String, _: Value.Type
  ) -> TraceError {
    let requirement = Value.self == Bool.self ? "true or false" : "a number"
    return TraceError("\(what) is '\(word)'; must be \(requirement)")
  }

  private static func value<Value: WireEnum>(
    of word: String, _ what: String
  ) throws(TraceError) -> Value {
    // Older recordings contain Swift's case names, such as `programmaticMoved`.
    guard let value = Value.allCases.first(where: { $0.word == word || "\($0)" == word }) else {
      let known = Value.allCases.map { $0.word }.joined(separator: ", ")
      throw TraceError("\(what) is '\(word)'; must be one of \(known)")
    }
    return value
  }

  /// Returns the value of a pair; `fallback` if it is missing, or an error without a fallback.
  mutating func value<Value: LosslessStringConvertible>(
    _ key: Substring, _ fallback: Value? = nil
  ) throws(TraceError) -> Value {
    self.unread.remove(key)
    guard let text = self.pairs[key] else {
      guard let fallback else { throw TraceError("\(key)= is missing") }
      return fallback
    }
    guard let value = Value(String(text)) else {
      throw Self.malformed(text, String(key), Value.self)
    }
    return value
  }

  func has(_ key: Substring) -> Bool { self.pairs[key] != nil }

  /// Returns the pairs whose key begins with one of the prefixes and a dot, in the line's order.
  mutating func values(
    with prefixes: [Substring]
  ) throws(TraceError) -> [(prefix: Substring, key: String, value: Double)] {
    var found: [(prefix: Substring, key: String, value: Double)] = []
    for (key, text) in self.pairs.sorted(by: { $0.key.startIndex < $1.key.startIndex }) {
      guard let dot = key.firstIndex(of: "."), prefixes.contains(key[..<dot]) else { continue }
      self.unread.remove(key)
      guard let value = Double(text) else { throw Self.malformed(text, String(key), Double.self) }
      found.append((key[..<dot], String(key[dot...].dropFirst()), value))
    }
    return found
  }
}
