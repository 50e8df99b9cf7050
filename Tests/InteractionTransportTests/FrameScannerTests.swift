import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Bytes are cut into frames, however they arrive")
struct FrameScannerTests {
  /// Reads frames from bytes that arrive in parts: those of type 2 once they are complete, others
  /// once their header is.
  private struct Reader {
    var scanner = FrameScanner()
    var streams: [UInt32] = []
    var payloads: [ByteBuffer] = []

    mutating func read(_ part: ByteBuffer) {
      let isRight = self.scanner.append(part)
      #expect(isRight)
      while let frame = self.scanner.next() {
        if frame.kind == 2 {
          guard self.scanner.hasWhole(frame) else { break }
          self.payloads.append(self.scanner.payload(of: frame))
        }
        self.streams.append(frame.stream)
        self.scanner.take(frame)
      }
      self.scanner.release()
    }
  }

  private static let frames = ([0, 2, 1, 0, 0, 2, 1, 1, 2] as [UInt8]).enumerated().map {
    let payload = Array(repeating: UInt8($0.offset), count: $0.offset * 3 % 8)
    return Frames.frame(type: $0.element, stream: UInt32($0.offset), payload: payload)
  }
  private static let bytes = Frames.joined([Frames.preface] + Self.frames)
  private static let payloads = Self.frames.filter { $0.header?.kind == 2 }.map {
    ByteBuffer($0.readableBytesView.dropFirst(9))
  }

  private func check(_ reader: Reader) {
    #expect(reader.streams == Array(0 ..< UInt32(Self.frames.count)))
    #expect(reader.payloads == Self.payloads)
    #expect(!reader.scanner.isUnfinished)
  }

  @Test("at any two cuts")
  func cuts() {
    let length = Self.bytes.readableBytes
    for first in 0 ... length {
      for second in stride(from: first, through: length, by: 3) {
        var rest = Self.bytes
        var reader = Reader()
        for length in [first, second - first, length - second] {
          reader.read(rest.readSlice(length: length) ?? ByteBuffer())
        }
        self.check(reader)
      }
    }
  }

  @Test("byte by byte")
  func bytes() {
    var rest = Self.bytes
    var reader = Reader()
    while let byte = rest.readSlice(length: 1) { reader.read(byte) }
    self.check(reader)
  }

  @Test("a frame is unfinished until its last byte has come, also if it was taken before")
  func unfinished() {
    let frame = Frames.frame(type: 0, stream: 1, payload: [1, 2, 3])
    for count in 1 ... frame.readableBytes {
      var reader = Reader()
      reader.read(Frames.preface)
      #expect(!reader.scanner.isUnfinished)
      reader.read(ByteBuffer(frame.readableBytesView.prefix(count)))
      #expect(reader.scanner.isUnfinished == (count < frame.readableBytes))
      #expect(reader.streams == (count >= 9 ? [1] : []))
    }
  }

  @Test("consumed bytes are released, even if each part ends in the middle of a frame")
  func memory() {
    var scanner = FrameScanner()
    _ = scanner.append(Frames.preface)
    let frame = Frames.frame(type: 1, stream: 1, payload: Array(repeating: 7, count: 100))
    var rest = Frames.joined(Array(repeating: frame, count: 2_000))
    while let part = rest.readSlice(length: min(109, rest.readableBytes)), part.readableBytes > 0 {
      // Complete frames and half of another one.
      _ = scanner.append(part)
      if let more = rest.readSlice(length: min(50, rest.readableBytes)) { _ = scanner.append(more) }
      while let header = scanner.next(), scanner.hasWhole(header) { scanner.take(header) }
      scanner.release()
    }
    #expect(scanner.capacity < 4_096)
  }

  @Test("a wrong preface is detected at its first different byte")
  func otherProtocol() {
    for wrong in 0 ..< Frames.preface.readableBytes {
      var scanner = FrameScanner()
      var bytes = Frames.preface
      bytes.setInteger(UInt8(ascii: "?"), at: wrong)
      while let byte = bytes.readSlice(length: 1) {
        let isRight = scanner.append(byte)
        #expect(isRight == (bytes.readerIndex <= wrong))
        guard isRight else { break }
      }
      #expect(bytes.readerIndex == wrong + 1)
    }
  }
}
