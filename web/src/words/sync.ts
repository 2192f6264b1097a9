import { counted } from "./count";

export const syncWords = {
  savedEverywhere: "Saved everywhere",
  savedHere: "Saved on this device",
  offlineSaved: "Offline, saved on this device",
  offline: (pending: number) => `Offline, ${counted(pending, "change")} waiting`,
  rejected: (count: number) => `Couldn't save ${count}`,
  signedOut: (pending: number) => (pending === 0 ? "Sign in to sync" : `Sign in to sync ${counted(pending, "change")}`),
  outdated: "Update Shelv to go on syncing",
  pendingMark: "Not sent yet",
};
