public import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// An engine process that keeps its ports across restarts.
public final class EngineProcess: Sendable {
  /// The end of a process.
  public struct Exit: Hashable, Sendable {
    /// The exit code, or the signal's number.
    public var code: Int32
    /// True if a signal ended it.
    public var wasKilled: Bool
    /// The time from the signal to the exit.
    public var time: Duration
  }

  /// A generous lag limit, since sessions, engines and the fault injector share one machine.
  private static let lagLimit = ["--limit", "lag-ms=10000"]

  private struct Running {
    var identifier: Int32
    var end: Task<TerminationStatus, any Error>
  }

  /// The IDs of all running engines.
  private static let all = Mutex<Set<Int32>>([])

  private let binary: URL
  private let arguments: [String]
  private let wire: SessionTransport
  private let running = Mutex<Running?>(nil)
  /// The ports of gRPC and the web listener; 0 before the first start.
  private let ports = Mutex((grpc: 0, web: 0))

  /// - Parameters:
  ///   - binary: The engine's executable.
  ///   - arguments: The arguments after `serve`, without the ports.
  ///   - wire: The transport of its sessions.
  public init(binary: URL, arguments: [String], wire: SessionTransport = .http2) {
    self.binary = binary
    self.arguments = arguments
    self.wire = wire
  }

  /// The port for sessions; 0 before the first start.
  public var port: Int {
    self.ports.withLock { self.wire == .http2 ? $0.grpc : $0.web }
  }

  /// Starts the engine, on its previous ports if it has run before.
  ///
  /// - Throws: ``EngineProcessError`` if it does not report its listeners, or the error of
  ///   launching it.
  public func start() async throws {
    let (said, output) = AsyncStream.makeStream(of: (Int32, String).self)
    let end = Task {
      defer { output.finish() }
      return try await self.run { output.yield(($0, $1)) }
    }
    // An unstructured task, which the caller's cancellation does not reach: without the process ID
    // the engine could not be killed.
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

  /// Kills all running engines without waiting; for a forced exit.
  public static func killAll() {
    for identifier in Self.all.withLock(\.self) { Foundation.kill(identifier, SIGKILL) }
  }

  /// Kills the engine with SIGKILL, as a crash would.
  public func kill() async -> Exit {
    await self.end(with: SIGKILL)
  }

  /// Ends the engine with SIGTERM, and waits for its exit.
  public func terminate() async -> Exit {
    await self.end(with: SIGTERM)
  }

  /// Runs the program to its end. `handleLine` receives the process ID with each line of output.
  private func run(_ handleLine: @Sendable (Int32, String) -> Void) async throws
    -> TerminationStatus
  {
    var platform = PlatformOptions()
    // A process group of its own: Ctrl-C reaches only this program, which ends its engines.
    platform.processGroupID = 0
    let ports = self.ports.withLock(\.self)
    let listeners =
      ["--port", "\(ports.grpc)"] + (self.wire == .http2 ? [] : ["--web-port", "\(ports.web)"])
    let options = listeners + ["--log-level", "error"] + Self.lagLimit
    let result = try await Subprocess.run(
      .path(FilePath(self.binary.path)), arguments: Arguments(["serve"] + options + self.arguments),
      platformOptions: platform, input: .none, output: .sequence, error: .currentStandardError
    ) { engine in
      let identifier = engine.processIdentifier.value
      _ = Self.all.withLock { $0.insert(identifier) }
      defer { _ = Self.all.withLock { $0.remove(identifier) } }
      for try await line in engine.standardOutput.strings() {
        handleLine(identifier, line)
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

/// A failed start of an engine.
public struct EngineProcessError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
