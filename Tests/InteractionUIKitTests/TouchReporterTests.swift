import InteractionCore
import Testing

@testable import InteractionUIKit

@Suite("The events of a finger")
struct TouchReporterTests {
  private let frame = Rect(x: 100, y: 700, width: 60, height: 50)

  @Test(
    "a drag is one along the view's axis, from the slop on",
    arguments: [
      (ViewPath.pageContainer, 9.0, 0.0, TouchReporter.Course.undecided),
      (.pageContainer, -10, 3, .along), (.pageContainer, 10, 10, .across),
      (.pageContainer, 3, 10, .across), (.floorPage, 3, -10, .along), (.floorPage, 10, 10, .along),
      (.floorPage, 10, 3, .across), (.scan(presenting: "help"), 0, 10, .along),
      (.tab(1), 30, 0, .undecided),
    ])
  func course(_ target: ViewPath, _ dx: Double, _ dy: Double, _ course: TouchReporter.Course) {
    var reporter = TouchReporter(target)
    #expect(reporter.down(1, at: Point(x: 120, y: 720), on: self.frame) == [])
    #expect(reporter.course(to: Point(x: 120 + dx, y: 720 + dy)) == course)
  }

  @Test(
    "T9: a lift within 10 pt of the item is a tap",
    arguments: [
      (Point(x: 90, y: 690), true), (Point(x: 170, y: 760), true), (Point(x: 89, y: 720), false),
      (Point(x: 120, y: 761), false),
    ])
  func tap(_ position: Point, _ isTap: Bool) {
    var reporter = TouchReporter(.tab(2))
    _ = reporter.down(1, at: Point(x: 120, y: 720), on: self.frame)
    #expect(reporter.move(to: position) == [])
    #expect(reporter.up(at: position) == (isTap ? [.tapTab(index: 2)] : []))
    #expect(reporter.up(at: position) == [])
  }

  @Test("a finger that the engine does not know ends without an event")
  func unreported() {
    var reporter = TouchReporter(.pageContainer, hasLongPress: true)
    #expect(reporter.begin() == [] && reporter.cancel() == [])
    #expect(reporter.down(1, at: Point(x: 0, y: 0), on: self.frame) == [])
    #expect(reporter.move(to: Point(x: 5, y: 0)) == [] && reporter.cancel() == [])
  }
}
