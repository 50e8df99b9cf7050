import type { Directive, Setting } from "../contract/messages";
import type { Change } from "./change";
import { nothing, received } from "./letGo";
import { ClientModel, aspectOf } from "./model";
import { ReleaseHold } from "./releaseHold";
import { TapReactions } from "./tapReactions";
import { visibleState } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** The state received from the engine, with unconfirmed taps and releases. */
export class PresenterModel {
  readonly reactions: TapReactions;
  private readonly model: ClientModel;
  readonly hold = new ReleaseHold();
  letGo = nothing;

  constructor(settings: Setting[]) {
    this.model = new ClientModel(settings);
    this.reactions = new TapReactions(this.model);
  }

  /** The newest setting of every aspect. */
  get settings(): Setting[] {
    return this.model.settings;
  }

  /** The state to present. */
  get visibleState(): VisibleState {
    return visibleState(this.settings, this.letGo);
  }

  receive(directive: Directive): Change {
    const former = this.settings;
    const shown = this.reactions.receive(directive);
    const news = this.settings.filter((each) => !former.includes(each));
    // A repeated directive is no decision (rule D1).
    return { ...shown, mayAnimate: shown.isNew && this.hold.receive(directive), news, former };
  }

  /** Hides the changes of a late decision (rule D7). Returns the settings to present. */
  hideLate(change: Change): Setting[] {
    this.letGo = received(this.letGo, change, this.settings);
    const late = this.letGo.settings.map(aspectOf);
    return change.news.filter((each) => !late.includes(aspectOf(each)));
  }
}
