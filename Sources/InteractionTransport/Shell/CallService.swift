import NIOCore
import NIOHPACK

/// Which code serves a call, and how far that has come.
///
/// A value: ``CallHandler`` carries out what it decides. Which frames may still be written is
/// ``CallState``'s to say.
enum CallService<Stream> {
  /// Nothing has come yet.
  ///
  /// Can transition to: ``passing``, ``asking(_:)``, ``over``.
  case waiting
  /// grpc-swift serves the call.
  case passing
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

  /// What becomes of a frame.
  enum Receiving: Hashable {
    /// It begins a call that is served here.
    case begin(InteractCall)
    /// It begins one of grpc-swift's.
    case handOver
    case pass
    case read
    case drop
  }

  /// What becomes of the trailers.
  enum Ending: Hashable {
    case leave
    case wait
    /// The call has ended before, or not begun.
    case drop
  }

  // MARK: What comes

  /// - Parameter call: Nil if the call is grpc-swift's.
  mutating func receive(
    _ call: @autoclosure () -> InteractCall?, at now: @autoclosure () -> NIODeadline
  ) -> Receiving {
    switch self {
    case .waiting:
      guard let call = call() else {
        self = .passing
        return .handOver
      }
      self = .asking(call.timeout.map { .at(now() + $0) } ?? .none)
      return .begin(call)
    case .passing: return .pass
    case .asking, .serving: return .read
    case .leaving, .over: return .drop
    }
  }

  /// The caller is known, and a stream runs.
  mutating func serve(_ stream: Stream) {
    switch self {
    case .asking(let deadline): self = .serving(stream, CallServing(deadline: deadline))
    case .waiting, .passing, .serving, .leaving, .over: break
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
    case .waiting, .passing, .leaving, .over: return .drop
    }
  }

  /// All has left that came before the trailers, which leave now; nil if there are none.
  mutating func sent() -> HPACKHeaders? {
    switch self {
    case .leaving(let trailers):
      self = .over
      return trailers
    case .waiting, .passing, .asking, .serving, .over: return nil
    }
  }

  /// The client is gone. Returns the stream that was served.
  mutating func lose() -> Stream? {
    defer {
      switch self {
      case .passing: break
      case .waiting, .asking, .serving, .leaving, .over: self = .over
      }
    }
    return self.stream
  }

  /// Whether messages are read here, now or later.
  var reads: Bool {
    switch self {
    case .asking, .serving: true
    case .waiting, .passing, .leaving, .over: false
    }
  }

  /// Whether messages are read now.
  var flows: Bool {
    switch self {
    case .serving(_, let serving): serving.intake == .flows
    case .waiting, .passing, .asking, .leaving, .over: false
    }
  }

  /// The stream that runs.
  var stream: Stream? {
    switch self {
    case .serving(let stream, _): stream
    case .waiting, .passing, .asking, .leaving, .over: nil
    }
  }
}

extension CallService: Equatable where Stream: Equatable {}
extension CallService: Sendable where Stream: Sendable {}
