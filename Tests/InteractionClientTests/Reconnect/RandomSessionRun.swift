import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionWire
import Testing

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

/// A session under random load: its user, its backend, time on both sides, and repeated connection
/// losses.
struct RandomSessionRun {
  private(set) var link: InterruptibleLink
  private var random: SeededGenerator
  private var events: RandomClientEvents
  private let badge: Int?
  /// The badge's count by the client's increments; a command adds ten thousand.
  private(set) var counted = 0
  /// The commands without a confirmed outcome: the directive to wait for, if the current server has
  /// carried the command out.
  private var open: [String: UInt64?] = [:]
  private(set) var commands = 0
  private var confirmed: [String] = []
  private(set) var cuts = 0
  private(set) var steps = 0

  static let limits: StreamLimits = {
    var limits = StreamLimits()
    limits.malformedEvents = .max
    return limits
  }()

  /// The narrowest limits with which a client works.
  static let narrow: StreamLimits = {
    var limits = Self.limits
    limits.unacknowledgedDirectives = 4
    limits.waitingDirectives = 8
    limits.conflatedAbove = 2
    limits.eventsPerSecond = 20
    limits.eventBurst = 10
    return limits
  }()

  init(seed: UInt64, _ experience: Experience, limits: StreamLimits, skips: Bool) throws {
    self.random = SeededGenerator(seed: seed)
    self.events = RandomClientEvents(seed: seed, in: experience)
    self.badge = experience.tabBar.items.firstIndex { $0.badge?.maximum == Self.uncapped }
    self.link = try InterruptibleLink(experience, skips: skips, ticks: true, limits: limits)
  }

  /// A limit above every count.
  static let uncapped = 999_999_999

  mutating func run(_ count: Int, checking comment: Comment) throws {
    for step in 0 ..< count {
      self.step()
      self.steps += 1
      if step % 7 == 0 { try self.link.checkInvariant("step \(step) of \(comment)") }
    }
    try self.comeToRest(comment)
  }

  private mutating func step() {
    switch Int.random(in: 0 ..< 100, using: &self.random) {
    case 0 ..< 30:
      self.pass(milliseconds: 1 ... 40)
      self.link.happen(self.events.next(lastDirective: self.link.client.applied))
    case 30 ..< 36:
      // A drag at the display's rate, which exceeds a low rate limit.
      for _ in 0 ..< Int.random(in: 4 ... 30, using: &self.random) {
        self.pass(milliseconds: 8 ... 8)
        self.link.happen(self.events.scroll())
        if self.chance(0.4) { self.link.flush() }
      }
    case 36 ..< 40:
      guard let badge = self.badge else { return }
      self.link.happen(.badge(tab: badge, operation: .increase(by: 1)))
      self.counted += 1
    case 40 ..< 60: self.link.flush()
    case 60 ..< 70: self.link.deliverUp(again: self.chance(0.1))
    case 70 ..< 80: self.link.deliverDown()
    case 80 ..< 84: self.link.acknowledge()
    case 84 ..< 87: self.order()
    case 87 ..< 89: self.pass(milliseconds: 100 ... 4_000)
    case 89: self.link.tickClient()
    case 90 ..< 92: self.link.beat()
    case 92: self.link.drain()
    case 93 ..< 96: self.link.settle()
    default: self.cut()
    }
    if self.link.isOver { self.cut() }
    self.confirm()
  }

  private mutating func cut() {
    // The old server's pending confirmations are lost with it.
    for id in self.open.keys { self.open[id] = .some(nil) }
    self.link.cut()
    self.cuts += 1
  }

  private mutating func pass(milliseconds: ClosedRange<Int64>) {
    let span = TimeSpan.milliseconds(Int64.random(in: milliseconds, using: &self.random))
    self.link.pass(until: self.link.now + span)
  }

  /// Sends a new command, or repeats an unconfirmed one, of which the backend cannot know whether
  /// it was carried out.
  private mutating func order() {
    guard let badge = self.badge else {
      _ = self.link.order(.orderToggle(id: "rocket", look: .above), as: "c-\(self.commands)")
      self.commands += 1
      return
    }
    let old = self.chance(0.5) ? (self.open.keys.sorted() + self.confirmed.suffix(8)) : []
    let id = old.isEmpty ? "c-\(self.commands)" : old[self.index(in: old)]
    if old.isEmpty {
      self.commands += 1
      self.open[id] = .some(nil)
    }
    let outcome = self.link.order(
      .badge(tab: badge, operation: .increase(by: 10_000)), as: id)
    if self.open[id] != nil { self.open[id] = .some(outcome?.last) }
  }

  private mutating func confirm() {
    for (id, last) in self.open {
      guard let last, last <= self.link.server.appliedDirective else { continue }
      self.open[id] = nil
      self.confirmed.append(id)
    }
  }

  /// Delivers everything, and repeats every command until it is confirmed.
  private mutating func comeToRest(_ comment: Comment) throws {
    for _ in 0 ..< 40 {
      self.link.tickClient()
      self.link.settle()
      self.link.acknowledge()
      self.link.settle()
      if self.link.isOver { self.cut() }
      self.confirm()
      guard let badge = self.badge else { continue }
      for id in self.open.keys.sorted().prefix(2) {
        let outcome = self.link.order(
          .badge(tab: badge, operation: .increase(by: 10_000)), as: id)
        self.open[id] = .some(outcome?.last)
      }
      self.pass(milliseconds: 150 ... 150)
    }
    self.link.beat()
    self.link.settle()
    self.link.acknowledge()
    self.link.settle()
    try self.link.checkSettled(comment)
    try self.link.checkInvariant(comment)
    guard let badge = self.badge else { return }
    try #require(self.open.isEmpty, comment)
    let session = try #require(self.link.server.session, comment)
    let index = session.experience.tabBar.items[..<badge].count { $0.badge != nil }
    guard case .number(let count, _) = session.state.badges[index].content else { return }
    try #require(count % 10_000 == self.counted, "events: \(comment)")
    try #require(count / 10_000 == self.commands, "commands: \(comment)")
  }

  private mutating func index(in list: [String]) -> Int {
    Int.random(in: 0 ..< list.count, using: &self.random)
  }

  private mutating func chance(_ part: Double) -> Bool {
    Double.random(in: 0 ..< 1, using: &self.random) < part
  }
}
