package import Foundation

/// An append-only file. It is open only during a write, so a thousand of them need one descriptor.
@available(InteractionEngine 1.0, *)
package struct AppendOnlyFile: Sendable {
  package let url: URL
  /// The file's size, bytes.
  package private(set) var bytes = 0

  package init(_ url: URL) {
    self.url = url
  }

  /// Appends all data or none: a partial record would make the file unreadable. The first call
  /// creates the file with mode 0600; if that call fails, the file is removed.
  ///
  /// - Throws: The operating system's error.
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
  /// The error of the last system call.
  fileprivate static var last: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}
