import InteractionCore
import InteractionWire

extension OpenFrame {
  /// Returns the first frame of a session with `home-refined`.
  static func sample() -> OpenFrame {
    OpenFrame(
      clientName: "test", clientVersion: "1", sessionID: "s-1", experience: "home-refined",
      surface: .phone, skipsSamples: false, current: nil, time: .zero)
  }
}
