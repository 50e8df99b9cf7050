extension Objective {
  /// A kind of run that can be held to objectives.
  package enum Run: Hashable, Sendable {
    /// A load, with or without faults.
    case load
    /// Sessions whose connections are cut, and whose engines end.
    case chaos
  }
}

extension Objective.Run {
  /// The times that are measured.
  var times: [Objective.Times] {
    switch self {
    case .load: [.directiveLatency, .openLatency, .generatorLag, .gap]
    case .chaos: [.gap, .resumeTime, .exitTime]
    }
  }

  /// What is counted.
  var numbers: [Objective.Number] {
    switch self {
    case .load: [.mismatches, .errors, .events, .directives, .sessions, .cuts, .lost, .resumed]
    case .chaos: [.sessions, .cuts, .resumed, .restarted, .failures, .failedStarts]
    }
  }
}
