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
        reader.append(part)
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
    reader.append(ByteBuffer(bytes: [0, 0xFF, 0xFF, 0xFF, 0xFF]))
    #expect(reader.next(atMost: 65_536) == .tooLong(0xFFFF_FFFF))
  }

  @Test("one that is compressed is not read")
  func compressed() {
    var reader = MessageReader()
    reader.append(self.message("x", flag: 1))
    #expect(reader.next(atMost: 5) == .compressed)
  }

  @Test("DATA that is one message is told from parts of one, several, and those that are not taken")
  func one() {
    let message = self.message("three")
    for length in 0 ..< message.readableBytes {
      let part = message.getSlice(at: 0, length: length) ?? ByteBuffer()
      #expect(!MessageReader.isOne(part, atMost: 5), "\(length) bytes")
    }
    #expect(
      MessageReader.isOne(message, atMost: 5) && MessageReader.isOne(self.message(""), atMost: 5))
    #expect(!MessageReader.isOne(message, atMost: 4))
    #expect(!MessageReader.isOne(self.message("x", flag: 1), atMost: 5))
    var two = message
    two.writeImmutableBuffer(message)
    #expect(!MessageReader.isOne(two, atMost: 5))
    two.moveReaderIndex(forwardBy: message.readableBytes)
    #expect(MessageReader.isOne(two, atMost: 5))
  }

  @Test("nothing is kept of what was read to its end")
  func kept() {
    var reader = MessageReader()
    reader.append(self.message("one"))
    #expect(reader.next(atMost: 5) == .message(ByteBuffer(string: "one")))
    #expect(reader.next(atMost: 5) == .incomplete && reader.isEmpty)
  }
}
