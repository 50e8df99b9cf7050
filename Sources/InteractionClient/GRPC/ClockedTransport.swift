package import GRPCCore

/// A transport with its own clock, which the sessions of its client use.
@available(InteractionEngine 1.0, *)
package protocol ClockedTransport: ClientTransport {
  /// The clock; the same for every transport to the same servers.
  var clock: SessionClock { get }
}

@available(InteractionEngine 1.0, *)
extension SessionClock {
  /// The clock of the transports that `endpoint` makes; the system's if they are not clocked.
  init<Transport: ClientTransport>(of endpoint: (() throws -> Transport)?) {
    let isClocked = Transport.self is any ClockedTransport.Type
    let transport = isClocked ? try? endpoint?() : nil
    self = (transport as? any ClockedTransport)?.clock ?? .system
  }
}
