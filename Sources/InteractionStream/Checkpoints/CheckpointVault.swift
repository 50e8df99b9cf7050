import Crypto
import Foundation
package import InteractionCore
package import InteractionWire
import Metrics
import SwiftProtobuf
import Synchronization

/// Seals sessions into tokens, and opens them again (AES-256-GCM).
///
/// A token is a version byte, the key's name with its length before it, a nonce, the sealed message
/// and its tag. The seal covers everything before it, too.
@available(InteractionEngine 1.0, *)
package final class CheckpointVault: Sendable {
  /// Says what time it is, s since 1970: servers that continue for each other share no other clock.
  package typealias WallClock = @Sendable () -> Int64

  private static let version: UInt8 = 1
  private static let nonceBytes = 12
  private static let tagBytes = 16
  private static let purpose = Array("interaction.v1 checkpoint".utf8)

  /// The most that the clock of the engine that sealed a token may be ahead, s.
  static let largestLead: Int64 = 60

  /// How long a token is good.
  let lifetime: TimeSpan
  private let keys: Mutex<KeyRing>
  private let wallClock: WallClock
  private let fromFuture = Counter(label: "interaction_checkpoints_from_future_total")
  private let report = Mutex<@Sendable (Int64) -> Void> { _ in }

  package init(
    keys: KeyRing, lifetime: Duration = .seconds(120),
    wallClock: @escaping WallClock = { Int64(Date().timeIntervalSince1970) }
  ) {
    self.keys = Mutex(keys)
    self.lifetime = TimeSpan(microseconds: lifetime.components.seconds * 1_000_000)
    self.wallClock = wallClock
  }

  /// Calls `report` from now on when a token was sealed in the future, with the seconds.
  package func watch(_ report: @escaping @Sendable (_ ahead: Int64) -> Void) {
    self.report.withLock { $0 = report }
  }

  /// Seals and opens with these keys from now on. Returns whether they are other ones.
  @discardableResult
  package func replaceKeys(_ keys: KeyRing) -> Bool {
    self.keys.withLock { known in
      defer { known = keys }
      return known != keys
    }
  }

  /// Opens with these keys, too, from now on, and seals with none of them yet. Returns the name of
  /// a key that it has with another secret, if there is one; then it takes none of them.
  package func learn(_ keys: KeyRing) -> String? {
    self.keys.withLock { known in
      if let conflict = known.conflict(with: keys) { return conflict }
      known = known.opening(keys)
      return nil
    }
  }

  /// What time it is, s since 1970.
  var now: Int64 { self.wallClock() }

  /// Seals a session; nil if it is too large for a token.
  package func seal(_ content: Proto.SealedSession) -> [UInt8]? {
    var content = content
    let now = self.now
    content.expiresS = now + self.lifetime.microseconds / 1_000_000
    let key = self.keys.withLock { $0.sealing(at: now) }
    guard let plain: [UInt8] = try? content.serializedBytes() else { return nil }
    let head = [Self.version, UInt8(key.id.utf8.count)] + Array(key.id.utf8)
    guard
      let box = try? AES.GCM.seal(
        plain, using: key.secret, authenticating: Self.purpose + head),
      let sealed = box.combined
    else { return nil }
    let token = head + sealed
    return token.count <= ResumePart.maximumTokenBytes ? token : nil
  }

  /// Opens a token, unless it has been changed, is too old, or its key is gone.
  package func open(_ token: [UInt8]) throws(RestartReason) -> Proto.SealedSession {
    guard token.count >= 2, token[0] == Self.version else { throw .invalidToken }
    let headBytes = 2 + Int(token[1])
    guard token.count >= headBytes + Self.nonceBytes + Self.tagBytes else { throw .invalidToken }
    let head = Array(token[..<headBytes])
    let id = String(decoding: head[2...], as: UTF8.self)
    guard let key = self.keys.withLock({ ring in ring.keys.first { $0.id == id } }) else {
      throw .unknownKey
    }
    guard let box = try? AES.GCM.SealedBox(combined: token[headBytes...]),
      let plain = try? AES.GCM.open(box, using: key.secret, authenticating: Self.purpose + head),
      let content = try? Proto.SealedSession(serializedBytes: plain)
    else { throw .invalidToken }
    let now = self.wallClock()
    guard content.expiresS >= now else { throw .expired }
    let (ahead, overflows) = content.expiresS.subtractingReportingOverflow(
      now + self.lifetime.microseconds / 1_000_000)
    guard !overflows, ahead <= Self.largestLead else {
      // Its time is not this engine's: it might be good for hours.
      self.fromFuture.increment()
      self.report.withLock { $0 }(ahead)
      throw .expired
    }
    return content
  }
}
