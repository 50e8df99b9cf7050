import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A reservation of a port by a bound socket that never listens: while nothing listens, connections
/// to the port are refused, and no other process can bind it.
final class PortReservation: Sendable {
  /// The address with the reserved port.
  let address: SocketAddress
  private let socket: CInt

  init(_ wanted: SocketAddress) throws {
    let family: CInt = wanted.protocol == .inet6 ? AF_INET6 : AF_INET
    #if canImport(Glibc)
      let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      let kind = SOCK_STREAM | SOCK_CLOEXEC
    #else
      let kind = SOCK_STREAM
    #endif
    let created = Self.makeSocket(family, kind)
    guard created >= 0 else { throw Self.failure(wanted) }
    var yes: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    setsockopt(created, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    #if !os(Linux)
      setsockopt(created, SOL_SOCKET, SO_REUSEPORT, &yes, size)
    #endif
    let result = wanted.withSockAddr { bind(created, $0, socklen_t($1)) }
    guard result == 0, let port = Self.port(of: created) else {
      let error = Self.failure(wanted)
      close(created)
      throw error
    }
    var address = wanted
    address.port = port
    self.address = address
    self.socket = created
  }

  deinit { close(self.socket) }

  private static func makeSocket(_ family: CInt, _ kind: CInt) -> CInt {
    // `socket` alone would be the property.
    #if canImport(Glibc)
      Glibc.socket(family, kind, 0)
    #elseif canImport(Musl)
      Musl.socket(family, kind, 0)
    #else
      Darwin.socket(family, kind, 0)
    #endif
  }

  private static func failure(_ address: SocketAddress) -> ChaosError {
    ChaosError(code: .portUnavailable, message: "\(address): \(String(cString: strerror(errno)))")
  }

  /// Returns the bound port, which follows the address family in network byte order in both
  /// families.
  private static func port(of socket: CInt) -> Int? {
    var storage = [UInt8](repeating: 0, count: 128)
    var size = socklen_t(storage.count)
    let result = storage.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return CInt(-1) }
      return getsockname(socket, start.assumingMemoryBound(to: sockaddr.self), &size)
    }
    return result == 0 ? Int(storage[2]) << 8 | Int(storage[3]) : nil
  }
}
