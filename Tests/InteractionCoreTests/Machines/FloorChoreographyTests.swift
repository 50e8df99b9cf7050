import InteractionCore
import Testing

/// The opening of the second floor as one timeline, after a release at −160 on a 375 × 812 pt phone
/// at 3× with a bar of 90 pt including the safe area.
@Suite struct FloorChoreographyTests {
  @Test("F6: list, bar and page follow each other in one timeline of 1.5 s")
  func tracks() throws {
    let timeline = try Self.opening(.refinedHome)
    #expect(timeline.duration == .milliseconds(1_500))
    #expect(
      timeline.tracks.map { Key($0) } == [
        // The image's height of 562 pt plus the bar's 90.
        Key(.listSnapshot, .translateY, 0, 652, at: 0, for: 250, .linear),
        Key(.listSnapshot, .opacity, 1, 0, at: 0, for: 250, .linear),
        Key(.tabBarSnapshot, .opacity, 1, 0, at: 250, for: 250, .linear),
        Key(.floorPage, .opacity, 0, 1, at: 500, for: 1_000, .easeInEaseOut),
      ])
  }

  @Test("F6: literal forgets the list's opacity, and is the same otherwise")
  func literalTracks() throws {
    let refined = try Self.opening(.refinedHome).tracks.map { Key($0) }
    let literal = try Self.opening(.literalHome).tracks.map { Key($0) }
    #expect(literal == refined.filter { $0.target != .listSnapshot || $0.property != .opacity })
  }

  @Test("F6 M4: nothing flashes: what has left stays away, the page is clear until its turn")
  func values() throws {
    let timeline = try Self.opening(.refinedHome)
    func value(_ target: ViewPath, _ property: AnimatedProperty, at time: Int64) -> Double? {
      timeline.sample(at: .milliseconds(time))
        .first { $0.target == target && $0.property == property }?.value
    }
    #expect(value(.listSnapshot, .translateY, at: 125) == 326)
    #expect(value(.listSnapshot, .translateY, at: 1_500) == 652)
    #expect(value(.listSnapshot, .opacity, at: 1_500) == 0)
    #expect(value(.tabBarSnapshot, .opacity, at: 375) == 0.5)
    #expect(value(.tabBarSnapshot, .opacity, at: 1_500) == 0)
    #expect(value(.floorPage, .opacity, at: 0) == 0)
    #expect(value(.floorPage, .opacity, at: 499) == 0)
    #expect(value(.floorPage, .opacity, at: 1_000) == 0.5)
    #expect(value(.floorPage, .opacity, at: 1_500) == 1)
  }

  @Test("F6: the pictures' frames, in points and in pixels")
  func captures() throws {
    let captures = try Self.opening(.refinedHome).captures
    #expect(captures.map(\.target) == [.listSnapshot, .tabBarSnapshot])
    #expect(captures[0].frame == Rect(x: 0, y: 160, width: 375, height: 562))
    #expect(captures[0].pixelFrame == Rect(x: 0, y: 480, width: 1_125, height: 1_686))
    #expect(captures[1].frame == Rect(x: 0, y: 722, width: 375, height: 90))
    #expect(captures[1].pixelFrame == Rect(x: 0, y: 2_166, width: 1_125, height: 270))
  }

  @Test("F6 F9: opened by command, the whole list leaves")
  func byCommand() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    let timeline = try #require(session.handle(.at(0, .floor(.open))).first?.timeline)
    #expect(timeline.captures[0].frame == Rect(x: 0, y: 0, width: 375, height: 722))
    #expect(Key(timeline.tracks[0]).to == 812)
  }

  @Test("F6 D4: with reduced motion every track is still there and takes no time")
  func reducedMotion() throws {
    var surface = Surface.phone
    surface.reducedMotion = true
    let timeline = try Self.opening(.refinedHome, in: surface)
    #expect(timeline.tracks.count == 4)
    #expect(timeline.duration == .zero)
  }

  @Test("F7: the views are hidden while it opens, and only then")
  func hiddenViews() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    #expect(session.snapshot.floor?.hidesViews == false)
    let opening = session.handle(.at(0, .floor(.open)))
    #expect(session.snapshot.floor?.hidesViews == true)
    let directive = try #require(opening.first).sequence
    _ = session.handle(.at(1_500, .animationEnded(directive: directive, outcome: .finished)))
    #expect(session.snapshot.floor?.phase == .open)
    #expect(session.snapshot.floor?.hidesViews == false)
  }

  @Test("F8: closing takes 0.5 s")
  func closing() throws {
    var session = Session(experience: .refinedHome, surface: .phone)
    let opening = try #require(session.handle(.at(0, .floor(.open))).first).sequence
    _ = session.handle(.at(1_500, .animationEnded(directive: opening, outcome: .finished)))
    let closing = session.handle(.at(2_000, .floor(.close)))
    #expect(try #require(closing.first?.timeline).duration == .milliseconds(500))
  }

  @Test("F6 F8: list, bar, page and closing follow curves of their own")
  func curves() throws {
    var experience = Experience.refinedHome
    let curves = [0.1, 0.2, 0.3, 0.4].map { CubicBezier($0, 0, 1, 1) }
    experience.floor?.rule.listEasing = curves[0]
    experience.floor?.rule.barEasing = curves[1]
    experience.floor?.rule.pageEasing = curves[2]
    experience.floor?.rule.closeEasing = curves[3]
    var session = Session(experience: experience, surface: .phone)
    let opening = try #require(session.handle(.at(0, .floor(.open))).first)
    #expect(
      opening.timeline?.tracks.map(\.easing)
        == [curves[0], curves[0], curves[1], curves[2]].map(Easing.bezier))
    _ = session.handle(
      .at(1_500, .animationEnded(directive: opening.sequence, outcome: .finished)))
    let closing = try #require(session.handle(.at(2_000, .floor(.close))).first?.timeline)
    #expect(closing.tracks.map(\.easing) == [.bezier(curves[3])])
  }

  @Test("F6 F7 F8 F16: declared timelines stand in, and deadlines follow their lengths")
  func declared() throws {
    var experience = Experience.refinedHome
    func track(_ part: AnimatedPart, from: Double, to: Double) -> TrackDefinition {
      TrackDefinition(
        part, .translateY,
        keyframes: [Keyframe(position: 0, value: from), Keyframe(position: 1, value: to)],
        unit: .height, duration: .seconds(4))
    }
    experience.floor?.rule.openingTimeline = TimelineDefinition(
      name: "up",
      tracks: [track(.floorList, from: 0, to: 1), track(.floorPage, from: -1, to: 0)],
      above: [.floorPage])
    experience.floor?.rule.closingTimeline = TimelineDefinition(
      name: "down", tracks: [track(.floorPage, from: 0, to: 1)])
    var session = Session(experience: experience, surface: .phone)
    let opening = try #require(session.handle(.at(0, .floor(.open))).first)
    let timeline = try #require(opening.timeline)
    #expect(timeline.captures.map(\.target) == [.listSnapshot, .tabBarSnapshot])
    #expect(timeline.tracks.map(\.target) == [.listSnapshot, .floorPage])
    #expect(timeline.staging == [Staging(.floorPage, level: .above)])
    #expect(timeline.sample(at: .seconds(4)).map(\.value) == [812, 0])
    #expect(session.nextDeadline == .milliseconds(6_000))
    _ = session.handle(
      .at(4_000, .animationEnded(directive: opening.sequence, outcome: .finished)))
    let closing = try #require(session.handle(.at(5_000, .floor(.close))).first?.timeline)
    #expect(closing.sample(at: .seconds(4)).map(\.value) == [812])
    #expect(session.nextDeadline == .milliseconds(11_000))
  }

  /// A track without its fill mode.
  private struct Key: Equatable {
    var target: ViewPath
    var property: AnimatedProperty
    var from: Double?
    var to: Double?
    var delay: TimeSpan
    var duration: TimeSpan
    var easing: Easing

    init(_ track: Track) {
      self.target = track.target
      self.property = track.property
      self.from = track.keyframes.first?.value
      self.to = track.keyframes.last?.value
      self.delay = track.delay
      self.duration = track.duration
      self.easing = track.easing
    }

    init(
      _ target: ViewPath, _ property: AnimatedProperty, _ from: Double, _ to: Double,
      at delay: Int64,
      for duration: Int64, _ curve: CubicBezier
    ) {
      self.target = target
      self.property = property
      self.from = from
      self.to = to
      self.delay = .milliseconds(delay)
      self.duration = .milliseconds(duration)
      self.easing = .bezier(curve)
    }
  }

  /// Returns the timeline of an opening by a release at −160.
  private static func opening(
    _ experience: Experience, in surface: Surface = .phone
  ) throws -> Timeline {
    var session = Session(experience: experience, surface: surface)
    _ = session.handle(.scroll(at: 0, .began, y: 0))
    _ = session.handle(.scroll(at: 100, .moved, y: -160))
    let released = session.handle(.scroll(at: 200, .ended, y: -160, velocity: 0))
    return try #require(released.compactMap(\.timeline).first)
  }
}
