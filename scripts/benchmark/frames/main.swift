import Measuring

// The cost of a presenter's frame, measured like that of the core's events by `core-benchmark`.
//
// usage: frame-benchmark                measures all workloads: one line each, tab-separated
//        frame-benchmark NAME NUMBER    only makes NUMBER frames of a workload, to be counted
//        frame-benchmark --check        checks that each workload does what its name says
let arguments = CommandLine.arguments.dropFirst()

if arguments.isEmpty {
  for workload in Workload.all {
    let moment = try workload.playbackPosition
    print(
      workload.measured(at: moment).line(
        workload.name, atMost: workload.budget, outcome: "\(moment.moving) of \(moment.elements)"))
  }
} else if arguments == ["--check"] {
  let others = try Workload.all.filter { (try $0.playbackPosition.moving > 0) != $0.moves }
  guard others.isEmpty else {
    fatalError("move what they should not, or nothing: \(others.map(\.name))")
  }
} else if let workload = Workload.all.first(where: { $0.name == arguments.first }),
  let number = arguments.last.flatMap({ Int($0) }), number > 0
{
  try workload.playbackPosition.show(number)
} else {
  fatalError("usage: frame-benchmark [--check | NAME NUMBER]")
}
