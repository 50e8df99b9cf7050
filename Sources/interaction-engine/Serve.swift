import ArgumentParser
import Foundation
import InteractionHarness
import InteractionService
import InteractionTransport
import Logging
import UnixSignals

/// Runs the server until it is told to stop.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the engine.",
    discussion: """
      The first line on standard output names the address; logs go to standard error. \
      SIGTERM and SIGINT send its sessions elsewhere and then end it, within the drain deadline and \
      three seconds; a second one ends it at once.

      Look inside with any gRPC tool:
        grpcurl -plaintext 127.0.0.1:50051 list
      """
  )

  /// How long connections have to close once no session is left. Whoever does not read would keep the
  /// server for ever.
  private static let closingGrace = Duration.seconds(3)

  @Option(help: "Address to listen on; only loopback addresses work without encryption.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 picks a free one.")
  var port = 50051

  @Option(
    name: .customLong("experiences"),
    help: ArgumentHelp(
      "Directory of experience files (.yaml, .yml, .json), watched for changes.",
      valueName: "directory"))
  var directory: String?

  @OptionGroup(title: "Sessions")
  var sessions: SessionOptions

  @Option(help: "Least important log line to write.")
  var logLevel = LogLevel.info

  func validate() throws {
    guard (0 ... 65535).contains(self.port) else {
      throw ValidationError("--port is \(self.port); must be 0 to 65535")
    }
    guard ["127.0.0.1", "::1", "localhost"].contains(self.host) else {
      throw ValidationError(
        "--host is '\(self.host)'; without encryption only 127.0.0.1, ::1 and localhost are served")
    }
  }

  func run() async throws {
    let level = self.logLevel.level
    let logger = Logger(label: "interaction-engine") { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let engine = try self.engine(logger: logger)
    let host = self.host == "localhost" ? "127.0.0.1" : self.host
    let port = self.port
    let server = EngineServer(engine: engine, host: host, port: port)
    // Before anybody can know the address, so that no signal ever meets the default action.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var isGoingDown = false
        for await signal in signals {
          logger.info("going down", metadata: ["signal": "\(signal)"])
          // Whoever asks twice does not want to wait for anybody.
          if isGoingDown { Foundation.exit(1) }
          isGoingDown = true
          server.beginShutdown()
        }
      }
      group.addTask {
        // However the way down was begun.
        await engine.waitUntilDrained()
        server.endShutdown()
        Task {
          try await Task.sleep(for: Self.closingGrace)
          logger.notice("cutting the connections of clients that do not read")
          Foundation.exit(0)
        }
      }
      group.addTask {
        // Says nothing if the server cannot listen: `serve` says why.
        guard let port = try? await server.listeningPort else { return }
        let name = host.contains(":") ? "[\(host)]" : host
        Console.line("listening on \(name):\(port)")
      }
      defer { group.cancelAll() }
      do {
        try await server.serve()
      } catch {
        throw Failure("cannot serve on \(host):\(port): \(Self.reason(of: error))")
      }
    }
  }

  private func engine(logger: Logger) throws -> Engine {
    do {
      var configuration = Engine.Configuration()
      configuration.directory = self.directory.map { URL(fileURLWithPath: $0) }
      self.sessions.apply(to: &configuration)
      if let keys = self.sessions.checkpointKeys {
        let file = KeyFile(URL(fileURLWithPath: keys))
        do {
          configuration.checkpoints = CheckpointVault(keys: try file.load())
        } catch {
          let lines = error.problems.map { "\(keys): \($0)" }
          throw Failure(lines.joined(separator: "\n"))
        }
        configuration.keyFile = file
        if file.isExposed {
          logger.warning(
            "others than its owner may read the key file", metadata: ["file": "\(keys)"])
        }
      }
      return try Engine(configuration, logger: logger)
    } catch {
      throw Failure("\(error)")
    }
  }

  /// What went wrong at the bottom, in one line.
  private static func reason(of error: any Error) -> String {
    let text = "\(error)"
    return text.contains("EADDRINUSE") || text.contains("Address already in use")
      ? "the port is taken; choose another, or 0 for a free one" : text
  }
}

/// A problem that is told in its own words and ends the program with code 1.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The log levels under the names that they have in the log.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
  case trace
  case debug
  case info
  case notice
  case warning
  case error
  case critical

  var level: Logger.Level { Logger.Level(rawValue: self.rawValue) ?? .info }
}
