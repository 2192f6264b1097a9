/** What a visitor sees of an owner, and all that the page is drawn from: pictures are SHA-256, texts as they were typed. */
export type PageData = {
  username: string;
  /** Empty where the owner chose none; the username stands in. */
  displayName: string;
  bio: string;
  picture: string | null;
  /** The first is drawn at the top. */
  shelves: PageShelf[];
};

export type PageShelf = {
  id: string;
  name: string;
  description: string;
  emoji: string;
  /** The first stands leftmost. */
  items: PageItem[];
};

export type PageItem = {
  id: string;
  title: string;
  url: string;
  description: string;
  price: string;
  emoji: string;
  picture: string | null;
};

/** The name that a page goes by. */
export const nameOnPage = ({ displayName, username }: Pick<PageData, "displayName" | "username">) =>
  displayName === "" ? username : displayName;
