/** What made a shelf that waits for its first item: a search parameter of the shelf's address. */
export const BEGIN = {
  /** The setup: the screen shows the page and one action. */
  setup: "setup",
  /** The form of a first shelf: the editor, with the focus on Add Item. */
  shelf: "shelf",
} as const;
