import Measuring

// The cost of the core: time and allocations of each kind of event, in a release build, with their
// budgets. `scripts/benchmark/run` shows them as a table, and also counts instructions.
//
// usage: core-benchmark                measures all workloads: one line each, tab-separated
//        core-benchmark NAME NUMBER    only feeds NUMBER events of a workload, to be counted
//        core-benchmark --check        checks that each workload does what its name says
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
    // The first rounds bring the session into the state in which the others find it.
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
