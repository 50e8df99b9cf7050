public import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// An engine in a process of its own, on ports that it keeps over restarts.
public final class EngineProcess: Sendable {
  /// How a process came to its end.
  public struct Exit: Hashable, Sendable {
    /// The exit code, or the signal's number.
    public var code: Int32
    /// Whether a signal ended it.
    public var wasKilled: Bool
    /// How long that took after it was asked for.
    public var time: Duration
  }

  /// Sessions, engines and what hurts them share one machine, which may well be late.
  private static let patience = ["--limit", "lag-ms=10000"]

  private struct Running {
    var identifier: Int32
    var end: Task<TerminationStatus, any Error>
  }

  /// Those that run now.
  private static let all = Mutex<Set<Int32>>([])

  private let binary: URL
  private let arguments: [String]
  private let wire: Wire
  private let running = Mutex<Running?>(nil)
  /// Where it listens for gRPC, and for browsers; 0 before it has started.
  private let ports = Mutex((grpc: 0, web: 0))

  /// - Parameters:
  ///   - arguments: What comes after `serve`, but for the ports.
  ///   - wire: What its sessions come over.
  public init(binary: URL, arguments: [String], wire: Wire = .http2) {
    self.binary = binary
    self.arguments = arguments
    self.wire = wire
  }

  /// Where it listens for sessions.
  public var port: Int {
    self.ports.withLock { self.wire == .http2 ? $0.grpc : $0.web }
  }

  /// Starts it, on the ports that it had before.
  ///
  /// - Throws: If it does not say that it listens.
  public func start() async throws {
    let (said, output) = AsyncStream.makeStream(of: (Int32, String).self)
    let end = Task {
      defer { output.finish() }
      return try await self.run { output.yield(($0, $1)) }
    }
    // A task of its own, which the caller's cancellation does not reach: what was begun is heard
    // out, or nothing could end the engine.
    let listeners = self.wire == .http2 ? 1 : 2
    let hello = Task {
      var lines: [(Int32, String)] = []
      for await line in said {
        lines.append(line)
        if lines.count == listeners { break }
      }
      return lines
    }
    let lines = await hello.value
    guard let identifier = lines.first?.0 else {
      throw EngineProcessError("the engine did not start: \(try await end.value)")
    }
    self.running.withLock { $0 = Running(identifier: identifier, end: end) }
    let ports = lines.compactMap { $0.1.split(separator: ":").last.flatMap { Int($0) } }
    guard let grpc = ports.first, let web = ports.last, ports.count == listeners else {
      _ = await self.kill()
      let said = lines.map { "'\($0.1)'" }.joined(separator: ", ")
      throw EngineProcessError("the engine did not start: \(said)")
    }
    self.ports.withLock { $0 = (grpc, web) }
  }

  /// Ends all that run, when there is no time for anything else.
  public static func killAll() {
    for identifier in Self.all.withLock(\.self) { Foundation.kill(identifier, SIGKILL) }
  }

  /// Ends it without a warning, as a crash would.
  public func kill() async -> Exit {
    await self.end(with: SIGKILL)
  }

  /// Asks it to end.
  public func terminate() async -> Exit {
    await self.end(with: SIGTERM)
  }

  /// Runs the program to its end. `hears` is told its number and each line that it writes.
  private func run(_ hears: @Sendable (Int32, String) -> Void) async throws -> TerminationStatus {
    var platform = PlatformOptions()
    // A Ctrl-C at the terminal is for this program, which ends its engines itself.
    platform.processGroupID = 0
    let ports = self.ports.withLock(\.self)
    let listeners =
      ["--port", "\(ports.grpc)"] + (self.wire == .http2 ? [] : ["--web-port", "\(ports.web)"])
    let options = listeners + ["--log-level", "error"] + Self.patience
    let result = try await Subprocess.run(
      .path(FilePath(self.binary.path)), arguments: Arguments(["serve"] + options + self.arguments),
      platformOptions: platform, input: .none, output: .sequence, error: .currentStandardError
    ) { engine in
      let identifier = engine.processIdentifier.value
      _ = Self.all.withLock { $0.insert(identifier) }
      defer { _ = Self.all.withLock { $0.remove(identifier) } }
      for try await line in engine.standardOutput.strings() {
        hears(identifier, line)
      }
    }
    return result.terminationStatus
  }

  private func end(with signal: Int32) async -> Exit {
    var exit = Exit(code: 0, wasKilled: false, time: .zero)
    guard let running = self.running.withLock({ $0.take() }) else { return exit }
    let start = ContinuousClock.now
    Foundation.kill(running.identifier, signal)
    let status = try? await running.end.value
    exit.time = ContinuousClock.now - start
    switch status {
    case .exited(let code): exit.code = code
    case .signaled(let code): (exit.code, exit.wasKilled) = (code, true)
    case nil: exit.code = -1
    }
    return exit
  }
}

/// Why an engine did not start.
public struct EngineProcessError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
