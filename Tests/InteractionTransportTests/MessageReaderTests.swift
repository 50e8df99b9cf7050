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
}
