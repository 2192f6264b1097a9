import { expect, test } from "vitest";
import { isolateBidi } from "./isolate-bidi";
import { categoryWords, deleteCategoryWords } from "#words/screens/categories";
import { activityText } from "#words/screens/dashboard";
import { draggingWords } from "#words/dragging";
import { deleteItemWords, itemFormWords, itemsScreenWords, itemsWords } from "#words/screens/items";
import { noticeWords } from "#words/notices";
import { profileWords } from "#words/screens/profile";
import { deleteShelfWords, shelvesWords } from "#words/screens/shelves";
import { undoWords } from "#words/undo";
import { rejectedWords } from "#words/screens/rejected-changes";

const TEA = "תה (ירוק)";
const TEA_APART = `\u2068${TEA}\u2069`;

test.each([
  ["Green tea, 2 × 100 g", "Green tea, 2 × 100 g"],
  ["Crème brûlée 🍮 茶 чай", "Crème brûlée 🍮 茶 чай"],
  [TEA, TEA_APART],
  ["شاي", "\u2068شاي\u2069"],
  ["Tea, תה", "\u2068Tea, תה\u2069"],
  ["\u{1E900}\u{1E901}", "\u2068\u{1E900}\u{1E901}\u2069"],
  ["\u2069תה\u202E", "\u2068תה\u2069"],
  ["Mug\u202Egpj.exe", "Muggpj.exe"],
])("%j becomes %j in a sentence", (name, inSentence) => {
  expect(isolateBidi(name)).toBe(inSentence);
});

test.each([
  activityText({ type: "click", itemTitle: TEA, location: null }),
  activityText({ type: "add", itemTitle: TEA, location: null }),
  draggingWords.lifted(TEA, 1, 2),
  draggingWords.over(TEA, 1, 2),
  draggingWords.dropped(TEA, 1, 2),
  draggingWords.cancelled(TEA),
  itemsScreenWords.nothingFound(TEA),
  itemsScreenWords.edit(TEA),
  itemsWords.listLabel(TEA),
  itemsWords.delete(TEA),
  itemsWords.drag(TEA),
  itemFormWords.deletedShelf(TEA),
  deleteItemWords.title(TEA),
  shelvesWords.edit(TEA),
  shelvesWords.view(TEA),
  shelvesWords.delete(TEA),
  shelvesWords.drag(TEA),
  shelvesWords.more(TEA),
  undoWords.moved(TEA),
  deleteShelfWords.text(TEA),
  categoryWords.listLabel(TEA),
  categoryWords.rename(TEA),
  categoryWords.delete(TEA),
  categoryWords.drag(TEA),
  deleteCategoryWords.title(TEA),
  noticeWords.changed("title", TEA),
  noticeWords.gone(TEA, "Mug"),
  noticeWords.gone("Hot", TEA),
  rejectedWords.onShelf(TEA, "Kitchen"),
  rejectedWords.onShelf("Mug", TEA),
  rejectedWords.onShelf("", TEA),
  profileWords.link.shareTitle(TEA),
])("an owner's right-to-left text reorders nothing in %j", (sentence) => {
  expect(sentence.split(TEA_APART)).toHaveLength(2);
});
