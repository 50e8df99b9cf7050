import type { Surface } from "../contract/messages";
import { PendingReports } from "./pendingReports";
import type { PresenterModel } from "./presenterModel";
import type { PresentationState } from "./presentationState";

/** The parts of a presenter. */
export class PresenterState {
  readonly pending = new PendingReports();

  constructor(
    /** The surface, as last reported to the engine. */
    public surface: Surface,
    readonly model: PresenterModel,
    readonly screen: PresentationState,
  ) {}
}
