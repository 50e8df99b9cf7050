import InteractionCore

extension OutcomeReport {
  static func share(
    of users: OutcomeUsers, _ recordings: OutcomeRecordings, _ opened: OpenedSessions,
    _ options: Options
  ) -> RecordedShare {
    let phase = options.isLastPhase ? recordings.connections.map(\.phase).max() : nil
    return RecordedShare(
      recorded: users.recorded,
      opened: users.variants.map {
        opened.count(experience: recordings.experience, variant: $0, phase: phase)
      })
  }

  /// Returns the alarms on the numbers of users and sessions.
  static func alarms(
    _ users: OutcomeUsers, _ pairs: [VariantPair], _ share: RecordedShare?
  ) -> [OutcomeAlarm] {
    var alarms: [OutcomeAlarm] = []
    let ratio = users.sampleRatio
    if ratio.verdict == .alarm {
      alarms.append(.usersOutOfProportion(variants: users.variants, ratio))
    }
    if let share, share.verdict == .alarm {
      alarms.append(.recordingsOutOfProportion(variants: users.variants, share))
    }
    for pair in pairs where pair.rest != nil && pair.sampleRatio.verdict == .alarm {
      alarms.append(
        .triggeredOutOfProportion(variants: [pair.first, pair.other], pair.sampleRatio))
    }
    if users.hasTooManyOfTwo {
      let all = users.users.count + users.usersOfTwo
      alarms.append(.usersOfTwoVariants(users.usersOfTwo, of: all))
    }
    return alarms
  }

  /// Returns the alarms on differences that the variants cannot have caused.
  static func untouchedAlarms(
    _ pairs: [VariantPair], _ measures: [OutcomeMeasure], _ sequence: ConfidenceSequence
  ) -> [OutcomeAlarm] {
    pairs.flatMap { pair -> [OutcomeAlarm] in
      guard let rest = pair.rest else { return [] }
      var untouched = pair
      untouched.users = rest
      let level = SampleRatio.level / Double(max(pairs.count * measures.count, 1))
      return measures.compactMap { measure in
        let difference = OutcomeComparison(measure, of: untouched).difference
        guard let difference, sequence.pValue(of: difference) <= level else { return nil }
        return .untouchedUsersDiffer(variant: pair.other, measure: measure.name)
      }
    }
  }
}
