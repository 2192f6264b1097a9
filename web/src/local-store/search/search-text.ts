/** Letters that Unicode does not decompose, as keyboards without them type them. */
const TYPED_AS: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ð: "d",
  þ: "th",
  ı: "i",
};

export const searchable = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßøłđæœðþı]/g, (letter) => TYPED_AS[letter] ?? letter);

export const wordsOf = (query: string): string[] =>
  searchable(query)
    .split(/\s+/u)
    .filter((word) => word !== "");

export const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));
