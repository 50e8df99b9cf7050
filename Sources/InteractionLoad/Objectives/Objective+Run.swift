extension Objective {
  /// A type of run that objectives are evaluated on.
  package enum RunType: Hashable, Sendable {
    /// A load, with or without faults.
    case load
    /// A chaos run: connections are cut and engines restarted.
    case chaos
  }
}

extension Objective.RunType {
  /// The measured times.
  var times: [Objective.TimeMeasure] {
    switch self {
    case .load: [.directiveLatency, .openLatency, .generatorLag, .gap]
    case .chaos: [.gap, .resumeTime, .exitTime]
    }
  }

  /// The counts.
  var numbers: [Objective.CountMeasure] {
    switch self {
    case .load: [.mismatches, .errors, .events, .directives, .sessions, .cuts, .lost, .resumed]
    case .chaos: [.sessions, .cuts, .resumed, .restarted, .failures, .failedStarts]
    }
  }
}
