extension Session {
  /// Decides about a sample that is plain, as ``decide(_:)`` does about an event of it.
  ///
  /// - Parameters:
  ///   - place: Where their list stands in the experience.
  ///   - sequence: The client's number for it.
  package mutating func decide(
    _ sample: ScrollSamples.Sample, of samples: ScrollSamples, at place: Int, sequence: UInt64
  ) -> [Directive] {
    var outcome = Outcome()
    self.drain(upTo: sample.time, sparingTouches: false, into: &outcome)
    self.state.now = sample.time
    return self.takeTurn(
      .event(sequence: sequence), at: sample.time, after: outcome
    ) { session, turn in
      session.apply(samples.scroll(sample), from: place, in: &turn)
    }.directives
  }
}

extension ScrollSamples.Sample {
  /// Whether there is nothing about it, in a session that has begun and has a list of that name,
  /// that ``Session/violations(in:)`` would find, and it does not come late.
  package func isPlain(at now: Instant) -> Bool {
    let limit = EventLimits.coordinate
    return abs(self.y) <= limit && abs(self.x) <= limit
      && self.time >= now && self.time - now <= EventLimits.haste
      && self.time.microseconds <= EventLimits.time
  }
}
