import NIOCore

/// What a connection may ask for, each limit named once.
package struct ConnectionLimits: Hashable, Sendable {
  /// Connections at once; nil for as many as ``DescriptorBudget`` has.
  package var connections: Int?
  /// Streams that one connection may hold open (SETTINGS_MAX_CONCURRENT_STREAMS).
  package var concurrentStreams = 1024
  /// Calls of one connection that are worked on at once, without those that wait for something.
  /// Those over it are refused as never begun (`REFUSED_STREAM`), which clients try again on their
  /// own.
  package var concurrentCalls = 500
  /// Largest request message of any method, bytes; `Interact` has its own, smaller limit.
  package var messageBytes = 4 << 20
  /// How long a connection may be silent before it is asked whether it is still there.
  package var keepaliveTime = Duration.seconds(20)
  /// How long it may take to answer that: with the above three heartbeats, after which sessions
  /// end.
  package var keepaliveTimeout = Duration.seconds(10)
  /// How long encryption and the first HTTP/2 frame may take, together.
  package var openingTime = Duration.seconds(5)
  /// How long a connection lasts at least, even if it is ended sooner: a client that floods
  /// reconnects only then.
  package var shortestLife = Duration.seconds(1)
  /// How long a connection may go without a call.
  package var idleTime = Duration.seconds(60)
  /// How long the request of a call may take to arrive, and how long its answer may wait for a
  /// client that makes no room at all; `Interact` has rules of its own.
  package var requestTime = Duration.seconds(30)
  /// How long a request may stop before it is whole; `Interact` has rules of its own.
  package var progressTime = Duration.seconds(5)
  /// How long a client that is told of a call's end may go on with its request before the stream is
  /// reset (RFC 9113 §8.1): some clients would take an early RST_STREAM for the call's end.
  package var resetDelay = Duration.seconds(1)
  /// How long a refusal waits for the first message of its call.
  package var refusalDelay = Duration.milliseconds(20)
  /// How long the end of a call may wait for a client that does not read.
  package var lingerTime = Duration.seconds(5)
  /// PINGs: ten clients' worth of 60 Hz streams on one connection, since grpc-go sends one for
  /// every DATA frame that it gets.
  package var pings = FrameBudget(perSecond: 600, burst: 1_200)
  /// PINGs, and calls that begin, of a client that does not read the answers.
  package var unread = FrameBudget(perSecond: 10, burst: 200)
  /// WINDOW_UPDATEs for the connection: a client may send one for every DATA frame that it gets.
  package var windowUpdates = FrameBudget(perSecond: 5_000, burst: 1_000)
  /// WINDOW_UPDATEs for calls: likewise, and each call that begins brings a few with it.
  package var callWindowUpdates = FrameBudget(perSecond: 5_000, burst: 1_000)
  /// DATA for calls that are over: what was on its way when the server ended them. Each call that
  /// ends brings some with it; thousands in a second would keep the engine busy for long after a
  /// client that sent them has gone, since the operating system goes on to deliver.
  package var strayData = FrameBudget(perSecond: 500, burst: 1_000)
  /// RST_STREAMs for such calls, of which a client sends one for each; PRIORITY, and calls beyond
  /// the limit.
  package var strayResets = FrameBudget(perSecond: 5_000, burst: 10_000)
  /// Frames of streams that the client has closed, each of which a RST_STREAM answers.
  package var closedFrames = FrameBudget(perSecond: 100, burst: 1_000)
  /// RST_STREAM for calls that have had no message yet: a client that gives up this often does
  /// nothing else.
  package var earlyResets = FrameBudget(perSecond: 10, burst: 25)
  /// Each call that has one allows four more of them, up to so many: a proxy resets the calls of
  /// many clients, and some of them early. (Envoy ends a connection after 500 if half of its calls
  /// are.)
  package var grantedEarlyResets: Int64 = 500
  /// GOAWAYs, SETTINGS, answers to PINGs, and frames of kinds that this server does not know.
  package var otherFrames = FrameBudget(perSecond: 10, burst: 100)
  /// Connections that a listener takes on; the others wait. Each takes half a millisecond of a
  /// processor before it has said anything, and its end as much again.
  package var newConnections = FrameBudget(perSecond: 250 * Int64(System.coreCount), burst: 128)
  /// Settings that one SETTINGS frame may hold: HTTP/2 knows six, and each is acted upon.
  package var settings = 64
  /// Bytes of messages that are not complete, of all calls of a connection.
  package var unfinishedBytes = 8 << 20
  /// Bytes of answers that the client has not made room for, of all calls of a connection but those
  /// of `Interact`, which have a limit each.
  package var unreadBytes = 16 << 20

  package init() {}
}
