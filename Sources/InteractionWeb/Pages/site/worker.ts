import { EngineModule } from "../../Client/src/offline/engineModule";
import type { ModuleSession } from "../../Client/src/offline/engineModule";
import { InvalidExperienceError, ModuleError } from "../../Client/src/offline/moduleError";
import type { WorkerRequest, WorkerResponse } from "./workerMessages";
import { carriedOut } from "./workerTasks";

// The worker that runs the module: it decides about the page's sessions, and plays recordings.

const sessions = new Map<number, ModuleSession>();
let loading: Promise<EngineModule> | undefined;

self.onmessage = ({ data }: MessageEvent<WorkerRequest>) => {
  if (data.kind === "load") {
    loading = EngineModule.load(data.module);
    loading.catch((error: unknown) => answer({ kind: "notLoaded", reason: words(error) }));
  } else {
    loading?.then((module) => handle(module, data)).catch(() => undefined);
  }
};

function handle(module: EngineModule, request: Exclude<WorkerRequest, { kind: "load" }>): void {
  try {
    carryOut(module, request);
  } catch (error) {
    const reason = words(error);
    if (error instanceof ModuleError) answer({ kind: "trapped", reason });
    else if (request.kind === "task") answer({ kind: "taskFailed", id: request.id, reason });
    else answer({ kind: "refused", session: request.session, reason });
  }
}

function carryOut(module: EngineModule, request: Exclude<WorkerRequest, { kind: "load" }>): void {
  switch (request.kind) {
    case "open":
      sessions.set(request.session, module.openSession(request.definition));
      break;
    case "frame": {
      const { session } = request;
      const bytes = sessions.get(session)?.handleBytes(request.bytes);
      if (bytes) answer({ kind: "frame", session, bytes });
      break;
    }
    case "end":
      sessions.get(request.session)?.end();
      sessions.delete(request.session);
      break;
    case "task": {
      const { id, name, inputs } = request;
      answer({ kind: "result", id, result: carriedOut(module, name, inputs) });
      break;
    }
  }
}

function answer(response: WorkerResponse): void {
  (self.postMessage as (message: WorkerResponse) => void)(response);
}

function words(error: unknown): string {
  if (error instanceof InvalidExperienceError) {
    return error.violations.map(({ field = "", description = "" }) => `${field} ${description}`)
      .join("; ");
  }
  return error instanceof Error ? error.message : String(error);
}
