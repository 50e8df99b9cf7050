import Crypto
import Foundation
import InteractionCore

/// The keys that checkpoints are sealed with: all of them open, and the first one whose time has
/// come seals.
///
/// A key's line is its name, 32 bytes in base64 and, where every server has to have read it before
/// it seals, the time from which it does. To rotate, put a new key with such a time at the top of
/// every server's file; take the old one away once the last checkpoint that it sealed has expired.
@available(InteractionEngine 1.0, *)
package struct KeyRing: Hashable, Sendable {
  /// A key with its name.
  struct Key: Hashable, Sendable {
    /// Travels in the token, so that the right key is found.
    let id: String
    let secret: SymmetricKey
    /// From when on it seals, s since 1970; nil for always.
    let sealsFrom: Int64?

    func hash(into hasher: inout Hasher) { hasher.combine(self.id) }
  }

  /// Why a text is no key ring; one line for each problem.
  package struct ReadError: Error, CustomStringConvertible {
    package var problems: [String]
    package var description: String { self.problems.joined(separator: "\n") }
  }

  /// Longest name of a key, bytes.
  static let maximumNameBytes = 16
  /// Most keys in a ring.
  static let maximumKeys = 16
  /// The size of a key, bytes.
  static let keyBytes = 32

  /// The newest first; at least one.
  let keys: [Key]

  /// A ring with one new key, for a server whose sessions no other server continues.
  package init() {
    // A name of its own, so that another server knows that it does not have the key.
    let name = "own-" + String(UInt32.random(in: .min ... .max), radix: 16)
    self.keys = [Key(id: name, secret: SymmetricKey(size: .bits256), sealsFrom: nil)]
  }

  /// SHA-256 of what it says, hexadecimal: the keys' own order, and nothing that a comment changes.
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

  /// This ring, which opens with the keys of another one, too.
  func opening(_ other: KeyRing) -> KeyRing {
    let names = Set(self.keys.map(\.id))
    return KeyRing(keys: self.keys + other.keys.filter { !names.contains($0.id) })
  }

  /// The name of a key that another ring has with another secret; nil if there is none.
  func conflict(with other: KeyRing) -> String? {
    other.keys.first { key in
      self.keys.contains { $0.id == key.id && $0.secret != key.secret }
    }?.id
  }

  /// The key that seals at a time, s since 1970: the first whose time has come; as long as there is
  /// none, the one whose time comes next.
  func sealing(at now: Int64) -> Key {
    self.keys.first { ($0.sealsFrom ?? .min) <= now }
      ?? self.keys.min { ($0.sealsFrom ?? .min) < ($1.sealsFrom ?? .min) } ?? self.keys[0]
  }

  /// Which key seals at a time, and which ones will, in words.
  func plan(at now: Int64) -> String {
    let later = self.keys.filter { ($0.sealsFrom ?? .min) > now }.reversed().map { key in
      "\(key.id) from \(Self.text(of: key.sealsFrom ?? 0))"
    }
    return ([self.sealing(at: now).id] + later).joined(separator: ", then ")
  }

  /// Reads a file's text.
  ///
  /// - Throws: Everything that is wrong with it, by line. No key is ever part of a message.
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
        if keys.contains(where: { $0.id == key.id }) { throw Problem("the name comes twice") }
        keys.append(key)
      } catch {
        problems.append("line \(index + 1): \(error.text)")
      }
    }
    if keys.isEmpty, problems.isEmpty { problems.append("there is no key; make one with 'keygen'") }
    if keys.count > Self.maximumKeys {
      problems.append("there are \(keys.count) keys; at most \(Self.maximumKeys)")
    }
    guard problems.isEmpty else { throw ReadError(problems: problems) }
    self.keys = keys
  }

  /// A new line for a key file.
  ///
  /// - Parameter sealsFrom: From when on the key seals, s since 1970; nil for at once.
  package static func newLine(named name: String, sealsFrom: Int64? = nil) -> String {
    let secret = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() }
    return ([name, secret] + (sealsFrom.map { [Self.text(of: $0)] } ?? [])).joined(separator: " ")
  }

  /// A time such as `2026-11-23T13:10:43Z`.
  package static func text(of time: Int64) -> String {
    Date(timeIntervalSince1970: Double(time)).formatted(.iso8601)
  }

  private struct Problem: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private static func key(_ words: [Substring]) throws(Problem) -> Key {
    guard (2 ... 3).contains(words.count) else {
      throw Problem("must be a name, a key in base64 and, if it has one, the time it seals from")
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
      throw Problem("the key of '\(name)' is not random; make one with 'keygen'")
    }
    var sealsFrom: Int64?
    if words.count == 3 {
      guard let time = try? Date(String(words[2]), strategy: .iso8601) else {
        throw Problem("the time of '\(name)' must be like 2026-01-31T18:00:00Z")
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
