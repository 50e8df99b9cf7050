import InteractionWire
import NIOCore

/// An `Interact` stream of a session, independent of the transport.
protocol LoadCall: AnyObject {
  /// Writes a length-prefixed message; `flush` sends it.
  func write(_ message: ByteBuffer)
  func flush()
  /// Half-closes the call: no more messages follow.
  func finish()
  /// Cancels the call.
  func cancel()
}

/// The delegate of a call.
protocol LoadCallDelegate: AnyObject {
  /// Called when the stream is open and the first message can be written.
  func callBegan(_ call: any LoadCall)
  /// Called for each message.
  func call(_ call: any LoadCall, received response: Proto.Response)
  /// Called last, when the call has ended.
  func callEnded(_ call: any LoadCall, _ end: CallOutcome)
}
