import Foundation
import Testing

/// The privacy manifests against the sources of all targets that apps link.
@Suite("The privacy manifests")
struct PrivacyManifestTests {
  private static let sources = (0 ..< 3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }.appendingPathComponent("Sources")
  private static let linked = [
    "InteractionClient", "InteractionCore", "InteractionFiles", "InteractionPresentation",
    "InteractionSwiftUI", "InteractionTrace", "InteractionUIKit", "InteractionWire",
  ]
  /// The names for whose use Apple requires a reason.
  private static let names =
    #"\b(systemUptime|mach_absolute_time|UserDefaults|creationDate\w*|modificationDate"#
    + #"|fileModificationDate|contentModificationDate\w*|attributesOfItem"#
    + #"|f?getattrlist\w*|[fl]?stat(at)?\(|f?stat(v?)fs\(|systemFreeSize|systemSize"#
    + #"|volume\w*Capacity\w*|activeInputModes)"#

  private func uses(in text: String) -> [String] {
    var (found, rest) = ([String](), text.startIndex ..< text.endIndex)
    while let range = text.range(of: Self.names, options: .regularExpression, range: rest) {
      found.append(String(text[range]))
      rest = range.upperBound ..< text.endIndex
    }
    return found
  }

  @Test("declare nothing", arguments: ["InteractionUIKit", "InteractionClient"])
  func declared(target: String) throws {
    let file = Self.sources.appendingPathComponent("\(target)/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), options: [], format: nil)
    let manifest = try #require(list as? [String: Any])
    #expect(
      manifest.keys.sorted() == [
        "NSPrivacyAccessedAPITypes", "NSPrivacyCollectedDataTypes", "NSPrivacyTracking",
        "NSPrivacyTrackingDomains",
      ])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect(manifest.values.compactMap { $0 as? [Any] }.allSatisfy { $0.isEmpty })
  }

  @Test("declare no reason, because no source uses what requires one", arguments: linked)
  func used(target: String) throws {
    let folder = Self.sources.appendingPathComponent(target)
    let files = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      let uses = self.uses(in: try String(contentsOf: file, encoding: .utf8))
      #expect(uses == [], "\(file.path)")
      count += 1
    }
    #expect(count > 0)
  }

  @Test("uses of interfaces that require a reason are found")
  func found() {
    #expect(self.uses(in: "ProcessInfo.processInfo.systemUptime") == ["systemUptime"])
    #expect(self.uses(in: "if stat(path, &info) == 0 {}; fstat(file)") == ["stat(", "fstat("])
    #expect(self.uses(in: "let state = restate(uptime)") == [])
  }
}
