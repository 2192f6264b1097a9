import { toastWords } from "./actions";
import { counted } from "#words/format/count";

export const syncWords = {
  savedEverywhere: "Saved everywhere",
  saving: "Saving…",
  savedHere: (pending: number) => `Saved on this device (${pending} waiting)`,
  inThisTab: (pending: number) => `Only in this tab (${pending} waiting)`,
  offline: (pending: number) => (pending === 0 ? "Offline" : `Offline (${pending} waiting)`),
  offlineInThisTab: (pending: number) => `${syncWords.offline(pending)}, only in this tab`,
  foreignAnswer: (pending: number, saved: string) =>
    `${pending === 0 ? "" : `${saved}. `}${toastWords.foreignAnswer}`,
  rejected: (count: number) => `${count} ${count === 1 ? "needs" : "need"} attention`,
  signedOut: (pending: number) =>
    pending === 0 ? "Sign in to sync" : `Sign in to sync ${counted(pending, "change")}`,
  outdated: "Update Shelv to keep syncing",
  trouble: {
    full: "This device is full. Free up some space to continue",
    lost: "This browser's storage doesn't answer. Trying again",
    gone: "Signed out: nothing more is saved here",
  },
  marks: { pending: "Not sent yet", rejected: "A change couldn't be saved" },
};
