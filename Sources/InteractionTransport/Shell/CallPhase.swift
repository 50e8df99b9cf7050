import NIOCore
import NIOHPACK

/// The phase of a call that is served on an event loop.
///
/// A value: a ``StreamShell`` carries out its decisions.
enum CallPhase<Stream> {
  /// The caller is being authenticated; messages wait.
  ///
  /// Can transition to: ``serving(_:_:)``, ``leaving(_:)``, ``over``.
  case asking(CallTimeouts.Deadline)
  /// The stream is running.
  ///
  /// Can transition to: ``leaving(_:)``, ``over``.
  case serving(Stream, CallTimeouts)
  /// The stream has ended; its trailers wait for the unsent bytes.
  ///
  /// Can transition to: ``over``.
  case leaving(HPACKHeaders)
  /// The call has ended.
  case over

  /// The handling of the trailers.
  enum Ending: Hashable {
    case leave
    case wait
    /// The call has ended already.
    case drop
  }

  /// Starts the stream of an authenticated caller.
  mutating func serve(_ stream: Stream) {
    switch self {
    case .asking(let deadline): self = .serving(stream, CallTimeouts(deadline: deadline))
    case .serving, .leaving, .over: break
    }
  }

  // MARK: The end

  /// Ends the call with trailers.
  ///
  /// - Parameter areBehind: True if unsent bytes come before them.
  mutating func end(with trailers: HPACKHeaders, areBehind: Bool) -> Ending {
    switch self {
    case .asking, .serving:
      self = areBehind ? .leaving(trailers) : .over
      return areBehind ? .wait : .leave
    case .leaving, .over: return .drop
    }
  }

  /// Returns the trailers that waited for the unsent bytes; nil if there are none.
  mutating func sent() -> HPACKHeaders? {
    switch self {
    case .leaving(let trailers):
      self = .over
      return trailers
    case .asking, .serving, .over: return nil
    }
  }

  /// Ends the call without trailers: the client has disconnected. Returns the stream that was
  /// running.
  mutating func lose() -> Stream? {
    defer { self = .over }
    return self.stream
  }

  /// The time at which a message is read. One value, since examining a case copies the payload.
  enum Reading {
    case now(Stream)
    /// The message is queued.
    case later
    case never
  }

  var reading: Reading {
    switch self {
    case .serving(let stream, let serving): serving.intake == .flows ? .now(stream) : .later
    case .asking: .later
    case .leaving, .over: .never
    }
  }

  /// The running stream, if any.
  var stream: Stream? {
    switch self {
    case .serving(let stream, _): stream
    case .asking, .leaving, .over: nil
    }
  }
}

extension CallPhase: Equatable where Stream: Equatable {}
extension CallPhase.Reading: Equatable where Stream: Equatable {}
extension CallPhase: Sendable where Stream: Sendable {}
