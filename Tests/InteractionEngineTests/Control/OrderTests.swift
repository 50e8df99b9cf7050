import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Commands of backends", .timeLimit(.minutes(2)))
struct OrderTests {
  /// The results of all operations on a badge with the count 3.
  private static let badges = [
    (#""increase": 2"#, #"{"text": "5", "shown": true, "style": "BADGE_STYLE_NUMBER"}"#),
    (#""increase": 999999999"#, #"{"text": "99+", "shown": true, "style": 2}"#),
    (#""decrease": 1"#, #"{"text": "2", "shown": true, "style": 2}"#),
    (#""decrease": 999999999"#, #"{"shown": false}"#),
    (#""clear": {}"#, #"{"shown": false}"#),
    (#""set": {"count": {"count": 200}}"#, #"{"text": "99+", "shown": true, "style": 2}"#),
    (
      #""set": {"count": {"count": 200, "max": 150}}"#,
      #"{"text": "150+", "shown": true, "style": 2}"#
    ),
    (#""set": {"text": "919+"}"#, #"{"text": "919+", "shown": true, "style": 2}"#),
    (#""set": {"text": "夏"}"#, #"{"text": "夏", "shown": true, "style": "BADGE_STYLE_TEXT"}"#),
    (#""set": {"dot": {}}"#, #"{"shown": true, "style": "BADGE_STYLE_DOT"}"#),
    (#""set": {"newMark": {}}"#, #"{"shown": true, "style": "BADGE_STYLE_NEW"}"#),
    (#""hidden": true"#, #"{"shown": false}"#),
    (
      #""move": {"dx": 3, "dy": -4}"#,
      #"{"shown": true, "style": 2, "text": "3", "dx": 3, "dy": -4}"#
    ),
    (#""height": 24"#, #"{"shown": true, "style": 2, "text": "3", "height": 24}"#),
    (
      #""animate": "BADGE_ANIMATION_BREATHE_LOOP""#,
      #"{"shown": true, "style": 2, "text": "3", "loop": "BADGE_ANIMATION_BREATHE_LOOP"}"#
    ),
  ]

  @Test("SetBadge: every operation", arguments: Self.badges)
  func badge(operation: String, expected: String) async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (result, found) = try await client.carriesOut(.badge(operation), as: "change")
      #expect(result.summary == "applied" && found.commands == ["change"])
      var badge = try #require(found.first).setting.badge
      var wanted = Interaction_V1_BadgeState(json: expected)
      #expect(badge.tab == 1)
      // Fields that the row does not name have their defaults.
      badge.tab = 0
      if wanted.height == 0 { badge.height = 0 }
      if wanted.loop == .unspecified { wanted.loop = .none }
      if !wanted.shown { badge = .with { ($0.shown, $0.loop) = (badge.shown, badge.loop) } }
      // A loop has a timeline (rule B4).
      #expect(badge.hasLoopTimeline == (badge.loop != .none))
      badge.clearLoopTimeline()
      // The label of a badge without one is its text (rule U2).
      #expect(badge.label == (badge.shown ? badge.text : ""))
      badge.label = ""
      #expect(badge == wanted)
      #expect(await client.close().end == .well)
    }
  }

  @Test("SelectTab selects as the app would")
  func selection() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (result, found) = try await client.carriesOut(.tab(1), as: "go")
      #expect(result.summary == "applied" && found.commands == ["go"])
      let selection = try #require(found.first?.selection)
      #expect(selection.selected == 1 && selection.hasPrevious && selection.previous == 0)
      #expect(selection.origin == .programmatic)
      #expect(try await Order.tab(1).send(as: "stay", to: running).summary == "applied")
    }
  }

  @Test("SelectTab and ResolveGate: a gate that opens")
  func openGate() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (_, waiting) = try await client.carriesOut(.tab(2), as: "go")
      #expect(waiting.map(\.effect.requestLogin.tab) == [2])
      #expect(waiting[0].setting.gate.pendingTab == 2)
      let (result, found) = try await client.carriesOut(.gate(signedIn: true), as: "in", count: 2)
      #expect(result.summary == "applied" && found.commands == ["in", "in"])
      #expect(found[0].setting.gate.signedIn)
      #expect(found[1].selection?.selected == 2)
    }
  }

  @Test("ResolveGate: a gate that stays shut refuses the tab, not the command")
  func shutGate() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      _ = try await client.carriesOut(.tab(2), as: "go")
      let (result, found) = try await client.carriesOut(.gate(signedIn: false), as: "out", count: 2)
      #expect(result.summary == "applied")
      #expect(!found[0].setting.gate.hasPendingTab)
      #expect(found[1].effect.refusal.reason == .loginFailed)
    }
  }

  @Test("OrderToggle: every toggle and look")
  func toggles() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let steps = [
        (#"{"look": "TOGGLE_LOOK_ABOVE"}"#, "up"), (#"{"look": "TOGGLE_LOOK_BELOW"}"#, "down"),
        (#"{"toggle": "bar", "look": "TOGGLE_LOOK_ABOVE"}"#, "gone"),
        (#"{"toggle": "bar", "look": "TOGGLE_LOOK_BELOW"}"#, "shown"),
        (#"{"toggle": "top", "look": "TOGGLE_LOOK_ABOVE"}"#, "up"),
      ]
      for (number, (json, look)) in steps.enumerated() {
        let (_, found) = try await client.carriesOut(Order("OrderToggle", json), as: "p\(number)")
        #expect(found.looks == [look], "\(json)")
      }
    }
  }

  @Test("OpenSecondFloor and CloseSecondFloor")
  func floor() async throws {
    let steps: [(String, Interaction_V1_FloorPhase, Interaction_V1_FloorPhase)] = [
      ("OpenSecondFloor", .opening, .open), ("CloseSecondFloor", .closing, .closed),
    ]
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      for (method, during, after) in steps {
        let (_, found) = try await client.carriesOut(Order(method), as: method)
        #expect(found.floorPhases.first == during)
        let ended = WireEvent(
          "animationEnded", #"{"directive": \#(found[0].sequence), "outcome": 1}"#)
        #expect(try await client.exchange(ended).directives.floorPhases.last == after)
      }
    }
  }

  @Test("SwitchSecondFloor: a floor that is off cannot be opened (F17)")
  func floorOff() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (_, off) = try await client.carriesOut(
        Order("SwitchSecondFloor", #"{"on": false}"#), as: "off")
      #expect(off.first?.settings.first?.floor.off == true)
      let (refused, _) = try await client.carriesOut(Order("OpenSecondFloor"), as: "open")
      #expect(refused.summary == "refused absent")
      let (_, on) = try await client.carriesOut(
        Order("SwitchSecondFloor", #"{"on": true}"#), as: "on")
      #expect(on.first?.settings.first?.floor.off == false)
      let (_, opening) = try await client.carriesOut(Order("OpenSecondFloor"), as: "again")
      #expect(opening.floorPhases.first == .opening)
    }
  }

  @Test("CloseSecondFloor while it opens")
  func floorThatOpens() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let (_, opening) = try await client.carriesOut(Order("OpenSecondFloor"), as: "open")
      let result = try await Order("CloseSecondFloor").send(as: "close", to: running)
      #expect(result.summary == "applied")
      let ended = WireEvent(
        "animationEnded", #"{"directive": \#(opening[0].sequence), "outcome": 1}"#)
      #expect(try await client.exchange(ended).directives.floorPhases.last == .closing)
    }
  }

  @Test("a second floor that is opening is busy")
  func busyFloor() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      _ = try await client.carriesOut(Order("OpenSecondFloor"), as: "open")
      let (result, found) = try await client.carriesOut(Order("OpenSecondFloor"), as: "again")
      #expect(result.summary == "refused busy")
      #expect(found.first?.effect.refusal.reason == .busy)
    }
  }
}
