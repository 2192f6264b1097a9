import { username } from "@shelv/contract/values/username";
import * as v from "valibot";
import { landingWords } from "#words/screens/landing";

export type Availability = "unasked" | "checking" | "available" | "taken" | "malformed" | "unknown";

export function availabilityWords(name: string, availability: Availability, online: boolean): string {
  switch (availability) {
    case "unasked":
      return "";
    case "checking":
      return landingWords.checking;
    case "available":
      return landingWords.available(name);
    case "taken":
      return landingWords.taken(name);
    case "malformed":
      return v.safeParse(username, name).issues?.[0].message ?? "";
    default:
      return online ? landingWords.uncheckable : landingWords.offline;
  }
}
