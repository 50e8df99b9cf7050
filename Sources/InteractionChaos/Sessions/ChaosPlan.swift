public import Foundation
public import InteractionClient

/// What is done to sessions while they run, and how many there are.
public struct ChaosPlan: Sendable {
  /// What happens to engines, again and again.
  public enum Fate: Hashable, Sendable {
    /// Nothing.
    case none
    /// One of them is killed without a warning and started again, each time after so long.
    case killed(every: Duration)
    /// One of them is asked to end and started again when it has, each time after so long.
    case drained(every: Duration)
  }

  /// Programs of the engine, which engines take in turn; at least one.
  public var programs: [URL]
  /// What engines are told besides, such as their certificates.
  public var engineOptions: [String] = []
  /// How clients reach them.
  public var access = ClientAccess()
  /// How many engines there are; all have the same keys.
  public var engines = 2
  /// How many sessions run at once.
  public var sessions = 10
  /// How many times the connections of each are cut; nil for as often as that happens while it goes
  /// on.
  public var cuts: Int? = 10
  /// How far a connection gets before it is cut, bytes in either direction.
  public var cutBytes = 0 ... 6_000
  /// The network between clients and engines; nil for the machine's own.
  public var link: SlowLink?
  /// What happens to the engines.
  public var fate = Fate.none
  /// How many times that happens.
  public var fates = 0
  /// How long each session goes on at least; it does so until everything has happened in any case.
  public var duration = Duration.zero
  /// Events per second of each session, by the clock.
  public var eventsPerSecond = 500.0
  /// What the sessions come over.
  public var wire = Wire.http2
  /// Which methods carry the sessions; each takes the next one.
  public var wires: [SessionConfiguration.Wire] {
    self.wire == .http2 ? SessionConfiguration.Wire.allCases : [.stream]
  }
  /// Where everything that is random starts.
  public var seed: UInt64 = 1

  public init(programs: [URL]) {
    self.programs = programs
  }
}
