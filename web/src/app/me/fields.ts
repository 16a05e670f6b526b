/** Fields of the account forms. */

import type { FullAutoFill } from "svelte/elements";

import { t } from "../../lib/settings.svelte";
import { person } from "../person.svelte";

export interface Field {
  name: string;
  label: string;
  autocomplete: FullAutoFill;
  isSecret?: boolean;
  hint?: string;
  fewest?: number;
  most?: number;
}

const MAX_PASSWORD_LENGTH = 200;

export const loginField = (): Field => ({
  name: "login",
  label: t().login,
  autocomplete: "username",
  fewest: 3,
  most: 40,
});

/** A field for an existing password. */
export const passwordField = (name = "password", label = t().password): Field => ({
  name,
  label,
  autocomplete: "current-password",
  isSecret: true,
  most: MAX_PASSWORD_LENGTH,
});

export const newPasswordField = (name = "password", label = t().password): Field => ({
  ...passwordField(name, label),
  autocomplete: "new-password",
  hint: t().passwordHint,
  fewest: 8,
});

/** Ask users with a password to enter it again before a sensitive change. */
export const confirmation = (): Field[] =>
  person.me?.has_password ? [passwordField("password", t().yourPassword)] : [];

export const textField = (name: string, label: string, most: number): Field => ({
  name,
  label,
  autocomplete: "off",
  most,
});

/** Return the confirmation password that the server expects. */
export const confirmed = (values: Record<string, string>): string | null => values["password"] || null;
