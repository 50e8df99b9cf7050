import Foundation
import Testing

@testable import InteractionMonitoring

/// Notifications to a supervisor.
struct SupervisorTests {
  private let log = Log()

  private func supervisor(_ socket: String?) throws -> Supervisor {
    try Supervisor(socket: socket, logger: self.log.logger())
  }

  /// Checks that both notifications arrive at an address.
  private func expectHeard(at address: String) throws {
    let socket = try NotifySocket(address)
    let supervisor = try self.supervisor(address)
    #expect(socket.datagram == nil)
    supervisor.notify(.ready(status: "listening on 127.0.0.1:50051"))
    #expect(socket.datagram == "READY=1\nSTATUS=listening on 127.0.0.1:50051")
    supervisor.notify(.stopping(status: "3 sessions leave"))
    #expect(socket.datagram == "STOPPING=1\nSTATUS=3 sessions leave")
    #expect(socket.datagram == nil)
    #expect(self.log.messages == [])
  }

  @Test("a socket in a folder")
  func path() throws {
    let path = NotifySocket.path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try self.expectHeard(at: path)
  }

  #if os(Linux)
    @Test("a socket of the abstract namespace, of any length that fits", arguments: [38, 107])
    func abstractName(length: Int) throws {
      let name = "@\(UUID().uuidString)"
      try self.expectHeard(at: name + String(repeating: "a", count: length - name.utf8.count))
    }
  #endif

  @Test("a status is one line")
  func oneLine() {
    let message = Supervisor.Message.ready(status: "a\nMAINPID=1\r\nb")
    #expect(message.text == "READY=1\nSTATUS=a MAINPID=1 b")
  }

  @Test("without a socket nothing is sent", arguments: [nil, ""])
  func none(socket: String?) throws {
    try self.supervisor(socket).notify(.ready(status: ""))
    #expect(self.log.messages == [])
  }

  @Test("no address", arguments: ["/", "@", "run/notify", "vsock:2:1234"])
  func notAnAddress(text: String) {
    let error = #expect(throws: SupervisorError.self) { try self.supervisor(text) }
    #expect(error?.code == .notAnAddress)
    #expect(error?.message.contains("'\(text)'") == true)
  }

  @Test("an address that is too long", arguments: ["/", "@"])
  func tooLong(start: String) throws {
    let longest = SupervisorAddress.longest
    _ = try self.supervisor(start + String(repeating: "a", count: longest - 1))
    let error = #expect(throws: SupervisorError.self) {
      try self.supervisor(start + String(repeating: "a", count: longest))
    }
    #expect(error?.code == .tooLong)
    #expect(
      error?.message == "NOTIFY_SOCKET has \(longest + 1) bytes; must have at most \(longest)")
  }

  @Test("a supervisor that is gone costs a warning")
  func gone() throws {
    try self.supervisor(NotifySocket.path).notify(.ready(status: ""))
    #expect(self.log.messages == ["warning: cannot notify the supervisor"])
  }

  @Test("a supervisor that does not read costs warnings, and not the process")
  func fullQueue() throws {
    let path = NotifySocket.path
    let socket = try NotifySocket(path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let supervisor = try self.supervisor(path)
    var told = 0
    while self.log.messages.isEmpty, told < 100_000 {
      supervisor.notify(.ready(status: "\(told)"))
      told += 1
    }
    #expect(self.log.messages == ["warning: cannot notify the supervisor"])
    #expect(socket.datagram == "READY=1\nSTATUS=0")
  }
}
