/** What the front end asks the house while somebody draws an edition. */

import { ask, listen } from "./client";
import type { BalanceNews, CheckedSheet, CheckedSpirits, SheetWork, SpiritWork } from "./types";

export const lookAtSheet = (work: SheetWork, language: string) =>
  ask<CheckedSheet>(`/api/editions/locus?language=${language}`, "POST", work);

export const lookAtSpirits = (work: SpiritWork, language: string) =>
  ask<CheckedSpirits>(`/api/editions/genius-loci?language=${language}`, "POST", work);

/** Let bots play an edition of LOCUS; how far they are, and at the end what they found. */
export const tryOut = (text: string, language: string, signal: AbortSignal) =>
  listen<BalanceNews>(`/api/editions/locus/balance?language=${language}`, { text }, signal);
