import Foundation
import InteractionEtcd
import InteractionFleet
import Testing

/// A real etcd on the loopback interface, with a data folder of its own.
@available(InteractionEngine 1.0, *)
actor EtcdServer {
  /// Set by scripts/test, which installs etcd.
  static let isWanted = ProcessInfo.processInfo.environment["INTERACTION_ETCD"] != nil

  private let folder: URL
  private let port: Int
  private let arguments: [String]
  private var process: Process?

  nonisolated let address: EtcdOptions.Address

  init(_ arguments: [String] = []) throws {
    self.folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("etcd-\(UInt32.random(in: .min ... .max))")
    self.port = try Self.freePort()
    self.arguments = arguments
    let address = try #require(EtcdOptions.Address("127.0.0.1:\(self.port)"))
    self.address = address
  }

  func start() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/etcd")
    let scheme = self.arguments.contains("--cert-file") ? "https" : "http"
    let url = "\(scheme)://127.0.0.1:\(self.port)"
    process.arguments =
      [
        "--data-dir", self.folder.path, "--listen-client-urls", url,
        "--advertise-client-urls", url, "--listen-peer-urls", "http://127.0.0.1:0",
        "--log-level", "error", "--unsafe-no-fsync",
      ] + self.arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    // It has no peers, but requires an address for them.
    process.arguments? += [
      "--initial-advertise-peer-urls", "http://127.0.0.1:1", "--initial-cluster",
      "default=http://127.0.0.1:1",
    ]
    try process.run()
    self.process = process
  }

  func stop() {
    guard let process else { return }
    process.terminate()
    process.waitUntilExit()
    self.process = nil
  }

  /// Pauses the process, or resumes it.
  func freeze(_ isFrozen: Bool) {
    guard let process else { return }
    kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
  }

  /// Deletes its data; it must be stopped.
  func empty() throws {
    try FileManager.default.removeItem(at: self.folder)
  }

  /// Stops it and deletes its data.
  func remove() {
    self.stop()
    try? FileManager.default.removeItem(at: self.folder)
  }

  /// Runs `etcdctl`. Returns its output.
  @discardableResult
  func control(_ arguments: String...) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/etcdctl")
    process.arguments = ["--endpoints", "127.0.0.1:\(self.port)"] + arguments
    process.environment = ["ETCDCTL_API": "3"]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    if process.terminationStatus != 0 { throw StoreError(.invalid, text) }
    return text
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw StoreError(.unavailable, "there is no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
