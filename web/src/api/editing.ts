/** What the front end asks the house while somebody draws an edition. */

import { ask, listen } from "./client";
import type { BalanceProgress, CheckedSheet, CheckedSpirits, SheetDraftRequest, SpiritDraftRequest } from "./types";

export const lookAtSheet = (work: SheetDraftRequest, language: string) =>
  ask<CheckedSheet>(`/api/editions/locus?language=${language}`, "POST", work);

export const lookAtSpirits = (work: SpiritDraftRequest, language: string) =>
  ask<CheckedSpirits>(`/api/editions/genius-loci?language=${language}`, "POST", work);

/** Let bots play an edition of LOCUS; how far they are, and at the end what they found. */
export const tryOut = (text: string, language: string, signal: AbortSignal) =>
  listen<BalanceProgress>(`/api/editions/locus/balance?language=${language}`, { text }, signal);
