import ArgumentParser
import Dispatch
import Foundation
import InteractionCommandLine
import InteractionService

/// The entry point. It limits malloc arenas and checks the memory limit before threads start: with
/// too little memory for threads the process would hang.
@main
enum EntryPoint {
  static func main() {
    // Without SIGXFSZ, exceeding the file size limit is an error of the write, not the program's
    // end.
    signal(SIGXFSZ, SIG_IGN)
    HeapTrimmer.boundArenas()
    if CommandLine.arguments.dropFirst().first == Serve._commandName {
      do {
        _ = try Serve.memory.get()
      } catch {
        Console.error("Error: \(error)")
        exit(1)
      }
    }
    Task {
      await InteractionEngine.main(
        configuring: Serve.self, prefix: "INTERACTION", defaults: ["limit": Limit.defaults])
      exit(0)
    }
    dispatchMain()
  }
}

/// The command-line interface of the server.
struct InteractionEngine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "interaction-engine",
    abstract: "Interprets the gestures on a home screen and streams back animation directives.",
    discussion: """
      Start with 'interaction-engine demo': it plays a bundled trace over gRPC and prints the \
      engine's directives.
      """,
    version: EngineVersion.text,
    subcommands: [
      Serve.self, PlaygroundCommand.self, Demo.self, Validate.self, Keygen.self, Health.self,
      Publish.self, Withdraw.self, History.self, Rollback.self, Kill.self, Command.self,
      Version.self,
    ]
  )
}

/// Prints the version and the commit.
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the version and the commit.")

  func run() {
    print(InteractionEngine.configuration.version)
  }
}
