import InteractionCore
import Testing

/// A veto on opening the floor: its reason, and the events that begin and end it.
struct FloorVeto: Sendable, CustomTestStringConvertible {
  var name: String
  var reason: Refusal.Reason
  var begin: InteractionEvent.Kind
  var end: InteractionEvent.Kind
  /// True if `begin` causes the veto later on; false if the veto exists from the start.
  var comesLater = true

  var testDescription: String { self.name }

  static let all = [
    FloorVeto(
      name: "signed out", reason: .loginRequired, begin: .account(.signedOut),
      end: .account(.signedIn)),
    FloorVeto(
      name: "login failed", reason: .loginRequired, begin: .account(.loginFailed),
      end: .account(.signedIn), comesLater: false),
    FloorVeto(
      name: "no picture", reason: .assetNotReady, begin: .tick, end: FloorBench.picture(),
      comesLater: false),
    FloorVeto(
      name: "picture failed", reason: .assetNotReady, begin: .assetFailed(slot: "floor"),
      end: FloorBench.picture()),
    FloorVeto(
      name: "no width", reason: .assetNotReady, begin: FloorBench.picture(0, 600),
      end: FloorBench.picture()),
    FloorVeto(
      name: "no height", reason: .assetNotReady, begin: FloorBench.picture(750, 0),
      end: FloorBench.picture()),
    FloorVeto(
      name: "negative size", reason: .assetNotReady, begin: FloorBench.picture(-750, -600),
      end: FloorBench.picture()),
    FloorVeto(
      name: "another picture", reason: .assetNotReady, begin: Self.banner,
      end: FloorBench.picture(), comesLater: false),
  ]

  /// An image of another slot than the floor's.
  private static let banner = InteractionEvent.Kind.assetReady(
    Asset(slot: "banner", kind: .animated, size: Size(width: 750, height: 600)))

  /// Returns a floor with this veto only, at 0 ms.
  func bench(_ preset: Preset) -> FloorBench {
    var bench = FloorBench(
      FloorBench.experience(preset) {
        $0.requiresLogin = self.reason == .loginRequired
        $0.requiresAsset = self.reason == .assetNotReady
      })
    bench.send(0, self.begin)
    return bench
  }
}
