import { atom } from "jotai";

/** The setup is completed and navigates away. */
export const isLeavingAtom = atom(false);
