public import InteractionCore

/// Whether the directives of two runs are the same, and what differs.
public struct Comparison: Hashable, Sendable {
  /// What may differ.
  public enum Strictness: Hashable, Sendable {
    /// Nothing.
    case everything
    /// The number of the causing event: it depends on how many samples were left out.
    case exceptCauseNumbers
  }

  /// One thing that differs.
  public enum Difference: Hashable, Sendable {
    /// Another directive came than was recorded.
    case changed(expected: Directive, received: Directive)
    /// What was recorded did not come.
    case missing(Directive)
    /// What came was not recorded.
    case added(Directive)
  }

  let strictness: Strictness
  /// How many directives were recorded and received.
  public let expectedCount: Int
  public let receivedCount: Int
  /// What differs, in order; nothing if the runs are the same.
  public let differences: [Difference]

  /// Settings of a later contract do not count: no recording of this build has any.
  public init(expected: [Directive], received: [Directive], strictness: Strictness) {
    let received = received.map(\.known)
    self.strictness = strictness
    self.expectedCount = expected.count
    self.receivedCount = received.count
    let pairs = zip(expected, received)
    if expected.count == received.count,
      pairs.allSatisfy({ strictness.view($0) == strictness.view($1) })
    {
      self.differences = []
      return
    }
    let aligned = Self.aligned(expected, received)
    // Where nothing else differs, it is numbers: the first of them is said.
    let numbers = pairs.first { strictness.view($0) != strictness.view($1) }
    self.differences =
      aligned.isEmpty
      ? numbers.map { [.changed(expected: $0, received: $1)] } ?? [] : aligned
  }

  /// What differs when each directive is set beside the one that says the same: one that is missing
  /// does not make all after it different.
  private static func aligned(_ expected: [Directive], _ received: [Directive]) -> [Difference] {
    let changes = received.map(\.essence).difference(from: expected.map(\.essence))
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var differences: [Difference] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < received.count {
      switch (removed.contains(left), inserted.contains(right)) {
      case (true, true):
        differences.append(.changed(expected: expected[left], received: received[right]))
        (left, right) = (left + 1, right + 1)
      case (true, false):
        differences.append(.missing(expected[left]))
        left += 1
      case (false, true):
        differences.append(.added(received[right]))
        right += 1
      case (false, false): (left, right) = (left + 1, right + 1)
      }
    }
    return differences
  }
}

extension Comparison.Strictness {
  fileprivate func view(_ directive: Directive) -> Directive {
    switch self {
    case .everything:
      return directive
    case .exceptCauseNumbers:
      var directive = directive
      if case .event = directive.cause { directive.cause = .event(sequence: 0) }
      return directive
    }
  }
}

extension Directive {
  /// Without the settings that this build does not know.
  fileprivate var known: Directive {
    var directive = self
    directive.settings.removeAll { setting in
      if case .unknown = setting.state { true } else { false }
    }
    return directive
  }

  /// What it says, without the numbers that count what came before it.
  fileprivate var essence: Directive {
    var directive = self
    directive.sequence = 0
    if case .event = directive.cause { directive.cause = .event(sequence: 0) }
    // Of snapshots, waiting tabs, selections and pages the generation says which one it is.
    guard !directive.isNumbered else { return directive }
    for index in directive.settings.indices { directive.settings[index].generation = 0 }
    return directive
  }

  /// Whether its generations are a part of what it says.
  private var isNumbered: Bool {
    self.replacesAll
      || self.effects.contains { effect in
        switch effect {
        case .requestLogin, .askSelection: true
        default: false
        }
      }
      || self.settings.contains { $0.aspect == .selection || $0.aspect == .navigation }
  }
}
