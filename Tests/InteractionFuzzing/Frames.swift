import InteractionCore
import InteractionWire
import SwiftProtobuf

/// Parses `bytes` as a frame from a client or a server, as the first byte selects. A parsed frame
/// must survive a round trip.
package func fuzzFrames(_ bytes: [UInt8]) throws {
  guard let side = bytes.first else { return }
  if side & 1 == 0 {
    try fuzzRequest(Array(bytes.dropFirst()))
  } else {
    try fuzzResponse(Array(bytes.dropFirst()))
  }
}

private func fuzzRequest(_ bytes: [UInt8]) throws {
  // Parsing in place must agree with the generated messages.
  if let read = bytes.withUnsafeBytes({ RequestFrame(inPlace: $0)?.listed }) {
    let message = try Proto.Request(serializedBytes: bytes)
    let frame = try RequestFrame(message)
    // Compared as text, in which NaN equals itself.
    try demand("\(read)" == "\(frame)", "\(read) is read where \(frame) was meant")
  }
  guard let message = try? Proto.Request(serializedBytes: bytes) else { return }
  try demandSame(message)
  guard let frame = try? RequestFrame(message) else { return }
  if case .events(let first, let events) = frame {
    try demand((1 ... RequestFrame.maximumEvents).contains(events.count), "\(events.count) events")
    for (index, event) in events.enumerated() {
      try demand(event.sequence == first + UInt64(index), "event \(event.sequence) at \(index)")
    }
  }
  guard let written = Proto.Request(frame) else { return }
  let first: [UInt8] = try written.serializedBytes()
  do throws(Violation) {
    let again = Proto.Request(try RequestFrame(written))
    let second = try? again?.serializedBytes() as [UInt8]?
    if first != second { throw Violation(field: "", problem: "reads back as another") }
  } catch {
    throw Finding("\(error) where \(frame) was written")
  }
}

private func fuzzResponse(_ bytes: [UInt8]) throws {
  guard let message = try? Proto.Response(serializedBytes: bytes) else { return }
  try demandSame(message)
  _ = UnknownPartFinder.parts(of: message)
  let frame = ResponseFrame(message).known
  let proto = frame.proto
  let written: [UInt8] = try proto.serializedBytes()
  try demand(UnknownPartFinder.parts(of: proto).isEmpty, "writes what it does not know: \(frame)")
  try demand(frame.encoded == written, "is written as another: \(frame)")
  let again = ResponseFrame(try Proto.Response(serializedBytes: written))
  try demand(
    try again.proto.serializedBytes() as [UInt8] == written, "reads back as another: \(frame)")
}

/// Checks that single-pass encoding agrees with the library's.
private func demandSame(_ message: some Message) throws {
  try demand(
    try message.encoded == message.serializedBytes(), "is written otherwise: \(message)")
}

extension ResponseFrame {
  /// The frame without settings of unknown kinds, which are not encoded.
  fileprivate var known: ResponseFrame {
    var frame = self
    for index in frame.directives.indices {
      frame.directives[index].settings.removeAll(where: \.isUnknown)
    }
    frame.opened?.snapshot?.settings.removeAll(where: \.isUnknown)
    return frame
  }
}

extension Setting {
  fileprivate var isUnknown: Bool {
    if case .unknown = self.state { true } else { false }
  }
}

extension Proto.Request {
  /// Makes the message of a frame; nil if an event cannot be encoded.
  fileprivate init?(_ frame: RequestFrame) {
    switch frame {
    case .open(let open): self.init(open)
    case .ack(let directive): self.init(acknowledging: directive)
    case .authRefresh(let token): self.init(refreshing: token)
    case .heartbeat(let time, let drags, let pointers):
      self.init(heartbeatAt: time, holding: drags, pointers: pointers)
    case .samples(let first, let run):
      self.init(events: run.events(from: first))
    case .events(_, let read):
      var events: [InteractionEvent] = []
      for case .event(let event) in read { events.append(event) }
      guard events.count == read.count else { return nil }
      self.init(events: events)
    case .unknown: return nil
    }
  }
}
