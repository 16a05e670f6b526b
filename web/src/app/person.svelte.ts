/** The current user. A cookie that scripts can't read identifies them, so the details come from the server. */

import { peopleApi } from "../api/people";
import type { Me } from "../api/types";
import { settings, t } from "../lib/settings.svelte";
import { texts } from "../texts";

class Person {
  /** Null if the server doesn't know this browser; undefined before the first response. */
  me = $state.raw<Me | null | undefined>(undefined);
  /** Increases when the user changes. */
  changes = $state(0);
  /** The recovery code, if it was created since the page was loaded. */
  code = $state<string | null>(null);

  get isKnown(): boolean {
    return this.me !== null && this.me !== undefined;
  }

  get name(): string {
    return settings.name.trim() || t().guest;
  }

  get api(): ReturnType<typeof peopleApi> {
    return peopleApi(settings.language);
  }

  /** Load the user. Adopt a name from another device unless the user is typing one. */
  async look(): Promise<void> {
    const written = settings.name;
    const { me } = await this.api.whoAmI();
    if (this.me === undefined && me !== null && settings.name === written) this.adoptName(me);
    this.be(me);
  }

  /** Make sure that the user has an identity, as a guest with the chosen name if necessary. */
  async ensure(): Promise<void> {
    this.be((await this.api.whoAmI()).me);
    if (this.me === null) this.become(await this.api.becomeGuest({ name: this.name }));
    else await this.rename();
  }

  /** Rename a known user to the name in the settings. */
  async rename(): Promise<void> {
    if (this.me && this.me.name !== this.name) this.me = await this.api.rename({ name: this.name });
  }

  /** Switch to another user. */
  become(me: Me): void {
    this.me = me;
    this.code = me.code;
    this.changes += 1;
    this.adoptName(me);
  }

  /** Update the details of the same user. */
  change(me: Me): void {
    this.me = me;
    if (me.code !== null) this.code = me.code;
  }

  /** Sign out. */
  forget(): void {
    this.be(null);
    this.code = null;
    settings.name = "";
  }

  private be(me: Me | null): void {
    if (this.me !== undefined && (this.me === null) !== (me === null)) this.changes += 1;
    this.me = me;
  }

  private adoptName(me: Me): void {
    const isNameless = Object.values(texts).some((each) => each.guest === me.name);
    settings.name = isNameless ? "" : me.name;
  }
}

export const person = new Person();
