import { isolateBidi } from "#words/format/isolate-bidi";

export const linkDetailsWords = {
  hint: "Its page fills in the rest.",
  rest: "Opens when a visitor taps the item.",
  ask: "Fill in from the link",
  reading: "Reading the page. You can keep typing.",
  readingPicture: "Reading the picture",
  filled: "Filled in from the link.",
  nothing: "The page has nothing more to fill in.",
  pictureFailed: "The page's picture couldn't be read.",
  later: "You're offline. Save it now, and the details will follow.",
  unanswered: "The server didn't answer. Save it now, and the details will follow.",
  unreachable: "Couldn't reach it. We'll try again",
  undo: "Undo",
  undone: "The link's details are taken back.",
  tryAgain: "Try again",
  mark: "From the link",
  markOfAddress: "From the address",
  duplicate: (title: string, shelf: string) =>
    `You have this link already: ${isolateBidi(title)}, on ${isolateBidi(shelf)}.`,
  openDuplicate: "Open it",
};

export const refreshWords = {
  one: "Refresh details",
  shelf: "Refresh details of all items",
  asked: (count: number) => (count === 1 ? "Details will follow" : `Details of ${count} items will follow`),
  nothingOfOne: "This item has its details already",
  nothing: "Every item has its details already",
  noPage: "Only links to web pages have details to read",
};
