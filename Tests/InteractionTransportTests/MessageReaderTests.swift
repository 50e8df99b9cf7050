import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Messages are found in a call's DATA")
struct MessageReaderTests {
  private func message(_ text: String, flag: UInt8 = 0) -> ByteBuffer {
    var bytes = ByteBuffer(bytes: [flag])
    bytes.writeInteger(UInt32(text.utf8.count))
    bytes.writeString(text)
    return bytes
  }

  /// Returns whether DATA is exactly one message, which can be read in place.
  private func isOne(_ data: ByteBuffer, atMost maximum: Int) -> Bool {
    var reader = MessageReader()
    return reader.receive(data, isRead: true, atMost: maximum)
  }

  /// A wrapper, since macros cannot call mutating methods in place.
  private func note(
    _ data: ByteBuffer, isRead: Bool = false, in reader: inout MessageReader
  ) -> Bool {
    reader.receive(data, isRead: isRead, atMost: 100)
  }

  @Test("however it is cut")
  func cuts() {
    var all = self.message("one")
    all.writeImmutableBuffer(self.message(""))
    all.writeImmutableBuffer(self.message("three"))
    for cut in 0 ... all.readableBytes {
      var rest = all
      var reader = MessageReader()
      var found: [String] = []
      for part in [rest.readSlice(length: cut) ?? ByteBuffer(), rest] {
        _ = reader.receive(part, isRead: false, atMost: 5)
        while case .message(let bytes) = reader.next(atMost: 5) {
          found.append(String(buffer: bytes))
        }
      }
      #expect(found == ["one", "", "three"], "cut at \(cut)")
      #expect(reader.next(atMost: 5) == .incomplete)
    }
  }

  @Test("one that is too long is known by its first bytes")
  func tooLong() {
    var reader = MessageReader()
    #expect(!self.note(ByteBuffer(bytes: [0, 0xFF, 0xFF, 0xFF]), isRead: true, in: &reader))
    #expect(reader.next(atMost: 65_536) == .incomplete)
    #expect(!self.note(ByteBuffer(bytes: [0xFF]), isRead: true, in: &reader))
    // The error is repeated for each attempt.
    for _ in 0 ..< 2 { #expect(reader.next(atMost: 65_536) == .tooLong(0xFFFF_FFFF)) }
  }

  @Test("one that is compressed is not read")
  func compressed() {
    var reader = MessageReader()
    #expect(!self.note(self.message("x", flag: 1), isRead: true, in: &reader))
    #expect(reader.next(atMost: 5) == .compressed)
  }

  @Test("DATA that is one message is told from parts of one, several, and those that are not taken")
  func one() {
    let message = self.message("three")
    for length in 0 ..< message.readableBytes {
      let part = message.getSlice(at: 0, length: length) ?? ByteBuffer()
      #expect(!self.isOne(part, atMost: 5), "\(length) bytes")
    }
    #expect(
      self.isOne(message, atMost: 5) && self.isOne(self.message(""), atMost: 5))
    #expect(!self.isOne(message, atMost: 4))
    #expect(!self.isOne(self.message("x", flag: 1), atMost: 5))
    var two = message
    two.writeImmutableBuffer(message)
    #expect(!self.isOne(two, atMost: 5))
    two.moveReaderIndex(forwardBy: message.readableBytes)
    #expect(self.isOne(two, atMost: 5))
  }

  @Test("nothing is kept of what was read to its end")
  func kept() {
    var reader = MessageReader()
    #expect(!self.note(self.message("one"), in: &reader))
    #expect(reader.next(atMost: 5) == .message(ByteBuffer(string: "one")))
    #expect(reader.next(atMost: 5) == .incomplete && reader.isEmpty)
  }

  @Test("incomplete bytes are counted at any cut, and are 0 after the message")
  func progress() {
    let message = self.message("three")
    for cut in 1 ..< message.readableBytes {
      var rest = message
      var reader = MessageReader()
      let first = rest.readSlice(length: cut) ?? ByteBuffer()
      #expect(!self.note(first, in: &reader))
      #expect(reader.incompleteBytes == cut)
      #expect(!self.note(rest, in: &reader))
      #expect(reader.incompleteBytes == 0)
    }
  }

  @Test("a message that begins before another ends counts for itself")
  func several() {
    var reader = MessageReader()
    var data = self.message("one")
    data.writeImmutableBuffer(self.message("three").getSlice(at: 0, length: 7) ?? ByteBuffer())
    #expect(!self.note(data, in: &reader))
    #expect(reader.incompleteBytes == 7)
    #expect(!reader.isFragmented)
  }

  @Test("a message of a few bytes counts as fragmented after 16 frames", arguments: [16, 17])
  func fragments(frames: Int) {
    var reader = MessageReader()
    var message = ByteBuffer(bytes: [0, 0, 0, 0, 100])
    message.writeRepeatingByte(7, count: 99)
    for _ in 0 ..< frames {
      _ = self.note(message.readSlice(length: 1) ?? ByteBuffer(), in: &reader)
    }
    #expect(reader.isFragmented == (frames > 16))
  }

  @Test("DATA that is one message is not read where it lies while others wait")
  func waiting() {
    var reader = MessageReader()
    let message = self.message("one")
    #expect(!self.note(message, in: &reader))
    #expect(!self.note(message, isRead: true, in: &reader))
    #expect(reader.incompleteBytes == 0)
    for _ in 0 ..< 2 {
      #expect(reader.next(atMost: 5) == .message(ByteBuffer(string: "one")))
    }
    // It does once they are read.
    #expect(self.note(message, isRead: true, in: &reader))
    #expect(reader.next(atMost: 5) == .incomplete)
  }

  @Test("a message that waits is kept as it came, and one that is compressed or too long, too")
  func waitingForLater() {
    var reader = MessageReader()
    for data in [self.message("one"), self.message("x", flag: 1)] {
      #expect(!self.note(data, in: &reader))
    }
    #expect(reader.next(atMost: 5) == .message(ByteBuffer(string: "one")))
    for _ in 0 ..< 2 { #expect(reader.next(atMost: 5) == .compressed) }
    #expect(!reader.isEmpty && reader.incompleteBytes == 0)
  }

  @Test("whether the newest message has come whole")
  func newest() {
    var reader = MessageReader()
    #expect(!reader.hasRead)
    for (part, isWhole) in [([0, 0], false), ([0, 0, 1, 7], true), ([], true), ([0], false)]
      as [([UInt8], Bool)]
    {
      _ = self.note(ByteBuffer(bytes: part), in: &reader)
      #expect(reader.hasRead == isWhole)
    }
  }
}
