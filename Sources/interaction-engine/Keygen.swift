import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionFiles
import InteractionService
import InteractionStream

/// Generates keys for checkpoints.
struct Keygen: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Generate a checkpoint key.",
    discussion: """
      Prints a line for the file of 'serve --checkpoint-keys'. With --into, inserts it at the top of \
      that file, and creates the file if needed, readable by its owner only. Engines open checkpoints \
      with the new key as soon as they have read the file. They seal with it only after \
      --seal-after, when all engines must have read it; that time is part of the line. Remove the \
      line of an old key two minutes later.

      If the file reaches some engines much later, add the key with --append, so that all engines can \
      open checkpoints with it, and move its line to the top once all have read it.
      """
  )

  @Option(
    help: "Name of the key, 1 to 16 bytes of A-Z a-z 0-9 . _ -; the date and time by default.")
  var name: String?

  @Option(help: ArgumentHelp("Key file to add the key to.", valueName: "file"))
  var into: String?

  @Flag(
    help:
      "Add the key at the bottom: it opens checkpoints, and seals none until its line is at the top."
  )
  var append = false

  @Option(
    help: ArgumentHelp(
      "Time for all engines to read the key before any seals with it, 0s to 168h; 2m by default."
        + " The first key of a file seals immediately.",
      valueName: "time"))
  var sealAfter: Duration?

  func validate() throws {
    guard self.into != nil || !self.append else { throw ValidationError("--append needs --into") }
    guard let sealAfter else { return }
    guard self.into != nil, !self.append else {
      throw ValidationError("--seal-after needs --into, and cannot be used with --append")
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
    } catch let failure as UserFacingError {
      throw failure
    } catch {
      throw UserFacingError(
        "--into is '\(into)'; cannot read or write it: \(error.localizedDescription)")
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
      throw UserFacingError("\(self.into ?? "the key"): \(error)")
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
