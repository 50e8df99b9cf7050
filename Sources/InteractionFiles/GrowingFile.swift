package import Foundation

/// A file that grows at its end. It is open only while it is written to, so that a thousand of them
/// need one descriptor.
@available(InteractionEngine 1.0, *)
package struct GrowingFile: Sendable {
  package let url: URL
  /// How large it is, bytes.
  package private(set) var bytes = 0

  package init(_ url: URL) {
    self.url = url
  }

  /// Writes all of it or nothing: half a record would make the whole file unreadable. The first
  /// time the file is made, readable by its owner only; if that fails there is none.
  ///
  /// - Throws: What the operating system says.
  package mutating func append(_ data: Data) throws {
    let isNew = self.bytes == 0
    let flags = O_WRONLY | O_APPEND | O_CLOEXEC | (isNew ? O_CREAT | O_EXCL : 0)
    let descriptor = open(self.url.path, flags, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
    defer { close(descriptor) }
    do {
      try Self.write(data, to: descriptor)
      self.bytes += data.count
    } catch {
      if isNew { unlink(self.url.path) } else { ftruncate(descriptor, off_t(self.bytes)) }
      throw error
    }
  }

  private static func write(_ data: Data, to descriptor: CInt) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let count = Foundation.write(descriptor, start, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw POSIXError.last
        }
        rest = rest.dropFirst(count)
      }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension POSIXError {
  /// What went wrong in the last call of the operating system.
  fileprivate static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
