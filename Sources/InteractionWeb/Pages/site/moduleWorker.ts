import type { Socket } from "../../Client/src/session/socket";
import { moduleBytes, startWorker } from "./siteData";
import type { WorkerRequest, WorkerResponse } from "./workerMessages";
import type { TaskName, TaskResults } from "./workerTasks";

/** A task that waits for the worker. */
interface PendingTask {
  resolve(result: TaskResults[TaskName]): void;
  reject(error: Error): void;
}

/** The close code of a session that another attempt may open: `unavailable`. */
const UNAVAILABLE = 4014;
/** The close code of a session that no attempt opens: `invalid_argument`. */
const INVALID = 4003;

/**
 * The worker that runs the module. After a trap it is started anew: the tasks fail, and the
 * sessions' connections close, after which their clients open new ones.
 */
export class ModuleWorker {
  /** Called with the reason when the module has trapped, and was started again. */
  onrestart: (reason: string) => void = () => {};
  private worker: Worker | undefined;
  /** The reason why there is no module; undefined if there is one. */
  private failure: Error | undefined;
  private readonly tasks = new Map<number, PendingTask>();
  private readonly sockets = new Map<number, Socket>();
  private next = 1;

  /** Has a task carried out. Its inputs are definitions, then the trace. */
  ask<Name extends TaskName>(name: Name, ...inputs: Uint8Array[]): Promise<TaskResults[Name]> {
    return new Promise((resolve, reject) => {
      const id = this.next++;
      this.tasks.set(id, { resolve: resolve as PendingTask["resolve"], reject });
      this.send({ kind: "task", id, name, inputs });
      if (this.failure) this.fail(this.failure);
    });
  }

  /** Opens a session of a definition as a connection. */
  open(definition: Uint8Array): Socket {
    const session = this.next++;
    const socket: Socket = {
      send: (bytes) => this.send({ kind: "frame", session, bytes }),
      close: (code, reason) => {
        this.send({ kind: "end", session });
        setTimeout(() => this.close(session, code, reason));
      },
    };
    this.sockets.set(session, socket);
    this.send({ kind: "open", session, definition });
    setTimeout(() => {
      if (this.failure) this.close(session, INVALID, this.failure.message);
      else socket.onopen?.();
    });
    return socket;
  }

  private send(request: WorkerRequest): void {
    this.start();
    this.worker?.postMessage(request);
  }

  private start(): void {
    if (this.worker || this.failure) return;
    try {
      const worker = this.worker = startWorker();
      worker.onmessage = ({ data }: MessageEvent<WorkerResponse>) => this.receive(data);
      worker.onerror = ({ message }) => this.fail(new Error(`the worker has failed: ${message}`));
      worker.postMessage({ kind: "load", module: moduleBytes() });
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
    }
  }

  private receive(response: WorkerResponse): void {
    switch (response.kind) {
      case "frame": this.sockets.get(response.session)?.onmessage?.(response.bytes); break;
      case "result":
        this.tasks.get(response.id)?.resolve(response.result);
        this.tasks.delete(response.id);
        break;
      case "taskFailed":
        this.tasks.get(response.id)?.reject(new Error(response.reason));
        this.tasks.delete(response.id);
        break;
      case "refused": this.close(response.session, INVALID, response.reason); break;
      case "notLoaded": this.fail(new Error(response.reason)); break;
      case "trapped": this.restart(response.reason); break;
    }
  }

  /** Starts a new worker after a trap. */
  private restart(reason: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.end(new Error(reason), UNAVAILABLE);
    this.onrestart(reason);
  }

  /** Gives up, since no other attempt could succeed. */
  private fail(error: Error): void {
    this.failure = error;
    this.worker?.terminate();
    this.worker = undefined;
    this.end(error, INVALID);
  }

  private end(error: Error, code: number): void {
    for (const task of this.tasks.values()) task.reject(error);
    this.tasks.clear();
    for (const session of [...this.sockets.keys()]) this.close(session, code, error.message);
  }

  private close(session: number, code: number, reason: string): void {
    const socket = this.sockets.get(session);
    this.sockets.delete(session);
    socket?.onclose?.(code, reason);
  }
}
