import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/**
 * Discouraged words. Plainer ones are: owner, visitor, again, while, is, reports, cached, received, epoch,
 * pending.
 */
const DISCOURAGED =
  /\b(?:whoever|somebody|nobody|anew|meanwhile|stands|stood|told|tells|kept|had|life|owed)\b/gi;
const WORD = /[a-z][a-z'’]*/gi;
const CSS_COMMENT = /\/\*[\s\S]*?\*\//g;

const ROOT = join(import.meta.dirname, "../../../..");

export interface WordCount {
  words: number;
  discouraged: { file: string; word: string }[];
}

export function countCommentWords(folders: readonly string[]): WordCount {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx,js,mjs,css}`),
    { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] },
  ).toSorted();
  const total: WordCount = { words: 0, discouraged: [] };
  for (const file of files) {
    const text = withoutCode(commentsOf(file, readFileSync(join(ROOT, file), "utf8")));
    total.words += text.match(WORD)?.length ?? 0;
    total.discouraged.push(...(text.match(DISCOURAGED) ?? []).map((word) => ({ file, word })));
  }
  return total;
}

export const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]*`/g, "");

export function commentsOf(file: string, source: string): string {
  if (file.endsWith(".css")) return (source.match(CSS_COMMENT) ?? []).join("\n");
  return parseSync(file, source)
    .comments.map(({ value }) => value)
    .join("\n");
}

if (import.meta.main)
  for (const folder of process.argv.slice(2)) {
    const { words, discouraged } = countCommentWords([folder]);
    const perThousand = ((1000 * discouraged.length) / Math.max(words, 1)).toFixed(2);
    console.log(`${folder}: ${discouraged.length} of ${words} words, ${perThousand} in 1,000`);
    for (const { file, word } of discouraged) console.log(`  ${file}: ${word}`);
  }
