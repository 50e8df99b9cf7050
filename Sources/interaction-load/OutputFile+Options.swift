public import ArgumentParser
import Foundation
import InteractionCommandLine
public import InteractionFiles

extension OutputFile: ExpressibleByArgument {
  public init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self.init(argument)
  }

  /// Exits if the file cannot be written.
  func check() throws {
    if let obstacle = self.writeError { throw self.complain(obstacle) }
  }

  /// Writes the file, or exits with its error.
  func save(_ data: Data) throws {
    do {
      try self.write(data)
    } catch {
      throw self.complain("\(error)")
    }
  }

  private func complain(_ problem: String) -> ExitCode {
    Console.error("interaction-load: cannot write \(self.path): \(problem)")
    return .cannotWrite
  }
}

extension ExitCode {
  /// A file cannot be written.
  static let cannotWrite = ExitCode(73)
  /// The command was interrupted.
  static let interrupted = ExitCode(130)
}
