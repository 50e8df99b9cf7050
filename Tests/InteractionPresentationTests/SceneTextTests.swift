import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Scene vectors")
struct SceneTextTests {
  private func lines(of trace: BundledTrace, delay: TimeSpan = .zero) throws -> [Substring] {
    try SceneVector(trace: trace, delay: delay).text.split(separator: "\n")
  }

  private func times(_ lines: [Substring]) -> [Int] {
    lines.filter { $0.hasPrefix("at ") }.compactMap { Int($0.split(separator: " ")[1]) }
  }

  @Test("M4: the lines of a scene hold the values on the way")
  func tour() throws {
    let lines = try self.lines(of: .tour)
    let strip = lines.filter { $0.hasPrefix(#"show {"target":"toggle/rocket""#) }
    #expect(strip.contains { $0.contains(#""shows":{"strip":["#) })
    let page = lines.filter { $0.hasPrefix(#"show {"target":"floor/page""#) }
    #expect(page.contains { $0.contains(#""opacity":0."#) })
    let times = self.times(lines)
    #expect(times == times.sorted() && times.count > 500)
  }

  @Test("D4: late directives are received late, and nothing is seen later")
  func late() throws {
    let (now, late) = (
      try self.lines(of: .secondFloor),
      try self.lines(of: .secondFloor, delay: .milliseconds(150))
    )
    func calls(_ name: String, in lines: [Substring]) -> [Int] {
      self.times(lines.filter { $0.split(separator: " ").dropFirst(2).first == name[...] })
    }
    #expect(calls("see", in: late) == calls("see", in: now))
    #expect(calls("receive", in: late) == calls("receive", in: now).map { $0 + 150_000 })
  }

  @Test("D7: a list that was let go of stays until the verdict arrives")
  func held() throws {
    let lines = try self.lines(of: .secondFloor, delay: .milliseconds(150))
    let lifts = lines.indices.filter { lines[$0].contains("SCROLL_PHASE_DECELERATING") }
    // Without a hold, each sample of the list that springs back moves it.
    let still = lifts.filter { !lines[$0 + 1].hasPrefix("show ") }
    #expect(!still.isEmpty && still.count < lifts.count)
  }

  @Test("D4: what is over when it arrives does not play")
  func over() throws {
    func frames(_ delay: TimeSpan) throws -> Int {
      try self.lines(of: .secondFloor, delay: delay).count { $0.hasSuffix(" frame") }
    }
    #expect(try frames(.milliseconds(500)) < frames(.zero))
  }

  @Test("N5: a picture that a finger has moved stays the same one while its page comes or goes")
  func pictures() throws {
    for vector in SceneVector.all {
      let lines = try vector.text.split(separator: "\n")
      let lost = lines.filter { $0.contains(#""frame":null,"shows":{"view":{}}"#) }
      #expect(lost == [], "\(vector.name)")
    }
  }

  @Test("numbers have no exponent, at most seven digits after the point and no negative zero")
  func numbers() throws {
    for vector in SceneVector.all {
      for line in try vector.text.split(separator: "\n") where line.hasPrefix("show ") {
        #expect(!line.contains(/[\[:,]-0[,\]}]|[0-9]e[-+0-9]|\.[0-9]{8}/), "\(line)")
      }
    }
  }
}
