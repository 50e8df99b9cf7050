public import Foundation

/// Temporary keys for sealing checkpoints.
extension EngineProcess {
  /// Runs `body` with a file of random keys, which is deleted afterwards.
  public static func withKeys(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("interaction-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(Self.writeKeys(in: folder))
  }

  /// Writes a key file, with mode 0600, into a folder.
  static func writeKeys(in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("keys")
    let key = (0 ..< 32).map { _ in UInt8.random(in: .min ... .max) }
    try "chaos \(Data(key).base64EncodedString())\n".write(
      to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return file
  }
}
