/// A stable JSON encoding: numbers without exponent, no spaces.
enum StableJSON {
  /// Returns a number rounded to seven decimals: ten times finer than the clients' tolerance.
  static func number(_ value: Double) -> String {
    let scaled = (value * 1e7).rounded()
    // No layout or timeline has such numbers; null is better than a wrong value.
    guard abs(scaled) < 9e15 else { return "null" }
    let digits = Int64(scaled)
    let (whole, rest) = digits.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    var fraction = String(rest + 10_000_000).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return (digits < 0 ? "-" : "") + "\(whole)" + (fraction.isEmpty ? "" : ".\(fraction)")
  }

  /// Returns an array of numbers.
  static func numbers(_ values: Double...) -> String {
    Self.array(values.map { Self.number($0) })
  }

  /// Returns a string in quotes.
  static func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        quoted += "\\"
        quoted.unicodeScalars.append(scalar)
      } else if scalar.value < 0x20 {
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns an array of values that are JSON already.
  static func array(_ values: [String]) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  /// Returns an object of values that are JSON already, in this order.
  static func object(_ fields: [(key: String, json: String)]) -> String {
    "{" + fields.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}
