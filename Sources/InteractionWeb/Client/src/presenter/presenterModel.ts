import type { Directive, Setting } from "../contract/messages";
import type { Change } from "./change";
import { nothing, received } from "./letGo";
import { ClientModel, aspectOf } from "./model";
import { ReleaseHold } from "./releaseHold";
import { TapReactions } from "./tapReactions";
import { visibleState } from "./visibleState";
import type { VisibleState } from "./visibleState";

/** The state that the engine has told, with the taps and releases that it has not answered yet. */
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

  /** The settings that show. */
  get visibleState(): VisibleState {
    return visibleState(this.settings, this.letGo);
  }

  receive(directive: Directive): Change {
    const former = this.settings;
    const shown = this.reactions.receive(directive);
    const news = this.settings.filter((each) => !former.includes(each));
    // What has been received before is no verdict (rule D1).
    return { ...shown, mayAnimate: shown.isNew && this.hold.receive(directive), news, former };
  }

  /** Leaves out the changes that a release has overtaken (rule D7). Returns the settings that show. */
  hideLate(change: Change): Setting[] {
    this.letGo = received(this.letGo, change, this.settings);
    const late = this.letGo.settings.map(aspectOf);
    return change.news.filter((each) => !late.includes(aspectOf(each)));
  }
}
