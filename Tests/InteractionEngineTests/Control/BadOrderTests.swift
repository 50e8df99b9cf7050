import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Orders that are not carried out", .timeLimit(.minutes(2)))
struct BadOrderTests {
  typealias Command = Interaction_V1_CommandMetadata

  private static func to(_ session: String, as id: String = "a") -> Command {
    .with { ($0.commandID, $0.sessionID) = (id, session) }
  }

  private static func user(_ name: String) -> Command {
    .with { ($0.commandID, $0.user) = ("a", name) }
  }

  private static let unreached: [(Order, Command?, String)] =
    [
      Order("CloseSecondFloor"), Order("OpenSecondFloor"),
      Order("SwitchSecondFloor", #"{"on": true}"#),
      Order("OrderToggle", #"{"look": "TOGGLE_LOOK_ABOVE"}"#),
      .gate(signedIn: true), .tab(1), .countUp,
    ].flatMap { order in
      [to("none"), user("none")].map { (order, $0, "notFound UNKNOWN_SESSION") }
    } + [
      (.tab(1), to(String(repeating: "x", count: 1_000_000)), "notFound UNKNOWN_SESSION"),
      (.tab(1), user(String(repeating: "x", count: 1_000_000)), "notFound UNKNOWN_SESSION"),
    ]

  private static let badNames: [(Order, Command?, String)] =
    [
      "", String(repeating: "x", count: 65), String(repeating: "x", count: 1_000_000), "a b", "ß",
      "a\0",
    ].map { (.tab(1), to("open", as: $0), "command.command_id") }

  private static let invalid: [(Order, Command?, String)] =
    (badNames + [
      (.tab(1), nil, "command.command_id"),
      (.tab(1), .with { $0.commandID = "a" }, "command.recipient"),
      // Sessions without a user cannot be addressed by an empty user.
      (.tab(1), user(""), "command.recipient"),
      (.tab(1), .with { ($0.commandID, $0.all) = ("a", false) }, "command.recipient"),
      (.gate(signedIn: true), .with { ($0.commandID, $0.all) = ("a", true) }, "command.all"),
      (Order("SetBadge", #"{"badge": {"tab": 1}}"#), to("open"), "badge.operation"),
      (.badge(#""animate": 0"#), to("open"), "badge.animate"),
      (.badge(#""animate": 42"#), to("open"), "badge.animate"),
      // An absent field never defaults to an action.
      (Order("SelectTab"), to("open"), "tab"),
      (Order("OrderToggle"), to("open"), "look"),
      (Order("ResolveGate"), to("open"), "signed_in"),
      (Order("SwitchSecondFloor"), to("open"), "on"),
      (Order("OrderToggle", #"{"look": 42}"#), to("open"), "look"),
      (Order("OrderToggle", #"{"look": -1}"#), to("open"), "look"),
    ]).map { ($0.0, $0.1, "invalidArgument INVALID_ARGUMENT \($0.2)") }

  @Test("a name that has stood for another command is refused, and nothing is carried out")
  func reused() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      _ = try await client.carriesOut(.tab(1), as: "a")
      _ = try await Order.tab(1).send(as: Self.to("shop"), to: running)
      for order in [Order.tab(2), .gate(signedIn: true), .countUp] {
        let end = await CallCompletion.of {
          _ = try await order.send(as: Self.to("shop"), to: running)
        }
        #expect("\(end)" == "invalidArgument COMMAND_ID_REUSED", "\(order)")
        #expect(end.message.contains("session 'shop'"))
      }
      #expect(await client.close().frames.directives.isEmpty)
    }
  }

  @Test("no session hears of a bad command")
  func badCommands() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running) { $0.sessionID = "open" }
      for (order, command, expected) in Self.unreached + Self.invalid {
        let end = await CallCompletion.of { _ = try await order.send(as: command, to: running) }
        #expect("\(end)" == expected, "\(order)")
        #expect(end.domain == "interaction.v1")
        #expect(1 ..< 500 ~= end.message.count, "\(order)")
      }
      #expect(await client.close().frames.directives.isEmpty)
    }
  }

  /// Commands that a session of this experience rejects, with the problem.
  private static let unsuitable: [(Order, String, String)] =
    [-1, 4, Int(Int32.max), Int(Int32.min)].map { (.tab($0), "shop", "select_tab.tab") }
    + [0, -1, 4, Int(Int32.max), Int(Int32.min)].map {
      (.badge(#""clear": {}"#, tab: $0), "shop", "badge.tab")
    }
    + ["increase", "decrease"].flatMap { name in
      [-1, 1_000_000_000, Int64.max, Int64.min].map { (name, $0) }
    }.map { (.badge(#""\#($0)": "\#($1)""#), "shop", "badge.\($0)") }
    + ["0", "0.5", "101", #""NaN""#, #""Infinity""#].map {
      (.badge(#""height": \#($0)"#), "shop", "badge.height")
    }
    + ["1001", "-1001", #""NaN""#, #""-Infinity""#].map {
      (.badge(#""move": {"dx": \#($0)}"#), "shop", "badge.move.dx")
    }
    + [
      (.badge(#""move": {"dy": 1e300}"#), "shop", "badge.move.dy"),
      (
        .badge(#""set": {"text": "\#(String(repeating: "x", count: 65))"}"#), "shop",
        "has 65 bytes"
      ),
      (
        Order("OrderToggle", #"{"toggle": "attic", "look": "TOGGLE_LOOK_ABOVE"}"#), "shop",
        "order_toggle.toggle"
      ),
      (
        Order("OrderToggle", #"{"toggle": "attic", "look": "TOGGLE_LOOK_ABOVE"}"#), "plain",
        "order_toggle.toggle"
      ),
      (.badge(#""clear": {}"#), "plain", "badge.tab"),
      (.tab(3), "shop", "disabled"),
      (Order("CloseSecondFloor"), "shop", "notOpen"),
      (Order("OpenSecondFloor"), "plain", "absent"),
      (Order("SwitchSecondFloor", #"{"on": true}"#), "plain", "absent"),
      (Order("CloseSecondFloor"), "plain", "absent"),
      (Order("OpenSecondFloor"), "guarded", "loginRequired"),
      (Order("OpenSecondFloor"), "pictured", "assetNotReady"),
    ]

  @Test("INVALID and REFUSED: what a session does not carry out")
  func unsuitableOrders() async throws {
    try await BackendExperiences.open { running in
      for (order, experience, why) in Self.unsuitable {
        let client = try await TestStream.shopping(running) { $0.experience = experience }
        async let sent = order.send(as: "bad", to: running)
        // A name with a separator is a field or message; any other is a reason of the contract.
        if why.contains("_") || why.contains(".") || why.contains(" ") {
          let result = try await sent
          let told = "\(result.violation.field) \(result.violation.description_p)"
          #expect(result.outcome == .invalid && result.reason == .unspecified, "\(order)")
          #expect(told.contains(why), "\(order): \(told)")
        } else {
          let found = try await client.applied()
          #expect(try await sent.summary == "refused \(why)", "\(order)")
          #expect(found.map { "\($0.effect.refusal.reason)" } == [why] && found.commands == ["bad"])
        }
        let rest = await client.close()
        #expect(rest.frames.directives.isEmpty && rest.end == .well, "\(order)")
      }
    }
  }
}
