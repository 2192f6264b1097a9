import { atom, getDefaultStore } from "jotai";

/** Why the sheet is open: a press on Share, or the account's first item. */
export type SharePurpose = "share" | "first-item";

type ShareSheetState = { isOpen: boolean; purpose: SharePurpose };

/** Null before it was first opened. */
export const shareSheetAtom = atom<ShareSheetState | null>(null);

export const openShareSheet = (purpose: SharePurpose): void =>
  getDefaultStore().set(shareSheetAtom, { isOpen: true, purpose });

/** The text stays while it closes. */
export const closeShareSheet = (): void =>
  getDefaultStore().set(shareSheetAtom, (was) => was && { ...was, isOpen: false });
