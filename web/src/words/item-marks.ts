import { ITEM_FIELDS } from "@shelv/contract/rows/item";

export const itemMarkWords = {
  hidden: ITEM_FIELDS.isHidden.label,
  pending: "Details will follow",
  failed: "Couldn't read this page",
  gone: "Link is gone",
  "sold-out": "Sold out",
  unsure: "Link not checked",
};

export const hideWords = {
  hide: "Hide",
  show: "Show",
  hidden: (count: number) => (count === 1 ? "Hidden from your page" : `${count} items hidden from your page`),
  shown: (count: number) => (count === 1 ? "Shown on your page" : `${count} items shown on your page`),
};
