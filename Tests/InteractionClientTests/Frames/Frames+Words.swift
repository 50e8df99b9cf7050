import Foundation
import GRPCCore
import InteractionCore
import InteractionWire
import SwiftProtobuf

@testable import InteractionClient

// Conversions between script text, in words and JSON, and values.

extension Surface {
  /// The surface of a script that does not set one.
  static let frames = Surface(viewport: Size(width: 390, height: 844), scale: 3)
}

extension SessionConfiguration {
  /// Parses a script's `session`, in the fields of an opening.
  init(frames json: String) throws {
    var proto = try Proto.Request(frames: "{\"open\":\(json)}").open
    proto.level = ContractLevel.current
    let open = try OpenFrame(proto)
    self.init(
      sessionID: open.sessionID, experience: proto.experience, surface: open.surface,
      current: open.current, start: open.time, user: open.user)
    if !open.platform.isEmpty { self.platform = open.platform }
  }
}

extension OfflinePolicy {
  /// Parses a script's policy, with the app's copy of the experience in base64:
  /// `EXPERIENCE after=1000ms followsServer=false`.
  init(frames words: String) throws {
    let parts = words.split(separator: " ").map(String.init)
    guard let copy = parts.first, let bytes = Data(base64Encoded: copy) else {
      throw Violation(field: "offline", problem: "'\(words)' begins with no experience")
    }
    let definition = try Proto.ExperienceDefinition(serializedBytes: bytes)
    self.init(experience: try Experience(reading: definition), after: .zero)
    for part in parts.dropFirst() {
      if part.hasPrefix("after="), let after = Int64(part.dropFirst(6).dropLast(2)) {
        self.after = .milliseconds(after)
      } else if part == "followsServer=false" {
        self.followsServer = false
      } else {
        throw Violation(field: "offline", problem: "'\(part)' is no option of a policy")
      }
    }
  }
}

extension Message {
  /// Parses JSON as a client of this contract does: unknown fields are ignored.
  init(frames json: String) throws {
    var options = JSONDecodingOptions()
    options.ignoreUnknownFields = true
    try self.init(jsonString: json, options: options)
  }
}

extension InteractionError {
  /// The names of status codes, indexed by number, as in Connect's errors.
  private static let statuses = [
    "ok", "canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found",
    "already_exists", "permission_denied", "resource_exhausted", "failed_precondition", "aborted",
    "out_of_range", "unimplemented", "internal", "unavailable", "data_loss", "unauthenticated",
  ]

  /// Parses a script's error: `STATUS REASON retry=1000ms`.
  init(frames words: String) throws {
    let parts = words.split(separator: " ").map(String.init)
    guard let status = parts.first, let number = Self.statuses.firstIndex(of: status) else {
      throw Violation(field: "error", problem: "'\(words)' begins with no status")
    }
    self.init(closing: 4_000 + number)
    for part in parts.dropFirst() {
      if part.hasPrefix("retry="), part.hasSuffix("ms") {
        self.retryDelay = Int64(part.dropFirst(6).dropLast(2)).map { .milliseconds($0) }
      } else {
        self.reason = part
      }
    }
  }

  /// Converts a WebSocket close code: 4000 plus the status code.
  init(closing code: Int) {
    self.init(code: Code(rawValue: code - 4_000) ?? .unavailable, message: "")
  }

  /// The status and the reason, after a space.
  var frameWords: String {
    let status = Self.statuses[self.code.rawValue]
    return " " + (self.reason.isEmpty ? status : "\(status) \(self.reason)")
  }
}

extension SessionConnectionState {
  var frameWords: String {
    switch self {
    case .connecting: "connecting"
    case .open: "open"
    case .reconnecting(let attempt, let delay, let error):
      "reconnecting \(attempt) after \(delay.microseconds / 1_000)ms\(error.frameWords)"
    case .resumed: "resumed"
    case .restarted(let reason): "restarted \(reason.word)"
    case .draining: "draining"
    case .offline: "offline"
    case .paused: "paused"
    case .closed: "closed"
    }
  }
}

extension SessionUpdate {
  var frameWords: String {
    switch self {
    case .opened(let opened):
      "opened \(opened.experience)" + (opened.variant.isEmpty ? "" : " \(opened.variant)")
    case .directive(let directive, let isNews):
      "directive \(directive.sequence)\(isNews ? "" : " old")"
    case .notice(let notice): "notice \(notice.sequence) \(notice.reason?.rawValue ?? "UNKNOWN")"
    case .storeFailed(let failure): "storeFailed \(failure)"
    }
  }
}

extension FramePlayer.ClientAction {
  var frameWords: String {
    guard case .send(let frame) = self else { return self.word }
    return "send: \((try? frame.jsonString()) ?? "?")"
  }

  /// Returns a description of the difference from a script's text; nil if there is none.
  func difference(from text: String) throws -> String? {
    switch self {
    case .connect(let endpoint):
      return endpoint == Int(text) ?? 0 ? nil : "it connects to engine \(endpoint)"
    case .send(let frame):
      let expected = try Proto.Request(frames: text)
      // Of an opening, only the fields in the script are compared; null means absent.
      let isSame =
        if case .open = expected.frame, case .open = frame.frame {
          try Self.fields(of: text).allSatisfy { key in
            try Self.value(of: key, in: frame) == Self.value(of: key, in: expected)
          }
        } else {
          frame == expected
        }
      return isSame ? nil : "it sends\n  \(try frame.jsonString())"
    case .leave, .abandon, .refresh: return nil
    }
  }

  /// Returns the names of an opening's fields in a script.
  private static func fields(of text: String) throws -> [String] {
    let message = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (message?["open"] as? [String: Any])?.keys.sorted() ?? []
  }

  /// Returns the value of an opening's field, as text.
  private static func value(of key: String, in frame: Proto.Request) throws -> String? {
    let message =
      try JSONSerialization.jsonObject(with: frame.jsonUTF8Data()) as? [String: Any]
    guard let value = (message?["open"] as? [String: Any])?[key] else { return nil }
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}

/// A generator for the maximum backoff with jitter.
struct LongestWaits: RandomNumberGenerator, Sendable {
  mutating func next() -> UInt64 { .max }
}
