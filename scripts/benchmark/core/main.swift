// What the core costs: time and allocations for each kind of event, in a release build.
// Run it with `scripts/benchmark/run`.
import Allocations
import InteractionCore

let home = SourceID("home")

func experience(_ rule: ToggleDefinition.Rule, _ floor: FloorDefinition.Rule) -> Experience {
  Experience(
    name: "benchmark", preset: .refined,
    sources: [ScrollSource(id: home, tab: 0), ScrollSource(id: SourceID("feed"), tab: 1)],
    tabBar: TabBarDefinition(
      items: (0 ..< 5).map { TabItem(title: LocalizedText(fallback: "Tab \($0)")) }),
    toggles: [ToggleDefinition(id: "rocket", source: home, rule: rule)],
    floor: FloorDefinition(source: home, rule: floor))
}

/// Feeds `make(n)` for n = 1, 2, … and prints what one of them costs: the best of several rounds,
/// since whatever disturbs a round only ever adds to it.
func measure(
  _ label: String, _ experience: Experience, warmUp: [Event.Kind] = [],
  _ make: (Int64) -> Event.Kind
) {
  var session = Session(experience: experience, environment: .phone)
  var time: Int64 = 0
  func feed(_ kind: Event.Kind) -> Int {
    time += 16_000
    return session.handle(Event(time: Instant(microseconds: time), kind: kind)).count
  }
  for kind in warmUp { _ = feed(kind) }
  for n in 1 ... 10_000 { _ = feed(make(Int64(n))) }
  let number = 200_000
  var best = Duration.seconds(1_000)
  var allocations: UInt64 = .max
  var directives = 0
  for _ in 0 ..< 7 {
    let kinds = (1 ... number).map { make(Int64($0)) }
    directives = 0
    let before = allocation_count()
    let start = ContinuousClock.now
    for kind in kinds { directives += feed(kind) }
    best = min(best, ContinuousClock.now - start)
    allocations = min(allocations, allocation_count() - before)
  }
  let nanoseconds = Double(best.components.attoseconds) / 1e9 / Double(number)
  func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
  print(
    "\(label): \(rounded(nanoseconds)) ns, \(rounded(Double(allocations) / Double(number)))"
      + " allocations, \(rounded(Double(directives) / Double(number))) directives per event")
}

func moved(_ y: Double) -> Event.Kind {
  .scroll(Scroll(source: home, drag: 1, phase: .moved, y: y))
}

func began(_ y: Double) -> Event.Kind {
  .scroll(Scroll(source: home, drag: 1, phase: .began, y: y))
}

let refined = experience(.refined, .refined)
let literal = experience(.literal, .literal)
// The budget of the rules page: below 150 ns and no allocation for a sample that decides nothing.
measure("refined, sample that decides nothing", refined, warmUp: [began(0)]) { n in
  moved(Double(n % 400) + 1)
}
measure("literal, sample that decides nothing", literal, warmUp: [began(0)]) { n in
  moved(Double(n % 400) + 1)
}
measure("refined, coasting sample", refined, warmUp: [began(500)]) { n in
  .scroll(Scroll(source: home, drag: 1, phase: .decelerating, y: 500 + Double(n % 400)))
}
measure("refined, pulled-down sample", refined, warmUp: [began(0)]) { n in
  moved(-Double(n % 90) - 1)
}
measure("tick", refined) { _ in .tick }
measure("tap on another tab", refined) { n in .tapTab(index: Int(n % 5)) }
measure("drag across the threshold and back", refined) { n in
  n % 2 == 0 ? began(400) : moved(500)
}
