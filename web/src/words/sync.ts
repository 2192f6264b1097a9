import { toastWords } from "./actions";
import { counted } from "./count";

export const syncWords = {
  savedEverywhere: "Saved everywhere",
  savedHere: "Saved on this device",
  inThisTab: "Not sent yet, only in this tab",
  offlineSaved: "Offline, saved on this device",
  offlineInThisTab: "Offline, only in this tab",
  offline: (pending: number) => `Offline, ${counted(pending, "change")} waiting`,
  foreignAnswer: (pending: number, saved: string) =>
    `${pending === 0 ? "" : `${saved} (${pending} waiting). `}${toastWords.foreignAnswer}`,
  rejected: (count: number) => `Couldn't save ${count}`,
  signedOut: (pending: number) =>
    pending === 0 ? "Sign in to sync" : `Sign in to sync ${counted(pending, "change")}`,
  outdated: "Update Shelv to go on syncing",
  trouble: {
    full: "This device has no room left. Free some space to go on",
    lost: "This browser's storage does not answer. Trying again",
    gone: "Signed out: nothing more is saved here",
  },
  marks: { pending: "Not sent yet", failed: "A change of this couldn't be saved" },
};
