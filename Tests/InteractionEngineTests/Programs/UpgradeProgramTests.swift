import Foundation
import Testing

/// The path of the older engine; nil to leave these tests out.
private let older = ProcessInfo.processInfo.environment["INTERACTION_OLDER"]

/// Sessions that move between engines of this and an older version, `INTERACTION_OLDER`, in both
/// directions: under load and behind proxies that cut their connections nothing is lost, and none
/// begins anew.
@Suite("Upgrades", .enabled(if: older != nil), .timeLimit(.minutes(60)))
struct UpgradeProgramTests {
  private static func chaos(_ options: String) async throws -> String {
    let output = try await Program.load.run(
      ["chaos", "--engine", try #require(older), "--engine", Program.engine.path]
        + ["--engines", "2", "--sessions", "100", "--rate", "30"]
        + options.split(separator: " ").map(String.init))
    #expect(output.code == 0, "\(output.text)")
    return output.text
  }

  @Test("engines that are drained in turn lose nothing")
  func drained() async throws {
    let text = try await Self.chaos("--cuts 10 --drain-every 1 --times 6 --duration 60")
    #expect(
      text.contains(#/(?m)^moved .*from 1 to 2/#) && text.contains(#/(?m)^moved .*from 2 to 1/#))
  }

  @Test("engines that are killed in turn lose nothing")
  func killed() async throws {
    _ = try await Self.chaos("--cuts 2 --kill-every 2 --times 10")
  }
}
