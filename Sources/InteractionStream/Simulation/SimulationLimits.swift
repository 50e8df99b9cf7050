public import InteractionCore

/// The limits of simulations.
@available(InteractionEngine 1.0, *)
public struct SimulationLimits: Hashable, Sendable {
  /// The maximum number of concurrent simulations, each on its own thread.
  public var running = 1
  /// The maximum number of queued simulations; more are refused.
  public var waiting = 8
  /// The maximum size of a request before decoding, in bytes.
  public var requestBytes = 1 << 20
  /// The maximum size of a definition in a request, in bytes: twenty times the largest built-in
  /// one.
  public var definitionBytes = 64 << 10
  /// The maximum number of events of a simulation; packed samples count individually.
  public var events = 16_384
  /// The maximum number of directives of a simulation.
  public var directives = 2_048
  /// The maximum size of a response, in bytes: half of the default limit of gRPC clients.
  public var answerBytes = 2 << 20
  /// The maximum CPU time of a simulation.
  public var time = TimeSpan.seconds(5)

  public init() {}
}
