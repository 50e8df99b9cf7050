import NIOCore

/// The limits of a connection.
package struct ConnectionLimits: Hashable, Sendable {
  /// The maximum number of open connections; nil for as many as ``DescriptorBudget`` allows.
  package var connections: Int?
  /// The maximum number of open streams per connection (SETTINGS_MAX_CONCURRENT_STREAMS).
  package var concurrentStreams = 1024
  /// The maximum number of calls per connection that are processed at once, without long-lived
  /// calls that wait. Excess calls are refused with REFUSED_STREAM, which clients retry
  /// automatically.
  package var concurrentCalls = 500
  /// The maximum size of a request message, in bytes; `Interact` has its own, smaller limit.
  package var messageBytes = 4 << 20
  /// The time without received bytes after which the client is probed with a PING.
  package var keepaliveTime = Duration.seconds(20)
  /// The time that the client has to answer the PING. Together with ``keepaliveTime`` three
  /// heartbeats, after which sessions end.
  package var keepaliveTimeout = Duration.seconds(10)
  /// The maximum time for the TLS handshake and the first HTTP/2 frame, together.
  package var openingTime = Duration.seconds(5)
  /// The minimum lifetime of a connection, even if the server ends it sooner: it bounds the rate at
  /// which a flooding client reconnects.
  package var minimumLifetime = Duration.seconds(1)
  /// The maximum time without a call.
  package var idleTime = Duration.seconds(60)
  /// The maximum time for a request to arrive, and for a response to wait for a client that sends
  /// no WINDOW_UPDATE. `Interact` has its own limits.
  package var requestTime = Duration.seconds(30)
  /// The maximum pause within an incomplete request. `Interact` has its own limits.
  package var progressTime = Duration.seconds(5)
  /// The time that a client has to end its request after early trailers, before RST_STREAM
  /// (RFC 9113 §8.1): some clients would take an immediate RST_STREAM for the call's result.
  package var resetDelay = Duration.seconds(1)
  /// The time that an early refusal waits for the request's first DATA or END_STREAM.
  package var refusalDelay = Duration.milliseconds(20)
  /// The maximum time that the end of a call waits for a client that does not read.
  package var endTimeout = Duration.seconds(5)
  /// PINGs. Enough for ten 60 Hz streams on one connection, since grpc-go sends a PING for every
  /// DATA frame that it receives.
  package var pings = TokenBucketLimit(perSecond: 600, burst: 1_200)
  /// PINGs and new calls of a client that does not read the responses.
  package var unreadResponses = TokenBucketLimit(perSecond: 10, burst: 200)
  /// WINDOW_UPDATEs of the connection: clients may send one for every DATA frame that they receive.
  package var windowUpdates = TokenBucketLimit(perSecond: 5_000, burst: 1_000)
  /// WINDOW_UPDATEs of streams: likewise; each new call grants a few more.
  package var streamWindowUpdates = TokenBucketLimit(perSecond: 5_000, burst: 1_000)
  /// DATA and trailers of ended calls, in flight when the server ended them; each ended call grants
  /// some. A higher rate would keep the engine busy long after the client has disconnected, since
  /// the kernel still delivers what it has buffered.
  package var lateData = TokenBucketLimit(perSecond: 500, burst: 1_000)
  /// RST_STREAMs of ended calls, at most one for each; PRIORITY; and calls beyond
  /// ``concurrentStreams``.
  package var lateResets = TokenBucketLimit(perSecond: 5_000, burst: 10_000)
  /// Frames on streams that the client has closed, each answered by RST_STREAM.
  package var closedFrames = TokenBucketLimit(perSecond: 100, burst: 1_000)
  /// RST_STREAMs of calls that have not had a message yet (rapid reset).
  package var earlyResets = TokenBucketLimit(perSecond: 10, burst: 25)
  /// The maximum that ``earlyResets`` grows to: each call that has a message grants four, since a
  /// proxy resets the calls of many clients, and some of them early. (Envoy closes a connection
  /// after 500 if half of its streams were reset early.)
  package var grantedEarlyResets: Int64 = 500
  /// GOAWAY, SETTINGS, PING acknowledgements and frames of unknown types.
  package var otherFrames = TokenBucketLimit(perSecond: 10, burst: 100)
  /// New connections of a listener; the others wait in the backlog. Each costs half a millisecond
  /// of CPU time before its first byte, and as much again at its end.
  package var newConnections = TokenBucketLimit(
    perSecond: 250 * Int64(System.coreCount), burst: 128)
  /// The maximum number of settings in a SETTINGS frame; HTTP/2 defines six, and each is applied.
  package var settings = 64
  /// The maximum bytes of incomplete messages, over all calls of a connection.
  package var incompleteBytes = 8 << 20
  /// The maximum bytes of responses that flow control holds back, over all calls of a connection
  /// except `Interact`, whose streams have individual limits.
  package var unreadBytes = 16 << 20

  package init() {}
}
