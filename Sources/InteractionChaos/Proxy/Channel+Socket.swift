import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a fault needs of a socket and a channel does not offer. On the channel's event loop only.
extension Channel {
  /// Bytes that the kernel keeps because the peer's kernel has not acknowledged them; 0 if closed.
  var unacknowledgedBytes: Int {
    self.withSocket { socket in
      var bytes: CInt = 0
      #if os(Linux)
        let result = ioctl(socket, UInt(TIOCOUTQ), &bytes)
      #else
        var size = socklen_t(MemoryLayout<CInt>.size)
        let result = getsockopt(socket, SOL_SOCKET, SO_NWRITE, &bytes, &size)
      #endif
      return result == 0 ? Int(bytes) : 0
    } ?? 0
  }

  /// Makes the next close a reset that drops what the kernel keeps.
  func resetOnClose() {
    _ = self.withSocket { socket in
      var value = linger(l_onoff: 1, l_linger: 0)
      return setsockopt(
        socket, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }
  }

  private func withSocket<Result>(_ body: (NIOBSDSocket.Handle) -> Result) -> Result? {
    do {
      return try self.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self, body)
    } catch {
      return nil
    }
  }
}
