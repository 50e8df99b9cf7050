import Foundation
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Traces that cannot be read say why and where")
struct TraceReadingTests {
  private static let head = "trace 1\nexperience home-refined\nsurface width=375 height=812\n"

  @Test(
    "malformed text is refused with its line",
    arguments: [
      ("", "the file is empty"),
      ("# hello", "the file is empty"),
      ("trace 2\r\nexperience x\r\n", "1: the version is '2'; must be 1"),
      ("trace 2\n", "1: the version is '2'; must be 1"),
      (head + "> x tick\n", "4: the time is 'x'; must be a number"),
      (head + "> 0 dance\n", "4: unknown event 'dance'"),
      (head + "> 0 scroll home 1 moved\n", "4: y= is missing"),
      (head + "> 0 scroll home 1 flew y=1\n", "4: the phase is 'flew'; must be one of began"),
      (head + "> 0 tick command=a/b\n", "4: command is 'a/b'; must be 1 to 64 bytes"),
      (
        "trace 1\nsurface width=375 height=812 locale=\(String(repeating: "e", count: 36))\n",
        "2: surface.locale: has 36 bytes; at most 35 are allowed; shorten it"
      ),
      (
        head + "> 0 pointer 1 down \(String(repeating: "t", count: 65)) x=0 y=0\n",
        "4: pointer.target: has 65 bytes; at most 64 are allowed; shorten it"
      ),
      (
        head + "> 0 navigate push a style=wobble\n",
        "4: style is 'wobble'; must be one of window, system"
      ),
      (
        head + "> 0 surface width=9 height=9 direction=up\n",
        "4: direction is 'up'; must be one of left_to_right, right_to_left"
      ),
      (head + "> 0 scroll home 1 ended y=0 velocty=3\n", "4: unknown key velocty="),
      (head + "> 0 scroll home 1 moved y=0 y=9\n", "4: y= is set twice; remove one"),
      (head + "> 0 background now\n", "4: unexpected word 'now'"),
      (head + "? 0 tick\n", "4: starts with '?'; must be one of trace, experience"),
      (
        head + "> 0 surface width=9 height=9 text-scale=11\n",
        "4: surface.text_scale: is 11; must be more than 0 and at most 10"
      ),
      ("trace 1\nsurface width=0 height=812\n", "2: surface.width: is 0; must be 1 to"),
    ])
  func malformedText(text: String, problem: String) {
    let error = #expect(throws: TraceError.self) { try Trace(text: text) }
    #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
  }

  @Test("values are written with the contract's words; recordings with Swift's names are read")
  func words() throws {
    let former = """
      > 0 scroll home 0 programmaticBegan x=0 y=0
      > 1 navigate popToRoot style=standard
      > 2 badge 1 animate alertAndShake
      > 3 account signedIn
      > 4 surface width=375 height=812 scale=1 direction=rightToLeft text-scale=1.5

      """
    let trace = try Trace(text: Self.head + former)
    #expect(
      trace.text.split(separator: "\n").suffix(5) == [
        "> 0 scroll home 0 programmatic_began x=0 y=0", "> 1 navigate pop_to_root style=standard",
        "> 2 badge 1 animate alert_and_shake", "> 3 account signed_in",
        "> 4 surface width=375 height=812 scale=1 direction=right_to_left text-scale=1.5",
      ])
    #expect(try Trace(text: trace.text) == trace)
  }

  @Test("lines without a word mean nothing")
  func blankLines() throws {
    let trace = try Trace(text: "   \n" + Self.head + " \n\n> 0 tick\n  ")
    #expect(trace.events.map(\.kind) == [.tick])
  }

  @Test("the state at the start reads back as written, with and without places of badges")
  func current() throws {
    var trace = try Trace(text: Self.head + "> 0 tick\n")
    trace.header.current = RestoredState(
      selectedTab: 1,
      pages: [NavigationState.Page(route: "help", style: .flip)],
      badges: [
        .init(
          tab: 1, content: .text("hot"), move: Point(x: 2.5, y: -3), height: 24, loop: .shakeLoop),
        .init(tab: 2, content: .number(count: 5, max: 99), isHidden: true, height: 12),
        .init(tab: 3, content: .dot),
      ],
      isSwipingOn: false)
    #expect(try Trace(text: trace.text) == trace)
  }

  @Test("S9: the offsets of lists side by side keep their order, in which the last counts")
  func offsets() throws {
    let feed = SourceID("feed")
    let unnamed = RestoredState.Offset(source: feed, y: 500, isShown: false)
    let named = RestoredState.Offset(source: feed, y: 20, list: "for_you")
    for offsets in [[unnamed, named], [named, unnamed]] {
      var trace = Trace(header: Trace.Header(experience: "reader", surface: .phone), events: [])
      trace.header.current = RestoredState(offsets: offsets)
      #expect(try Trace(text: trace.text).header.current?.offsets == offsets)
    }
  }

  @Test("a resumed connection of a server's recording is read as it is written")
  func connection() throws {
    var trace = try Trace(text: Self.head + "> 0 tick\n> 1 tick\n")
    trace.header.connection = Trace.Connection(
      session: "s-1", user: "Ann = 100 %\nof \"it\"", epoch: 2)
    trace.header.start = Instant(microseconds: 5)
    var session = Session(
      experience: try #require(try BuiltInExperiences.named("home-refined")), surface: .phone)
    _ = session.handle(trace.openingEvent)
    trace.header.state = session.proto
    trace.header.selection = .with {
      ($0.variant, $0.reason, $0.bucket, $0.phase) = ("low", .bucket, 661, 2)
    }
    trace.header.buckets = ["control", "low"].map { name in
      .with {
        $0.variant = name
        $0.ranges = [.with { ($0.first, $0.end) = (0, 500) }]
      }
    }
    trace.steps[0].number = 41
    trace.steps[1].number = 42
    let read = try Trace(text: trace.text)
    #expect(read == trace)
    #expect(try read.binary == trace.binary)
  }

  @Test("lines may end as Windows ends them")
  func windowsLines() throws {
    let text = "# saved elsewhere\n" + Self.head + "> 0 tick\n> 1 tick\n"
    let windows = text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try Trace(contentsOf: Data(windows.utf8)) == Trace(text: text))
  }

  @Test("N5: a pan and a finger's target may name any route")
  func routes() throws {
    let trace = try Trace(
      text: Self.head + "> 0 drag scan began help%3da y=12 velocity=0\n"
        + "> 1 pointer 1 down scan//a%20b x=1 y=2\n")
    let target = ViewPath.scan(presenting: "/a b")
    #expect(
      trace.events.map(\.kind) == [
        .pageDrag(PageDrag(.scan, .began, translation: 12, route: "help=a")),
        .pointer(Pointer(id: 1, phase: .down, target: target, position: Point(x: 1, y: 2))),
      ])
    #expect(try Trace(text: trace.text) == trace)
  }

  @Test(
    "a percent sign without two hexadecimal digits is a character",
    arguments: ["+5", "-0", "g1", "5"])
  func percent(digits: String) throws {
    let trace = try Trace(text: Self.head + "> 0 pointer 1 down scan//%\(digits) x=1 y=2\n")
    #expect(
      trace.events.map(\.kind) == [
        .pointer(
          Pointer(
            id: 1, phase: .down, target: .scan(presenting: "/%\(digits)"),
            position: Point(x: 1, y: 2)))
      ])
  }

  @Test("a binary trace is one for any length of its header, also one that begins with #")
  func headerLengths() throws {
    let traces = try (1 ... 40).map { length in
      let record = Proto.TraceRecord.with {
        $0.header.version = 1
        $0.header.experience = String(repeating: "e", count: length)
        $0.header.surface.width = 375
        $0.header.surface.height = 812
      }
      let bytes: Data = try record.serializedBytes()
      return [UInt8(bytes.count)] + bytes
    }
    #expect(traces.contains { $0.first == UInt8(ascii: "#") })
    for (index, bytes) in traces.enumerated() {
      #expect(try Trace(contentsOf: Data(bytes)).header.experience.count == index + 1)
    }
  }

  @Test("a binary trace cut off at any byte is refused or shorter, and never traps")
  func cutBinary() throws {
    var generator = SessionGenerator(seed: 3, plan: .scrolling)
    let trace = generator.trace(experience: "home-refined")
    let binary = try trace.binary
    for length in 0 ..< min(binary.count, 400) {
      if let shorter = try? Trace(binary: binary.prefix(length)) {
        #expect(shorter.steps.count < trace.steps.count)
      }
    }
  }

  @Test("the same seed gives the same session, another seed another")
  func seeds() {
    func trace(_ seed: UInt64) -> Trace {
      var generator = SessionGenerator(seed: seed)
      return generator.trace(experience: "home-refined")
    }
    #expect(trace(5) == trace(5))
    #expect(trace(5).events != trace(6).events)
  }
}
