import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionDrawing

@Suite("Pictures of sessions")
struct PictureTests {
  /// Returns the demo's picture of a trace, with the trace's directives.
  private static func picture(of trace: Trace) throws -> TimelinePicture {
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let session = Session(experience: experience, surface: trace.header.surface)
    let lines = experience.sources.map { ($0.id, session.triggerLines(for: $0.id)) }
    let answered = trace.directives.isEmpty ? trace.recorded(with: experience) : trace
    return TimelinePicture(
      answered, directives: answered.directives, lines: Dictionary(lines) { first, _ in first })
  }

  /// Returns a trace that repeats a bundled one, with pauses in between.
  private static func repeated(
    _ bundled: BundledTrace, times: Int, pause: TimeSpan
  ) throws -> Trace {
    let trace = try bundled.trace
    let round = (trace.duration + pause).microseconds
    let events = (0 ..< times).flatMap { index in
      trace.events.map { event in
        var event = event
        event.time = event.time + TimeSpan(microseconds: round * Int64(index))
        return event
      }
    }
    return Trace(header: trace.header, events: events)
  }

  private static func height(of svg: String) throws -> Double {
    let number = try #require(svg.firstMatch(of: #/ height="([0-9.]+)" role/#)).1
    return try #require(Double(number))
  }

  /// Returns true if the picture has a text that ends with `words`.
  private static func shows(_ svg: String, _ words: String) -> Bool {
    let escaped = words.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    return svg.contains("\(escaped)</text>") || svg.contains("\(escaped)</tspan>")
  }

  /// Checks that every mark has a label, and that no two labels of a row overlap.
  private static func checkLabels(of picture: TimelinePicture, in svg: String) {
    let marks = picture.placedMarks
    #expect(marks.placed.reduce(0) { $0 + $1.item.tally.count } == picture.marks.count)
    for (group, _) in marks.placed { #expect(Self.shows(svg, group.label)) }
    Self.checkRows(marks)
    var numbers: [UInt64] = []
    for (_, rows) in picture.placedLanes {
      Self.checkRows(rows)
      for (group, _) in rows.placed {
        numbers += group.numbers
        #expect(group.tally.count == group.numbers.count)
        #expect(svg.contains(group.number))
        #expect(Self.shows(svg, group.label))
        #expect(group.labelRange.lowerBound >= TimelinePicture.left)
        #expect(group.labelRange.upperBound <= TimelinePicture.edge + 1)
      }
    }
    #expect(numbers.sorted() == picture.directives.map(\.sequence).sorted())
  }

  private static func checkRows<Item>(_ rows: LabelRows<Item>) {
    for row in 0 ..< rows.count {
      let extents = rows.placed.filter { $0.row == row }.map(\.item.extent)
        .sorted { $0.lowerBound < $1.lowerBound }
      for (a, b) in zip(extents, extents.dropFirst()) { #expect(a.upperBound <= b.lowerBound) }
    }
  }

  @Test(
    "Every mark of a bundled session has its label, and none covers another",
    arguments: BundledTrace.allCases)
  func labels(bundled: BundledTrace) throws {
    let picture = try Self.picture(of: bundled.trace)
    Self.checkLabels(of: picture, in: picture.svg)
  }

  @Test(
    "A bundled session's picture has every curve, on two screens", arguments: BundledTrace.allCases)
  func curves(bundled: BundledTrace) throws {
    let picture = try Self.picture(of: bundled.trace)
    let svg = picture.svg
    #expect(try Self.height(of: svg) <= 1600)
    #expect(!svg.contains("left out for room"))
    let animated = picture.directives.filter { $0.timeline.map { $0.duration > .zero } ?? false }
    let panels = picture.panels
    #expect(panels.flatMap(\.numbers).sorted() == animated.map(\.sequence))
    let lines = svg.matches(of: #/<polyline class="curve /#).count
    #expect(lines == panels.reduce(0) { $0 + $1.choreography.curves.count })
  }

  @Test("The bundled sessions label every mark on its own but for a few of the navigation's")
  func merged() throws {
    for bundled in BundledTrace.allCases {
      let picture = try Self.picture(of: bundled.trace)
      let groups = picture.placedLanes.flatMap(\.rows.placed).map(\.item)
      let longest = groups.map(\.numbers.count).max() ?? 0
      #expect(longest <= (bundled == .windowNavigation ? 4 : 1), "\(bundled): \(longest)")
      #expect(picture.placedMarks.placed.allSatisfy { $0.item.tally.count == 1 })
    }
  }

  @Test("Thousands of events stay on two screens, and the picture says what it has merged")
  func crowd() throws {
    let trace = try Self.repeated(.windowNavigation, times: 20, pause: .seconds(1))
    #expect(trace.events.count > 5000)
    let picture = try Self.picture(of: trace)
    let svg = picture.svg
    #expect(try Self.height(of: svg) <= 1600)
    Self.checkLabels(of: picture, in: svg)
    #expect(svg.contains(#/[0-9]+ of #[0-9]+–[0-9]+ /#) && svg.contains(#/[0-9]+ × /#))
    #expect(svg.contains(#/and [0-9]+ more/#))
  }

  @Test("Panels for which there is no room are named")
  func missing() throws {
    let picture = try Self.picture(of: BundledTrace.extendedTabs.trace)
    let panels = picture.panels
    for room in [0, 100, 200.0] {
      let placed = TimelinePicture.place(panels, into: room)
      #expect(placed.height <= room && !placed.missing.isEmpty)
      #expect(placed.panels.count + placed.missing.count == panels.count)
      let words = TimelinePicture.words(for: placed.missing)
      #expect(words.count <= 2)
      #expect(words.first?.hasPrefix("left out for room, \(placed.missing.count) more") == true)
    }
  }

  @Test("A long pause takes little room and says how long it is; time goes on after it")
  func pause() throws {
    let trace = try Self.repeated(.secondFloor, times: 2, pause: .seconds(600))
    let picture = try Self.picture(of: trace)
    let cut = try #require(picture.time.breaks.first)
    #expect(picture.time.breaks.count == 1)
    #expect(cut.pause.extent > 500 && cut.place.extent < 40)
    #expect(picture.svg.contains(#/>[0-9.]+ s cut</#))
    let places = stride(from: 0.0, to: 640, by: 0.5).map { picture.time($0) }
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    #expect(
      picture.time.roundTimes.allSatisfy {
        !($0 > cut.pause.lowerBound && $0 < cut.pause.upperBound)
      })
  }

  @Test("Only as many neighbours share a label as have to")
  func rows() {
    struct Block: Labelled {
      var names: [Int]
      var extent: ClosedRange<Double>
      var count: Int { self.names.count }
      func merged(with next: Block) -> Block {
        Block(
          names: self.names + next.names,
          extent: self.extent.lowerBound ... max(self.extent.upperBound, next.extent.upperBound))
      }
    }
    func blocks(_ starts: [Double]) -> [Block] {
      starts.enumerated().map { Block(names: [$0], extent: $1 ... $1 + 10) }
    }
    let free = LabelRows(blocks([0, 5, 20]), atMost: 2)
    #expect(
      free.placed.map(\.item.names) == [[0], [1], [2]] && free.placed.map(\.row) == [0, 1, 0])
    let crowded = LabelRows(blocks([0, 4, 6, 8, 30]), atMost: 2)
    #expect(crowded.placed.map(\.item.names) == [[0], [1, 2, 3], [4]])
    let full = LabelRows(blocks([0, 1, 2, 3, 4, 5, 6, 7]), atMost: 2)
    #expect(full.placed.map(\.item.names) == [[0, 1, 2, 3], [4, 5, 6, 7]], "shared evenly")
  }

  @Test(
    "a picture leaves out samples that every engine refuses", arguments: ["nan", "inf", "1e308"])
  func picture(value: String) throws {
    let trace = try Trace(
      text:
        "trace 1\nexperience home-refined\n> 0 scroll home 1 began y=0\n> 1000 scroll home 1 moved y=\(value)\n"
        + "> 2000 scroll home 1 moved y=-\(value)\n")
    #expect(!TimelinePicture(trace, directives: [], lines: [:]).svg.contains("nan"))
  }
}
