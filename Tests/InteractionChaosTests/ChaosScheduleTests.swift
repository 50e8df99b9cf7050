import InteractionChaos
import Testing

/// Cuts drawn from a seed.
@Suite struct ChaosScheduleTests {
  private static let schedule = ChaosSchedule(seed: 11, bytes: 0 ... 999)

  @Test func `the same seed gives the same cuts in whatever order they are asked`() {
    let forward = (0 ..< 1000).map { Self.schedule.cutPoint(connection: $0) }
    let backward = (0 ..< 1000).reversed().map { Self.schedule.cutPoint(connection: $0) }
    #expect(forward == backward.reversed())
    #expect(Self.schedule.faults(connection: 5) == ConnectionFaults(cut: forward[5]))
  }

  @Test func `seeds and streams differ`() {
    var other = Self.schedule
    other.seed = 12
    var next = Self.schedule
    next.stream = 1
    let all = [Self.schedule, other, next].map { schedule in
      (0 ..< 100).map { schedule.cutPoint(connection: $0) }
    }
    #expect(Set(all).count == 3)
  }

  /// A change of the generator would invalidate recorded seeds.
  @Test func `the draws are these for ever`() {
    let drawn = (0 ..< 4).map { Self.schedule.cutPoint(connection: $0) }
    #expect(
      drawn == [
        CutPoint(after: 897, .down, .fin), CutPoint(after: 203, .up, .fin),
        CutPoint(after: 565, .up, .fin), CutPoint(after: 81, .up, .fin),
      ])
  }

  @Test func `draws are spread over range, directions and kinds`() {
    let points = (0 ..< 10_000).compactMap { Self.schedule.cutPoint(connection: $0) }
    #expect(points.count == 10_000)
    #expect(points.allSatisfy { Self.schedule.bytes.contains($0.bytes) })
    for tenth in 0 ..< 10 {
      #expect((800 ... 1200).contains(points.count { $0.bytes / 100 == tenth }))
    }
    #expect((4700 ... 5300).contains(points.count { $0.direction == .up }))
    #expect((4700 ... 5300).contains(points.count { $0.end == .rst }))
  }

  @Test func `a schedule ends, and may be narrowed`() {
    var schedule = Self.schedule
    schedule.cuts = 3
    #expect((0 ..< 5).map { schedule.cutPoint(connection: $0) != nil }.count { $0 } == 3)
    #expect(schedule.cutPoint(connection: 3) == nil)
    schedule.bytes = 4 ... 4
    schedule.directions = [.down]
    schedule.kinds = [.fin]
    #expect(schedule.cutPoint(connection: 2) == CutPoint(after: 4, .down, .fin))
    schedule.kinds = []
    #expect(schedule.cutPoint(connection: 2) == nil)
  }
}
