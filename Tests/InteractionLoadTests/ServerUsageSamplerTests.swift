import Foundation
import Testing

@testable import InteractionLoad

@Suite(
  "Resource usage of a server during a load",
  .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/stat")))
struct ServerUsageSamplerTests {
  @Test("From the end of the warm-up until the load is over, and nothing of what comes after")
  func window() throws {
    let process = try ServerProcess(identifier: ProcessInfo.processInfo.processIdentifier)
    var plan = LoadPlan(
      target: LoadEndpoint(host: "127.0.0.1", port: 1), scripts: LoadMix([]), stages: [],
      name: "test")
    plan.server = process
    plan.threads = 2
    plan.warmUp = .seconds(1)
    let watch = ServerUsageSampler(plan)
    try Self.work(process)
    watch.sample(atSecond: 1)
    let begin = try #require(process.resourceUsage)
    watch.workerEnded()
    try Self.work(process)
    watch.workerEnded()
    let end = try #require(process.resourceUsage)
    try Self.work(process)
    watch.sample(atSecond: 3)
    let use = try #require(watch.use(for: 100))
    // The kernel counts in steps of 10 ms.
    let used = end.cpuSeconds - begin.cpuSeconds
    #expect(abs(use.processorSeconds - used) < 0.011)
    #expect(try #require(use.seconds) > 0)
    let perEvent = try #require(use.processorPerEvent)
    #expect(abs(perEvent - use.processorSeconds * 1e6 / 100) < 1e-6)
    #expect((0 ... perEvent).contains(try #require(use.kernelPerEvent)))
  }

  private static let enough = 0.05

  /// Uses CPU time.
  private static func work(_ process: ServerProcess) throws {
    let begin = try #require(process.resourceUsage).cpuSeconds
    while try #require(process.resourceUsage).cpuSeconds < begin + Self.enough {}
  }
}
