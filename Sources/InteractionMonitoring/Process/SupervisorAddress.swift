#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The address of a supervisor's datagram socket.
struct SupervisorAddress: Hashable, Sendable {
  /// The maximum length, bytes: the size of `sun_path` without the NUL.
  static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// A path, or a NUL and a name in the abstract namespace.
  private let bytes: [UInt8]

  /// - Parameter text: An absolute path, or `@` and a name in Linux's abstract namespace.
  init(_ text: String) throws(SupervisorError) {
    var bytes = Array(text.utf8)
    guard bytes.count > 1, let first = bytes.first, first == UInt8(ascii: "/") || Self.isName(first)
    else {
      throw SupervisorError(
        .notAnAddress, "NOTIFY_SOCKET is '\(text)'; must be an absolute path or '@' and a name")
    }
    guard bytes.count <= Self.longest else {
      throw SupervisorError(
        .tooLong, "NOTIFY_SOCKET has \(bytes.count) bytes; must have at most \(Self.longest)")
    }
    if Self.isName(first) { bytes[0] = 0 }
    self.bytes = bytes
  }

  private static func isName(_ first: UInt8) -> Bool { first == UInt8(ascii: "@") }

  /// Calls a closure with the address as a `sockaddr`.
  func withSockAddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: self.bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(start + self.bytes.count))
      }
    }
  }

  /// Opens a datagram socket, which the caller closes; negative if that fails.
  static func makeSocket() -> CInt {
    #if canImport(Glibc)
      socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
    #else
      socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
  }

  /// Sends a datagram; waits at most 1 s if the socket's buffer is full.
  func send(_ text: String) throws(SupervisorError) {
    let descriptor = Self.makeSocket()
    guard descriptor >= 0 else { throw .unheard(errno) }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let bytes = Array(text.utf8)
    let sent = self.withSockAddr { sendto(descriptor, bytes, bytes.count, 0, $0, $1) }
    guard sent == bytes.count else { throw .unheard(errno) }
  }
}

extension SupervisorError {
  fileprivate static func unheard(_ number: CInt) -> SupervisorError {
    SupervisorError(.notDelivered, String(cString: strerror(number)))
  }
}
