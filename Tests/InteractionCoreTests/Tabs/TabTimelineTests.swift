import InteractionCore
import Testing

@Suite("T4 D2: a tab plays the timeline that its experience declares")
struct TabTimelineTests {
  private static let lift = TimelineDefinition(
    name: "lift",
    tracks: [
      TrackDefinition(
        .tabIcon, .translateX,
        keyframes: [Keyframe(position: 0, value: 0.1), Keyframe(position: 1, value: 0)],
        unit: .width, delay: .milliseconds(100), duration: .milliseconds(300)),
      TrackDefinition(
        .tabTitle, .opacity,
        keyframes: [Keyframe(position: 0, value: 0), Keyframe(position: 1, value: 1)],
        duration: .milliseconds(200), iterations: 2),
    ])

  private static func played(in surface: Surface) throws -> Timeline {
    var driver = TabDriver(in: surface) { $0.items[1].timeline = Self.lift }
    let reaction = try #require(driver.layout?.items[1].reaction)
    driver.tap(1, at: 100)
    let timeline = try #require(driver.selections.first?.timeline)
    #expect(timeline == reaction, "T14: what plays is the reaction at hand")
    return timeline
  }

  @Test("D2: values in widths become points, and the timeline is as long as its last track")
  func units() throws {
    let timeline = try Self.played(in: .phone)
    #expect(timeline.tracks.map(\.target) == [.tabIcon(1), .tabTitle(1)])
    #expect(timeline.tracks.map { $0.keyframes[0].value } == [37.5, 0])
    #expect(timeline.duration == .milliseconds(400))
    #expect(timeline.duration == Self.lift.duration)
    // After the animation the layout's values show.
    #expect(timeline.sample(at: .milliseconds(400)).isEmpty)
  }

  @Test("T11: from right to left, distances along x are mirrored")
  func mirrored() throws {
    var surface = Surface.phone
    surface.direction = .rightToLeft
    let timeline = try Self.played(in: surface)
    #expect(timeline.tracks.map { $0.keyframes[0].value } == [-37.5, 0])
  }

  @Test("D4: with reduced motion every track is still there and takes no time")
  func reducedMotion() throws {
    var surface = Surface.phone
    surface.reducedMotion = true
    let timeline = try Self.played(in: surface)
    #expect(timeline.tracks.count == 2)
    #expect(timeline.duration == .zero)
  }
}
