public import InteractionCore

/// A comparison of received directives with recorded ones.
public struct DirectiveComparison: Hashable, Sendable {
  /// The strictness of a comparison.
  public enum Strictness: Hashable, Sendable {
    /// Every field counts.
    case everything
    /// The number of the causing event is ignored: it depends on how many samples were left out.
    case exceptCauseNumbers
  }

  /// A difference.
  public enum Difference: Hashable, Sendable {
    /// Another directive was received than recorded.
    case changed(expected: Directive, received: Directive)
    /// A recorded directive was not received.
    case missing(Directive)
    /// A received directive is not recorded.
    case added(Directive)
  }

  let strictness: Strictness
  /// The number of recorded directives.
  public let expectedCount: Int
  /// The number of received directives.
  public let receivedCount: Int
  /// The differences in order; empty if the runs are the same.
  public let differences: [Difference]

  /// Compares directives. Unknown settings, of a later contract, are ignored: no recording of this
  /// build has any.
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
    // If only numbers differ, the first of them is reported.
    let numbers = pairs.first { strictness.view($0) != strictness.view($1) }
    self.differences =
      aligned.isEmpty
      ? numbers.map { [.changed(expected: $0, received: $1)] } ?? [] : aligned
  }

  /// Returns the differences after aligning directives of the same content, so that a missing one
  /// does not make all later ones differ.
  private static func aligned(_ expected: [Directive], _ received: [Directive]) -> [Difference] {
    let changes = received.map(\.withoutNumbers).difference(from: expected.map(\.withoutNumbers))
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

extension DirectiveComparison.Strictness {
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
  /// The directive without settings that this build does not know.
  fileprivate var known: Directive {
    var directive = self
    directive.settings.removeAll { setting in
      if case .unknown = setting.state { true } else { false }
    }
    return directive
  }

  /// The directive without the numbers that depend on earlier ones.
  fileprivate var withoutNumbers: Directive {
    var directive = self
    directive.sequence = 0
    if case .event = directive.cause { directive.cause = .event(sequence: 0) }
    // The generation of snapshots, pending tabs, selections and pages identifies them.
    guard !directive.isNumbered else { return directive }
    for index in directive.settings.indices { directive.settings[index].generation = 0 }
    return directive
  }

  /// True if its generations are part of its content.
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
