/** The W3C's checker needs Java. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "#e2e/support/app-test";
import { postAsNewOwner, postForId } from "#e2e/support/owner-request";
import { bowlPicture } from "#e2e/support/data/product-picture";

const CHECKER = fileURLToPath(import.meta.resolve("vnu-jar/build/dist/vnu.jar"));
const hasJava = spawnSync("java", ["-version"]).status === 0;
/** The checker knows no newer CSS, and requires a scheme in `ping`, unlike the standard. */
const WRONG_FINDINGS = [/^CSS:/, /attribute “ping”/, /attribute "ping"/];

const LOOKS = [
  {
    template: "minimal",
    primaryColor: "#0066FF",
    fontFamily: "Inter",
    isDarkMode: false,
    shelfBackground: "solid",
    customCss: "",
  },
  {
    template: "dark",
    primaryColor: "#6366F1",
    fontFamily: "System",
    isDarkMode: true,
    shelfBackground: "glass",
    customCss: ".shelv-name { color: teal }",
  },
  {
    template: "warm",
    primaryColor: "#EA580C",
    fontFamily: "Serif",
    isDarkMode: false,
    shelfBackground: "gradient",
    customCss: "",
  },
  {
    template: "warm",
    primaryColor: "#EA580C",
    fontFamily: "Inter",
    isDarkMode: false,
    shelfBackground: "wood",
    customCss: "",
  },
];

test.use({ serverEnv: { PLAN_LIMITS: "off", REPORT_URL: "https://example.org/report" } });

if (hasJava)
  test("every page is valid HTML", async ({ server, request, browser }) => {
    const folder = mkdtempSync(join(tmpdir(), "shelv-html-"));
    const files: string[] = [];
    const save = async (name: string, path: string) => {
      const file = join(folder, `${name}.html`);
      writeFileSync(file, await (await request.get(path, { headers: { Accept: "text/html" } })).text());
      files.push(file);
    };
    for (const [name, path] of [
      ["landing", "/"],
      ["shell", "/login"],
      ["not-found", "/no/such/screen"],
      ["no-user", "/nobody"],
      ["api-docs", "/api/docs"],
    ] as const)
      await save(name, path);

    const post = await postAsNewOwner(request, server, { username: "mira", displayName: "Mira & <Kiln>" });
    await save("no-shelves", "/mira");
    const shelf = { name: "From the kiln", description: "All of it" };
    const shelfId = await postForId(post, "/api/shelves", { data: shelf });
    await save("empty-shelf", "/mira");
    const category = { name: "Cups" };
    const categoryId = await postForId(post, `/api/shelves/${shelfId}/categories`, { data: category });
    const image = await bowlPicture(browser);
    await post(`/api/shelves/${shelfId}/items`, {
      multipart: {
        title: 'Cup "one"',
        url: "https://example.com/?a=1&b=2",
        price: "$19",
        categories: JSON.stringify([categoryId]),
        image,
      },
    });
    await post(`/api/shelves/${shelfId}/items`, {
      multipart: { title: "No picture", url: "mailto:mira@example.com" },
    });
    const put = (path: string, data: object) =>
      request.put(path, { data, headers: { Origin: server.address } });
    await put("/api/user/profile", {
      displayName: "Mira",
      bio: "I make cups",
      website: "https://example.com",
      location: "Kyoto",
    });
    await put("/api/user/social-links", [{ platform: "instagram", value: "mira" }]);
    for (const look of LOOKS) {
      await put("/api/settings", look);
      await save(`page-${look.shelfBackground}`, "/mira");
    }

    const { stderr, error } = spawnSync("java", ["-jar", CHECKER, "--format", "json", ...files], {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error) throw error;
    const { messages } = JSON.parse(stderr) as {
      messages: { type: string; url: string; message: string; extract?: string }[];
    };
    const findings = messages
      .filter(({ type, message }) => type === "error" && !WRONG_FINDINGS.some((wrong) => wrong.test(message)))
      .map(({ url, message, extract }) => `${url.split("/").at(-1)}: ${message} ${extract ?? ""}`);
    expect(findings).toEqual([]);
  });
