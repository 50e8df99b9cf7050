import Foundation
import InteractionIdentity

/// Parses `bytes` after the first as a token, the JSON of a header, claims, or a key set. Claims
/// are checked without a signature, since a fuzzer cannot produce a valid one.
package func fuzzToken(_ bytes: [UInt8]) throws {
  guard let part = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  switch part % 4 {
  case 0: _ = try header(of: String(decoding: rest, as: UTF8.self))
  case 1: _ = try header(of: token(rest, Array("{}".utf8)))
  case 2: try fuzzClaims(rest)
  default: try fuzzKeys(rest)
  }
}

private let maximumTokenBytes = 8 * 1024
private let algorithms = ["ES256", "EdDSA", "RS256"]

/// Returns a token in compact serialization, with an invalid signature.
private func token(_ header: [UInt8], _ claims: [UInt8]) -> String {
  [header, claims, [0]].map { part in
    Data(part).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .filter { $0 != "=" }
  }.joined(separator: ".")
}

/// Parses the header of a token; nil if it is rejected.
private func header(of token: String) throws -> TokenHeader? {
  let header: TokenHeader
  do throws(IdentityError) {
    header = try TokenHeader(of: token, maximumBytes: maximumTokenBytes)
  } catch {
    try demandReason(error, among: [.tokenInvalid])
    return nil
  }
  try demand(
    algorithms.contains(header.algorithm.rawValue), "\(header.algorithm) is accepted")
  try demand(token.utf8.count <= maximumTokenBytes, "a token of \(token.utf8.count) bytes")
  // Base64url has one encoding of each byte sequence, so that no signature has two.
  try demand(
    token.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A") ... UInt8(ascii: "Z"), UInt8(ascii: "a") ... UInt8(ascii: "z"),
        UInt8(ascii: "0") ... UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }, "accepts \(token)")
  try demand(token.utf8.count { $0 == UInt8(ascii: ".") } == 2, "accepts \(token)")
  return header
}

/// Validates claims at the first and last second, and in between.
private func fuzzClaims(_ json: [UInt8]) throws {
  // Deep nesting and excessive length are rejected with the header.
  guard try header(of: token(Array(#"{"alg":"ES256"}"#.utf8), json)) != nil,
    let claims = try? JSONDecoder().decode(TokenClaims.self, from: Data(json))
  else { return }
  for policy in try policies() {
    for time in [0, 1_800_000_000, TokenClaims.latestTime] {
      let caller: Caller
      do throws(IdentityError) {
        caller = try claims.caller(under: policy, at: Date(timeIntervalSince1970: time))
      } catch {
        try demandReason(error, among: [.tokenInvalid, .tokenExpired])
        continue
      }
      try check(caller, under: policy, at: time)
    }
  }
}

private func policies() throws -> [TokenPolicy] {
  [
    try TokenPolicy(issuer: "i", audience: "a"),
    try TokenPolicy(
      issuer: "i", audience: "a", leeway: TokenPolicy.maximumLeeway, rolesClaim: "scope",
      defaultRoles: [.client]),
  ]
}

private func check(_ caller: Caller, under policy: TokenPolicy, at time: Double) throws {
  try demand(caller.kind == .token, "a caller by \(caller.kind)")
  try demand(
    (1 ... TokenPolicy.maximumSubjectBytes).contains(caller.subject.utf8.count)
      && caller.subject.utf8.allSatisfy { (0x20 ... 0x7E).contains($0) },
    "the subject is \(caller.subject)")
  guard let expires = caller.expires?.timeIntervalSince1970 else {
    throw Finding("a caller without an end")
  }
  try demand((0 ... TokenClaims.latestTime).contains(expires), "exp is \(expires)")
  try demand(
    time < expires + policy.leeway / .seconds(1), "a caller until \(expires) at \(time)")
}

/// Checks that a key set is either valid or rejected as a whole.
private func fuzzKeys(_ json: [UInt8]) throws {
  let document: JSONWebKeySet
  do throws(IdentityConfigurationError) {
    document = try JSONWebKeySet(Data(json))
  } catch {
    return try demand(
      !error.problems.isEmpty && error.problems.allSatisfy(isPlain), "refused for \(error)")
  }
  try demand((0 ... JSONWebKeySet.maximumKeys).contains(document.count), "\(document.count) keys")
  let only = document.key(named: nil)
  try demand((only != nil) == (document.count == 1), "no name means one of \(document.count)")
  for case let key? in [only, document.key(named: "k")] {
    try demand(algorithms.contains(key.algorithm.rawValue), "a key for \(key.algorithm)")
  }
}

/// Checks that an error has one of the reasons, and does not contain parsed data.
private func demandReason(
  _ error: IdentityError, among reasons: [IdentityError.Reason]
) throws {
  try demand(reasons.contains(error.reason), "refused for \(error.reason)")
  try demand(isPlain(error.message), "refused for \(error.message)")
}

/// Returns true if a message is not empty and consists of printable ASCII.
private func isPlain(_ message: String) -> Bool {
  !message.isEmpty && message.utf8.allSatisfy { (0x20 ... 0x7E).contains($0) }
}
