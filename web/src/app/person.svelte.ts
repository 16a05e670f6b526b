/** Who this browser is to the house. A cookie that no script can read says so; here is what the house tells of it. */

import { peopleApi } from "../api/people";
import type { Me } from "../api/types";
import { settings, t } from "../lib/settings.svelte";
import { texts } from "../texts";

class Person {
  /** Null if the house does not know this browser; undefined before it was asked. */
  me = $state.raw<Me | null | undefined>(undefined);
  /** Grows when this browser becomes somebody else. */
  changes = $state(0);
  /** The recovery code, if it was made since the page was loaded. */
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

  /** Ask the house; a name from another device is taken over unless one is being written. */
  async look(): Promise<void> {
    const written = settings.name;
    const { me } = await this.api.whoAmI();
    if (this.me === undefined && me !== null && settings.name === written) this.adoptName(me);
    this.be(me);
  }

  /** Be known to the house, by the name that is written. */
  async ensure(): Promise<void> {
    this.be((await this.api.whoAmI()).me);
    if (this.me === null) this.become(await this.api.becomeGuest({ name: this.name }));
    else await this.rename();
  }

  /** Whoever is known is called as is written. */
  async rename(): Promise<void> {
    if (this.me && this.me.name !== this.name) this.me = await this.api.rename({ name: this.name });
  }

  /** Somebody else from now on. */
  become(me: Me): void {
    this.me = me;
    this.code = me.code;
    this.changes += 1;
    this.adoptName(me);
  }

  /** The same one, otherwise. */
  change(me: Me): void {
    this.me = me;
    if (me.code !== null) this.code = me.code;
  }

  /** Nobody from now on. */
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
