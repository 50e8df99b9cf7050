import InteractionCore
import Testing

/// The stacking order of the views that a style moves, and the capture of key views.
@Suite("Pages and key views stand above each other as the styles say")
struct NavigationLevelTests {
  private static func timeline(
    _ style: NavigationStyle, isBack: Bool = false, on stage: NavigationGeometry = PhoneStyles.stage
  ) throws -> Timeline {
    try #require(style.timeline(isBack: isBack, on: stage))
  }

  @Test("N4: in scan the page that moves out of the way lies above, and comes back above")
  func scan() throws {
    #expect(try Self.timeline(.scan).staging == [Staging(.outgoingPage, level: .above)])
    #expect(
      try Self.timeline(.scan, isBack: true).staging == [
        Staging(.incomingPage, level: .above)
      ])
  }

  @Test("N4: in key_move the key view lies above the fill, that above the page that leaves")
  func keyMove() throws {
    #expect(
      try Self.timeline(.keyMove).staging == [
        Staging(.incomingPage, level: .below), Staging(.pageFill, level: .above),
        Staging(.keyView, level: .above),
      ])
    #expect(
      try Self.timeline(.keyMove, isBack: true).staging == [
        Staging(.outgoingPage, level: .above), Staging(.keyView, level: .above),
      ])
  }

  @Test("N4: on the way back the key view's picture is taken where the way there left it")
  func backCaptures() throws {
    let expected: [(NavigationStyle, Rect)] = [
      (.keyMove, Rect(x: 20, y: 0, width: 60, height: 60)),
      (.zoomTo, Rect(x: 40, y: 100, width: 120, height: 120)),
      (.elevate, Rect(x: 70, y: 130, width: 60, height: 60)),
    ]
    for (style, frame) in expected {
      let back = try Self.timeline(style, isBack: true)
      #expect(back.captures.map(\.target) == [.keyView], "\(style)")
      #expect(back.captures.map(\.subject) == [.outgoingPage], "\(style)")
      #expect(back.captures.map(\.frame) == [frame], "\(style)")
      // It starts at the captured frame and ends at the start of the forward transition.
      let start = back.values(at: .zero)
      let end = back.values(at: back.duration)
      #expect(isNear(start["page/key centerY"], frame.center.y), "\(style)")
      #expect(isNear(end["page/key centerY"], 330), "\(style)")
    }
  }

  @Test("N4: zoom_to takes each edge of the key view to the edge of its place, and back")
  func bothEdges() throws {
    var stage = PhoneStyles.stage
    stage.zoomFrame = Rect(x: 0, y: 100, width: 240, height: 90)
    for isBack in [false, true] {
      let timeline = try Self.timeline(.zoomTo, isBack: isBack, on: stage)
      let picture = try #require(timeline.captures.first).frame
      let goal = isBack ? stage.keyFrame : stage.zoomFrame
      let start = timeline.values(at: .zero)
      let end = timeline.values(at: timeline.duration)
      #expect(isNear(start["page/key scaleX"], 1))
      #expect(isNear(start["page/key scaleY"], 1))
      #expect(isNear(end["page/key scaleX"], goal.width / picture.width))
      #expect(isNear(end["page/key scaleY"], goal.height / picture.height))
    }
  }

  @Test("N4: elevate's mask has the key view's proportions and reaches the farthest corner")
  func mask() throws {
    var stage = PhoneStyles.stage
    stage.keyFrame = Rect(x: 0, y: 0, width: 40, height: 20)
    let timeline = try Self.timeline(.elevate, on: stage)
    let start = timeline.values(at: .zero)
    let end = timeline.values(at: timeline.duration)
    // The distances from (20, 10) to (375, 812).
    let diameter = 2 * (355.0 * 355 + 802 * 802).squareRoot()
    #expect(start["page/incoming maskWidth"] == 40)
    #expect(start["page/incoming maskHeight"] == 20)
    #expect(isNear(end["page/incoming maskHeight"], diameter))
    #expect(isNear(end["page/incoming maskWidth"], 2 * diameter))
  }

  @Test("N4: a key view without a size grows into a disc, and nothing is endless")
  func noSize() throws {
    var stage = PhoneStyles.stage
    stage.keyFrame = Rect(x: 20, y: 300, width: 0, height: 1e-300)
    let timeline = try Self.timeline(.elevate, on: stage)
    let end = timeline.values(at: timeline.duration)
    #expect(end["page/incoming maskWidth"] == end["page/incoming maskHeight"])
    #expect(end.values.allSatisfy { $0.isFinite })
  }

  @Test("N4: flip's blur is dark at once, and only on the way there")
  func blur() throws {
    let there = try Self.timeline(.flip)
    #expect(there.value(.pageBlur, .opacity, at: .zero) == 1)
    #expect(there.value(.pageBlur, .opacity, at: .milliseconds(600)) == 1)
    let back = try Self.timeline(.flip, isBack: true)
    #expect(!back.tracks.contains { $0.target == .pageBlur })
  }
}
