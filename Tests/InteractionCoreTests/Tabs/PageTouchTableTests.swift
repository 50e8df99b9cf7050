import InteractionCore
import Testing

/// Every pointer report in every phase of a touch on the pages.
///
/// Finger 1 has touched down at (200, 400). Cells contain the next phase and, if the pages receive
/// one, the drag's phase with its translation. For a scanned page, which moves vertically, the axes
/// are exchanged.
@Suite struct PageTouchTableTests {
  static let table = TransitionTable(
    """
                  | idle              | possible            | dragging                 | failed
    down          | possible anew     | possible anew       | possible anew: cancelled \
    | possible anew
    near          | .                 | .                   | dragging: moved 6        | .
    sideways      | .                 | dragging: began -30 | dragging: moved -30      | .
    steep         | .                 | failed              | dragging: moved 10       | .
    up            | .                 | idle                | idle: ended -30          | idle
    cancelled     | .                 | idle                | idle: cancelled          | idle
    2nd down      | possible 2nd anew | .                   | .                        | .
    2nd near      | .                 | .                   | .                        | .
    2nd sideways  | .                 | .                   | .                        | .
    2nd steep     | .                 | .                   | .                        | .
    2nd up        | .                 | .                   | .                        | .
    2nd cancelled | .                 | .                   | .                        | .
    taken         | .                 | idle                | idle: cancelled          | idle
    """)

  private static let start = Point(x: 200, y: 400)
  private static let finger = PageTouch.Finger(pointer: 1, subject: .tabs, start: start)

  private static let phases: [(name: String, phase: PageTouch.Phase)] = [
    ("idle", .idle), ("possible", .possible(finger)), ("dragging", .dragging(finger)),
    ("failed", .failed(finger)),
  ]

  /// Name, phase, distance from the touch-down position of finger 1.
  private static let reports: [(String, Pointer.Phase, Double, Double)] = [
    ("down", .down, 50, 50), ("near", .moved, 6, 8), ("sideways", .moved, -30, 10),
    ("steep", .moved, 10, -30), ("up", .up, -30, 10), ("cancelled", .cancelled, -30, 10),
  ]

  private static let inputs: [(name: String, pointer: Pointer?)] =
    [UInt32(1), 2].flatMap { finger in
      reports.map { name, phase, dx, dy in
        let pointer = Pointer(
          id: finger, phase: phase, target: .pageContainer,
          position: Point(x: start.x + dx, y: start.y + dy))
        return ((finger == 1 ? "" : "2nd ") + name, pointer)
      }
    } + [("taken", nil)]

  @Test(
    "T10 X7 N5: every report in every phase, of swipes, of pulls from the edge and of pans",
    arguments: table.pairs, PageDrag.Subject.allCases)
  func report(pair: TransitionTable.Pair, subject: PageDrag.Subject) throws {
    let before = Self.of(subject, try #require(Self.phases.first { $0.name == pair.phase }).phase)
    let input = try #require(Self.inputs.first { $0.name == pair.input })
    let pointer = subject == .scan ? input.pointer.map(Self.turned) : input.pointer
    var touch = PageTouch(phase: before)
    let drags =
      pointer.map { touch.handle($0, on: subject, at: .seconds(10)) } ?? touch.cancel()
    #expect(Self.describe(touch, after: before, drags) == pair.expected)
    #expect(drags.allSatisfy { $0.subject == subject && $0.velocity == 0 })
    #expect(touch.finger.map { $0.subject == subject } ?? true)
  }

  @Test("T10 X7: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(inputs: Self.inputs.map(\.name), phases: Self.phases.map(\.name))
    let kinds = Self.phases.map { entry in
      switch entry.phase {
      case .idle: 0
      case .possible: 1
      case .dragging: 2
      case .failed: 3
      }
    }
    #expect(kinds == [0, 1, 2, 3])
    #expect(Set(Self.inputs.compactMap(\.pointer?.phase)) == Set(Pointer.Phase.allCases))
  }

  /// Returns the corresponding phase of a touch on `subject`.
  private static func of(
    _ subject: PageDrag.Subject, _ phase: PageTouch.Phase
  ) -> PageTouch.Phase {
    var finger = Self.finger
    finger.subject = subject
    return switch phase {
    case .idle: .idle
    case .possible: .possible(finger)
    case .dragging: .dragging(finger)
    case .failed: .failed(finger)
    }
  }

  /// Returns the report with the axes exchanged.
  private static func turned(_ pointer: Pointer) -> Pointer {
    var pointer = pointer
    let (dx, dy) = (pointer.position.x - self.start.x, pointer.position.y - self.start.y)
    pointer.position = Point(x: self.start.x + dy, y: self.start.y + dx)
    return pointer
  }

  private static func describe(
    _ touch: PageTouch, after before: PageTouch.Phase, _ drags: [PageDrag]
  ) -> String {
    if touch.phase == before && drags.isEmpty { return "." }
    var name =
      switch touch.phase {
      case .idle: "idle"
      case .possible: "possible"
      case .dragging: "dragging"
      case .failed: "failed"
      }
    if let finger = touch.finger {
      if finger.pointer == 2 { name += " 2nd" }
      if finger.start != Self.start { name += " anew" }
    }
    let what = drags.map { drag in
      drag.phase == .cancelled ? "cancelled" : "\(drag.phase) \(Int(drag.translation))"
    }
    return what.isEmpty ? name : "\(name): \(what.joined(separator: ", "))"
  }
}
