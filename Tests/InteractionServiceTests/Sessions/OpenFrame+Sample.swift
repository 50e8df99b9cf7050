import InteractionCore
import InteractionWire

extension OpenFrame {
  /// The first frame of a session on `home-refined`.
  static func sample() -> OpenFrame {
    OpenFrame(
      clientName: "test", clientVersion: "1", sessionID: "s-1", experience: "home-refined",
      environment: .phone, skipsSamples: false, current: nil, time: .zero)
  }
}
