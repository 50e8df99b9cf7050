import NIOCore
import NIOHPACK

/// The phase of a call that is served on an event loop.
///
/// A value: a ``StreamShell`` carries out its decisions.
enum CallPhase<Stream> {
  /// The caller is being authenticated; messages wait.
  ///
  /// Can transition to: ``open(_:_:)``, ``closing(_:)``, ``closed``.
  case authenticating(CallTimeouts.Deadline)
  /// The stream is running.
  ///
  /// Can transition to: ``closing(_:)``, ``closed``.
  case open(Stream, CallTimeouts)
  /// The stream has ended; its trailers wait for the unsent bytes.
  ///
  /// Can transition to: ``closed``.
  case closing(HPACKHeaders)
  /// The call has ended.
  case closed

  /// The handling of the trailers.
  enum TrailersAction: Hashable {
    case send
    case wait
    /// The call has ended already.
    case drop
  }

  /// Starts the stream of an authenticated caller.
  mutating func serve(_ stream: Stream) {
    switch self {
    case .authenticating(let deadline): self = .open(stream, CallTimeouts(deadline: deadline))
    case .open, .closing, .closed: break
    }
  }

  // MARK: The end

  /// Ends the call with trailers.
  ///
  /// - Parameter areBehind: True if unsent bytes come before them.
  mutating func end(with trailers: HPACKHeaders, areBehind: Bool) -> TrailersAction {
    switch self {
    case .authenticating, .open:
      self = areBehind ? .closing(trailers) : .closed
      return areBehind ? .wait : .send
    case .closing, .closed: return .drop
    }
  }

  /// Returns the trailers that waited for the unsent bytes; nil if there are none.
  mutating func takeTrailers() -> HPACKHeaders? {
    switch self {
    case .closing(let trailers):
      self = .closed
      return trailers
    case .authenticating, .open, .closed: return nil
    }
  }

  /// Ends the call without trailers: the client has disconnected. Returns the stream that was
  /// running.
  mutating func connectionLost() -> Stream? {
    defer { self = .closed }
    return self.stream
  }

  /// The time at which a message is read. One value, since examining a case copies the payload.
  enum ReadTime {
    case now(Stream)
    /// The message is queued.
    case later
    case never
  }

  var reading: ReadTime {
    switch self {
    case .open(let stream, let serving): serving.intake == .reading ? .now(stream) : .later
    case .authenticating: .later
    case .closing, .closed: .never
    }
  }

  /// The running stream, if any.
  var stream: Stream? {
    switch self {
    case .open(let stream, _): stream
    case .authenticating, .closing, .closed: nil
    }
  }
}

extension CallPhase: Equatable where Stream: Equatable {}
extension CallPhase.ReadTime: Equatable where Stream: Equatable {}
extension CallPhase: Sendable where Stream: Sendable {}
