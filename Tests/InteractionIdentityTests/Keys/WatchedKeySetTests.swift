import Crypto
import Foundation
import Testing

@testable import InteractionIdentity

@Suite("Key set files that change")
struct WatchedKeySetTests {
  private static let modified = Date(timeIntervalSince1970: 1_600_000_000)

  private func verifier(of keys: WatchedKeySet) throws -> TokenVerifier {
    TokenVerifier(
      keys: keys,
      policy: try TokenPolicy(issuer: TestToken.issuer, audience: TestToken.audience),
      now: { TestToken.now })
  }

  @Test("a new key is accepted, and one that is gone is not, from the next look on")
  func rotation() async throws {
    let file = try TestFile([.p256])
    let keys = try WatchedKeySet(file.url)
    let verifier = try self.verifier(of: keys)
    let (old, new) = (try TestToken(.p256).text(), try TestToken(.ed25519).text())
    #expect(keys.reloadIfChanged() == .unchanged)
    #expect(
      await (verifier.refusal(of: old) == nil, verifier.refusal(of: new) == nil) == (true, false))
    try file.write([.p256, .ed25519])
    #expect(keys.reloadIfChanged() == .replaced(keys: 2))
    #expect(
      await (verifier.refusal(of: old) == nil, verifier.refusal(of: new) == nil) == (true, true))
    try file.write([.ed25519])
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
    #expect(
      await (verifier.refusal(of: old) == nil, verifier.refusal(of: new) == nil) == (false, true))
    #expect(keys.reloadIfChanged() == .unchanged)
  }

  @Test("a new key under an old name replaces it")
  func renewed() async throws {
    let file = try TestFile([.p256])
    let keys = try WatchedKeySet(file.url)
    let verifier = try self.verifier(of: keys)
    let renewed = TestKey(id: "p256", key: .p256(P256.Signing.PrivateKey()))
    try file.write([renewed])
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
    #expect(await verifier.refusal(of: try TestToken(.p256).text()) != nil)
    #expect(await verifier.refusal(of: try TestToken(renewed).text()) == nil)
  }

  @Test("an empty set refuses every token")
  func empty() async throws {
    let file = try TestFile([.p256])
    let keys = try WatchedKeySet(file.url)
    let verifier = try self.verifier(of: keys)
    try file.write([])
    #expect(keys.reloadIfChanged() == .replaced(keys: 0))
    #expect(keys.count == 0)
    let token = TestToken()
    #expect(await verifier.refusal(of: try token.text())?.reason == .tokenInvalid)
    #expect(
      await verifier.refusal(of: try token.with(header: ["kid": nil]).text())?.reason
        == .tokenInvalid)
  }

  @Test("a bad file leaves the last good one in force; it is reported once")
  func bad() async throws {
    let file = try TestFile([.p256])
    let keys = try WatchedKeySet(file.url)
    let verifier = try self.verifier(of: keys)
    let token = try TestToken().text()
    let path = file.url.path
    let noSet = "\(path): must be a JSON object with an array 'keys' of objects"
    for change in [
      (noSet, { try file.write("{") }),
      (
        "\(path): keys[0].kty: must not be 'oct'; symmetric keys are not supported",
        { try file.write(#"{"keys":[{"kty":"oct"}]}"#) }
      ),
      ("\(path): no such file", { try file.remove() }),
    ] as [(String, () throws -> Void)] {
      try change.1()
      #expect(keys.reloadIfChanged() == .refused(IdentityConfigurationError([change.0])))
      #expect(keys.reloadIfChanged() == .unchanged)
      #expect(await verifier.refusal(of: token) == nil)
    }
    try file.write([.ed25519])
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
    #expect(await verifier.refusal(of: token) != nil)
  }

  @Test("a change of time alone, of size alone, and of neither after a refusal shows")
  func fingerprint() throws {
    let file = try TestFile([.p256])
    let good = try TestFile.text(of: [.p256])
    let bad = good.replacing("P-256", with: "P-384")
    try file.overwrite(good, modified: Self.modified)
    let keys = try WatchedKeySet(file.url)
    try file.overwrite(good + " ", modified: Self.modified)
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
    try file.overwrite(bad + " ", modified: Self.modified + 1)
    #expect(
      keys.reloadIfChanged()
        == .refused(
          IdentityConfigurationError([
            "\(file.url.path): keys[0].crv: must be 'P-256' for this kty"
          ])))
    try file.overwrite(good + " ", modified: Self.modified + 1)
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
  }

  @Test("a link that is swapped shows")
  func link() throws {
    let (one, two) = (try TestFile([.p256]), try TestFile([.ed25519]))
    let link = one.url.appendingPathExtension("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: one.url)
    defer { try? FileManager.default.removeItem(at: link) }
    let keys = try WatchedKeySet(link)
    #expect(keys.key(named: "p256") != nil)
    try FileManager.default.removeItem(at: link)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: two.url)
    #expect(keys.reloadIfChanged() == .replaced(keys: 1))
    #expect(keys.key(named: "p256") == nil)
    #expect(keys.key(named: "ed25519") != nil)
  }

  @Test("watching reports and logs each change until it is cancelled")
  func watch() async throws {
    let file = try TestFile([.p256])
    let keys = try WatchedKeySet(file.url)
    let log = RecordingLog()
    let (looks, reports) = AsyncStream.makeStream(of: WatchedKeySet.CheckResult.self)
    let refusal = IdentityConfigurationError(["\(file.url.path): no such file"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await keys.watch(every: .zero, logger: log.logger) { reports.yield($0) }
      }
      var iterator = looks.makeAsyncIterator()
      try file.write([.p256, .ed25519])
      #expect(await iterator.next() == .replaced(keys: 2))
      try file.remove()
      #expect(await iterator.next() == .refused(refusal))
      try file.write([])
      #expect(await iterator.next() == .replaced(keys: 0))
      group.cancelAll()
    }
    #expect(
      log.lines == [
        "info: JWKS reloaded keys=2",
        "error: JWKS reload failed; the previous keys stay in use problem=\(refusal)",
        "warning: JWKS reloaded without keys; every token is refused",
      ])
  }
}
