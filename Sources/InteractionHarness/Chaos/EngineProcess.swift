public import Foundation
import Synchronization

/// An engine in a process of its own, on a port that it keeps over restarts.
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

  private let binary: URL
  private let arguments: [String]
  private let process = Mutex<Process?>(nil)
  private let knownPort = Mutex(0)

  /// - Parameter arguments: What comes after `serve`, but for the port.
  public init(binary: URL, arguments: [String]) {
    self.binary = binary
    self.arguments = arguments
  }

  /// Where it listens.
  public var port: Int { self.knownPort.withLock { $0 } }

  /// The process's number; 0 while there is none.
  public var identifier: Int32 { self.process.withLock { $0?.processIdentifier ?? 0 } }

  /// Starts it, on the port that it had before.
  ///
  /// - Throws: If it does not say within a while that it listens.
  public func start() async throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = self.binary
    process.arguments =
      ["serve", "--port", "\(self.port)", "--log-level", "error"] + Self.patience + self.arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = process }
    let line = await Self.firstLine(of: output.fileHandleForReading)
    guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
      throw InteractionHarnessError("the engine did not start: '\(line)'")
    }
    self.knownPort.withLock { $0 = port }
  }

  /// Ends it without a warning, as a crash would.
  public func kill() async -> Exit {
    await self.end(with: SIGKILL)
  }

  /// Asks it to end.
  public func terminate() async -> Exit {
    await self.end(with: SIGTERM)
  }

  private func end(with signal: Int32) async -> Exit {
    guard let process = self.process.withLock({ $0 }) else {
      return Exit(code: 0, wasKilled: false, time: .zero)
    }
    let start = ContinuousClock.now
    Foundation.kill(process.processIdentifier, signal)
    while process.isRunning { try? await Task.sleep(for: .milliseconds(5)) }
    self.process.withLock { $0 = nil }
    return Exit(
      code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      time: ContinuousClock.now - start)
  }

  private static func firstLine(of handle: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
          line += byte
        }
        continuation.resume(returning: String(decoding: line, as: UTF8.self))
      }
      thread.start()
    }
  }
}

/// Why the harness cannot do what it was asked for.
public struct InteractionHarnessError: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
