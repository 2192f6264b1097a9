import { PRODUCT } from "@shelv/contract/product";
import { counted } from "#words/format/count";

export const shareInboxWords = {
  waiting: (count: number) =>
    `${counted(count, "item")} you shared ${count === 1 ? "is" : "are"} waiting for a shelf`,
  sentWaiting: (count: number) =>
    `${counted(count, "item")} sent to ${PRODUCT} ${count === 1 ? "is" : "are"} waiting for a shelf`,
  putAway: "Choose a shelf",
  paste: "Paste",
  nothingToPaste: "There is no link or picture to paste",
  filesLeftOut: (count: number) => `${counted(count, "file")} not taken. Drop up to 10 pictures at a time.`,
};
