import Testing

@testable import InteractionStream

@Suite("Permissions of a key file")
struct CheckpointKeyFileTests {
  @Test("a file of the process's own user is for that user alone", arguments: [0, 1000])
  func own(user: Int) {
    for permissions in [0o400, 0o600, 0o700] {
      #expect(!CheckpointKeyFile.isExposed(permissions, owner: user, user: user), "\(permissions)")
    }
    for permissions in [0o440, 0o640, 0o604, 0o620, 0o602, 0o610, 0o644] {
      #expect(CheckpointKeyFile.isExposed(permissions, owner: user, user: user), "\(permissions)")
    }
  }

  @Test("a file of root may be read by a group, such as the fsGroup of a pod")
  func handedOver() {
    for permissions in [0o400, 0o440, 0o640] {
      #expect(!CheckpointKeyFile.isExposed(permissions, owner: 0, user: 1000), "\(permissions)")
    }
    for permissions in [0o444, 0o660, 0o650, 0o641] {
      #expect(CheckpointKeyFile.isExposed(permissions, owner: 0, user: 1000), "\(permissions)")
    }
  }

  @Test("a file of a third user may not")
  func third() {
    #expect(CheckpointKeyFile.isExposed(0o640, owner: 1001, user: 1000))
    #expect(CheckpointKeyFile.isExposed(0o640, owner: 1001, user: 0))
    #expect(!CheckpointKeyFile.isExposed(0o600, owner: 1001, user: 0))
  }
}
