import Crypto
import CryptoExtras
import Foundation
import InteractionIdentity
import Testing

@Suite("Algorithms that are refused")
struct AlgorithmTests {
  /// Values of `alg` besides the three accepted ones.
  static let foreign = [
    "none", "None", "NONE", "nOnE", "none ", "", "null", "HS256", "HS384", "HS512", "RS384",
    "RS512", "PS256", "PS384", "PS512", "ES384", "ES512", "ES256K", "Ed25519", "Ed448", "ML-DSA-65",
    "es256", "ES256 ", "rs256", "eddsa", "RSA-OAEP", "dir",
  ]

  @Test("a header with another algorithm, signed by a good key", arguments: Self.foreign)
  func claimed(algorithm: String) async throws {
    let verifier = try verifier(of: try TestKey.all)
    for key in try TestKey.all {
      let token = TestToken(key).with(header: ["alg": "\"\(algorithm)\""])
      let unsigned = token.signedText + "."
      for text in [try token.text(), unsigned] {
        let error = await verifier.refusal(of: text)
        #expect(error?.reason == .tokenInvalid)
        #expect(error?.message == "alg must be one of ES256, EdDSA, RS256")
      }
    }
  }

  @Test(
    "a header that is not about an algorithm", arguments: [nil, "null", "7", #"["ES256"]"#, "{}"])
  func missing(algorithm: String?) async throws {
    let token = try TestToken().with(header: ["alg": algorithm]).text()
    #expect(try await verifier(of: [.p256]).refusal(of: token)?.reason == .tokenInvalid)
  }

  @Test("an accepted algorithm that is not the key's, over a signature of the key")
  func mislabelled() async throws {
    let verifier = try verifier(of: try TestKey.all)
    for key in try TestKey.all {
      for other in try TestKey.all where other.id != key.id {
        let token = TestToken(key).with(header: ["alg": "\"\(other.algorithm)\""])
        let error = await verifier.refusal(of: try token.text())
        #expect(error?.reason == .tokenInvalid)
        #expect(error?.message == "alg must be that of the key that kid names")
      }
    }
  }

  @Test("a swapped header before the first signature")
  func swapped() async throws {
    let verifier = try verifier(of: try TestKey.all)
    for key in try TestKey.all {
      let token = TestToken(key)
      let signature = try token.text().split(separator: ".")[2]
      for algorithm in Self.foreign + ["ES256", "EdDSA", "RS256"] {
        let header = [
          "alg": "\"\(algorithm)\"", "kid": "\"\(key.id)\"", "cty": #""JWT""#,
        ]
        let text = "\(token.with(header: header).signedText).\(signature)"
        #expect(await verifier.refusal(of: text)?.reason == .tokenInvalid)
      }
    }
  }

  /// Returns the encodings of a public key that an attacker could use as an HMAC secret.
  private static func publicForms(of key: TestKey) throws -> [Data] {
    switch key.key {
    case .p256(let key):
      let key = key.publicKey
      return [
        Data(key.pemRepresentation.utf8), Data((key.pemRepresentation + "\n").utf8),
        key.derRepresentation, key.rawRepresentation, key.x963Representation,
      ]
    case .ed25519(let key):
      let raw = key.publicKey.rawRepresentation
      let der = Data([0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]) + raw
      let pem = "-----BEGIN PUBLIC KEY-----\n\(der.base64EncodedString())\n-----END PUBLIC KEY-----"
      return [Data(pem.utf8), Data((pem + "\n").utf8), der, raw]
    case .rsa(let key):
      let key = key.publicKey
      return [
        Data(key.pemRepresentation.utf8), Data((key.pemRepresentation + "\n").utf8),
        Data(key.pkcs1PEMRepresentation.utf8), key.derRepresentation, key.pkcs1DERRepresentation,
        try key.getKeyPrimitives().modulus, Data(try TestKey.rsa.members["n", default: ""].utf8),
      ]
    }
  }

  @Test("a public key as the secret of an HMAC, whatever the header claims")
  func confusion() async throws {
    let verifier = try verifier(of: try TestKey.all)
    for key in try TestKey.all {
      for secret in try Self.publicForms(of: key) + [Data()] {
        for algorithm in ["HS256", "hs256", "RS256", "ES256", "EdDSA", "none"] {
          let text = TestToken(key).with(header: ["alg": "\"\(algorithm)\""]).signedText
          let code = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8), using: SymmetricKey(data: secret))
          let error = await verifier.refusal(of: "\(text).\(Data(code).base64URL)")
          #expect(error?.reason == .tokenInvalid)
        }
      }
    }
  }

  @Test("a signature with other padding by the same RSA key")
  func padding() async throws {
    let text = TestToken(try .rsa).signedText
    let digest = SHA256.hash(data: Data(text.utf8))
    let signature = try TestKey.madeRSA.get().signature(for: digest, padding: .PSS)
    let token = "\(text).\(signature.rawRepresentation.base64URL)"
    #expect(
      try await verifier(of: [.rsa]).refusal(of: token)?.message
        == "the signature does not match the key that kid names")
  }

  /// The order of Ed25519's group, little-endian.
  private static let order: [UInt8] =
    [
      0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE,
      0x14,
    ] + Array(repeating: 0, count: 15) + [0x10]

  /// Returns an Ed25519 signature whose scalar is increased by the group's order, which is
  /// equivalent on the curve.
  private static func malleated(_ signature: Data) -> Data {
    var carry = 0
    let scalar = zip(signature.suffix(32), Self.order).map { one, other in
      carry += Int(one) + Int(other)
      defer { carry >>= 8 }
      return UInt8(carry & 0xFF)
    }
    return signature.prefix(32) + scalar
  }

  @Test("signatures of the wrong form", arguments: ["p256", "ed25519", "rsa"])
  func forms(id: String) async throws {
    let key = try TestKey.named(id)
    let verifier = try verifier(of: [key])
    let text = TestToken(key).signedText
    let good = try key.sign(Data(text.utf8))
    var bad = [
      Data(), Data(good.dropLast()), Data(good.dropFirst()), good + [0], [0] + good, good + good,
      Data(repeating: 0, count: good.count), Data(repeating: 255, count: good.count),
    ]
    if case .p256 = key.key {
      bad.append(try P256.Signing.ECDSASignature(rawRepresentation: good).derRepresentation)
      bad.append(Data(repeating: 0, count: 32) + good.suffix(32))
    }
    if case .ed25519 = key.key { bad.append(Self.malleated(good)) }
    #expect(await verifier.refusal(of: "\(text).\(good.base64URL)") == nil)
    for signature in bad {
      let error = await verifier.refusal(of: "\(text).\(signature.base64URL)")
      #expect(error?.message == "the signature does not match the key that kid names")
    }
  }
}
