import { browserSocket } from "../../Client/src/session/socket";
import type { Problem } from "./editor";
import type {
  ApplyResult, Experience, Listing, PlaygroundEngine, ReplayResult, SaveResult
} from "./engine";
import type { ComparedTexts, OutcomeResult } from "./outcomeRequests";

/** The engine of the playground's own server. */
export class ServerEngine implements PlaygroundEngine {
  readonly url = new URL("/v1/interact", location.href.replace(/^http/, "ws")).href;
  readonly connect = browserSocket;
  readonly savesByDownload = false;
  readonly traceExtension = "txt";
  readonly savingHint = "To save files: interaction-engine playground --experiences FOLDER";
  readonly recordingsHint = "To play other recordings: "
    + "interaction-engine playground --recordings FOLDER";

  async experiences(): Promise<Experience[]> {
    return await (await called("/playground/experiences")).json() as Experience[];
  }

  async check(yaml: string): Promise<Problem[]> {
    const answer = await called("/playground/check", yaml);
    return (await answer.json() as { problems?: Problem[] }).problems ?? [];
  }

  async apply(yaml: string): Promise<ApplyResult> {
    const answer = await called("/playground/apply", yaml, [400]);
    return await answer.json() as ApplyResult;
  }

  async files(): Promise<Listing> {
    return await (await called("/playground/files")).json() as Listing;
  }

  async open(name: string): Promise<{ name: string; text: string; version: string }> {
    const answer = await called("/playground/open", name);
    return await answer.json() as { name: string; text: string; version: string };
  }

  async save(save: { name: string; text: string; version: string | undefined }): Promise<SaveResult> {
    const body = new Blob([JSON.stringify(save)], { type: "application/json" });
    const answer = await called("/playground/save", body, [409, 422]);
    const kinds = { 200: "saved", 409: "changed", 422: "mistakes" };
    const kind = kinds[answer.status as keyof typeof kinds];
    return { kind, ...await answer.json() as object } as SaveResult;
  }

  async replay(trace: File): Promise<ReplayResult> {
    return await (await called("/playground/replay", trace)).json() as ReplayResult;
  }

  async outcomes(
    texts: ComparedTexts, sample: number | undefined, signal: AbortSignal
  ): Promise<OutcomeResult> {
    const body = JSON.stringify({ ...texts, sample });
    const answer = await called("/playground/what-if", body, [422], signal);
    const kind = answer.ok ? "outcomes" : "unplayable";
    return { kind, ...await answer.json() as object } as OutcomeResult;
  }

  async differences(texts: ComparedTexts, recording: string): Promise<readonly string[]> {
    const body = JSON.stringify({ ...texts, recording });
    const answer = await called("/playground/what-if/differences", body);
    return (await answer.json() as { differences: readonly string[] }).differences;
  }

  async trace(session: string): Promise<Blob> {
    // The engine flushes traces once a second.
    await new Promise((done) => setTimeout(done, 1200));
    return (await called("/playground/recording", session)).blob();
  }
}

/** Calls the server; an error contains its message. */
async function called(
  path: string, body?: BodyInit, allowed: readonly number[] = [], signal?: AbortSignal
) {
  const request = body === undefined ? {} : { method: "POST", body };
  const answer = await fetch(path, { ...request, ...(signal ? { signal } : {}) });
  if (!answer.ok && !allowed.includes(answer.status)) {
    const text = await answer.text();
    throw new Error(text.trim().slice(0, 400) || `${answer.status} ${answer.statusText}`);
  }
  return answer;
}
