import Crypto
import CryptoExtras
import Foundation
import InteractionIdentity
import Testing

@Suite("Key set files that are refused")
struct JSONWebKeySetTests {
  private func problems(_ text: String) throws -> [String] {
    let file = try TestFile(text)
    do throws(IdentityConfigurationError) {
      _ = try WatchedKeySet(file.url)
      return []
    } catch {
      let prefix = "\(file.url.path): "
      #expect(error.problems.allSatisfy { $0.hasPrefix(prefix) })
      return error.problems.map { String($0.dropFirst(prefix.count)) }
    }
  }

  /// Returns the problems of a set with a valid key and a changed one, whose members are JSON.
  private func problems(of key: TestKey, _ changes: [String: String?]) throws -> [String] {
    var members = try key.members.mapValues { "\"\($0)\"" }
    members["kid"] = #""changed""#
    for (name, value) in changes { members[name] = value }
    let good = try TestFile.text(of: [.p256]).dropLast(2)
    let changed = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    return try self.problems("\(good),{\(changed)}]}")
  }

  @Test(
    "private and symmetric members are named", arguments: ["d", "p", "q", "dp", "dq", "qi", "k"])
  func privateMembers(name: String) throws {
    for key in try TestKey.all {
      for value in [#""AQAB""#, "null", "[]"] {
        let problems = try self.problems(of: key, [name: value])
        #expect(problems == ["keys[1].\(name): must be absent; only public keys are allowed"])
      }
    }
  }

  @Test("a symmetric key is refused")
  func symmetric() throws {
    let text = #"{"keys":[{"kty":"oct","kid":"a","alg":"HS256","k":"c2VjcmV0"}]}"#
    #expect(
      try self.problems(text) == [
        "keys[0].k: must be absent; only public keys are allowed",
        "keys[0].kty: must not be 'oct'; symmetric keys are not supported",
      ])
  }

  @Test(
    "members of any kind of key",
    arguments: [
      (["use": #""enc""#], "use: must be 'sig' or absent"),
      (["use": "null"], "use: must be 'sig' or absent"),
      (["key_ops": #"["sign"]"#], "key_ops: must contain 'verify' or be absent"),
      (["key_ops": #""verify""#], "key_ops: must contain 'verify' or be absent"),
      (["kid": #""""#], "kid: must be a string of 1 to 128 bytes"),
      (["kid": "7"], "kid: must be a string of 1 to 128 bytes"),
      (
        ["kid": "\"\(String(repeating: "k", count: 129))\""],
        "kid: must be a string of 1 to 128 bytes"
      ),
      (["kid": #""p256""#], "kid: is a duplicate; must be unique"),
      (["kid": nil], "kid: is missing; required in a set of several keys"),
      (["kty": nil], "kty: must be 'EC', 'OKP' or 'RSA'"),
      (["kty": #""ec""#], "kty: must be 'EC', 'OKP' or 'RSA'"),
      (["kty": #""AKP""#], "kty: must be 'EC', 'OKP' or 'RSA'"),
    ] as [([String: String?], String)])
  func common(changes: [String: String?], problem: String) throws {
    for key in try TestKey.all {
      #expect(try self.problems(of: key, changes) == ["keys[1].\(problem)"])
    }
  }

  @Test("an algorithm that is not for the kind of key")
  func algorithms() throws {
    for key in try TestKey.all {
      for algorithm in ["HS256", "none", "PS256", "RS512", "ES384", "ES256", "EdDSA", "RS256"]
      where algorithm != key.algorithm {
        #expect(
          try self.problems(of: key, ["alg": "\"\(algorithm)\""]) == [
            "keys[1].alg: must be '\(key.algorithm)' for this kty"
          ])
      }
    }
  }

  @Test("curves and points")
  func points() throws {
    let long = Data(repeating: 1, count: 33).base64URL
    let off = Data(repeating: 1, count: 32).base64URL
    for (key, changes, problem) in [
      (.p256, ["crv": #""P-384""#], "crv: must be 'P-256' for this kty"),
      (.p256, ["crv": nil], "crv: must be 'P-256' for this kty"),
      (.ed25519, ["crv": #""X25519""#], "crv: must be 'Ed25519' for this kty"),
      (.ed25519, ["crv": #""Ed448""#], "crv: must be 'Ed25519' for this kty"),
      (.p256, ["x": nil], "x: must be base64url of 32 bytes"),
      (.p256, ["x": "\"\(long)\""], "x: must be base64url of 32 bytes"),
      (.p256, ["y": #""AA==""#], "y: must be base64url of 32 bytes"),
      (.p256, ["x": "\"\(off)\"", "y": "\"\(off)\""], "x, y: must be a point on the curve"),
      (.ed25519, ["x": "\"\(long)\""], "x: must be base64url of 32 bytes"),
      (.ed25519, ["x": "7"], "x: must be base64url of 32 bytes"),
    ] as [(TestKey, [String: String?], String)] {
      #expect(try self.problems(of: key, changes) == ["keys[1].\(problem)"])
    }
  }

  @Test("RSA numbers")
  func numbers() throws {
    let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)).publicKey
    let weak = try short.getKeyPrimitives().modulus
    let bits2047 = Data([0x7F]) + Data(repeating: 0xFF, count: 255)
    let bits8193 = Data([1]) + Data(repeating: 0xFF, count: 1024)
    for modulus in [weak, bits2047, bits8193, Data(), [0, 0] + weak, Data(count: 300)] {
      let changes = ["n": "\"\(modulus.base64URL)\""]
      #expect(
        try self.problems(of: .rsa, changes) == ["keys[1].n: must have 2048 to 8192 bits"])
    }
    for exponent in [[], [1], [3], [1, 0, 0], [1, 0, 2], [1, 0, 0, 0, 1], [0, 0, 3]] as [[UInt8]] {
      let changes = ["e": "\"\(exponent.base64URL)\""]
      #expect(
        try self.problems(of: .rsa, changes) == [
          "keys[1].e: must be odd, at least 65537 and at most 32 bits long"
        ])
    }
    let even = Data(repeating: 0xFE, count: 256).base64URL
    #expect(
      try self.problems(of: .rsa, ["n": "\"\(even)\""]) == [
        "keys[1].n: must be the modulus of an RSA key"
      ])
    for name in ["n", "e"] {
      for value in [nil, "7", #""A===""#] as [String?] {
        #expect(
          try self.problems(of: .rsa, [name: value]) == [
            "keys[1].\(name): must be base64url of a number"
          ])
      }
    }
  }

  @Test("leading zeros of RSA numbers do not matter")
  func leadingZeros() throws {
    let numbers = try TestKey.madeRSA.get().publicKey.getKeyPrimitives()
    let changes = [
      "n": "\"\((Data([0]) + numbers.modulus).base64URL)\"",
      "e": "\"\((Data([0, 0]) + numbers.publicExponent).base64URL)\"",
    ]
    #expect(try self.problems(of: .rsa, changes) == [])
  }

  @Test("every problem of every key is listed")
  func several() throws {
    let text = """
      {"keys": [{"kty": "oct", "use": "enc"}, {"kty": "EC", "d": "AA", "kid": "b"}]}
      """
    #expect(
      try self.problems(text) == [
        "keys[0].use: must be 'sig' or absent",
        "keys[0].kty: must not be 'oct'; symmetric keys are not supported",
        "keys[0].kid: is missing; required in a set of several keys",
        "keys[1].d: must be absent; only public keys are allowed",
        "keys[1].crv: must be 'P-256' for this kty",
        "keys[1].x: must be base64url of 32 bytes",
        "keys[1].y: must be base64url of 32 bytes",
      ])
  }

  @Test(
    "documents that are no key set",
    arguments: [
      "", "{", "null", "[]", "{}", #"{"keys":null}"#, #"{"keys":{}}"#, #"{"keys":[7]}"#,
      #"{"keys":["a"]}"#, #"{"kty":"EC"}"#, "-----BEGIN PUBLIC KEY-----",
      "{\"keys\":\(String(repeating: "[", count: 100_000))\(String(repeating: "]", count: 100_000))}",
    ])
  func documents(text: String) throws {
    #expect(
      try self.problems(text) == ["must be a JSON object with an array 'keys' of objects"])
  }

  @Test("a set may have 64 keys and 256 KiB, and no more")
  func limits() throws {
    for count in [64, 65] {
      let keys = (0 ..< count).map { TestKey(id: "\($0)", key: TestKey.ed25519.key) }
      let expected = count == 64 ? [] : ["keys: has 65 keys; must have at most 64"]
      #expect(try self.problems(try TestFile.text(of: keys)) == expected)
    }
    let text = try TestFile.text(of: [.p256])
    for size in [256 * 1024, 256 * 1024 + 1] {
      let padded = text + String(repeating: " ", count: size - text.utf8.count)
      let expected = size == 256 * 1024 ? [] : ["has more than 262144 bytes, the maximum"]
      #expect(try self.problems(padded) == expected)
    }
  }

  @Test("members that are not known do not matter")
  func unknown() throws {
    let changes = ["x5t": #""AA""#, "key_ops": #"["verify"]"#, "ext": "true", "deep": "[[{}]]"]
    for key in try TestKey.all {
      #expect(try self.problems(of: key, changes) == [])
    }
  }

  @Test("a path that is not a file", arguments: ["/nowhere/keys.json", "/tmp", "/dev/zero"])
  func noFile(path: String) {
    let error = #expect(throws: IdentityConfigurationError.self) {
      try WatchedKeySet(URL(fileURLWithPath: path))
    }
    #expect(error?.description == "\(path): no such file")
  }
}
