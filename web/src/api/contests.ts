/** API requests for contests. */

import { ask, tell } from "./client";
import type { ContestInfo, NewContest, OwnContest } from "./types";

/** Return the user's contests, the newest first. */
export const ownContests = (language: string) => ask<OwnContest[]>(`/api/me/contests?language=${language}`);

export const makeContest = (wish: NewContest, language: string) =>
  ask<ContestInfo>(`/api/contests?language=${language}`, "POST", wish);

export const contestInfo = (contest: string, language: string) => ask<ContestInfo>(at(contest, "", language));

export const enterContest = (contest: string, language: string) =>
  ask<ContestInfo>(at(contest, "/entrants", language), "POST");

/** Leave a contest before it starts. */
export const leaveContest = (contest: string, language: string) => tell(at(contest, "/entrants", language), "DELETE");

export const beginContest = (contest: string, language: string) =>
  ask<ContestInfo>(at(contest, "/begin", language), "POST");

const at = (contest: string, what: string, language: string) =>
  `/api/contests/${encodeURIComponent(contest)}${what}?language=${language}`;
