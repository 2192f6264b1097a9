import { PRODUCT } from "@shelv/contract/product";
import { ITEM_FIELDS } from "@shelv/contract/rows/item";
import { isolateBidi } from "#words/format/isolate-bidi";
import { itemTexts, pictureTexts } from "#words/catalogue";
import { counted } from "#words/format/count";
import { deleteTitle } from "#words/format/delete-title";

export const itemsScreenWords = {
  title: "Links & Items",
  filter: "Shelf",
  allShelves: "All Shelves",
  search: "Search items",
  noShelves: "Create a shelf first before adding items.",
  toShelves: `Go to My ${PRODUCT}`,
  nothingFound: (query: string) => `Nothing matches "${isolateBidi(query)}".`,
  clear: "Clear the search",
  found: (count: number) => counted(count, "item"),
  tableLabel: "Items",
  columns: {
    image: "Image",
    title: ITEM_FIELDS.title.label,
    shelf: "Shelf",
    url: ITEM_FIELDS.url.label,
    categories: "Categories",
    price: ITEM_FIELDS.price.label,
    actions: "Actions",
  },
  edit: (title: string) => `Edit ${isolateBidi(title)}`,
  noLink: "No link",
  opensInNewTab: "opens in a new tab",
};

export const itemsWords = {
  heading: "Items",
  listLabel: (shelf: string) => `Items of ${isolateBidi(shelf)}`,
  add: "Add Item",
  addHere: "Add here",
  view: "View",
  views: { wall: "Wall", list: "List" },
  emptyTitle: "No items found",
  emptyText: "Add your first item to start building your shelves.",
  delete: (title: string) => `Delete ${isolateBidi(title)}`,
  drag: (title: string) => `Move ${isolateBidi(title)}`,
};

export const itemFormWords = {
  notHere: { title: "This item isn't here", text: "It may have been deleted on another device" },
  addTitle: "Add New Item",
  editTitle: "Edit Item",
  title: ITEM_FIELDS.title.label,
  titlePlaceholder: "The pan I use daily",
  url: ITEM_FIELDS.url.label,
  urlPlaceholder: "Paste a link",
  paste: "Paste",
  pasteRefused: "Your browser didn't allow it. Paste with a long press or the keyboard",
  pasteEmpty: "There is no text to paste",
  description: ITEM_FIELDS.description.label,
  price: ITEM_FIELDS.price.label,
  pricePlaceholder: "$19.99",
  emoji: ITEM_FIELDS.emoji.label,
  note: ITEM_FIELDS.note.label,
  noteHint: "Only you see it",
  notePlaceholder: "Where I bought it",
  emojiHint: "Shown instead of the object.",
  withoutPicture: "Without the picture",
  shelf: "Shelf",
  shelfMissing: "Choose a shelf",
  shelfGone: "Its shelf is gone. Choose another one.",
  deletedShelf: (name: string) => `${isolateBidi(name)} (deleted – saving brings it back)`,
  more: "More",
  categories: "Categories",
  picture: ITEM_FIELDS.picture.label,
  choosePicture: "Take or choose a photo",
  changePicture: "Change picture",
  removePicture: "Remove picture",
  preparing: "Preparing the picture",
  pictureHint: "JPEG, PNG, GIF or WebP. The background is removed automatically.",
  versions: { legend: ITEM_FIELDS.showsCutout.label, original: "Original", cutout: "Without background" },
  removeBackground: "Remove the background",
  cutoutStates: {
    idle: "",
    running: "Removing the background. You can keep going.",
    nothing: "We couldn't find a clear outline. Tap the subject, or cut it out by hand.",
    "nothing-there": "We couldn't find a clear outline there. Tap another part of it, or cut it out by hand.",
    "not-here": "Background removal will download when you're next online.",
    protected: "This browser's privacy settings don't let us remove backgrounds here.",
    failed: "We couldn't remove the background, so the picture stays as it is.",
  },
  create: "Create",
  creating: "Creating...",
  update: "Update",
  updating: "Updating...",
  created: itemTexts.created,
  updated: itemTexts.updated,
  deleted: itemTexts.deleted,
  invalidPictureType: pictureTexts.wrongType,
};

export const tapWords = {
  open: "Tap the subject",
  stop: "Stop",
  says: "Tap the subject in the picture.",
  picture: "Picture to tap the subject in",
  keys: "With a keyboard: arrow keys move the crosshair, Enter taps.",
  tap: "Tap the subject",
  tapped: "Looking there",
  cursor: ({ across, down }: { across: number; down: number }) => `${across}% across, ${down}% down`,
};

export const touchUpWords = {
  byHand: "Cut it out by hand",
  open: "Touch up the cut-out",
  title: "Touch up the cut-out",
  starting: "Opening the picture",
  failed: "We couldn't open the picture here. Please try again later.",
  found: "Faint parts are removed.",
  notFound: "We found no object, so nothing is removed yet.",
  hint: "Paint over what to remove or keep.",
  fingers: "Two fingers zoom.",
  keys: "With a keyboard: arrow keys move the brush, Space paints, X changes between Remove and Keep, + and - zoom.",
  picture: "Picture to paint on",
  brush: "Brush",
  remove: "Remove",
  keep: "Keep",
  size: "Brush size",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  undo: "Undo",
  reset: "Reset",
  cursor: ({
    brush,
    across,
    down,
    isKept,
  }: {
    brush: string;
    across: number;
    down: number;
    isKept: boolean;
  }) => `${brush}, ${across}% across, ${down}% down: ${isKept ? "kept" : "removed"}`,
  use: "Use this cut-out",
  using: "Saving the cut-out...",
  leaveText: "What you painted here isn't saved yet.",
  problems: {
    nothing: "Nothing of the picture is left. Paint some of it back with Keep.",
    failed: "We couldn't save the cut-out. Please try again.",
  },
};

export const itemMenuWords = {
  open: (title: string) => `More for ${isolateBidi(title)}`,
  toShelf: "Move to shelf…",
  toEdge: { top: "Move to top", end: "Move to end" },
  stats: "Stats",
  delete: "Delete",
};

export const moveItemsWords = {
  failed: "Failed to move items",
  thereAlready: "It's there already",
  movedToEdge: { top: "Moved to the top", end: "Moved to the end" },
  movedToShelf: (count: number, shelf: string) =>
    count === 1 ? `Moved to ${isolateBidi(shelf)}` : `${count} items moved to ${isolateBidi(shelf)}`,
  dialogTitle: (count: number) => (count === 1 ? "Move to shelf" : `Move ${count} items to shelf`),
  noOther: "There is no other shelf yet.",
};

export const selectItemsWords = {
  select: "Select",
  bar: "Selected items",
  selectOne: (title: string) => `Select ${isolateBidi(title)}`,
  all: "All",
  allLabel: "Select all",
  count: (count: number) => `${count} selected`,
  move: "Move",
  delete: "Delete",
  done: "Done",
  deleteTitle: (count: number) => `Delete ${counted(count, "item")}?`,
  deleteText: (count: number) =>
    count === 1 ? deleteItemWords.text : "They leave your page. For 30 days you can restore them.",
  deleted: (count: number) => `${counted(count, "item")} deleted successfully`,
};

export const deleteItemWords = {
  title: deleteTitle,
  text: "It leaves your page. For 30 days you can restore it.",
};
