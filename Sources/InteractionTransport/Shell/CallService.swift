import NIOCore
import NIOHPACK

/// How far a call is that is served here.
///
/// A value: a ``StreamShell`` carries out what it decides.
enum CallService<Stream> {
  /// The caller has yet to be identified; messages wait.
  ///
  /// Can transition to: ``serving(_:_:)``, ``leaving(_:)``, ``over``.
  case asking(CallServing.Deadline)
  /// The stream runs.
  ///
  /// Can transition to: ``leaving(_:)``, ``over``.
  case serving(Stream, CallServing)
  /// The stream has ended, and its trailers wait for what comes before them to leave.
  ///
  /// Can transition to: ``over``.
  case leaving(HPACKHeaders)
  /// The call has ended, or is lost.
  case over

  /// What becomes of the trailers.
  enum Ending: Hashable {
    case leave
    case wait
    /// The call has ended before, or not begun.
    case drop
  }

  /// The caller is known, and a stream runs.
  mutating func serve(_ stream: Stream) {
    switch self {
    case .asking(let deadline): self = .serving(stream, CallServing(deadline: deadline))
    case .serving, .leaving, .over: break
    }
  }

  // MARK: The end

  /// The call ends with trailers.
  ///
  /// - Parameter areBehind: Whether something waits that leaves before them.
  mutating func end(with trailers: HPACKHeaders, areBehind: Bool) -> Ending {
    switch self {
    case .asking, .serving:
      self = areBehind ? .leaving(trailers) : .over
      return areBehind ? .wait : .leave
    case .leaving, .over: return .drop
    }
  }

  /// All has left that came before the trailers, which leave now; nil if there are none.
  mutating func sent() -> HPACKHeaders? {
    switch self {
    case .leaving(let trailers):
      self = .over
      return trailers
    case .asking, .serving, .over: return nil
    }
  }

  /// The client is gone. Returns the stream that was served.
  mutating func lose() -> Stream? {
    defer { self = .over }
    return self.stream
  }

  /// The time at which a message is read. One value: to look at a case costs as much as to copy it.
  enum Reading {
    case now(Stream)
    /// It is kept until then.
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

  /// The stream that runs.
  var stream: Stream? {
    switch self {
    case .serving(let stream, _): stream
    case .asking, .leaving, .over: nil
    }
  }
}

extension CallService: Equatable where Stream: Equatable {}
extension CallService.Reading: Equatable where Stream: Equatable {}
extension CallService: Sendable where Stream: Sendable {}
