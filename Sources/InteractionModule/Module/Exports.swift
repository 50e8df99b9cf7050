import InteractionCore
import InteractionWire

/// The functions of the module. The input of a call is written to ``reserve(_:)`` before it, and
/// its output is read from ``output()`` after it.

/// The sessions, by their numbers less one; the places of ended ones are reused.
nonisolated(unsafe) private var sessions: [ModuleSession?] = []

/// Returns the address of a buffer of at least `length` bytes for the next call's input.
@_expose(wasm, "reserve")
@_cdecl("reserve")
func reserve(_ length: Int32) -> UInt32 { Buffers.reserve(Int(length)) }

/// Returns the address of the newest call's output.
@_expose(wasm, "output")
@_cdecl("output")
func output() -> UInt32 { Buffers.outputAddress }

/// Creates a session of an encoded `ExperienceDefinition`.
///
/// - Returns: The session's number, from 1; for an invalid definition the negative length of the
///   output, an `InteractResponse` with a notice.
@_expose(wasm, "create_session")
@_cdecl("create_session")
func createSession(_ length: Int32) -> Int32 {
  do throws(ExperienceError) {
    let definition = try Proto.ExperienceDefinition(encoded: Buffers.input(length))
    let session = ModuleSession(of: try Experience(reading: definition))
    let place = sessions.firstIndex { $0 == nil } ?? sessions.endIndex
    if place == sessions.endIndex { sessions.append(session) } else { sessions[place] = session }
    return Int32(place + 1)
  } catch {
    return -Buffers.write(Proto.Response.notice(of: error.violations).encoded)
  }
}

/// Checks an encoded `ExperienceDefinition`.
///
/// - Returns: The length of the output, an `InteractResponse` with a notice of the warnings; for an
///   invalid definition the negative length, with a notice of the errors.
@_expose(wasm, "check")
@_cdecl("check")
func check(_ length: Int32) -> Int32 {
  do throws(ExperienceError) {
    let definition = try Proto.ExperienceDefinition(encoded: Buffers.input(length))
    _ = try Experience(reading: definition)
    return Buffers.write(Proto.Response.notice(of: definition.warnings).encoded)
  } catch {
    return -Buffers.write(Proto.Response.notice(of: error.violations).encoded)
  }
}

/// Answers an encoded `InteractRequest` with an `InteractResponse`.
///
/// - Returns: The output's length; -1 if there is no such session.
@_expose(wasm, "handle")
@_cdecl("handle")
func handle(_ session: Int32, _ length: Int32) -> Int32 {
  let place = Int(session) &- 1
  guard sessions.indices.contains(place), let session = sessions[place] else { return -1 }
  return Buffers.write(session.handle(Buffers.input(length)).encoded)
}

/// Ends a session.
@_expose(wasm, "end_session")
@_cdecl("end_session")
func endSession(_ session: Int32) {
  let place = Int(session) &- 1
  if sessions.indices.contains(place) { sessions[place] = nil }
}
