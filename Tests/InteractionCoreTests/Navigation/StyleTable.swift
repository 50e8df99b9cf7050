import InteractionCore
import Testing

/// Expected values of animations as text: see ``PhoneStyles``.
struct StyleTable: Sendable {
  /// The animation of one style.
  struct Entry: Sendable {
    var duration: TimeSpan
    /// The values at the start, after half of the time, and at the end, by target and property.
    var values: [[String: Double]]
  }

  private(set) var entries: [String: Entry] = [:]

  init(_ text: String) {
    var style = ""
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix(" ") {
        for (index, number) in words.dropFirst(2).enumerated() {
          self.entries[style]?.values[index]["\(words[0]) \(words[1])"] = Double(number)
        }
      } else {
        style = words[0]
        self.entries[style] = Entry(
          duration: .milliseconds(Int64(words[1]) ?? 0), values: [[:], [:], [:]])
      }
    }
  }

  func entry(_ style: NavigationStyle) -> Entry? { self.entries["\(style)"] }
}

extension StyleTable.Entry {
  /// Compares an animation with the expected values.
  func expect(_ timeline: Timeline?, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let timeline = try #require(timeline, sourceLocation: sourceLocation)
    #expect(timeline.duration == self.duration, sourceLocation: sourceLocation)
    let half = TimeSpan(microseconds: self.duration.microseconds / 2)
    for (time, expected) in zip([.zero, half, self.duration], self.values) {
      let actual = timeline.values(at: time)
      #expect(
        actual.keys.sorted() == expected.keys.sorted(), "at \(time.seconds) s",
        sourceLocation: sourceLocation)
      for key in expected.keys.sorted() {
        #expect(
          isNear(actual[key], expected[key] ?? .nan, by: 2e-7),
          "\(key) at \(time.seconds) s: \(actual[key] ?? .nan)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Returns the entry for a right-to-left layout that is `width` pt wide (rule T11).
  func mirrored(width: Double) -> Self {
    var entry = self
    entry.values = self.values.map { values in
      var values = values
      for (key, value) in values {
        switch key.split(separator: " ").last {
        case "translateX", "rotationY", "shadowOffsetX": values[key] = -value
        case "centerX", "screenCenterX": values[key] = width - value
        default: break
        }
      }
      return values
    }
    return entry
  }
}

extension NavigationGeometry {
  /// The same stage in a right-to-left layout, with the key view on the other side.
  var mirrored: NavigationGeometry {
    var stage = self
    stage.surface.direction = .rightToLeft
    let key = self.keyFrame
    stage.keyFrame.x = self.surface.viewport.width - key.x - key.width
    return stage
  }
}
