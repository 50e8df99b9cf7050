import type { Directive, Setting } from "../contract/messages";
import type { DirectiveChanges } from "./change";
import { noUnconfirmedRelease, received } from "./unconfirmedRelease";
import { ClientModel, aspectOf } from "./model";
import { ReleaseHold } from "./releaseHold";
import { TapPredictor } from "./tapPredictor";
import { visibleState } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** The state received from the engine, with unconfirmed taps and releases. */
export class PresenterModel {
  readonly reactions: TapPredictor;
  private readonly model: ClientModel;
  readonly hold = new ReleaseHold();
  unconfirmedRelease = noUnconfirmedRelease;

  constructor(settings: Setting[]) {
    this.model = new ClientModel(settings);
    this.reactions = new TapPredictor(this.model);
  }

  /** The newest setting of every aspect. */
  get settings(): Setting[] {
    return this.model.settings;
  }

  /** The state to present. */
  get visibleState(): VisibleState {
    return visibleState(this.settings, this.unconfirmedRelease);
  }

  receive(directive: Directive): DirectiveChanges {
    const former = this.settings;
    const shown = this.reactions.receive(directive);
    const news = this.settings.filter((each) => !former.includes(each));
    // A repeated directive is no decision (rule D1).
    return {
      ...shown, mayAnimate: shown.isNew && this.hold.receive(directive), settings: news,
      previousSettings: former,
    };
  }

  /** Hides the changes of a late decision (rule D7). Returns the settings to present. */
  hideLate(change: DirectiveChanges): Setting[] {
    this.unconfirmedRelease = received(this.unconfirmedRelease, change, this.settings);
    const late = this.unconfirmedRelease.settings.map(aspectOf);
    return change.settings.filter((each) => !late.includes(aspectOf(each)));
  }
}
