import { CUSTOM_CSS_REFUSALS } from "@shelv/contract/rows/appearance";
import { generate, walk } from "css-tree";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanCss } from "./clean-css.ts";
import { parse } from "./css-parser.ts";
import { CSS_AGAINST_THE_CREDIT, CSS_THAT_COSTS } from "./hostile-css.ts";

function selectorsOf(css: string): string[] {
  const selectors: string[] = [];
  walk(parse(css), (node) => {
    if (node.type !== "Rule") return undefined;
    if (node.prelude.type === "SelectorList")
      node.prelude.children.forEach((selector) => void selectors.push(generate(selector)));
    return walk.skip;
  });
  return selectors;
}

describe("an owner's own CSS", () => {
  test.each([
    ["a{color:red}", ".shelv-page a{color:red}"],
    [".shelv-item:hover, h2{color:red}", ".shelv-page .shelv-item:hover,.shelv-page h2{color:red}"],
    [
      ":root{--x:1px} html{color:red} body>p{color:red} .shelv-page{margin:0}",
      ".shelv-page{--x:1px}.shelv-page{color:red}.shelv-page>p{color:red}.shelv-page{margin:0}",
    ],
    ["@media (max-width:30em){a{color:red}}", "@media (max-width:30em){.shelv-page a{color:red}}"],
    ["@keyframes turn{from{top:0}to{top:1px}}", "@keyframes turn{from{top:0}to{top:1px}}"],
    ["a{&:hover{color:red}}", ".shelv-page a{&:hover{color:red}}"],
    [
      ".shelv-item::before,b:after{position:absolute}",
      ".shelv-page .shelv-item::before,.shelv-page b:after{position:absolute}",
    ],
    ["a{&::after{position:absolute}}", ".shelv-page a{&::after{position:absolute}}"],
    ["", ""],
    ["/* just words */", ""],
  ])("%s becomes %s", (source, css) => expect(cleanCss(source)).toEqual({ css, problems: [], reason: null }));

  test.each([
    ["@import url(//evil.example/x.css);", "@import is not allowed here"],
    ["@font-face{font-family:x;src:url(x)}", "@font-face is not allowed here"],
    ["a{background:url(//evil.example/x.png)}", "Addresses are not allowed here"],
    [String.raw`a{background:\75rl(//evil.example/x.png)}`, "This could not be read"],
    ["a{background:image-set('//evil.example/x.png' 1x)}", "image-set() is not allowed here"],
    ["a{--x:url(//evil.example/x.png)}", "Addresses are not allowed here"],
    ["a{position:fixed;inset:0}", "position: fixed is not allowed here"],
    [String.raw`a{position:\66 ixed}`, "position: fixed is not allowed here"],
    ["a{--p:fixed;position:var(--p)}", "position: var(--p) is not allowed here"],
    ["a,b::before{position:absolute}", "position: absolute is not allowed here"],
    ["a{position:sticky!important}", "position: sticky is not allowed here"],
    ["a{behavior:none}", "behavior is not allowed here"],
    ["a:has(</style>){color:red}", "This selector could not be read"],
    ["}}} b{color:red}", "This } closes nothing"],
  ])("loses what affects anything outside the page, and reports it: %s", (source, message) => {
    const { css, problems } = cleanCss(source);
    expect(css).not.toMatch(/evil|@import|@font-face|position|has|behavior|\bb\{/);
    expect(problems.map((problem) => problem.message)).toContain(message);
  });

  test("loses `!important`, and reports it", () => {
    expect(cleanCss("a{color:red}\nb{color:red!important}")).toEqual({
      css: ".shelv-page a{color:red}.shelv-page b{color:red}",
      problems: [{ line: 2, message: "!important is left out" }],
      reason: null,
    });
  });

  test("reports what this browser would ignore, and leaves it for others", () => {
    const known = new Set([
      "(color:inherit)",
      "(color:red)",
      "(top:inherit)",
      "(top:0)",
      "(mask:inherit)",
      "selector(a)",
      "selector(b)",
    ]);
    const source =
      "a{colr:red;color:red;--x:1;-webkit-thing:1;mask:-webkit-thing(1)}\nb{color:rde}\na:is(:hovr){color:red}\na::-moz-thing{color:red}\n@keyframes turn{50%{top:0}}";
    const { css, problems } = cleanCss(source, (condition) => known.has(condition));
    expect(problems).toEqual([
      { line: 1, message: "This browser does not know colr" },
      { line: 2, message: "This browser does not know color: rde" },
      { line: 3, message: "This browser does not know a:is(:hovr)" },
    ]);
    expect(css).toBe(cleanCss(source).css);
  });

  test.each([
    ["a{color:red", [[1, "This { is never closed"]]],
    ["a{color:red\nb{color:blue}", [[1, "This { is never closed"]]],
    ["a{color:red}}\n\nb{color:blue}", [[1, "This } closes nothing"]]],
    [
      "a{top:0}\nb{/* oops }\nc{color:blue}",
      [
        [2, "This comment is never closed"],
        [2, "This { is never closed"],
      ],
    ],
    ["a{content:'}';top:0}", []],
    ["just words", [[1, "This could not be read"]]],
    [
      "a{color red;top:0}\nb[{top:0}",
      [
        [1, "This could not be read"],
        [2, "This could not be read"],
      ],
    ],
    [".shelv-nmae,.shelv-name{top:0}", [[1, "There is no .shelv-nmae on the page"]]],
    [".name{top:0}", [[1, "There is no .name on the page"]]],
    ["shelv-name{top:0}", [[1, "A dot is missing before shelv-name"]]],
  ])("%j gives the problems %j", (source, said) =>
    expect(cleanCss(source).problems.map(({ line, message }) => [line, message])).toEqual(said),
  );

  test("reports one line, however much is wrong with it", () => {
    expect(cleanCss("{".repeat(20_000)).problems).toEqual([
      { line: 1, message: "Brackets are nested more than 16 deep" },
      { line: 1, message: "This { is never closed" },
    ]);
  });

  test("reports the line of what it lost", () => {
    expect(cleanCss("a{color:red}\n\nb{\n  position: fixed;\n}").problems).toEqual([
      { line: 4, message: "position: fixed is not allowed here" },
    ]);
  });

  test("reports losses in reading order, once for each line", () => {
    const { problems } = cleanCss(
      "a{position:fixed;position:fixed}\nb{color red}\nc{position:fixed}\nd{color red}",
    );
    const lines = problems.map(({ line }) => line);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    expect([...new Set(lines)]).toEqual([1, 2, 3, 4]);
    expect(new Set(problems.map(({ line, message }) => `${line} ${message}`)).size).toBe(problems.length);
  });

  test("can neither close its element nor leave the page's, whatever is typed", () => {
    const piece = fc.constantFrom(
      "a",
      "{",
      "}",
      "color:red",
      ";",
      "</style>",
      "<!--",
      "-->",
      "@import",
      "@media x",
      "url(",
      ")",
      "'",
      '"',
      "\\",
      "\n",
      "/*",
      "*/",
      ",",
      ":root",
      "body",
      "&",
      "(",
      "[x",
      "]",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 25 }), (pieces) => {
        const { css } = cleanCss(pieces.join(""));
        expect(css).not.toContain("<");
        expect(css).not.toMatch(/(?<![\w-])url\(/i);
        for (const selector of selectorsOf(css)) expect(selector).toMatch(/^\.shelv-page(?![\w-])/);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    [".shelv-page+footer{color:red}", ""],
    ["body ~ .shelv-footer, .shelv-name{color:red}", ".shelv-page .shelv-name{color:red}"],
    [":root{&+*{color:red}}", ".shelv-page{}"],
    [".shelv-page{&,~ *{color:red}}", ".shelv-page{&{color:red}}"],
    [".shelv-page{&:hover{& ~ *{color:red}}}", ".shelv-page{&:hover{}}"],
    ["a,.shelv-page{@media print{&+*{color:red}}}", ".shelv-page a,.shelv-page{@media print{}}"],
    ["a{&,:not(&){color:red}}", ".shelv-page a{&,.shelv-page :not(&){color:red}}"],
    ["a{&,.b &{color:red}}", ".shelv-page a{&,.shelv-page .b &{color:red}}"],
    ["a{&,html &{color:red}}", ".shelv-page a{&,.shelv-page &{color:red}}"],
    [".shelv-page{&,:is(&,*) ~ *{color:red}}", ".shelv-page{&,.shelv-page :is(&,*)~*{color:red}}"],
    [".shelv-name+.shelv-bio{color:red}", ".shelv-page .shelv-name+.shelv-bio{color:red}"],
    [".shelv-name{&+.shelv-bio{color:red}}", ".shelv-page .shelv-name{&+.shelv-bio{color:red}}"],
    [".shelv-page{&>.shelv-who+main,b+i{color:red}}", ".shelv-page{&>.shelv-who+main,b+i{color:red}}"],
  ])("cannot select anything beside the page: %s becomes %s", (source, css) =>
    expect(cleanCss(source).css).toBe(css),
  );

  test.each(CSS_AGAINST_THE_CREDIT)("selects only the page and what is in it: %s", (source) => {
    const { css, reason } = cleanCss(source);
    expect(reason).toBeNull();
    expect(css).not.toMatch(/\.shelv-page(?:[:.[][^ ,{]*)?\s*[+~]|&\s*[+~]/);
  });

  test("reports a selector that leads beside the page", () => {
    expect(cleanCss("a{color:red}\n.shelv-page ~ footer{color:red}").problems).toEqual([
      { line: 2, message: "What stands beside the page cannot be changed" },
    ]);
    expect(cleanCss(".shelv-credit{color:red}").problems).toEqual([
      { line: 1, message: "The credit looks the same on every page" },
    ]);
  });

  test.each(Object.entries(CSS_THAT_COSTS))(
    "is empty if it contains %s, and the reason is given",
    (_, source) => {
      const { css, reason } = cleanCss(source);
      expect(css).toBe("");
      expect([CUSTOM_CSS_REFUSALS.depth, CUSTOM_CSS_REFUSALS.errors]).toContain(reason);
    },
  );

  test("may nest brackets 16 deep and no deeper, not counting those in texts and comments", () => {
    const nested = (depth: number) => `a{width:${"calc(".repeat(depth - 1)}1px${")".repeat(depth - 1)}}`;
    expect(cleanCss(nested(16))).toMatchObject({ css: `.shelv-page ${nested(16)}`, reason: null });
    expect(cleanCss(`\n${nested(17)}`)).toEqual({
      css: "",
      problems: [{ line: 2, message: "Brackets are nested more than 16 deep" }],
      reason: "Brackets are nested more than 16 deep",
    });
    expect(cleanCss(`a{content:"${"(".repeat(100)}"}/* ${"{".repeat(100)} */`).reason).toBeNull();
    expect(cleanCss("a{width:calc(1px)}".repeat(1000)).reason).toBeNull();
  });

  test("is empty if it is too long, or if too many of its parts could not be read", () => {
    expect(cleanCss(`a{top:0}${" ".repeat(20_000)}`)).toMatchObject({
      css: "",
      reason: "It is longer than 20,000 characters",
    });
    expect(cleanCss("{}".repeat(201))).toMatchObject({
      css: "",
      reason: "More than 200 parts of it could not be read",
    });
    expect(cleanCss("{}".repeat(200)).reason).toBeNull();
  });

  test("always finishes, whatever was parsed before", () => {
    cleanCss("a(b[c{d(e[f".repeat(40));
    for (const source of ["[xj8]A\\\n\n][x[xF", "(a]b[c)", "{[(}])"]) expect(cleanCss(source).css).toBe("");
  });
});
