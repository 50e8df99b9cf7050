import InteractionWebSocket
import InteractionWire
import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionLoad

@Suite("A call over a WebSocket of its own")
struct WebSocketCallTests {
  /// What a call has told, in order.
  private final class Listener: InteractCallDelegate {
    private(set) var told: [String] = []

    func callBegan(_ call: any InteractCall) { self.told.append("began") }
    func call(_ call: any InteractCall, received response: Proto.Response) {}
    func callEnded(_ call: any InteractCall, _ end: CallEnd) { self.told.append(end.cause) }
  }

  @Test("It begins on an open connection, and ends with it once")
  func open() throws {
    let (listener, channel) = (Listener(), EmbeddedChannel())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let call = WebSocketCall(listener)
    call.begin(on: channel)
    #expect(listener.told == ["began"])
    call.hear(.lost)
    call.hear(.lost)
    #expect(listener.told == ["began", "the call was cut"])
  }

  @Test("A connection that was lost before its handler could hear of it ends the call")
  func lost() throws {
    let (listener, channel) = (Listener(), EmbeddedChannel())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.close().wait()
    WebSocketCall(listener).begin(on: channel)
    #expect(listener.told == ["the call was cut"])
  }
}
