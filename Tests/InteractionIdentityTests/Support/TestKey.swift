import Crypto
import CryptoExtras
import Foundation
import Testing

/// A private key that signs test tokens, with its public half as a JSON Web Key.
struct TestKey: Sendable {
  enum Private: Sendable {
    case p256(P256.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  var id: String
  var key: Private

  static let p256 = TestKey(id: "p256", key: .p256(P256.Signing.PrivateKey()))
  static let ed25519 = TestKey(id: "ed25519", key: .ed25519(Curve25519.Signing.PrivateKey()))
  static let madeRSA = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

  static var rsa: TestKey {
    get throws { TestKey(id: "rsa", key: .rsa(try self.madeRSA.get())) }
  }

  /// One key of each type.
  static var all: [TestKey] {
    get throws { [.p256, .ed25519, try .rsa] }
  }

  static func named(_ id: String) throws -> TestKey {
    let key = try self.all.first { $0.id == id }
    return try #require(key)
  }

  var algorithm: String {
    switch self.key {
    case .p256: "ES256"
    case .ed25519: "EdDSA"
    case .rsa: "RS256"
    }
  }

  func sign(_ bytes: some DataProtocol) throws -> Data {
    switch self.key {
    case .p256(let key): try key.signature(for: bytes).rawRepresentation
    case .ed25519(let key): try key.signature(for: bytes)
    case .rsa(let key):
      try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        .rawRepresentation
    }
  }

  /// The members of the public key.
  var members: [String: String] {
    get throws {
      var members = ["kid": self.id, "use": "sig", "alg": self.algorithm]
      switch self.key {
      case .p256(let key):
        let point = key.publicKey.rawRepresentation
        members["kty"] = "EC"
        members["crv"] = "P-256"
        members["x"] = point.prefix(32).base64URL
        members["y"] = point.suffix(32).base64URL
      case .ed25519(let key):
        members["kty"] = "OKP"
        members["crv"] = "Ed25519"
        members["x"] = key.publicKey.rawRepresentation.base64URL
      case .rsa(let key):
        let numbers = try key.publicKey.getKeyPrimitives()
        members["kty"] = "RSA"
        members["n"] = numbers.modulus.base64URL
        members["e"] = numbers.publicExponent.base64URL
      }
      return members
    }
  }
}

extension DataProtocol {
  /// The bytes in base64url.
  var base64URL: String {
    Data(self).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
