import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Events that are refused by a notice", .timeLimit(.minutes(2)))
struct BadEventTests {
  private static let day: Int64 = 24 * 3600 * 1_000_000

  /// Malformed events with the field that the notice names.
  private static let bad: [(WireEvent, String)] =
    badNumbers + badTabs + badCases + badNames + badSamples + badTimes

  private static let badNumbers: [(WireEvent, String)] =
    [#""NaN""#, #""Infinity""#, #""-Infinity""#, "1e8", "-1e300"].flatMap { value in
      ["y", "x", "velocity"].map { name in
        let y = name == "y" ? "" : #""y": 0, "#
        let json = #"{"source": "home", "drag": 1, "phase": 2, \#(y)"\#(name)": \#(value)}"#
        return (WireEvent("scroll", json), "scroll.\(name)")
      } + [
        (WireEvent("pointer", #"{"pointer": 0, "phase": 1, "x": 0, "y": \#(value)}"#), "pointer.y"),
        (
          WireEvent("asset", #"{"slot": "floor", "kind": 1, "width": \#(value), "height": 1}"#),
          "asset.width"
        ),
      ]
    }

  private static let badTabs: [(WireEvent, String)] =
    [-1, 5, Int(Int32.max), Int(Int32.min)].flatMap { tab in
      [
        (WireEvent("tap", #"{"tab": \#(tab)}"#), "tap.tab"),
        (WireEvent("selectTab", #"{"tab": \#(tab)}"#), "select_tab.tab"),
      ]
    }

  private static let badCases = cases([0])

  /// Events of a later contract with the field that the notice names.
  private static let later: [(WireEvent, String)] = cases([42, -1]) + [(.unknown, "event.kind")]

  /// Returns events with these values in enumeration fields.
  private static func cases(_ values: [Int]) -> [(WireEvent, String)] {
    Self.choices.flatMap {
      (kind: String, start: String, field: String) -> [(WireEvent, String)] in
      values.map { (WireEvent(kind, "{\(start): \($0)}"), field) }
    }
  }

  private static let choices = [
    ("scroll", #""source": "home", "phase""#, "scroll.phase"),
    (
      "scrollSamples", #""source": "home", "y": [1], "deltaUs": ["0"], "phase""#,
      "scroll_samples.phase"
    ),
    ("pointer", #""phase""#, "pointer.phase"),
    ("orderToggle", #""toggle": "rocket", "look""#, "order_toggle.look"),
    ("animationEnded", #""outcome""#, "animation_ended.outcome"),
    ("asset", #""slot": "floor", "kind""#, "asset.kind"),
    ("floor", #""command""#, "floor.command"),
    ("lifecycle", #""state""#, "lifecycle.state"),
    ("badge", #""tab": 1, "animate""#, "badge.animate"),
  ]

  private static let badNames: [(WireEvent, String)] = [
    (.scroll(0, of: "attic"), "scroll.source"),
    (.scroll(0, of: ""), "scroll.source"),
    (WireEvent("orderToggle", #"{"toggle": "attic", "look": 1}"#), "order_toggle.toggle"),
    (WireEvent("pointer", #"{"phase": 1, "target": "\#(long(65))"}"#), "pointer.target"),
    (WireEvent("asset", #"{"slot": "\#(long(33))", "kind": 3}"#), "asset.slot"),
    (WireEvent("surface", #"{"height": 1}"#), "surface.width"),
    (surface { $0.scale = .nan }, "surface.scale"),
    (surface { $0.insets.left = .infinity }, "surface.insets.left"),
    (WireEvent("heldDrags", #"{"drags": [{"source": "attic"}]}"#), "held_drags.drags[0].source"),
    (
      WireEvent(
        "heldDrags",
        #"{"drags": [\#(Array(repeating: #"{"source": "home"}"#, count: 17).joined(separator: ","))]}"#
      ), "held_drags.drags"
    ),
  ]

  private static let badSamples: [(WireEvent, String)] = [
    (.samples([1], deltas: []), "scroll_samples.delta_us"),
    (.samples([]), "scroll_samples.delta_us"),
    (.samples([1], .began), "scroll_samples.phase"),
    (.samples([.nan]), "scroll.y"),
    (.samples([1], deltas: [.max]), "time_us"),
  ]

  private static let badTimes: [(WireEvent, String)] =
    [-11_000_000, 25 * day / 24, .max, .min].map { (.tap(3, at: $0), "time_us") }

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

  private static func surface(_ change: (inout Interaction_V1_Surface) -> Void) -> WireEvent {
    var event = WireEvent.turn()
    change(&event.surface)
    return event
  }

  @Test("each is named with its field, and the events around it count")
  func notices() async throws {
    try await RunningEngine.with { running in
      let bad = Self.bad.map { ($0, $1, NoticeReason.malformedEvent) }
      for (event, field, reason) in bad + Self.later.map({ ($0, $1, .unknownEvent) }) {
        let client = TestStream(running)
        try await client.open()
        let frames = try await client.exchange(.tap(1), event, .tap(2))
        let notices = frames.notices
        #expect(notices.map(\.sequence) == [2] && frames.tabs == [1, 2], "\(event)")
        #expect(notices.first?.reason == reason.proto, "\(event)")
        #expect(notices.first?.violations.first?.field == field, "\(event)")
        #expect(notices.first?.violations.first?.description_p.isEmpty == false, "\(event)")
        #expect(await client.close().end == .well)
      }
    }
  }

  @Test("the tenth within ten seconds ends the session, on a stream and on calls")
  func tooMany() async throws {
    try await RunningEngine.with { running in
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open()
        let nine = try await client.exchange(Array(repeating: .tap(99), count: 9))
        #expect(nine.notices.count == 9)
        #expect(try await client.exchange(.tap(1)).tabs == [1])
        let last = WireRequest.events(11, [.tap(2), .tap(99), .tap(3)])
        let atSend = await CallCompletion.of { try await client.send(last) }
        let (frames, end) = await client.rest()
        #expect(frames.notices.map(\.sequence) == [12] && frames.last?.ackedEvent == 12)
        #expect("\(end)" == "invalidArgument TOO_MANY_MALFORMED_EVENTS")
        if client is UnarySession { #expect(atSend == end) }
      }
    }
  }

  @Test("kinds that the server does not know are told, however many, and no fault; none is one")
  func unknown() async throws {
    try await RunningEngine.with { running in
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open()
        let frames = try await client.exchange(
          [.unknown, WireEvent()] + Array(repeating: .unknown, count: 20) + [.tap(1)])
        #expect(frames.notices.map(\.sequence) == Array(1 ... 22))
        // The second event has no kind, so it is malformed rather than unknown.
        let reasons = frames.notices.map(\.reason)
        #expect(reasons[1] == .malformedEvent)
        #expect(frames.notices[1].violations.map(\.field) == ["event.kind"])
        #expect(reasons.count { $0 == .unknownEvent } == 21)
        #expect(frames.directives.map(\.cause.eventSequence) == [23])
        // Eight more are within the limit of malformed events.
        let bad = try await client.exchange(Array(repeating: .tap(99), count: 8))
        #expect(bad.notices.count == 8)
        #expect(await client.close().end == .well)
      }
    }
  }

  @Test("late, far future and maximum values are accepted")
  func good() async throws {
    try await RunningEngine.with { running in
      let late = TestStream(running)
      try await late.open { $0.timeUs = 20_000_000 }
      let frames = try await late.exchange(.tap(1, at: 15_000_000))
      #expect(frames.tabs == [1] && frames.notices.isEmpty)
      #expect(frames.directives.first?.atUs == 20_000_000)

      let ahead = TestStream(running)
      try await ahead.open { $0.timeUs = 1 << 53 - Self.day }
      let steps = try await ahead.exchange(.tap(1, at: 1 << 53), .scroll(1e7, at: 1 << 53))
      #expect(steps.tabs == [1] && steps.notices.isEmpty)

      let full = TestStream(running)
      try await full.open()
      full.send(bytes: WireRequest.heartbeat(7).padded(to: 64 * 1024))
      #expect(try await full.receive().heartbeat.timeUs == 7)
      try await full.exchange(Array(repeating: WireEvent("tick"), count: 1024))
      for client in [late, ahead, full] { #expect(await client.close().end == .well) }
    }
  }

  @Test("events that come again are acknowledged, and applied once")
  func repetition() async throws {
    try await RunningEngine.with { running in
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open()
        #expect(try await client.exchange(.tap(1), .tap(2)).tabs == [1, 2])
        try await client.send(.events(1, [.tap(1), .tap(2)]))
        try await client.send(.events(2, [.tap(2), .tap(3)]))
        #expect(try await client.acked(3).tabs == [3])
        #expect(await client.close().end == .well)
      }
    }
  }

  @Test("one bad packed sample among good ones, and a heartbeat with a bad time and source")
  func parts() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      let frames = try await client.exchange(
        .scroll(0, .began), .samples([100, .nan, 500]), .tap(1))
      #expect(frames.notices.map(\.sequence) == [3])
      // The following sample still switches to the rocket.
      #expect(frames.directives.map(\.cause.eventSequence).prefix(2) == [4, 5])
      try await client.send(.heartbeat(.min, drags: ["attic"]))
      #expect(try await client.receive().heartbeat.timeUs == .min)
      #expect(try await client.exchange(.tap(1)).notices.isEmpty)
      #expect(await client.close().end == .well)
    }
  }

  @Test("numbers at the edge of what is accepted do no harm")
  func extremes() async throws {
    let start: Int64 = -(1 << 53)
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open {
        ($0.epoch, $0.timeUs) = (.max, start)
        let least = 1.0
        $0.surface = .with { ($0.width, $0.height, $0.scale) = (least, least, least) }
      }
      func at(_ kind: String, _ json: String) -> WireEvent { WireEvent(kind, json, at: start) }
      try await client.exchange(
        at("surface", #"{"width": 1e5, "height": 1e5, "scale": 10}"#),
        at("asset", #"{"slot": "floor", "kind": 2, "width": 5e-324, "height": 1e5}"#),
        at("animationEnded", #"{"directive": "18446744073709551615", "outcome": 1}"#),
        .scroll(0, .began, drag: .max, at: start),
        .scroll(1e7, drag: .max, velocity: -1e7, at: start),
        .scroll(-1e7, drag: .max, velocity: 1e7, at: start),
        at("floor", #"{"command": 1}"#),
        at("pointer", #"{"pointer": 4294967295, "phase": 1, "x": 1e7, "y": -1e7}"#),
        WireEvent("tick", at: start + Self.day), .tap(1, at: start + Self.day))
      #expect(await client.close().end == .well)
    }
  }
}
