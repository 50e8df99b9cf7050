import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionFiles
import InteractionService
import InteractionStream

/// Generates keys for checkpoints.
struct Keygen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a key that checkpoints are sealed with.",
    discussion: """
      Prints a line for the file that 'serve --checkpoint-keys' reads. With --into it adds the line at \
      the top of that file, which it creates if needed, readable by its owner only. Engines that have \
      read the file open with the new key at once. They seal with it only --seal-after later, \
      when all engines must have read it: that time is part of the line. Remove an old key's line two \
      minutes after that.

      Where the file reaches some engines only much later, add the key with --append, so that all can \
      open with it, and move its line to the top once they have it.
      """
  )

  @Option(
    help: "The key's name, 1 to 16 bytes of A-Z a-z 0-9 . _ -; the date and time if left out.")
  var name: String?

  @Option(help: ArgumentHelp("Key file to add it to.", valueName: "file"))
  var into: String?

  @Flag(help: "Add it at the bottom: it opens, and seals nothing until its line is on top.")
  var append = false

  @Option(
    help: ArgumentHelp(
      "How long all engines have to read the key before one of them seals with it, 0s to 168h;"
        + " 2m if left out. The first key of a file seals at once.",
      valueName: "time"))
  var sealAfter: Duration?

  func validate() throws {
    guard self.into != nil || !self.append else { throw ValidationError("--append needs --into") }
    guard let sealAfter else { return }
    guard self.into != nil, !self.append else {
      throw ValidationError("--seal-after needs --into, and --append excludes it")
    }
    try (.zero ... .seconds(604_800)).check(sealAfter, "--seal-after")
  }

  func run() throws {
    guard let into else {
      let name = self.name ?? Self.today
      let line = CheckpointKeys.newLine(named: name)
      try self.check(line)
      print(line)
      return
    }
    let file = URL(fileURLWithPath: into).resolvingSymlinksInPath()
    do {
      let isNew = !FileManager.default.fileExists(atPath: file.path)
      let known = try isNew ? "" : String(contentsOf: file, encoding: .utf8)
      let name = self.name ?? Self.name(notIn: known)
      let time = isNew || self.append ? nil : self.sealsFrom
      let line = CheckpointKeys.newLine(named: name, sealsFrom: time)
      let text = self.append ? Self.ended(known) + line + "\n" : line + "\n" + known
      try self.check(text)
      try Self.replace(file, with: text)
      if let time { print("\(name) seals from \(CheckpointKeys.text(of: time)) on") }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("cannot read or write \(into): \(error.localizedDescription)")
    }
  }

  /// The time from which the key seals, s since 1970; nil for at once.
  private var sealsFrom: Int64? {
    let seconds = (self.sealAfter ?? .seconds(120)).wholeSeconds
    return seconds > 0 ? Int64(Date().timeIntervalSince1970) + seconds : nil
  }

  /// Replaces a file atomically, since engines may read it at any time; a partial file is removed.
  private static func replace(_ file: URL, with text: String) throws {
    let next = file.appendingPathExtension("new")
    do {
      try Data().write(to: next)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: next.path)
      try Data(text.utf8).write(to: next)
      guard rename(next.path, file.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
      }
    } catch {
      try? FileManager.default.removeItem(at: next)
      throw error
    }
  }

  private static func ended(_ text: String) -> String {
    text.isEmpty || text.hasSuffix("\n") ? text : text + "\n"
  }

  private func check(_ text: String) throws {
    do {
      _ = try CheckpointKeys(text)
    } catch {
      throw Failure("\(self.into ?? "the key"): \(error)")
    }
  }

  /// Returns a key ID: the date and time, with a letter appended if the file has a key of the same
  /// second.
  private static func name(notIn text: String) -> String {
    let today = Self.today
    let names = Set(text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != " " } })
    let letters = (UInt8(ascii: "b") ... UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }
    return ([""] + letters).map { today + $0 }.first { !names.contains($0[...]) } ?? today
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
