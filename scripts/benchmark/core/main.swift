import Measuring

// What the core costs: time and allocations for each kind of event, in a release build, with what
// it may cost. `scripts/benchmark/run` shows it as a table, and counts instructions as well.
//
// usage: core-benchmark                measures every workload: a line each, cells parted by tabs
//        core-benchmark NAME NUMBER    only feeds so many events of one, to have them counted
//        core-benchmark --check        tells whether each workload does what its name says
let arguments = CommandLine.arguments.dropFirst()

if arguments.isEmpty {
  for workload in Workload.all {
    let (cost, directives) = workload.measured()
    let hundredths = (directives * 100).rounded() / 100
    print(cost.line(workload.name, atMost: workload.budget, outcome: "\(hundredths)"))
  }
} else if arguments == ["--check"] {
  let others = Workload.all.filter { workload in
    var feeder = Feeder(workload)
    // The first rounds bring the session to where the others find it.
    feeder.feed(2 * workload.loop.count)
    return (feeder.feed(2 * workload.loop.count) > 0) != workload.decides
  }
  guard others.isEmpty else {
    fatalError("decide what they should not, or nothing: \(others.map(\.name))")
  }
} else if let workload = Workload.all.first(where: { $0.name == arguments.first }),
  let number = arguments.last.flatMap({ Int($0) }), number > 0
{
  var feeder = Feeder(workload)
  feeder.feed(number)
} else {
  fatalError("usage: core-benchmark [--check | NAME NUMBER]")
}
