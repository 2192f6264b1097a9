/** Letters that are no other letter with an accent to Unicode, as whoever lacks their key types them. */
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

/** A text as it is searched: without case and accents. */
export const searchable = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[ßøłđæœðþı]/g, (letter) => TYPED_AS[letter] ?? letter);

/** The words of a query; none where nothing is asked. */
export const wordsOf = (query: string): string[] =>
  searchable(query)
    .split(/\s+/u)
    .filter((word) => word !== "");

/** Whether a searchable text has every word somewhere, in whatever order. */
export const hasWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));
