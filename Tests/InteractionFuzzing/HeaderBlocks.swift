import InteractionTransport
import NIOCore
import NIOHPACK

/// Reads `bytes` as field blocks, each preceded by its length and its number of frames. The result
/// must agree with that for a single frame, and with swift-nio-http2's decoder.
package func fuzzHeaders(_ bytes: [UInt8]) throws {
  var whole = HeaderReader()
  var cut = HeaderReader()
  var reference: HPACKDecoder? = HPACKDecoder(allocator: ByteBufferAllocator())
  var rest = bytes[...]
  while let length = rest.popFirst(), let cuts = rest.popFirst() {
    let bytes = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    let expected = whole.read(bytes, frames: 1)
    let reading = cut.read(bytes, frames: 1 + Int(cuts % 4))
    try demand(
      "\(reading)" == "\(expected)", "\(reading) in \(1 + cuts % 4) frames, in one \(expected)")
    switch reading {
    case .failed: return
    case .incomplete: throw Finding("a block that has ended is incomplete")
    // The reference decoder's state is undefined after an error.
    case .malformed: reference = nil
    case .block(let block):
      guard reference != nil else { continue }
      var buffer = ByteBuffer(bytes: bytes)
      let headers = try reference?.decodeHeaders(from: &buffer)
      try demand(headers == block.headers, "\(block.headers) where \(headers ?? [:]) was meant")
    }
  }
}

extension HeaderReader {
  /// Reads a block that is split into frames.
  fileprivate mutating func read(_ block: [UInt8], frames: Int) -> ReadResult {
    let size = max((block.count + frames - 1) / frames, 1)
    let parts = stride(from: 0, to: max(block.count, 1), by: size).map {
      block[$0 ..< min($0 + size, block.count)]
    }
    var reading = ReadResult.incomplete
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let kind = index == 0 ? FrameHeader.FrameType.headers : FrameHeader.FrameType.continuation
      var frame = ByteBuffer()
      frame.writeFrameHeader(
        kind, flags: isLast ? FrameHeader.endHeadersFlag : 0, stream: 1, length: part.count)
      guard let header = FrameHeader(at: frame.readerIndex, in: frame) else { continue }
      reading = self.read(header, ByteBuffer(bytes: part))
      if case .failed = reading { return reading }
    }
    return reading
  }
}
