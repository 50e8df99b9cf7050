import Foundation
import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

@Suite("R1–R6 S2 S4: the test vectors in both presets")
struct VectorTests {
  @Test("V1–V14 R1 R2 R3 R5 R6: refined", arguments: Vector.all)
  func refined(_ vector: Vector) throws {
    #expect(try self.switches(of: vector, in: "home-refined") == vector.refined)
  }

  @Test("V1–V14 R2 R3 R4: literal", arguments: Vector.all)
  func literal(_ vector: Vector) throws {
    #expect(try self.switches(of: vector, in: "home-literal") == vector.literal)
  }

  /// Returns the toggle's switches in the vectors' notation, without the initial command. Each
  /// vector is a bundled trace, too.
  private func switches(of vector: Vector, in name: String) throws -> [String] {
    let experience = try #require(try BuiltInExperiences.named(name))
    let header = Trace.Header(
      experience: name, surface: .phone, client: "vector \(vector.id)")
    let trace = Trace(header: header, events: vector.events).recorded(with: experience)
    let file = TraceFiles.folder.appendingPathComponent("vectors/\(vector.id)-\(name).txt")
    if TraceFiles.isRecording { try trace.write(to: file) }
    #expect(try Trace(file: file).events == trace.events)
    var found: [String] = []
    for step in trace.steps {
      for directive in step.directives {
        guard case .toggle(let toggle) = directive.settings.first?.state,
          case .scroll(let scroll) = step.event.kind
        else { continue }
        let place = scroll.phase.isSample ? "\(Int(scroll.y))" : "\(scroll.phase)"
        found.append("\(toggle.name)@\(place)")
      }
    }
    return found
  }
}
