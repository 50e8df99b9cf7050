import InteractionCore
import Testing

/// The other badge operations and their origins (rules B1, B2, D1).
@Suite struct BadgeOperationTests {
  @Test("B1 B2: a badge is 18 pt high, in its place, shown, and has 99 as its limit")
  func defaults() throws {
    var bench = BadgeBench()
    let state = try #require(bench.state)
    #expect([state.dx, state.dy, state.height] == [0, 0, 18])
    #expect(!state.isShown)
    bench.apply(.increase(by: 100))
    #expect(bench.shown == "99+")
  }

  @Test("B2: it moves and grows without anything else changing")
  func placed() throws {
    var bench = BadgeBench(BadgeBench.five())
    let before = try #require(bench.state)
    bench.apply(.move(dx: -4.5, dy: 6))
    bench.apply(.resize(height: 24))
    var expected = before
    expected.dx = -4.5
    expected.dy = 6
    expected.height = 24
    #expect(bench.state == expected)
    // Moving sets the offset; it does not add to it.
    bench.apply(.move(dx: -4.5, dy: 6))
    #expect(bench.state == expected)
  }

  @Test("B1 B2: hidden by command it stays hidden, whatever it says, until it is shown again")
  func hidden() {
    var bench = BadgeBench(BadgeBench.five())
    bench.apply(.hide)
    for operation in [
      BadgeOperation.increase(by: 1), .set(.new), .setText("abc"), .setText(""), .clear,
      .move(dx: 1, dy: 1), .resize(height: 30), .animate(.alert), .set(.number(count: 7, max: 9)),
    ] {
      bench.apply(operation)
      #expect(bench.shown == "-")
    }
    bench.apply(.show)
    #expect(bench.shown == "7")
  }

  @Test("B1: a dot, a count, a text, something new")
  func styles() {
    var bench = BadgeBench()
    let styles: [(BadgeContent, BadgeState.Style, String)] = [
      (.dot, .dot, "•"), (.number(count: 3, max: 9), .number, "3"), (.text("hot"), .text, "hot"),
      (.new, .new, "new"), (.text(""), .dot, "•"),
    ]
    for (content, style, shown) in styles {
      bench.apply(.set(content))
      #expect(bench.state?.style == style)
      #expect(bench.shown == shown)
    }
    bench.apply(.clear)
    #expect(bench.shown == "-")
  }

  @Test("B1: an experience's own limit holds for counts that say nothing else")
  func ownLimit() {
    var bench = BadgeBench(BadgeDefinition(maximum: 9))
    bench.apply(.setText("10"))
    #expect(bench.shown == "9+")
    bench.apply(.setText("20+"))
    #expect(bench.shown == "20+")
  }

  @Test("B1: a badge starts as the experience says")
  func start() {
    let hidden = BadgeDefinition(
      content: .number(count: 3, max: 99), isHidden: true, dx: 2, dy: -3, height: 20)
    var bench = BadgeBench(hidden)
    #expect(bench.shown == "-")
    bench.apply(.show)
    #expect(bench.shown == "3")
    #expect([bench.state?.dx, bench.state?.dy, bench.state?.height] == [2, -3, 20])
    #expect(BadgeBench(BadgeDefinition(content: .number(count: -4, max: 99))).shown == "-")
  }

  @Test("T8 B1: where badges are off, none shows")
  func off() {
    var bench = BadgeBench(BadgeBench.five(), isOn: false)
    #expect(bench.shown == "-")
    bench.apply(.set(.new))
    #expect(bench.shown == "-")
  }

  @Test("B2 D1: a backend's order is told by its name, a client's by its number")
  func causes() {
    var bench = BadgeBench(BadgeBench.five())
    let ordered = bench.apply(.increase(by: 1), command: "push-17")
    #expect(ordered.map(\.cause) == [.command(id: "push-17")])
    #expect(bench.apply(.increase(by: 1)).map(\.cause) == [.event(sequence: 1)])
    #expect(bench.shown == "7")
  }

  @Test("B2 D1: what changes nothing says nothing, and every change is told once")
  func generations() throws {
    var bench = BadgeBench(BadgeBench.five())
    for operation in [
      BadgeOperation.increase(by: 0), .show, .move(dx: 0, dy: 0), .resize(height: 18),
      .setText("5"), .set(.number(count: 5, max: 99)),
    ] {
      #expect(bench.apply(operation) == [])
    }
    var generation = try #require(bench.generation)
    for operation in [
      BadgeOperation.increase(by: 1), .hide, .show, .move(dx: 1, dy: 0), .resize(height: 20),
      .setText("abc"), .clear,
    ] {
      #expect(bench.apply(operation).count == 1)
      generation += 1
      #expect(bench.generation == generation)
    }
  }
}
