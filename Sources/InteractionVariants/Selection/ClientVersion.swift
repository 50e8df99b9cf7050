/// A version number of a client, such as 2.10.3. A suffix, as in `2.10.3-beta`, is ignored.
package struct ClientVersion: Comparable, Hashable, Sendable {
  /// The numbers, without trailing zeros.
  private let numbers: [UInt32]

  /// Creates a version; nil if the text does not begin with a number.
  package init?(_ text: String) {
    let plain = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    var numbers: [UInt32] = []
    for part in plain.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = UInt32(part) else { return nil }
      numbers.append(number)
    }
    let rest = text.dropFirst(plain.count).first
    guard !numbers.isEmpty, rest == nil || rest == "-" || rest == "+" || rest == " " else {
      return nil
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  package static func < (one: ClientVersion, other: ClientVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }
}
