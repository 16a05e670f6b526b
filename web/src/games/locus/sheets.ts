/** What is printed at a table: the house says it once a connection, so it is kept here. */

import type { LocusView, SheetView } from "../../api/types";

export type { LocusPlace as Place } from "../../api/types";

const sheets = new Map<string, SheetView>(); // by table

/** The sheet of a table; undefined if the state that brought it was never seen. */
export function sheetOf(table: string, view: LocusView): SheetView | undefined {
  if (view.sheet !== null) sheets.set(table, view.sheet);
  return sheets.get(table);
}
