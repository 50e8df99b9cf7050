import Measuring

// What a frame costs the presenter, as `core-benchmark` says it of an event and the core.
//
// usage: frame-benchmark                measures every workload: a line each, cells parted by tabs
//        frame-benchmark NAME NUMBER    only makes so many frames of one, to have them counted
//        frame-benchmark --check        tells whether each workload does what its name says
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
