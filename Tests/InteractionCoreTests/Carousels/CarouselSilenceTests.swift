import InteractionCore
import Testing

@Suite struct CarouselSilenceTests {
  @Test("C1 S5: one event a day ahead does not bring a day's turns")
  func day() {
    var experience = Experience.refinedHome
    experience.carousels = [
      CarouselDefinition(source: .home, count: 5, interval: .milliseconds(500))
    ]
    var session = Session(experience: experience, surface: .phone)
    let size = Size(width: 375 * 500, height: 200)
    _ = session.handle(InteractionEvent(time: .zero, kind: .contentSize(source: .home, size: size)))
    let day = session.handle(InteractionEvent(time: .milliseconds(86_000_000), kind: .tick))
    #expect(day.count < 10)
    // Ten minutes of turns are caught up; after the day, turns continue at the interval.
    let minutes = session.handle(InteractionEvent(time: session.now + .seconds(600), kind: .tick))
    #expect(minutes.count >= 1_199)
    #expect(session.nextDeadline.map { $0 <= session.now + .milliseconds(500) } == true)
  }
}
