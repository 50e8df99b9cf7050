import ArgumentParser
import Foundation
import InteractionConfiguration

/// The server's command line.
@main
struct InteractionEngine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "interaction-engine",
    abstract: "Decides what a home screen's gestures mean, and streams back what to animate.",
    discussion: """
      Start with 'interaction-engine demo': it plays a recorded session over real gRPC and prints \
      what the engine answers.
      """,
    version: "interaction-engine 0.1.0",
    subcommands: [
      Serve.self, PlaygroundCommand.self, Demo.self, Validate.self, Keygen.self, Health.self,
      Publish.self, Withdraw.self, History.self, Rollback.self, Command.self, Version.self,
    ]
  )

  static func main() async {
    // A file that must not grow further is an error where it is written, and not the program's end.
    signal(SIGXFSZ, SIG_IGN)
    await self.main(
      configuring: Serve.self, prefix: "INTERACTION", defaults: ["limit": Limit.defaults])
  }
}

/// Prints the version.
struct Version: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Print the version.")

  func run() {
    print(InteractionEngine.configuration.version)
  }
}
