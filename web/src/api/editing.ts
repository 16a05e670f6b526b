/** API requests for the edition editors. */

import { ask, listen } from "./client";
import type { BalanceProgress, CheckedSheet, CheckedSpirits, SheetDraftRequest, SpiritDraftRequest } from "./types";

export const lookAtSheet = (work: SheetDraftRequest, language: string) =>
  ask<CheckedSheet>(`/api/editions/locus?language=${language}`, "POST", work);

export const lookAtSpirits = (work: SpiritDraftRequest, language: string) =>
  ask<CheckedSpirits>(`/api/editions/genius-loci?language=${language}`, "POST", work);

/** Let bots play an edition of LOCUS. Yield the progress, then the result. */
export const tryOut = (text: string, language: string, signal: AbortSignal) =>
  listen<BalanceProgress>(`/api/editions/locus/balance?language=${language}`, { text }, signal);
