/** API requests for identity and accounts. */

import { ask, tell, type Method } from "./client";
import type {
  BlockInfo,
  DisplayName,
  Confirmation,
  Me,
  NewAccount,
  NewPasskey,
  NewToken,
  PasskeyInfo,
  PasskeyChallenge,
  PasskeySignIn,
  PasswordChange,
  Recovery,
  SignIn,
  SignOut,
  TokenInfo,
  WhoAmI,
} from "./types";

/** The API in one language. Error messages are sentences in that language. */
export function peopleApi(language: string) {
  const at = (path: string) => `/api${path}?language=${language}`;
  const get = <Answer>(path: string) => ask<Answer>(at(path));
  const put = <Answer>(method: Method, path: string, body?: unknown) => ask<Answer>(at(path), method, body);
  const remove = (path: string) => tell(at(path), "DELETE");
  return {
    whoAmI: () => get<WhoAmI>("/me"),
    becomeGuest: (wish: DisplayName) => put<Me>("POST", "/me", wish),
    rename: (wish: DisplayName) => put<Me>("PATCH", "/me", wish),
    deleteMe: (wish: Confirmation) => tell(at("/me"), "DELETE", wish),
    renewCode: (wish: Confirmation) => put<Me>("POST", "/me/code", wish),
    recover: (wish: Recovery) => put<Me>("POST", "/recover", wish),
    signOut: (wish: SignOut) => tell(at("/sign-out"), "POST", wish),

    makeAccount: (wish: NewAccount) => put<Me>("POST", "/me/account", wish),
    signIn: (wish: SignIn) => put<Me>("POST", "/sign-in", wish),
    changePassword: (wish: PasswordChange) => put<Me>("PUT", "/me/password", wish),

    passkeys: () => get<PasskeyInfo[]>("/me/passkeys"),
    askForPasskey: (wish: Confirmation) => put<PasskeyChallenge>("POST", "/me/passkeys/options", wish),
    addPasskey: (wish: NewPasskey) => put<PasskeyInfo>("POST", "/me/passkeys", wish),
    removePasskey: (number: number) => remove(`/me/passkeys/${number}`),
    askWho: () => put<PasskeyChallenge>("POST", "/sign-in/passkey/options"),
    signInByPasskey: (wish: PasskeySignIn) => put<Me>("POST", "/sign-in/passkey", wish),

    tokens: () => get<TokenInfo[]>("/me/tokens"),
    makeToken: (wish: NewToken) => put<TokenInfo>("POST", "/me/tokens", wish),
    removeToken: (number: number) => remove(`/me/tokens/${number}`),
    blocks: () => get<BlockInfo[]>("/me/blocks"),
    unblock: (number: number) => remove(`/me/blocks/${number}`),
  };
}
