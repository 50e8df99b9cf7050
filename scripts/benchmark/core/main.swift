import Measuring

// What the core costs: time and allocations for each kind of event, in a release build, with what
// it may cost. `scripts/benchmark/run` shows it as a table, and counts instructions as well.
//
// usage: core-benchmark                measures every workload: a line each, cells parted by tabs
//        core-benchmark NAME NUMBER    only feeds so many events of one, to have them counted
let arguments = CommandLine.arguments.dropFirst()

if arguments.isEmpty {
  for workload in Workload.all {
    let (cost, directives) = workload.measured()
    guard (directives > 0) == workload.decides else {
      fatalError(
        "'\(workload.name)' gave \(directives) directives for each event, so it does not do"
          + " what its name says")
    }
    let hundredths = (directives * 100).rounded() / 100
    print(cost.line(workload.name, atMost: workload.budget, outcome: "\(hundredths)"))
  }
} else if let workload = Workload.all.first(where: { $0.name == arguments.first }),
  let number = arguments.last.flatMap({ Int($0) }), number > 0
{
  var feeder = Feeder(workload)
  feeder.feed(number)
} else {
  fatalError("usage: core-benchmark [NAME NUMBER]")
}
