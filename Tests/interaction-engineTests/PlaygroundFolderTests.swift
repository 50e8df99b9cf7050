import ArgumentParser
import Foundation
import Testing

@testable import interaction_engine

@Suite("The folders of the playground")
struct PlaygroundFolderTests {
  @Test(
    "a folder that is not there, or is a file, is refused with the remedy",
    arguments: ["--experiences", "--recordings"])
  func refused(option: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "folders-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "home.yaml"))
    for (name, remedy) in [("none", "mkdir -p"), ("home.yaml", "is a file")] {
      let path = folder.appending(path: name).path
      let command = try PlaygroundCommand.parse(["--port", "0", option, path])
      let error = try #require(
        await #expect(throws: UserFacingError.self) { try await command.run() })
      #expect("\(error)".hasPrefix("\(option): '\(path)'") && "\(error)".contains(remedy))
    }
  }
}
