import Foundation
import InteractionFleet

/// A certificate authority, a second one, and the first one's certificates for a store and an
/// engine, in a folder of their own.
@available(InteractionEngine 1.0, *)
struct TestCertificates {
  private let folder: URL

  init() throws {
    self.folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("certificates-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    let script = """
      set -e
      new="openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
      for name in ca other; do $new -subj /CN=$name -keyout $name.key -out $name.pem; done
      for name in store engine; do
        $new -subj /CN=$name -keyout $name.key -out $name.pem -CA ca.pem -CAkey ca.key \\
          -addext subjectAltName=IP:127.0.0.1,DNS:localhost \\
          -addext basicConstraints=critical,CA:FALSE \\
          -addext extendedKeyUsage=serverAuth,clientAuth
      done
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = self.folder
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw StoreError(.invalid, "openssl made no certificates")
    }
  }

  func path(_ name: String) -> String { self.folder.appendingPathComponent(name).path }

  func remove() { try? FileManager.default.removeItem(at: self.folder) }
}
