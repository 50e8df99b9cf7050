/// The result of playing recordings through another version of their experience.
public struct WhatIfSummary: Hashable, Sendable {
  /// The sessions of one part of the comparison.
  public struct Part: Hashable, Sendable {
    public internal(set) var events = 0
    public internal(set) var old: FigureValues = [:]
    public internal(set) var new: FigureValues = [:]

    mutating func add(_ other: SessionComparison.Part) {
      self.events += other.events
      self.old.add(other.old)
      self.new.add(other.new)
    }

    mutating func add(_ other: Part) {
      self.events += other.events
      self.old.add(other.old)
      self.new.add(other.new)
    }
  }

  /// The recordings that cannot be compared, by reason.
  public struct Unusable: Hashable, Sendable {
    public internal(set) var count = 0
    /// The index of the first one.
    public internal(set) var example: Int
  }

  /// The maximum number of groups; sessions of further kinds are counted together.
  static let maximumGroups = 1_000
  private static let otherKinds = "differences of other kinds"

  /// The number of sessions compared.
  public private(set) var sessions = 0
  /// The number of sessions in which something differs.
  public private(set) var changed = 0
  /// The number of sessions of which the old version decides otherwise than recorded: no part of
  /// them is exact.
  public private(set) var assumedSessions = 0
  /// Up to and including each session's first difference: exact.
  public private(set) var exact = Part()
  /// After it: if the same fingers had moved in the same way.
  public private(set) var assumed = Part()
  /// The number of events of which nothing can be said.
  public private(set) var unknownEvents = 0
  /// The numbers of sessions whose comparison ends early, by reason.
  public private(set) var ends: [SessionComparison.End: Int] = [:]
  public private(set) var unusable: [UnusableRecording: Unusable] = [:]
  private var groupsByText: [String: DifferenceGroup] = [:]

  public init() {}

  /// Adds a session; `index` is the place of its file.
  mutating func add(_ session: SessionComparison, at index: Int) {
    self.sessions += 1
    self.exact.add(session.exact)
    self.assumed.add(session.assumed)
    self.unknownEvents += session.unknownEvents
    if session.isAssumed { self.assumedSessions += 1 }
    if let end = session.end { self.ends[end, default: 0] += 1 }
    guard let difference = session.difference else { return }
    self.changed += 1
    self.add(
      DifferenceGroup(text: difference.text, sessions: 1, example: index, time: difference.time))
  }

  mutating func add(_ reason: UnusableRecording, at index: Int) {
    self.add(Unusable(count: 1, example: index), for: reason)
  }

  /// Adds the result of other files. The order of additions does not matter.
  package mutating func add(_ other: WhatIfSummary) {
    self.sessions += other.sessions
    self.changed += other.changed
    self.assumedSessions += other.assumedSessions
    self.exact.add(other.exact)
    self.assumed.add(other.assumed)
    self.unknownEvents += other.unknownEvents
    self.ends.merge(other.ends, uniquingKeysWith: +)
    for (reason, unusable) in other.unusable { self.add(unusable, for: reason) }
    for group in other.groupsByText.values { self.add(group) }
  }

  private mutating func add(_ unusable: Unusable, for reason: UnusableRecording) {
    let known = self.unusable[reason] ?? Unusable(example: unusable.example)
    self.unusable[reason] = Unusable(
      count: known.count + unusable.count, example: min(known.example, unusable.example))
  }

  private mutating func add(_ group: DifferenceGroup) {
    var group = group
    let isFull = self.groupsByText.count >= Self.maximumGroups
    if isFull, self.groupsByText[group.text] == nil { group.text = Self.otherKinds }
    if self.groupsByText[group.text]?.add(group) == nil { self.groupsByText[group.text] = group }
  }

  /// The kinds of first differences, the most frequent first.
  public var groups: [DifferenceGroup] {
    self.groupsByText.values.sorted { ($1.sessions, $0.text) < ($0.sessions, $1.text) }
  }

  /// All events of the sessions compared.
  public var events: Int { self.exact.events + self.assumed.events + self.unknownEvents }

  /// The figures that occur, in order.
  public var figures: [Figure] {
    let all = [self.exact.old, self.exact.new, self.assumed.old, self.assumed.new]
    return Set(all.flatMap(\.keys)).sorted()
  }

  /// Returns the value of a figure in both versions and both parts together.
  public func total(of figure: Figure) -> (old: Int64, new: Int64) {
    func sum(_ values: KeyPath<Part, FigureValues>) -> Int64 {
      var sum = self.exact[keyPath: values]
      sum.add(self.assumed[keyPath: values])
      return sum[figure] ?? 0
    }
    return (sum(\.old), sum(\.new))
  }
}
