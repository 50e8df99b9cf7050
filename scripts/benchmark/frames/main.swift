import Measuring

// What a frame costs the presenter, as `core-benchmark` says it of an event and the core.
//
// usage: frame-benchmark                measures every workload: a line each, cells parted by tabs
//        frame-benchmark NAME NUMBER    only makes so many frames of one, to have them counted
let arguments = CommandLine.arguments.dropFirst()

if arguments.isEmpty {
  for workload in Workload.all {
    let moment = try workload.moment
    guard (moment.moving > 0) == workload.moves else {
      fatalError(
        "'\(workload.name)' has \(moment.moving) elements that move, so it does not do what its"
          + " name says")
    }
    print(
      workload.measured(at: moment).line(
        workload.name, atMost: workload.budget, outcome: "\(moment.moving) of \(moment.elements)"))
  }
} else if let workload = Workload.all.first(where: { $0.name == arguments.first }),
  let number = arguments.last.flatMap({ Int($0) }), number > 0
{
  try workload.moment.show(number)
} else {
  fatalError("usage: frame-benchmark [NAME NUMBER]")
}
