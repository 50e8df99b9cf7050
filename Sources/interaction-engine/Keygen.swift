import ArgumentParser
import Foundation
import InteractionHarness
import InteractionService

/// Makes keys for checkpoints.
struct Keygen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a key that checkpoints are sealed with.",
    discussion: """
      Prints a line for the file that 'serve --checkpoint-keys' reads. With --into it adds the line at \
      the top of that file, which it creates if needed, readable by its owner only: the new key seals \
      from then on, and the keys below it still open what they have sealed. Remove an old key's line \
      two minutes after all engines have the new one.

      Where engines do not get the file at the same time, add the key with --append, so that all can \
      open with it, and move its line to the top once they have it.
      """
  )

  @Option(
    help: "The key's name, 1 to 16 bytes of A-Z a-z 0-9 . _ -; today's date and time if left out.")
  var name: String?

  @Option(help: ArgumentHelp("Key file to add it to.", valueName: "file"))
  var into: String?

  @Flag(help: "Add it at the bottom: it opens, and seals nothing until its line is on top.")
  var append = false

  func validate() throws {
    guard self.into != nil || !self.append else { throw ValidationError("--append needs --into") }
  }

  func run() throws {
    let line = KeyRing.newLine(named: self.name ?? Self.today)
    guard let into else {
      try self.check(line)
      print(line)
      return
    }
    let file = URL(fileURLWithPath: into).resolvingSymlinksInPath()
    do {
      let isNew = !FileManager.default.fileExists(atPath: file.path)
      let known = try isNew ? "" : String(contentsOf: file, encoding: .utf8)
      let text = self.append ? Self.ended(known) + line + "\n" : line + "\n" + known
      try self.check(text)
      try Self.replace(file, with: text)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("cannot read or write \(into): \(error.localizedDescription)")
    }
  }

  /// Engines may read the file at any moment, and must not find half of it.
  private static func replace(_ file: URL, with text: String) throws {
    let next = file.appendingPathExtension("new")
    try Data().write(to: next)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: next.path)
    try Data(text.utf8).write(to: next)
    guard rename(next.path, file.path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
    }
  }

  private static func ended(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  private func check(_ text: String) throws {
    do {
      _ = try KeyRing(text)
    } catch {
      throw Failure("\(self.into ?? "the key"): \(error)")
    }
  }

  private static var today: String {
    let date = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Date())
    func digits(_ value: Int?, _ width: Int) -> String {
      let text = String(value ?? 0)
      return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
    return "k" + digits(date.year, 4) + digits(date.month, 2) + digits(date.day, 2)
      + digits(date.hour, 2) + digits(date.minute, 2) + digits(date.second, 2)
  }
}
