public import ArgumentParser
import Foundation
import InteractionCommandLine
public import InteractionFiles

extension OutputFile: ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }

  /// Ends the program if the file cannot be written.
  func check() throws {
    if let obstacle = self.obstacle { throw self.complain(obstacle) }
  }

  /// Writes the file, or ends the program.
  func save(_ data: Data) throws {
    do {
      try self.write(data)
    } catch {
      throw self.complain("\(error)")
    }
  }

  private func complain(_ problem: String) -> ExitCode {
    Console.complain("interaction-load: cannot write \(self.path): \(problem)")
    return .cannotWrite
  }
}

extension ExitCode {
  /// A file cannot be written.
  static let cannotWrite = ExitCode(73)
  /// Ctrl-C ended it.
  static let interrupted = ExitCode(130)
}
