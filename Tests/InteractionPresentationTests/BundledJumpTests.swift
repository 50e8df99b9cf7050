import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionReplay
import InteractionTrace
import Testing

/// Watches a phone for values that change at once and that nothing explains.
final class Watcher {
  private(set) var found: [String: Int] = [:]
  private(set) var first: [String: String] = [:]

  func look(_ change: Phone.Change, _ before: Presenter, _ after: Presenter, _ now: Instant) {
    let (old, new) = (before.scene(at: now), after.scene(at: now))
    for jump in Sight(old).jumps(to: Sight(new)) where !self.isExplained(jump, change, old) {
      self.note("\(jump)", change, now)
    }
    // By time alone, until the next frame, in steps of half a millisecond.
    if case .reports = change, after.nextChange == now {
      var last = Sight(new)
      for step in 1 ... 8 {
        let next = Sight(after.scene(at: now + TimeSpan(microseconds: Int64(step) * 2_083)))
        for jump in last.jumps(to: next, limit: 12) { self.note("in time: \(jump)", change, now) }
        last = next
      }
    }
  }

  private func note(_ text: String, _ change: Phone.Change, _ now: Instant) {
    let words: String
    switch change {
    case .input(let kind): words = "\(kind)".prefix(60).description
    case .reports: words = "time"
    case .directive(let directive):
      words =
        "#\(directive.sequence) \(directive.settings.map { "\($0.aspect)" }) timeline \(directive.timeline != nil)"
    }
    let key = "\(text) by \(words)"
    self.found[key, default: 0] += 1
    if self.first[key] == nil { self.first[key] = "\(now.microseconds / 1000) ms" }
  }

  /// Fingers move things at once; snapshots show at once (D5); what was at rest starts where its
  /// animation starts (D2).
  private func isExplained(_ jump: Jump, _ change: Phone.Change, _ old: Scene) -> Bool {
    switch change {
    case .input: return true
    case .reports: return false
    case .directive(let directive):
      if directive.replacesAll { return true }
      let starts = directive.timeline?.tracks.contains {
        $0.target == jump.target && $0.property == jump.property
      }
      return starts == true && jump.isFromRest
    }
  }
}

func play(_ trace: Trace, by experience: Experience, delay: Int64, watcher: Watcher) -> Phone {
  var phone = Phone(
    experience, in: trace.header.environment, delay: .milliseconds(delay),
    from: trace.header.current, at: trace.header.start)
  phone.watch = watcher.look
  for step in trace.steps {
    switch step.event.kind {
    case .animationEnded, .holdExpired, .tick, .serverTick: continue
    default:
      phone.send(step.event.kind, at: step.event.time, command: step.event.command)
    }
  }
  phone.rest()
  return phone
}

@Suite("Nothing jumps")
struct BundledJumpTests {
  @Test("over every bundled trace", arguments: BundledTrace.allCases, [0, 50, 150, 500] as [Int64])
  func bundled(trace: BundledTrace, delay: Int64) throws {
    let recording = try trace.trace
    let experience = try #require(try BuiltInExperiences.named(recording.header.experience))
    let watcher = Watcher()
    let phone = play(recording, by: experience, delay: delay, watcher: watcher)
    let jumps = watcher.found.keys.sorted().map {
      "\(watcher.first[$0] ?? ""): \($0) x\(watcher.found[$0] ?? 0)"
    }
    #expect(watcher.found.isEmpty, "\(jumps.joined(separator: "\n"))")
    #expect(phone.presenter.snapshot == phone.session.snapshot)
    var fresh = Presenter(
      opened: phone.session.snapshot, in: phone.session.state.environment, at: phone.now)
    for element in phone.presenter.scene(at: phone.now).elements {
      guard element.target.path.hasPrefix("list/") else { continue }
      fresh.report(
        .offset(
          SourceID(String(element.target.path.dropFirst(5))), x: element.values.contentOffset.x,
          y: element.values.contentOffset.y), at: phone.now)
    }
    let (shown, expected) = (phone.presenter.scene(at: phone.now), fresh.scene(at: phone.now))
    #expect(shown == expected)
  }
}

@Suite("Look") struct Look {
  @Test func look() throws {
    for (trace, numbers) in [(BundledTrace.dancingTabs, 5 ... 10), (.extendedTabs, 14 ... 24)] {
      let recording = try trace.trace
      let experience = try #require(try BuiltInExperiences.named(recording.header.experience))
      let watcher = Watcher()
      let phone = play(recording, by: experience, delay: 500, watcher: watcher)
      for directive in phone.directives where numbers.contains(Int(directive.sequence)) {
        print(
          "LOOK", directive.at,
          directive.settings.map { s -> String in
            switch s.state {
            case .selection(let x): "sel \(x.selected) \(x.origin) g\(s.generation)"
            case .transition(let t): "tr \(t.phase) \(t.from) \(t.to)".prefix(60).description
            default: "\(s.aspect)"
            }
          },
          directive.timeline?.tracks.map {
            "\($0.target.path) \($0.property) \($0.keyframes.map(\.value))"
          } ?? [], directive.effects, directive.cause)
      }
      for event in phone.taps { print("LOOK tap", event) }
    }
  }
}
