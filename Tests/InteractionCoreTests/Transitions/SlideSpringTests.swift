import InteractionCore
import Testing

/// The spring of the pages' slide.
@Suite struct SlideSpringTests {
  private static func timeline(in surface: Surface = .phone) throws -> Timeline {
    var player = PagePlayer(.sliding(), in: surface)
    player.play(100, .tapTab(index: 1))
    return try #require(player.timeline)
  }

  @Test("X2: 0.75 s, damping ratio 0.75 and initial velocity 2 on both pages")
  func parameters() throws {
    let tracks = try Self.timeline().pageTracks
    let spring = Spring(
      dampingRatio: 0.75, duration: .milliseconds(750), initialVelocity: 2)
    #expect(tracks.map(\.target) == [.page(0), .page(1)])
    for track in tracks {
      #expect(track.easing == .spring(spring))
      #expect(track.duration == .milliseconds(750))
      #expect(track.delay == .zero)
      #expect(track.iterations == 1)
      #expect(track.fill == .forwards)
    }
  }

  @Test("X2 M2: in physical form, mass 1")
  func physical() throws {
    let track = try #require(try Self.timeline().pageTracks.first)
    guard case .spring(let spring) = track.easing else {
      Issue.record("no spring")
      return
    }
    #expect(isNear(spring.angularFrequency, 13.001_280_7, by: 1e-6))
    #expect(isNear(spring.stiffness, 169.033_299_5, by: 1e-5))
    #expect(isNear(spring.damping, 19.501_921_0, by: 1e-6))
  }

  @Test("X2 M2: both pages overshoot by 2.88 % near 0.35 s")
  func overshoot() throws {
    let timeline = try Self.timeline()
    func place(_ tab: Int, _ time: Int64) -> Double? {
      timeline.value(.page(tab), .translateX, at: .milliseconds(time))
    }
    // Calculated by numerical integration of the differential equation.
    #expect(isNear(place(0, 375), -395.651_140_9))
    #expect(isNear(place(1, 375), -10.651_140_9))
    #expect(isNear(place(0, 352), -385 * 1.028_770_6, by: 1e-4))
    let path = stride(from: Int64(0), through: 750, by: 1).compactMap { place(0, $0) }
    #expect(path.count == 751)
    #expect(path.min() == place(0, 352))
  }

  @Test("X2: for clients without springs, the same as keyframes")
  func sampled() throws {
    let timeline = try Self.timeline()
    let sampled = timeline.withSampledSprings()
    #expect(sampled.tracks.count == timeline.tracks.count)
    for (track, spring) in zip(sampled.pageTracks, timeline.pageTracks) {
      #expect(track.easing == .bezier(.linear))
      #expect(track.keyframes.count == 46)
      #expect(track.keyframes.first?.value == spring.keyframes.first?.value)
      #expect(track.keyframes.last?.value == spring.keyframes.last?.value)
      for keyframe in track.keyframes {
        let time = TimeSpan(microseconds: Int64((keyframe.position * 750_000).rounded()))
        #expect(isNear(track.value(at: time), spring.value(at: time) ?? .nan, by: 1e-3))
      }
    }
    // Tracks without a spring are unchanged.
    #expect(sampled.tracks.first == timeline.tracks.first)
  }

  @Test("X2 D4: with reduced motion the same tracks take no time")
  func reducedMotion() throws {
    let moving = try Self.timeline()
    let calm = try Self.timeline(in: .calmPhone)
    #expect(calm.duration == .zero)
    #expect(calm.tracks.map(\.target) == moving.tracks.map(\.target))
    #expect(calm.tracks.map(\.keyframes) == moving.tracks.map(\.keyframes))
    #expect(calm.value(.page(0), .translateX, at: .zero) == -385)
    #expect(calm.value(.page(1), .translateX, at: .zero) == 0)
  }
}
