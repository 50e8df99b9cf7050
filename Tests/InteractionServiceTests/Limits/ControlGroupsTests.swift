import Foundation
import Testing

@testable import InteractionService

@Suite("Control groups limit memory")
struct ControlGroupsTests {
  /// Returns the memory limit of a process with these control groups and files.
  private static func limit(_ memberships: String, _ files: [String: String]) throws -> Int? {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    for (path, text) in files {
      let file = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return ControlGroups(memberships: memberships, root: root).memoryLimit
  }

  @Test("version 2: the least of a group and those around it")
  func second() throws {
    let files = [
      "memory.max": "max\n", "a/memory.max": "3000\n", "a/b/memory.max": "5000\n",
      "a/b/c/memory.max": "max\n", "other/memory.max": "1\n",
    ]
    #expect(try Self.limit("0::/a/b/c\n", files) == 3_000)
    #expect(try Self.limit("0::/\n", files) == nil)
    #expect(try Self.limit("0::/\n", ["memory.max": "7000\n"]) == 7_000)
  }

  @Test("version 1, beside hierarchies of other kinds")
  func first() throws {
    let files = [
      "memory/memory.limit_in_bytes": "9223372036854771712\n",
      "memory/a/memory.limit_in_bytes": "4000\n", "cpu/a/memory.limit_in_bytes": "1\n",
    ]
    #expect(try Self.limit("5:cpu:/a\n4:hugetlb,memory:/a\n0::/\n", files) == 4_000)
    #expect(try Self.limit("5:cpu:/a\n", files) == nil)
  }

  @Test("a container that sees its group as the root, under the name outside of it")
  func container() throws {
    let files = ["memory/memory.limit_in_bytes": "4000\n"]
    #expect(try Self.limit("4:memory:/docker/0123\n", files) == 4_000)
    #expect(try Self.limit("0::/../../outside\n", ["memory.max": "4000"]) == 4_000)
  }

  @Test("malformed groups and numbers are no limit", arguments: ["", "\n", "0:", "::"])
  func damage(memberships: String) throws {
    #expect(try Self.limit(memberships, ["memory.max": "much"]) == nil)
  }
}
