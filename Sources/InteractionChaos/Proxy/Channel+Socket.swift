import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Socket operations that `Channel` lacks. Call them on the channel's event loop.
extension Channel {
  /// The bytes in the kernel's send queue that the peer has not acknowledged; 0 if closed.
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

  /// Makes the next close send RST, which drops the kernel's send queue (`SO_LINGER` with 0).
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
