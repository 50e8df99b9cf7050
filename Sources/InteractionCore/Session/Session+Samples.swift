extension Session {
  /// Where a list stands in the experience; nil if it has no such list.
  package func place(of source: SourceID) -> Int? {
    self.experience.index(of: source)
  }

  /// Decides about a sample that ``isPlain(_:)``, as ``decide(_:)`` does about an event of it.
  ///
  /// - Parameters:
  ///   - place: Where their list stands in the experience.
  ///   - sequence: The client's number for it.
  package mutating func decide(
    _ sample: ScrollSamples.Sample, of samples: ScrollSamples, at place: Int, sequence: UInt64
  ) -> [Directive] {
    var directives: [Directive] = []
    self.drain(upTo: sample.time, sparingTouches: false, into: &directives)
    self.state.now = sample.time
    var turn = Turn(
      cause: .event(sequence: sequence), time: sample.time, directives: directives)
    self.apply(samples.scroll(sample), from: place, in: &turn)
    self.updateCarousels()
    return turn.directives
  }
}
