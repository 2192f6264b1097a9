import { isolateBidi } from "#words/format/isolate-bidi";
import { navigationWords } from "#words/screens/navigation";

export const needsLookWords = {
  title: navigationWords.needsLook,
  lead: "Visitors of your page would be disappointed by these links.",
  listLabel: "Links that need a look",
  fine: "All links are fine. We check each of them about once a week.",
  states: {
    gone: "This page is gone.",
    "sold-out": "The page says it is sold out.",
  },
  checked: (when: string) => `Checked ${when}`,
  replace: "Replace link",
  replaceWhich: (title: string) => `Replace link of ${isolateBidi(title)}`,
  hide: "Hide",
  hideWhich: (title: string) => `Hide ${isolateBidi(title)}`,
  keep: "Keep",
  keepWhich: (title: string) => `Keep ${isolateBidi(title)}`,
  kept: "Kept. We won't mention it for 90 days",
};
