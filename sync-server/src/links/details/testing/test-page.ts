import type { LinkDetails } from "@shelv/contract/links/link-details";

export type TestPage = {
  path: string;
  status?: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
  /** Other fields are empty. A refusal's code where nothing can be read. */
  expected: Partial<LinkDetails> | string;
};

export const page = (
  path: string,
  body: TestPage["body"],
  expected: TestPage["expected"],
  more: Partial<TestPage> = {},
): TestPage => ({
  path,
  body,
  expected,
  ...more,
});

export const html = (head: string, body = "<p>Welcome</p>", attributes = 'lang="en"'): string =>
  `<!doctype html>\n<html ${attributes}>\n<head>\n<meta charset="utf-8">\n${head}\n</head>\n<body>\n${body}\n</body>\n</html>`;

export const jsonLd = (data: unknown): string =>
  `<script type="application/ld+json">${typeof data === "string" ? data : JSON.stringify(data)}</script>`;

export const og = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, content]) => `<meta property="${name}" content="${content}">`)
    .join("\n");
