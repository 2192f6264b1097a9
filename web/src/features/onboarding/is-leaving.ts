import { atom } from "jotai";

/** The setup is done, and on its way out. */
export const isLeavingAtom = atom(false);
