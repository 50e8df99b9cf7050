import InteractionCore
import InteractionWire
import Synchronization
import Testing

@testable import InteractionStream

@Suite("Resume: tokens")
struct TokenTests {
  private static func content() -> Proto.SealedSession {
    var content = Proto.SealedSession()
    content.sessionID = "s-1"
    content.appliedEvent = 7
    return content
  }

  private static func refusal(
    _ vault: CheckpointSealer, _ token: [UInt8]
  ) -> RestartReason? {
    do throws(RestartReason) {
      _ = try vault.open(token)
      return nil
    } catch {
      return error
    }
  }

  @Test("a token opens to its content; the same content never seals to the same token")
  func roundTrip() throws {
    let vault = try ResumeBench.vault()
    let token = try #require(vault.seal(Self.content()))
    let opened = try vault.open(token)
    #expect(opened.sessionID == "s-1" && opened.appliedEvent == 7 && opened.expiresS == 1_120)
    #expect(vault.seal(Self.content()) != token)
  }

  @Test("no bit of a token can be changed")
  func flippedBits() throws {
    let vault = try ResumeBench.vault()
    let token = try #require(vault.seal(Self.content()))
    for bit in 0 ..< token.count * 8 {
      var changed = token
      changed[bit / 8] ^= 1 << (bit % 8)
      // The key's name and its length precede the sealed content, but are authenticated, too.
      let isName = (8 ..< 8 * 7).contains(bit)
      let refusal = Self.refusal(vault, changed)
      try #require(
        refusal == .invalidToken || isName && refusal == .unknownKey,
        "bit \(bit): \(refusal as Any)")
    }
  }

  @Test("a token that is cut off or has something added is none")
  func lengths() throws {
    let vault = try ResumeBench.vault()
    let token = try #require(vault.seal(Self.content()))
    for length in 0 ..< token.count {
      try #require(Self.refusal(vault, Array(token[..<length])) == .invalidToken, "\(length)")
    }
    #expect(Self.refusal(vault, token + [0]) == .invalidToken)
    #expect(Self.refusal(vault, [1, 255] + Array(repeating: 65, count: 300)) == .unknownKey)
    #expect(Self.refusal(vault, [2] + token.dropFirst()) == .invalidToken)
  }

  @Test(
    "it is good for its lifetime, to the second, on a server whose clock is up to a minute behind",
    arguments: [Int64(0), 939, 940, 1_000, 1_120, 1_121, 5_000])
  func expiry(at seconds: Int64) throws {
    let token = try #require(try ResumeBench.vault().seal(Self.content()))
    let refusal = Self.refusal(try ResumeBench.vault(at: seconds), token)
    #expect(refusal == (seconds > 1_120 || seconds < 940 ? .expired : nil))
  }

  @Test("a token from the future is told, with how far ahead its engine's clock is")
  func future() throws {
    let token = try #require(try ResumeBench.vault().seal(Self.content()))
    let told = Mutex<[Int64]>([])
    for time in [Int64(900), 1_000] {
      let vault = try ResumeBench.vault(at: time)
      vault.onClockSkew { ahead in told.withLock { $0.append(ahead) } }
      _ = Self.refusal(vault, token)
    }
    #expect(told.withLock { $0 } == [100])
  }

  @Test("keys rotate: a new one on top, the old one still opens, and is gone at last")
  func rotation() throws {
    let vault = try ResumeBench.vault()
    let old = try #require(vault.seal(Self.content()))
    vault.replaceKeys(try CheckpointKeys("\(ResumeBench.second)\n\(ResumeBench.first)"))
    let new = try #require(vault.seal(Self.content()))
    #expect(Self.refusal(vault, old) == nil && Self.refusal(vault, new) == nil)
    #expect(new[2...].starts(with: Array("second".utf8)))
    vault.replaceKeys(try CheckpointKeys(ResumeBench.second))
    #expect(Self.refusal(vault, old) == .unknownKey && Self.refusal(vault, new) == nil)
    // Another key of the same name opens no token.
    vault.replaceKeys(
      try CheckpointKeys("first ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8="))
    #expect(Self.refusal(vault, old) == .invalidToken)
  }
}
