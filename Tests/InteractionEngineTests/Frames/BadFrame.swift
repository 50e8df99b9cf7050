import Foundation
import InteractionWire
import SwiftProtobuf
import Testing

/// Frames that end a session, and the expected end.
struct BadFrame: Sendable, CustomTestStringConvertible {
  let name: String
  let frames: [[UInt8]]
  let end: String
  var metadata: [String: String] = [:]

  var testDescription: String { self.name }

  /// Invalid openings.
  static let openings: [BadFrame] =
    [
      ("level 0", "level", { $0.level = 0 }),
      ("no session id", "session_id", { $0.sessionID = "" }),
      ("a space in the session id", "session_id", { $0.sessionID = "a b" }),
      ("a session id beyond ASCII", "session_id", { $0.sessionID = "ß" }),
      ("a session id of 65 bytes", "session_id", { $0.sessionID = long }),
      ("a client name of 65 bytes", "client_name", { $0.clientName = long }),
      ("a line end in the client name", "client_name", { $0.clientName = "a\nb" }),
      ("an escape in the client version", "client_version", { $0.clientVersion = "\u{1b}[1m" }),
      ("a C1 control in the experience", "experience", { $0.experience = "\u{9b}" }),
      ("a line separator in the user", "user", { $0.user = "\u{2028}" }),
      ("a client version of 65 bytes", "client_version", { $0.clientVersion = long }),
      ("an experience name of 65 bytes", "experience", { $0.experience = long }),
      ("a time past 2^53", "time_us", { $0.timeUs = 1 << 53 + 1 }),
      ("the smallest time", "time_us", { $0.timeUs = .min }),
      ("no surface", "surface.width", { $0.clearSurface() }),
      ("NaN width", "surface.width", { $0.surface.width = .nan }),
      ("infinite height", "surface.height", { $0.surface.height = .infinity }),
      ("scale 11", "surface.scale", { $0.surface.scale = 11 }),
      ("text scale -1", "surface.text_scale", { $0.surface.textScale = -1 }),
      ("a negative inset", "surface.insets.top", { $0.surface.insets.top = -1 }),
      ("a locale of 36 bytes", "surface.locale", { $0.surface.locale = longLocale }),
      ("a restored tab 5", "current.selected_tab", { $0.current.selectedTab = 5 }),
      ("a restored tab -2^31", "current.selected_tab", { $0.current.selectedTab = .min }),
      (
        "an unknown restored source", "current.offsets[0].source",
        { $0.current = .init(json: #"{"offsets": [{"source": "attic", "y": 0}]}"#) }
      ),
      (
        "a NaN restored offset", "current.offsets[0].y",
        { $0.current = .init(json: #"{"offsets": [{"source": "home", "y": "NaN"}]}"#) }
      ),
      (
        "129 restored offsets", "current.offsets",
        {
          let home = Interaction_V1_SourceOffset(json: #"{"source": "home", "y": 0}"#)
          $0.current.offsets = Array(repeating: home, count: 129)
        }
      ),
      (
        "a checkpoint of 4097 bytes", "resume.token",
        { $0.resume = .with { ($0.token, $0.firstEvent) = (.init(count: 4097), 1) } }
      ),
    ].map { (name: String, field: String, change: (inout Interaction_V1_Open) -> Void) in
      BadFrame(
        name: "open with \(name)", frames: [WireRequest.open(change).bytes],
        end: "invalidArgument MALFORMED_FRAME open.\(field)")
    }
    + ["nowhere", "家"].map { name in
      BadFrame(
        name: "open of experience \(name)",
        frames: [WireRequest.open { $0.experience = name }.bytes],
        end: "notFound UNKNOWN_EXPERIENCE", metadata: ["experience": name])
    }

  /// Frames that end an open session.
  static let later: [BadFrame] =
    [
      malformed("event number 0", "events.first_sequence", [.events(0, [.tap(1)])]),
      malformed("event number 2^64-1", "events.first_sequence", [.events(.max, [.tap(1)])]),
      malformed("no events", "events.events", [.events(1, [])]),
      malformed(
        "1025 events", "events.events",
        [.events(1, Array(repeating: WireEvent("tick"), count: 1025))]),
      malformed(
        "1025 packed samples", "events.events",
        [.events(1, [.samples((0 ..< 1025).map(Double.init))])]),
      malformed("an ack of a directive never sent", "ack.directive", [.ack(1)]),
      malformed("an ack of directive 2^64-1", "ack.directive", [.ack(.max)]),
      malformed(
        "17 held drags in a heartbeat", "heartbeat.held_drags",
        [.heartbeat(0, drags: Array(repeating: "home", count: 17))]),
    ]
    + [3, UInt64(Int64.max)].map { first in
      BadFrame(
        name: "a gap before event \(first)",
        frames: [.events(1, [.tap(1)]), .events(first, [.tap(2)])].map { (it: WireRequest) in
          it.bytes
        },
        end: "failedPrecondition SEQUENCE_GAP", metadata: ["expected": "2", "received": "\(first)"])
    }

  /// Frames that only a stream can carry.
  static let streamed: [BadFrame] =
    [
      BadFrame(
        name: "a second open", frames: [WireRequest.open().bytes],
        end: "failedPrecondition ALREADY_OPEN"),
      noMessage("an empty frame", []),
      noMessage("a truncated frame", WireRequest.events(1, [.tap(1)]).bytes.dropLast()),
      noMessage("bytes that are no message", Array(repeating: 0xFF, count: 16)),
    ]
    + [64 * 1024 + 1, 512 * 1024, 1024 * 1024].map {
      BadFrame(
        name: "a frame of \($0) bytes", frames: [WireRequest.heartbeat(0).padded(to: $0)],
        end: "resourceExhausted FRAME_TOO_LARGE", metadata: ["max_frame_bytes": "65536"])
    }

  /// Frames that are invalid as the first one.
  static let first: [BadFrame] =
    [
      ("events", WireRequest.events(1, [.tap(1)])), ("an ack", .ack(0)),
      ("a heartbeat", .heartbeat(0)), ("a token", .refresh("attic")),
    ].map { name, frame in
      BadFrame(
        name: "\(name) before open", frames: [frame.bytes], end: "failedPrecondition OPEN_REQUIRED")
    } + [
      noMessage("an empty first frame", []),
      noMessage("a truncated first frame", WireRequest.open().bytes.dropLast(3)),
      noMessage(
        "a string that is not UTF-8",
        WireRequest.open { $0.sessionID = "aa" }.bytes.map { $0 == UInt8(ascii: "a") ? 0xFF : $0 }),
    ]

  private static let long = String(repeating: "x", count: 65)
  private static let longLocale = String(repeating: "x", count: 36)

  private static func malformed(
    _ name: String, _ field: String, _ frames: [WireRequest]
  ) -> BadFrame {
    BadFrame(
      name: name, frames: frames.map(\.bytes), end: "invalidArgument MALFORMED_FRAME \(field)")
  }

  private static func noMessage(_ name: String, _ bytes: some Sequence<UInt8>) -> BadFrame {
    BadFrame(name: name, frames: [Array(bytes)], end: "invalidArgument MALFORMED_FRAME frame")
  }
}
