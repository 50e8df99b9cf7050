import Dispatch
import Foundation
import Testing

@testable import InteractionFiles

@Suite("Executors for files")
struct FileExecutorTests {
  @Test("calls that hang, more of them than there are processors, hold up no other task")
  func hanging() async {
    let hang = DispatchSemaphore(value: 0)
    let count = ProcessInfo.processInfo.activeProcessorCount + 2
    let stuck = (0 ..< count).map { number in
      Task { await FileExecutor(label: "stuck-\(number)").run { hang.wait() } }
    }
    for _ in 0 ..< 100 { await Task { await Task.yield() }.value }
    for _ in stuck { hang.signal() }
    for task in stuck { await task.value }
  }

  @Test("work runs serially, in order")
  func order() async {
    let executor = FileExecutor(label: "test")
    var seen: [Int] = []
    for number in 0 ..< 100 { seen.append(await executor.run { number }) }
    #expect(seen == Array(0 ..< 100))
  }
}
