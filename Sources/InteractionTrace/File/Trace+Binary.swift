public import Foundation
import InteractionCore
package import InteractionWire
import SwiftProtobuf

extension Trace {
  /// The version of the text and the binary format.
  static let version: UInt32 = 1

  /// The binary format: length-delimited `interaction.storage.v1.TraceRecord` messages.
  public var binary: Data {
    get throws {
      var data = Data()
      func write(_ record: Proto.TraceRecord) throws {
        try Delimited.append(record, to: &data)
      }
      try write(.with { $0.header = self.header.proto })
      for directive in self.opening {
        try write(.with { $0.directive = directive.proto })
      }
      for step in self.steps {
        try write(
          .with {
            $0.event = step.event.proto
            $0.eventSequence = step.number ?? 0
          })
        for directive in step.directives {
          try write(.with { $0.directive = directive.proto })
        }
      }
      return data
    }
  }

  /// Parses the binary format.
  public init(binary: Data) throws(TraceError) {
    var bytes = binary[...]
    var trace: Trace?
    var position = 0
    do {
      while let record = try Delimited.next(from: &bytes) {
        position += 1
        if try trace?.append(inPlace: record) ?? false { continue }
        try Self.append(Delimited.decode(Proto.TraceRecord.self, record), to: &trace)
      }
    } catch let error as Violation {
      throw TraceError("\(error.field): \(error.problem)", at: position)
    } catch let error as TraceError {
      guard position > 0 else {
        throw TraceError(
          "is not a trace; must be text that starts with 'trace', or the binary format")
      }
      throw TraceError(error.problem, at: position)
    } catch {
      throw TraceError("\(error)", at: position)
    }
    guard let trace else { throw TraceError("the file is empty") }
    self = trace
  }

  /// Appends a record that is a scroll or a tap, without allocating a message. Returns false for
  /// other records.
  private mutating func append(inPlace record: Data) throws -> Bool {
    let sequence = UInt64(self.steps.count) + 1
    let step = record.withUnsafeBytes { bytes -> Step? in
      var reader = WireReader(bytes)
      guard reader.varint() == RecordTag.event, let message = reader.block(),
        let event = InteractionEvent(inPlace: message.rest, sequence: sequence)
      else { return nil }
      if reader.isAtEnd { return Step(event: event) }
      guard reader.varint() == RecordTag.eventSequence, let number = reader.varint(),
        reader.isAtEnd
      else { return nil }
      return Step(event: event, number: number == 0 ? nil : number)
    }
    guard let step else { return false }
    try Self.check(step.event)
    self.steps.append(step)
    return true
  }

  private static func append(_ record: Proto.TraceRecord, to trace: inout Trace?) throws {
    switch (record.record, trace) {
    case (.header(let header), nil):
      let header = try Header(header)
      try Self.check(header)
      trace = Trace(header: header, steps: [])
    case (.header, .some):
      throw TraceError("has a second header; remove it")
    case (.event, nil), (.directive, nil):
      throw TraceError("the first record must be the header")
    case (.event(let event), .some):
      let sequence = UInt64(trace?.steps.count ?? 0) + 1
      let event = try InteractionEvent(event, sequence: sequence)
      try Self.check(event)
      trace?.steps.append(
        Step(event: event, number: record.eventSequence == 0 ? nil : record.eventSequence))
    case (.directive(let proto), .some):
      let directive = Directive(proto)
      try Self.check(directive)
      // Without a copy of the trace, which would make reading quadratic.
      if let last = trace?.steps.indices.last {
        trace?.steps[last].directives.append(directive)
      } else {
        trace?.opening.append(directive)
      }
    case (.none, _):
      // A record of a later version, which this one ignores.
      break
    }
  }
}

/// The tags (field number and wire type) of `TraceRecord`.
private enum RecordTag {
  static let event: UInt64 = 2 << 3 | 2
  static let eventSequence: UInt64 = 4 << 3 | 0
}

extension Trace.Header {
  fileprivate init(_ proto: Proto.TraceHeader) throws {
    guard proto.version == Trace.version else {
      throw TraceError("the version is \(proto.version); must be \(Trace.version)")
    }
    self.init(
      experience: proto.experience,
      digest: proto.experienceDigest,
      surface: try Surface(proto.surface),
      current: proto.hasCurrent ? try RestoredState(proto.current) : nil,
      start: Instant(microseconds: proto.timeUs),
      client: proto.client)
    if !proto.sessionID.isEmpty {
      self.connection = Trace.Connection(
        session: proto.sessionID, user: proto.user, epoch: proto.epoch)
    }
    if proto.hasState { self.state = proto.state }
    if proto.hasDefinition { self.definition = proto.definition }
    if proto.hasSelection { self.selection = proto.selection }
    self.buckets = proto.buckets
  }

  package var proto: Proto.TraceHeader {
    .with {
      $0.version = Trace.version
      $0.experience = self.experience
      $0.experienceDigest = self.digest
      $0.surface = self.surface.proto
      if let current = self.current { $0.current = current.proto }
      $0.timeUs = self.start.microseconds
      $0.client = self.client
      if let connection = self.connection {
        $0.sessionID = connection.session
        $0.user = connection.user
        $0.epoch = connection.epoch
      }
      if let state = self.state { $0.state = state }
      if let definition = self.definition { $0.definition = definition }
      if let selection = self.selection { $0.selection = selection }
      $0.buckets = self.buckets
    }
  }
}
