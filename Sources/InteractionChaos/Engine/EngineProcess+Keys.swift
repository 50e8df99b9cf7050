public import Foundation

/// Keys that engines seal checkpoints with, made up for one run.
extension EngineProcess {
  /// Runs `body` with a file of keys, which exists no longer than that.
  public static func withKeys(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("interaction-keys-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(Self.writeKeys(in: folder))
  }

  /// Writes a file of keys into a folder, for its owner alone.
  static func writeKeys(in folder: URL) throws -> URL {
    let file = folder.appendingPathComponent("keys")
    let key = (0 ..< 32).map { _ in UInt8.random(in: .min ... .max) }
    try "chaos \(Data(key).base64EncodedString())\n".write(
      to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    return file
  }
}
