import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Bytes are cut into frames, however they arrive")
struct FrameScannerTests {
  /// What a scanner makes of bytes in parts: kinds of 0 pass, of 1 are dropped, of 2 wait until
  /// they are whole.
  private struct Reader {
    var scanner = FrameScanner()
    var passed = ByteBuffer()
    var payloads: [ByteBuffer] = []

    mutating func read(_ part: ByteBuffer) {
      let isRight = self.scanner.append(part)
      #expect(isRight)
      while let frame = self.scanner.next() {
        if frame.kind == 0 {
          self.scanner.pass(frame)
          continue
        }
        if frame.kind == 2, !self.scanner.hasWhole(frame) { break }
        self.takeRun()
        if frame.kind == 2 { self.payloads.append(self.scanner.payload(of: frame)) }
        self.scanner.drop(frame)
      }
      self.takeRun()
      self.scanner.release()
    }

    private mutating func takeRun() {
      if var run = self.scanner.run() { self.passed.writeBuffer(&run) }
    }
  }

  private var frames: [ByteBuffer] {
    [0, 2, 1, 0, 0, 2, 1, 1, 2].enumerated().map { index, kind in
      let payload = Array(repeating: UInt8(index), count: index * 3 % 8)
      return Frames.frame(type: UInt8(kind), stream: UInt32(index), payload: payload)
    }
  }

  private var all: (bytes: ByteBuffer, passed: ByteBuffer, payloads: [ByteBuffer]) {
    var all = (bytes: Frames.preface, passed: ByteBuffer(), payloads: [ByteBuffer]())
    for frame in self.frames {
      all.bytes.writeImmutableBuffer(frame)
      switch FrameHeader(at: 0, in: frame)?.kind {
      case 0: all.passed.writeImmutableBuffer(frame)
      case 2: all.payloads.append(ByteBuffer(frame.readableBytesView.dropFirst(9)))
      default: break
      }
    }
    return all
  }

  @Test("at any two cuts")
  func cuts() {
    let all = self.all
    for first in 0 ... all.bytes.readableBytes {
      for second in stride(from: first, through: all.bytes.readableBytes, by: 3) {
        var rest = all.bytes
        var reader = Reader()
        for length in [first, second - first, all.bytes.readableBytes - second] {
          reader.read(rest.readSlice(length: length) ?? ByteBuffer())
        }
        #expect(reader.passed == all.passed && reader.payloads == all.payloads)
      }
    }
  }

  @Test("byte by byte")
  func bytes() {
    let all = self.all
    var rest = all.bytes
    var reader = Reader()
    while let byte = rest.readSlice(length: 1) { reader.read(byte) }
    #expect(reader.passed == all.passed && reader.payloads == all.payloads)
  }

  @Test("a frame that passes leaves as it comes, and frames that follow each other in one piece")
  func runs() {
    var scanner = FrameScanner()
    var bytes = Frames.preface
    let frame = Frames.frame(type: 0, stream: 1, payload: [1, 2, 3])
    for _ in 0 ..< 3 { bytes.writeImmutableBuffer(frame) }
    _ = scanner.append(ByteBuffer(bytes.readableBytesView.dropLast()))
    while let header = scanner.next() { scanner.pass(header) }
    let passed = scanner.run()
    #expect(passed?.readableBytes == 3 * frame.readableBytes - 1)
    _ = scanner.append(ByteBuffer(bytes: [3]))
    let last = [scanner.run(), scanner.run()]
    #expect(last == [ByteBuffer(bytes: [3]), nil])
  }

  @Test("what has left is forgotten, also if each part ends in the middle of a frame")
  func memory() {
    var scanner = FrameScanner()
    _ = scanner.append(Frames.preface)
    let frame = Frames.frame(type: 1, stream: 1, payload: Array(repeating: 7, count: 100))
    var rest = Frames.joined(Array(repeating: frame, count: 2_000))
    while let part = rest.readSlice(length: min(109, rest.readableBytes)), part.readableBytes > 0 {
      // Half of a frame more than whole ones.
      _ = scanner.append(part)
      if let more = rest.readSlice(length: min(50, rest.readableBytes)) { _ = scanner.append(more) }
      while let header = scanner.next(), scanner.hasWhole(header) { scanner.drop(header) }
      scanner.release()
    }
    #expect(scanner.capacity < 4_096)
  }

  @Test("what does not begin as HTTP/2 does is known at the first byte that differs")
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
