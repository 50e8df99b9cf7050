import InteractionWhatIf

/// A reason to distrust the figures.
enum OutcomeAlarm: Hashable, Sendable {
  /// The users are not in proportion to the buckets.
  case usersOutOfProportion(variants: [String], SampleRatio)
  /// The users with a session that differs are not in proportion.
  case triggeredOutOfProportion(variants: [String], SampleRatio)
  /// The recorded sessions are not in proportion to those that the engines opened.
  case recordingsOutOfProportion(variants: [String], RecordedShare)
  /// Too many users had sessions of two variants.
  case usersOfTwoVariants(Int, of: Int)
  /// The users differ whose sessions both variants decide alike.
  case untouchedUsersDiffer(variant: String, measure: String)

  /// A Boolean value that indicates whether no figure can be trusted.
  var hidesFigures: Bool {
    switch self {
    case .usersOutOfProportion, .triggeredOutOfProportion, .recordingsOutOfProportion: true
    case .usersOfTwoVariants, .untouchedUsersDiffer: false
    }
  }
}

extension OutcomeAlarm: CustomStringConvertible {
  var description: String {
    switch self {
    case .usersOutOfProportion(let variants, let ratio):
      "the users are not in proportion to the buckets: \(Self.words(variants, ratio))"
    case .triggeredOutOfProportion(let variants, let ratio):
      "the users with a session that differs are not in proportion:"
        + " \(Self.words(variants, ratio))"
    case .recordingsOutOfProportion(let variants, let share):
      "the recordings are not in proportion to the opened sessions: "
        + variants.indices.map {
          "\(variants[$0]) \(share.recorded[$0]) of \(share.opened[$0])"
        }.joined(separator: ", ")
    case .usersOfTwoVariants(let users, let all):
      "\(ReportNumber.count(users, "user")) of \(all) had sessions of two variants; they do not count"
    case .untouchedUsersDiffer(let variant, let measure):
      "\(measure) of '\(variant)' differs among users whose sessions both variants decide alike"
    }
  }

  private static func words(_ variants: [String], _ ratio: SampleRatio) -> String {
    variants.indices.map {
      "\(variants[$0]) \(ratio.counts[$0]), expected \(Int(ratio.expected[$0].rounded()))"
    }.joined(separator: "; ")
  }
}
