import { atom, getDefaultStore } from "jotai";

export type SharePurpose = "share" | "first-item";

type ShareSheetState = { isOpen: boolean; purpose: SharePurpose };

export const shareSheetAtom = atom<ShareSheetState | null>(null);

export const openShareSheet = (purpose: SharePurpose): void =>
  getDefaultStore().set(shareSheetAtom, { isOpen: true, purpose });

export const closeShareSheet = (): void =>
  getDefaultStore().set(shareSheetAtom, (was) => was && { ...was, isOpen: false });
