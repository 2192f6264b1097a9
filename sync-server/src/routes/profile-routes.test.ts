import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const owner = async () => (await openTestServer()).signedIn("ada@example.org", "ada");
const EMPTY = {
  username: "ada",
  displayName: "",
  title: "",
  bio: "",
  website: "",
  location: "",
  profileImageUrl: null,
};

test("A profile is written field by field, and all readers get the same", async () => {
  const ada = await owner();
  const profile = { displayName: "Ada", bio: "Hello", website: "https://ada.example", location: "London" };
  expect(await (await ada.put("/api/user/profile", profile)).json()).toEqual({ ...EMPTY, ...profile });
  expect(await (await ada.put("/api/user/profile", { website: "" })).json()).toEqual({
    ...EMPTY,
    ...profile,
    website: "",
  });
  expect(await (await ada.get("/api/auth/me")).json()).toEqual({
    id: expect.any(String) as string,
    addressProof: expect.any(String) as string,
    ...EMPTY,
    ...profile,
    website: "",
  });
  expect(await (await ada.get("/api/users/ada")).json()).toEqual({
    ...EMPTY,
    ...profile,
    website: "",
    socialLinks: [],
    settings: { shelfBackground: "solid" },
  });
});

test.each([
  [{ displayName: " " }, "displayName", "Display name is required"],
  [{ displayName: "a".repeat(51) }, "displayName", "Display name must be under 50 characters"],
  [{ bio: "a".repeat(161) }, "bio", "Bio must be under 160 characters"],
  [{ bio: "a".repeat(201) }, "bio", "Bio must be under 160 characters"],
  [{ location: "a".repeat(51) }, "location", "Location must be under 50 characters"],
  [{ website: "nowhere" }, "website", "Must be a valid URL"],
  [
    { website: "javascript:alert(1)" },
    "website",
    "Must be a valid URL. javascript: links can't be used here",
  ],
  [{ website: "me@ada.example" }, "website", "Must be a valid URL. mailto: links can't be used here"],
])("A profile with %j is rejected", async (body, path, message) => {
  const refused = await (await owner()).put("/api/user/profile", body);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ issues: [{ path, message }] }),
  ]);
});

test("A bio from the setup may keep its length until it is edited", async () => {
  const ada = await owner();
  const bio = "a".repeat(200);
  await ada.form("POST", "/api/complete-onboarding", { bio });
  expect((await ada.put("/api/user/profile", { bio, location: "Oslo" })).status).toBe(200);
  expect((await ada.put("/api/user/profile", { bio: `${bio.slice(1)}b` })).status).toBe(400);
  expect((await ada.put("/api/user/profile", { bio: "short" })).status).toBe(200);
});

test("Social links are a list: its order is stored, missing ones are deleted, and visitors see the filled-in ones", async () => {
  const ada = await owner();
  const put = async (...links: [string, string][]) => {
    const answer = await ada.put("/api/user/social-links", {
      links: links.map(([platform, value]) => ({ platform, value })),
    });
    return ((await answer.json()) as { links: { platform: string; url: string | null }[] }).links.map(
      ({ platform, url }) => `${platform} ${url}`,
    );
  };
  expect(await put(["github", "@ada"], ["discord", ""])).toEqual([
    "github https://github.com/ada",
    "discord null",
  ]);
  expect(await put(["discord", "https://discord.gg/x"], ["tiktok", "ada"], ["github", "ada"])).toEqual([
    "discord https://discord.gg/x",
    "tiktok https://www.tiktok.com/@ada",
    "github https://github.com/ada",
  ]);
  expect(await put(["github", "ada"], ["tiktok", ""])).toEqual([
    "github https://github.com/ada",
    "tiktok null",
  ]);
  expect(await (await ada.get("/api/users/ada")).json()).toMatchObject({
    socialLinks: [{ platform: "github", url: "https://github.com/ada" }],
  });

  const twice = await ada.put("/api/user/social-links", {
    links: [
      { platform: "github", value: "a" },
      { platform: "github", value: "b" },
    ],
  });
  expect(twice.status).toBe(400);
  expect(
    (
      await ada.put("/api/user/social-links", {
        links: [{ platform: "github", value: "javascript:alert(1)" }],
      })
    ).status,
  ).toBe(400);
});

test("Each handle leads to its platform's address; a Discord name is shown on the page without a link", async () => {
  const ada = await owner();
  const links = [
    { platform: "youtube", value: "UCabcdefghijklmnopqrstuv" },
    { platform: "linkedin", value: "mira-k\u00F6hler" },
    { platform: "facebook", value: "profile.php?id=100000000000001" },
    { platform: "discord", value: "mira.k" },
  ];
  const stored = (await (await ada.put("/api/user/social-links", { links })).json()) as {
    links: { url: string | null }[];
  };
  const urls = [
    "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv",
    "https://www.linkedin.com/in/mira-k%C3%B6hler",
    "https://www.facebook.com/profile.php?id=100000000000001",
  ];
  expect(stored.links.map(({ url }) => url)).toEqual([...urls, null]);
  expect(
    ((await (await ada.get("/api/users/ada")).json()) as { socialLinks: { url: string }[] }).socialLinks.map(
      ({ url }) => url,
    ),
  ).toEqual(urls);
  const page = await (await ada.get("/ada")).text();
  for (const url of urls) expect(page).toContain(`href="${url}"`);
  expect(page).toContain("<bdi>mira.k</bdi>");
  const refused = await ada.put("/api/user/social-links", {
    links: [{ platform: "instagram", value: "ftp://example.com/mira" }],
  });
  expect(await refused.json()).toMatchObject({
    issues: [
      { path: "links.0.value", message: "Must be a handle or a valid URL. ftp: links can't be used here" },
    ],
  });
});
