import Crypto
import Foundation
import InteractionCore

/// The keys of checkpoints: all of them open, and the first whose time has come seals.
///
/// A key's line is its ID, 32 bytes in base64 and, optionally, the time from which it seals. To
/// rotate, add a new key at the top of every server's file, with a time by which all of them have
/// read it; remove the old one once the last checkpoint that it sealed has expired.
@available(InteractionEngine 1.0, *)
package struct CheckpointKeys: Hashable, Sendable {
  /// A key with its ID.
  struct Key: Hashable, Sendable {
    /// The key ID, part of each token.
    let id: String
    let secret: SymmetricKey
    /// The time from which the key seals, s since 1970; nil for always.
    let sealsFrom: Int64?

    func hash(into hasher: inout Hasher) { hasher.combine(self.id) }
  }

  /// The problems of a key file, one line each.
  package struct ReadError: Error, CustomStringConvertible {
    package var problems: [String]
    package var description: String { self.problems.joined(separator: "\n") }
  }

  /// The maximum length of a key ID, in bytes.
  static let maximumNameBytes = 16
  /// The maximum number of keys in a ring.
  static let maximumKeys = 16
  /// The length of a key, in bytes.
  static let keyBytes = 32

  /// The keys, newest first; at least one.
  let keys: [Key]

  /// Creates a ring with one random key, for a server whose sessions no other server resumes.
  package init() {
    // A random ID, so that other servers recognise the key as unknown.
    let name = "own-" + String(UInt32.random(in: .min ... .max), radix: 16)
    self.keys = [Key(id: name, secret: SymmetricKey(size: .bits256), sealsFrom: nil)]
  }

  /// The SHA-256 of IDs, times and secrets in order, hexadecimal; comments do not count.
  package var digest: String {
    var hash = SHA256()
    for key in self.keys {
      hash.update(data: Data("\(key.id) \(key.sealsFrom ?? -1) ".utf8))
      key.secret.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
    return hash.finalize().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private init(keys: [Key]) {
    self.keys = keys
  }

  /// Returns this ring with the keys of another one added, after its own.
  func opening(_ other: CheckpointKeys) -> CheckpointKeys {
    let names = Set(self.keys.map(\.id))
    return CheckpointKeys(keys: self.keys + other.keys.filter { !names.contains($0.id) })
  }

  /// Returns the ID of a key that another ring has with a different secret; nil if there is none.
  func conflict(with other: CheckpointKeys) -> String? {
    other.keys.first { key in
      self.keys.contains { $0.id == key.id && $0.secret != key.secret }
    }?.id
  }

  /// Returns the key that seals at a time, s since 1970: the first whose time has come, or else the
  /// next one whose time comes.
  func sealing(at now: Int64) -> Key {
    self.keys.first { ($0.sealsFrom ?? .min) <= now }
      ?? self.keys.min { ($0.sealsFrom ?? .min) < ($1.sealsFrom ?? .min) } ?? self.keys[0]
  }

  /// Returns a description of the keys that seal from a time on, s since 1970.
  func plan(at now: Int64) -> String {
    let later = self.keys.filter { ($0.sealsFrom ?? .min) > now }.reversed().map { key in
      "\(key.id) from \(Self.text(of: key.sealsFrom ?? 0))"
    }
    return ([self.sealing(at: now).id] + later).joined(separator: ", then ")
  }

  /// Parses the text of a key file.
  ///
  /// - Throws: All problems, by line; messages never contain a key.
  package init(_ text: String) throws(ReadError) {
    var keys: [Key] = []
    var problems: [String] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != "#" }
      let words = content.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      do throws(Problem) {
        let key = try Self.key(words)
        if keys.contains(where: { $0.id == key.id }) {
          throw Problem("the name '\(key.id)' is a duplicate; must be unique")
        }
        keys.append(key)
      } catch {
        problems.append("line \(index + 1): \(error.text)")
      }
    }
    if keys.isEmpty, problems.isEmpty {
      problems.append("the file contains no key; generate one with 'keygen'")
    }
    if keys.count > Self.maximumKeys {
      problems.append(
        "the file contains \(keys.count) keys; must contain at most \(Self.maximumKeys)")
    }
    guard problems.isEmpty else { throw ReadError(problems: problems) }
    self.keys = keys
  }

  /// Returns a line for a key file, with a new random key.
  ///
  /// - Parameter sealsFrom: The time from which the key seals, s since 1970; nil for immediately.
  package static func newLine(named name: String, sealsFrom: Int64? = nil) -> String {
    let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    return ([name, secret] + (sealsFrom.map { [Self.text(of: $0)] } ?? [])).joined(separator: " ")
  }

  /// Returns a time in ISO 8601, such as `2026-11-23T13:10:43Z`.
  package static func text(of time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
  }

  private struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static func key(_ words: [Substring]) throws(Problem) -> Key {
    guard (2 ... 3).contains(words.count) else {
      throw Problem("must be a name, a base64 key and, optionally, the time from which it seals")
    }
    let name = String(words[0])
    guard name.utf8.count <= Self.maximumNameBytes, name.utf8.allSatisfy(\.isNameByte) else {
      throw Problem(
        "the name must be 1 to \(Self.maximumNameBytes) bytes of A-Z a-z 0-9 . _ -")
    }
    guard let secret = Data(base64Encoded: String(words[1])), secret.count == Self.keyBytes else {
      throw Problem("the key of '\(name)' must be \(Self.keyBytes) bytes in base64")
    }
    guard Set(secret).count > Self.keyBytes / 4 else {
      throw Problem("the key of '\(name)' is not random; generate one with 'keygen'")
    }
    var sealsFrom: Int64?
    if words.count == 3 {
      guard let time = try? Date(String(words[2]), strategy: .iso8601) else {
        throw Problem("the time of '\(name)' must be an ISO 8601 time such as 2026-01-31T18:00:00Z")
      }
      sealsFrom = Int64(time.timeIntervalSince1970)
    }
    return Key(id: name, secret: SymmetricKey(data: secret), sealsFrom: sealsFrom)
  }
}

@available(InteractionEngine 1.0, *)
extension UInt8 {
  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "A") ... UInt8(ascii: "Z"), UInt8(ascii: "a") ... UInt8(ascii: "z"),
      UInt8(ascii: "0") ... UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default:
      false
    }
  }
}
