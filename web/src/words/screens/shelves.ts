import { PRODUCT } from "@shelv/contract/product";
import { SHELF_FIELDS } from "@shelv/contract/rows/shelf";
import { isolateBidi } from "#words/format/isolate-bidi";
import { shelfTexts } from "#words/catalogue";
import { counted } from "#words/format/count";
import { deleteTitle } from "#words/format/delete-title";

export const shelvesWords = {
  title: `My ${PRODUCT}`,
  loading: "Loading your shelves",
  listLabel: "Your shelves",
  new: "New Shelf",
  hint: "Drag items and shelves to where you want them.",
  emptyTitle: "Create Your First Shelv",
  emptyText: "A shelf holds what belongs together: your shop, your music, the books you lend.",
  items: (count: number) => counted(count, "item"),
  all: (count: number) => `All ${counted(count, "item")}`,
  noItems: shelfTexts.noItems,
  needLook: (count: number) => `${counted(count, "link")} ${count === 1 ? "needs" : "need"} a look`,
  edit: (name: string) => `Edit ${isolateBidi(name)}`,
  view: (name: string) => `View ${isolateBidi(name)}`,
  delete: (name: string) => `Delete ${isolateBidi(name)}`,
  more: (name: string) => `More for ${isolateBidi(name)}`,
  drag: (name: string) => `Move ${isolateBidi(name)}`,
  preview: "Shelf preview",
  toShelves: `Go to My ${PRODUCT}`,
};

export const shelfFormWords = {
  createTitle: "Create New Shelf",
  editTitle: "Edit shelf",
  name: SHELF_FIELDS.name.label,
  namePlaceholder: "From my kitchen",
  description: SHELF_FIELDS.description.label,
  descriptionPlaceholder: "What belongs on it",
  emoji: SHELF_FIELDS.emoji.label,
  create: "Create Shelf",
  creating: "Creating...",
  update: "Update",
  updating: "Updating...",
  created: shelfTexts.created,
  updated: "Shelf updated successfully",
  deleted: shelfTexts.deleted,
};

export const deleteShelfWords = {
  title: deleteTitle,
  text: shelfTexts.deleteQuestion,
};

export const shelfScreenWords = {
  title: "Shelf",
  back: `Back to My ${PRODUCT}`,
  edit: "Edit shelf",
  firstAddress: "Your page",
  firstLead: "This is what visitors see. Now it only needs something on the shelf.",
  firstPage: "Your page as visitors see it",
  addFirst: "Add your first item",
  previewTitle: "Your shelf as visitors see it",
  otherShelves: "Other shelves",
  shelfBefore: "Previous shelf",
  shelfAfter: "Next shelf",
  gone: "This shelf isn't here",
  rejected: "This shelf couldn't be saved",
  rejectedText: (reason: string) => `${reason}. Nothing is lost: the shelf is waiting with everything on it.`,
  seeRejected: "See unsaved changes",
  goneText: "It may have been deleted, here or on another device.",
};
