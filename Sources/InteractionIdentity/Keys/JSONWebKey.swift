import Foundation
import JWTKit

/// A JSON Web Key (RFC 7517, 4), validated member by member.
///
/// Unknown members are ignored, as the RFC requires. An invalid known one is a problem: a key that
/// is meant for another use must not verify tokens.
@available(InteractionEngine 1.0, *)
struct JSONWebKey {
  /// The maximum size of a `kid`, bytes.
  static let maximumIDBytes = 128
  /// The accepted sizes of an RSA modulus, bits: smaller ones are weak, larger ones slow.
  static let modulusBits = 2048 ... 8192
  /// The minimum RSA public exponent (FIPS 186-5, 5.4).
  static let minimumExponent = 65537
  /// The members of private and symmetric keys (RFC 7518, 6).
  private static let privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  /// The `kid`; nil if it is absent or invalid.
  private(set) var id: String?
  /// The key; nil if there are problems.
  private(set) var key: VerificationKey?
  /// The problems, as `field: expected value`.
  private(set) var problems: [String] = []

  private let members: [String: JSONValue]

  /// A Boolean value that indicates whether there is a `kid`, valid or not.
  var hasID: Bool { self.members["kid"] != nil }

  init(_ members: [String: JSONValue]) {
    self.members = members
    for name in Self.privateMembers where members[name] != nil {
      self.problems.append("\(name): must be absent; only public keys are allowed")
    }
    self.readUse()
    self.readID()
    let key = self.readKey()
    if self.problems.isEmpty { self.key = key }
  }

  private mutating func readUse() {
    if let use = self.members["use"], use != .text("sig") {
      self.problems.append("use: must be 'sig' or absent")
    }
    if let operations = self.members["key_ops"] {
      if case .texts(let names) = operations, names.contains("verify") { return }
      self.problems.append("key_ops: must contain 'verify' or be absent")
    }
  }

  private mutating func readID() {
    switch self.members["kid"] {
    case nil: break
    case .text(let id) where (1 ... Self.maximumIDBytes).contains(id.utf8.count): self.id = id
    default: self.problems.append("kid: must be a string of 1 to \(Self.maximumIDBytes) bytes")
    }
  }

  private mutating func readKey() -> VerificationKey? {
    switch self.members["kty"] {
    case .text("EC"):
      self.readName("crv", "P-256")
      self.readAlgorithm(.es256)
      return self.readP256()
    case .text("OKP"):
      self.readName("crv", "Ed25519")
      self.readAlgorithm(.edDSA)
      return self.readEd25519()
    case .text("RSA"):
      self.readAlgorithm(.rs256)
      return self.readRSA()
    case .text("oct"):
      self.problems.append("kty: must not be 'oct'; symmetric keys are not supported")
    default:
      self.problems.append("kty: must be 'EC', 'OKP' or 'RSA'")
    }
    return nil
  }

  private mutating func readAlgorithm(_ algorithm: SigningAlgorithm) {
    if self.members["alg"] != nil { self.readName("alg", algorithm.rawValue) }
  }

  private mutating func readName(_ name: String, _ expected: String) {
    if self.members[name] != .text(expected) {
      self.problems.append("\(name): must be '\(expected)' for this kty")
    }
  }
}

@available(InteractionEngine 1.0, *)
extension JSONWebKey {
  private mutating func readP256() -> VerificationKey? {
    // Both are read before the guard, so that the problems of both are listed.
    let (x, y) = (self.readBytes("x", count: 32), self.readBytes("y", count: 32))
    guard let x, let y else { return nil }
    guard let key = try? ES256PublicKey(parameters: (x, y)) else {
      self.problems.append("x, y: must be a point on the curve")
      return nil
    }
    return .p256(key)
  }

  private mutating func readEd25519() -> VerificationKey? {
    guard let x = self.readBytes("x", count: 32) else { return nil }
    guard let key = try? EdDSA.PublicKey(x: x, curve: .ed25519) else {
      self.problems.append("x: must be a point on the curve")
      return nil
    }
    return .ed25519(key)
  }

  private mutating func readRSA() -> VerificationKey? {
    let (n, e) = (self.readNumber("n"), self.readNumber("e"))
    guard let n, let e else { return nil }
    let (modulus, exponent) = (n.bytes, e.bytes)
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard Self.modulusBits.contains(bits) else {
      self.problems.append(
        "n: must have \(Self.modulusBits.lowerBound) to \(Self.modulusBits.upperBound) bits")
      return nil
    }
    let value = exponent.count > 4 ? 0 : exponent.reduce(0) { $0 << 8 | Int($1) }
    guard value >= Self.minimumExponent, value % 2 == 1 else {
      self.problems.append(
        "e: must be odd, at least \(Self.minimumExponent) and at most 32 bits long")
      return nil
    }
    guard let key = try? Insecure.RSA.PublicKey(modulus: n.text, exponent: e.text) else {
      self.problems.append("n: must be the modulus of an RSA key")
      return nil
    }
    return .rsa(key)
  }

  /// Returns a member as the text that JWTKit takes, if it is base64url of `count` bytes.
  private mutating func readBytes(_ name: String, count: Int) -> String? {
    guard let (text, bytes) = self.base64URL(name), bytes.count == count else {
      self.problems.append("\(name): must be base64url of \(count) bytes")
      return nil
    }
    return text
  }

  /// Returns a member that is base64url of a number, with its bytes without leading zeros.
  private mutating func readNumber(_ name: String) -> (text: String, bytes: Data)? {
    guard let (text, bytes) = self.base64URL(name) else {
      self.problems.append("\(name): must be base64url of a number")
      return nil
    }
    return (text, Data(bytes.drop { $0 == 0 }))
  }

  private func base64URL(_ name: String) -> (text: String, bytes: Data)? {
    guard case .text(let text) = self.members[name] else { return nil }
    return Base64URL.decode(text.utf8).map { (text, $0) }
  }
}
