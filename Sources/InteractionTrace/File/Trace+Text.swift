import Foundation
import InteractionCore
import InteractionWire
import SwiftProtobuf

/// The text format: one line for each event and directive; readable, diffable, and as exact as the
/// binary format.
///
/// ```
/// trace 1
/// experience home-refined
/// digest 6f1c…
/// client chromium 120
/// surface width=390 height=844 scale=3 top=47 bottom=34
/// > 0 scroll home 1 began x=0 y=0
/// > 16000 scroll home 1 moved x=0 y=8.5
/// < {"sequence":"1",…}
/// ```
extension Trace {
  /// The trace in the text format.
  public var text: String {
    var lines = ["trace \(Self.version)", "experience \(self.header.experience)"]
    if !self.header.digest.isEmpty { lines.append("digest \(self.header.digest)") }
    if let definition = self.header.definition, let json = try? definition.jsonString() {
      lines.append("definition \(json)")
    }
    if !self.header.client.isEmpty { lines.append("client \(self.header.client)") }
    lines.append("surface \(self.header.surface.words)")
    if self.header.start != .zero { lines.append("start \(self.header.start.microseconds)") }
    if let current = self.header.current { lines.append("current \(current.words)") }
    if let connection = self.header.connection { lines.append("connection \(connection.words)") }
    if let state = self.header.state, let json = try? state.jsonString() {
      lines.append("state \(json)")
    }
    if let selection = self.header.selection, let json = try? selection.jsonString() {
      lines.append("selection \(json)")
    }
    for variant in self.header.buckets {
      if let json = try? variant.jsonString() { lines.append("buckets \(json)") }
    }
    lines += self.opening.map { $0.line }
    for step in self.steps {
      let command = step.event.command.map { " command=\($0)" } ?? ""
      let number = step.number.map { " number=\($0)" } ?? ""
      lines.append(
        "> \(step.event.time.microseconds) \(step.event.kind.words)\(command)\(number)")
      lines += step.directives.map { $0.line }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Parses the text format, with Unix or Windows line endings. Blank lines and lines that start
  /// with `#` are skipped.
  public init(text: String) throws(TraceError) {
    self.init(header: Header(experience: "", surface: .phone), steps: [])
    var hasVersion = false
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() {
      if line.allSatisfy({ $0 == " " }) || line.hasPrefix("#") { continue }
      do {
        try self.read(line, hasVersion: &hasVersion)
      } catch let error as Violation {
        throw TraceError("\(error.field): \(error.problem)", at: index + 1)
      } catch let error as TraceError {
        throw TraceError(error.problem, at: index + 1)
      } catch {
        throw TraceError("\(error)", at: index + 1)
      }
    }
    guard hasVersion else { throw TraceError("the file is empty") }
  }

  /// Values are converted through their protobuf messages, so that the limits of the binary format
  /// apply.
  private mutating func read(_ line: Substring, hasVersion: inout Bool) throws {
    let parts = line.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? parts[1] : ""
    guard hasVersion || parts[0] == "trace" else {
      throw TraceError("must start with 'trace \(Self.version)'")
    }
    switch parts[0] {
    case "trace":
      guard rest == "\(Self.version)" else {
        throw TraceError("the version is '\(rest.prefix(20))'; must be \(Self.version)")
      }
      hasVersion = true
    case "experience": self.header.experience = String(rest)
    case "digest": self.header.digest = String(rest)
    case "definition":
      self.header.definition = try Proto.ExperienceDefinition(jsonString: String(rest))
    case "client": self.header.client = String(rest)
    case "surface":
      var words = TraceLineReader(rest)
      self.header.surface = try Surface(Surface(&words).proto)
      try words.finish()
    case "start":
      var words = TraceLineReader(rest)
      self.header.start = Instant(microseconds: try words.number("the start time"))
      try Self.check(self.header)
      try words.finish()
    case "current":
      var words = TraceLineReader(rest)
      self.header.current = try RestoredState(RestoredState(&words).proto)
      try words.finish()
    case "connection":
      var words = TraceLineReader(rest)
      self.header.connection = try Connection(&words)
      try words.finish()
    case "state":
      self.header.state = try Proto.SessionState(jsonString: String(rest))
    case "selection":
      self.header.selection = try Proto.VariantSelection(jsonString: String(rest))
    case "buckets":
      self.header.buckets.append(try Proto.VariantBuckets(jsonString: String(rest)))
    case ">":
      var words = TraceLineReader(rest)
      let time = Instant(microseconds: try words.number("the time"))
      let kind = try InteractionEvent.Kind(&words)
      let command: String? = words.has("command") ? try words.value("command") : nil
      if let command, !OpenFrame.isName(command) {
        throw TraceError("command is '\(command)'; must be 1 to 64 bytes of A-Z a-z 0-9 . _ -")
      }
      let event = InteractionEvent(time: time, kind: kind, command: command)
      try Self.check(event)
      let sequence = UInt64(self.steps.count) + 1
      let number: UInt64? = words.has("number") ? try words.value("number") : nil
      try words.finish()
      self.steps.append(
        Step(event: try InteractionEvent(event.proto, sequence: sequence), number: number))
    case "<":
      let directive = Directive(try Proto.Directive(jsonString: String(rest)))
      try Self.check(directive)
      if self.steps.isEmpty {
        self.opening.append(directive)
      } else {
        self.steps[self.steps.count - 1].directives.append(directive)
      }
    default:
      throw TraceError(
        "starts with '\(parts[0].prefix(20))'; must be one of trace, experience, digest,"
          + " definition, client, surface, start, current, connection, state, selection, buckets,"
          + " >, <")
    }
  }
}

extension Trace.Connection {
  fileprivate var words: String {
    "\(TraceLineReader.escaped(self.session)) user=\(TraceLineReader.escaped(self.user)) epoch=\(self.epoch)"
  }

  fileprivate init(_ words: inout TraceLineReader) throws(TraceError) {
    self.init(
      session: try words.text("the session"),
      user: TraceLineReader.unescaped(try words.value("user")),
      epoch: try words.value("epoch"))
  }
}

extension Directive {
  fileprivate var line: String {
    // The only possible error is a message without a JSON form, such as a huge Any; directives have
    // none.
    "< " + ((try? self.proto.jsonString()) ?? "{}")
  }
}
