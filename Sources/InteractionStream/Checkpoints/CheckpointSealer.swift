import Crypto
import Foundation
package import InteractionCore
package import InteractionWire
import Metrics
import SwiftProtobuf
import Synchronization

/// Seals session checkpoints into tokens and opens them (AES-256-GCM).
///
/// A token is a version byte, the key ID with its length before it, a nonce, the ciphertext and the
/// authentication tag. Version and key ID are authenticated as associated data.
@available(InteractionEngine 1.0, *)
package final class CheckpointSealer: Sendable {
  /// Returns the wall-clock time, s since 1970, the only clock that servers share.
  package typealias WallClock = @Sendable () -> Int64

  private static let version: UInt8 = 1
  private static let nonceBytes = 12
  private static let tagBytes = 16
  private static let purpose = Array("interaction.v1 checkpoint".utf8)

  /// The largest clock skew accepted of the engine that sealed a token, s.
  static let maximumClockSkew: Int64 = 60

  /// The lifetime of a token.
  let lifetime: TimeSpan
  private let keys: Mutex<CheckpointKeys>
  private let wallClock: WallClock
  private let clockSkewRejections = Counter(label: "interaction_checkpoints_from_future_total")
  private let report = Mutex<@Sendable (Int64) -> Void> { _ in }

  package init(
    keys: CheckpointKeys, lifetime: Duration = .seconds(120),
    wallClock: @escaping WallClock = { Int64(Date().timeIntervalSince1970) }
  ) {
    self.keys = Mutex(keys)
    self.lifetime = TimeSpan(microseconds: lifetime.components.seconds * 1_000_000)
    self.wallClock = wallClock
  }

  /// Sets the callback for tokens that were sealed in the future.
  ///
  /// - Parameter report: Called with the excess of the expiry time over this engine's, s.
  package func onClockSkew(_ report: @escaping @Sendable (_ ahead: Int64) -> Void) {
    self.report.withLock { $0 = report }
  }

  /// Replaces the keys. Returns whether they differ from the previous ones.
  @discardableResult
  package func replaceKeys(_ keys: CheckpointKeys) -> Bool {
    self.keys.withLock { known in
      defer { known = keys }
      return known != keys
    }
  }

  /// Adds keys that open tokens but do not seal yet. Returns the ID of a key that is known with
  /// another secret, and then adds none; nil on success.
  package func addOpeningKeys(_ keys: CheckpointKeys) -> String? {
    self.keys.withLock { known in
      if let conflict = known.conflict(with: keys) { return conflict }
      known = known.opening(keys)
      return nil
    }
  }

  /// The wall-clock time, s since 1970.
  var now: Int64 { self.wallClock() }

  /// Returns a sealed session; nil if it exceeds the size of a token.
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
    return token.count <= ResumeMessage.maximumTokenBytes ? token : nil
  }

  /// Opens a token.
  ///
  /// - Throws: The reason to restart the session: the token is invalid or expired, or its key
  ///   unknown.
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
    guard !overflows, ahead <= Self.maximumClockSkew else {
      // Sealed with a wrong clock: the token could stay valid for hours.
      self.clockSkewRejections.increment()
      self.report.withLock { $0 }(ahead)
      throw .expired
    }
    return content
  }
}
