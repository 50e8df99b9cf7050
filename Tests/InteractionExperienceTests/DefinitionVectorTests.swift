import Foundation
import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Definition vectors")
struct DefinitionVectorTests {
  /// Texts that the readers of other languages must read like this.
  struct Vectors: Decodable {
    var bundled: [String: String]
    var valid: [Valid]
    var invalid: [Invalid]

    struct Valid: Decodable {
      var yaml: String
      var digest: String
    }

    struct Invalid: Decodable {
      var yaml: String
      var problems: [Problem]
    }

    static var shared: Vectors {
      get throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("../Vectors/definitions.json")
        return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
      }
    }
  }

  /// A problem as a list: line, column, field, message.
  struct Problem: Decodable, Hashable {
    var line: Int
    var column: Int
    var field: String
    var message: String

    init(_ violation: Violation, in positions: YAMLPositions) {
      let (place, message) = positions.split(violation)
      (self.line, self.column) = (place.line, place.column)
      (self.field, self.message) = (violation.field, message)
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      self.line = try values.decode(Int.self)
      self.column = try values.decode(Int.self)
      self.field = try values.decode(String.self)
      self.message = try values.decode(String.self)
    }
  }

  @Test("the bundled experiences have the digests of the vectors")
  func bundled() throws {
    let digests = try BuiltInExperiences.definitions.map { ("\($0.name).yaml", $0.digest) }
    #expect(try Vectors.shared.bundled == Dictionary(uniqueKeysWithValues: digests))
  }

  @Test("valid texts have the digests of the vectors")
  func valid() throws {
    for vector in try Vectors.shared.valid {
      #expect(try Proto.ExperienceDefinition(yaml: vector.yaml).digest == vector.digest)
    }
  }

  @Test("invalid texts have the problems of the vectors")
  func invalid() throws {
    for vector in try Vectors.shared.invalid {
      let error = try #require(throws: ExperienceError.self) {
        try Proto.ExperienceDefinition(yaml: vector.yaml)
      }
      let positions = YAMLPositions(vector.yaml)
      #expect(error.violations.map { Problem($0, in: positions) } == vector.problems)
    }
  }
}
