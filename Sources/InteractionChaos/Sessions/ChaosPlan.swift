public import Foundation
public import InteractionClient

/// The plan of a chaos run: its sessions, engines and faults.
public struct ChaosPlan: Sendable {
  /// The recurring fault of the engines.
  public enum EngineFault: Hashable, Sendable {
    /// None.
    case none
    /// At each interval, one engine is killed with SIGKILL and restarted.
    case killed(every: Duration)
    /// At each interval, one engine is drained with SIGTERM and restarted once it has exited.
    case drained(every: Duration)
  }

  /// The engine executables, assigned to engines round-robin; at least one.
  public var programs: [URL]
  /// Additional arguments of the engines, such as their certificates.
  public var engineOptions: [String] = []
  /// The clients' access to the engines, such as TLS and tokens.
  public var access = ClientAccess()
  /// The number of engines; all have the same checkpoint keys.
  public var engines = 2
  /// The number of concurrent sessions.
  public var sessions = 10
  /// The command of a client program that plays and checks the sessions; nil for generated ones.
  public var client: String?
  /// The number of cuts per session; nil for no limit while it runs.
  public var cuts: Int? = 10
  /// The range of the cut point, in bytes of either direction.
  public var cutBytes = 0 ... 6_000
  /// The simulated network between clients and engines; nil for none.
  public var network: NetworkConditions?
  /// The recurring fault of the engines.
  public var engineFault = EngineFault.none
  /// The number of engine faults.
  public var engineFaultCount = 0
  /// The minimum duration of each session; it lasts until all planned faults have been injected in
  /// any case.
  public var duration = Duration.zero
  /// Events per second of each session, in real time.
  public var eventsPerSecond = 500.0
  /// The transport of the sessions.
  public var wire = SessionTransport.http2
  /// The RPC methods that carry the sessions, assigned round-robin.
  public var wires: [SessionConfiguration.CallStyle] {
    self.wire == .http2 ? SessionConfiguration.CallStyle.allCases : [.stream]
  }
  /// The seed of all random numbers.
  public var seed: UInt64 = 1

  public init(programs: [URL]) {
    self.programs = programs
  }
}
