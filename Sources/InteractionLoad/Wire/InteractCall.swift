import InteractionWire
import NIOCore

/// A session's stream to the engine, whatever carries it.
protocol InteractCall: AnyObject {
  /// Writes a message, which has its length in front; `flush` sends it.
  func write(_ message: ByteBuffer)
  func flush()
  /// Says that no more messages come.
  func finish()
  /// Ends the call at once.
  func cancel()
}

/// What a call tells of itself.
protocol InteractCallDelegate: AnyObject {
  /// The stream is there: the first message can be written.
  func callBegan(_ call: any InteractCall)
  /// A message has come.
  func call(_ call: any InteractCall, received response: Proto.Response)
  /// The call is over; nothing comes after this.
  func callEnded(_ call: any InteractCall, _ end: CallEnd)
}
