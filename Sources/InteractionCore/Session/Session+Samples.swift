extension Session {
  /// Decides about a valid sample that is on time, as ``decide(_:)`` does about the equivalent
  /// event.
  ///
  /// - Parameters:
  ///   - place: The index of the samples' list in the experience.
  ///   - sequence: The client's sequence number of the sample.
  package mutating func decide(
    _ sample: ScrollSamples.Sample, of samples: ScrollSamples, at place: Int, sequence: UInt64
  ) -> [Directive] {
    var outcome = Outcome()
    self.drain(upTo: sample.time, excludingTouches: false, into: &outcome)
    self.state.now = sample.time
    return self.process(
      .event(sequence: sequence), at: sample.time, after: outcome
    ) { session, turn in
      session.apply(samples.scroll(sample), from: place, in: &turn)
    }.directives
  }
}

extension ScrollSamples.Sample {
  /// Returns whether the sample is within the limits and not late, so that
  /// ``Session/violations(in:)`` finds none in a session that has started and has its list.
  package func isValidAndOnTime(at now: Instant) -> Bool {
    let limit = EventLimits.coordinate
    return abs(self.y) <= limit && abs(self.x) <= limit
      && self.time >= now && self.time - now <= EventLimits.maximumTimeAhead
      && self.time.microseconds <= EventLimits.time
  }
}
