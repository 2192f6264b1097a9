import * as v from "valibot";
import { describe, expect, test } from "vitest";
import handles from "#cases/handles.json" with { type: "json" };
import {
  PLATFORMS,
  readSocialLink,
  SOCIAL_PLATFORMS,
  type SocialPlatform,
  socialLinkTarget,
} from "./social-link.ts";

const read = (platform: SocialPlatform, typed: string) => {
  const link = readSocialLink(platform, typed);
  return "value" in link ? (socialLinkTarget(platform, link.value)?.url ?? null) : link.problem;
};

const LEADS: [SocialPlatform, string, string][] = [
  ["instagram", "mira", "https://www.instagram.com/mira"],
  ["instagram", "@mira.k", "https://www.instagram.com/mira.k"],
  ["instagram", " mira\u200B", "https://www.instagram.com/mira"],
  ["instagram", "instagram.com/mira/", "https://instagram.com/mira/"],
  ["instagram", "https://www.instagram.com/mira?igsh=abc", "https://www.instagram.com/mira?igsh=abc"],
  ["instagram", "www.instagram.com", "https://www.instagram.com"],
  ["instagram", "\u202Ahttps://www.instagram.com/mira\u202C", "https://www.instagram.com/mira"],
  ["facebook", "mira.koehler", "https://www.facebook.com/mira.koehler"],
  ["facebook", "profile.php?id=100000000000001", "https://www.facebook.com/profile.php?id=100000000000001"],
  ["facebook", "100000000000001", "https://www.facebook.com/profile.php?id=100000000000001"],
  ["facebook", "https://m.facebook.com/profile.php?id=1", "https://m.facebook.com/profile.php?id=1"],
  ["facebook", "groups/kiln", "https://www.facebook.com/groups/kiln"],
  [
    "facebook",
    "facebook.com/people/Mira/100000000000001",
    "https://facebook.com/people/Mira/100000000000001",
  ],
  ["twitter", "@mira_k", "https://x.com/mira_k"],
  ["twitter", "https://twitter.com/mira", "https://twitter.com/mira"],
  ["twitter", "x.com/mira", "https://x.com/mira"],
  ["youtube", "@mira", "https://www.youtube.com/@mira"],
  ["youtube", "mira", "https://www.youtube.com/@mira"],
  ["youtube", "UCabcdefghijklmnopqrstuv", "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv"],
  ["youtube", "@陶芸チャンネル", `https://www.youtube.com/@${encodeURIComponent("陶芸チャンネル")}`],
  ["youtube", "канал", `https://www.youtube.com/@${encodeURIComponent("канал")}`],
  ["youtube", "channel/UCabcdefghijklmnopqrstuv", "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv"],
  ["youtube", "c/Mira", "https://www.youtube.com/c/Mira"],
  ["youtube", " www.youtube.com/@mira ", "https://www.youtube.com/@mira"],
  ["youtube", "https://youtube.com/@mira?si=x", "https://youtube.com/@mira?si=x"],
  ["tiktok", "@mira", "https://www.tiktok.com/@mira"],
  ["tiktok", "tiktok.com/@mira", "https://tiktok.com/@mira"],
  ["linkedin", "mira-köhler", `https://www.linkedin.com/in/mira-${encodeURIComponent("k\u00F6hler")}`],
  ["linkedin", "in/mira", "https://www.linkedin.com/in/mira"],
  ["linkedin", "company/kiln/", "https://www.linkedin.com/company/kiln/"],
  ["linkedin", "de.linkedin.com/in/mira-köhler/", "https://de.linkedin.com/in/mira-köhler/"],
  ["linkedin", "田中太郎", `https://www.linkedin.com/in/${encodeURIComponent("田中太郎")}`],
  ["snapchat", "mira", "https://www.snapchat.com/add/mira"],
  ["snapchat", "add/mira", "https://www.snapchat.com/add/mira"],
  ["snapchat", "https://t.snapchat.com/abc", "https://t.snapchat.com/abc"],
  ["pinterest", "mira", "https://www.pinterest.com/mira"],
  ["pinterest", "pin.it/abc", "https://pin.it/abc"],
  ["pinterest", "https://de.pinterest.com/mira/", "https://de.pinterest.com/mira/"],
  ["spotify", "mira", "https://open.spotify.com/user/mira"],
  [
    "spotify",
    "spotify:artist:4Z8W4fKeB5YxbusRsdQVPb",
    "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb",
  ],
  ["spotify", "artist/4Z8W4fKeB5YxbusRsdQVPb", "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb"],
  ["spotify", "open.spotify.com/artist/4Z8W", "https://open.spotify.com/artist/4Z8W"],
  ["twitch", "mira", "https://www.twitch.tv/mira"],
  ["twitch", "twitch.tv/mira", "https://twitch.tv/mira"],
  ["discord", "discord.gg/kiln", "https://discord.gg/kiln"],
  ["discord", "https://discord.com/invite/kiln", "https://discord.com/invite/kiln"],
  ["discord", "aBcD12xY", "https://discord.gg/aBcD12xY"],
  ["discord", "kiln-club", "https://discord.gg/kiln-club"],
  ["discord", "80351110224678912", "https://discord.com/users/80351110224678912"],
  ["discord", "users/80351110224678912", "https://discord.com/users/80351110224678912"],
  ["discord", "invite/kiln", "https://discord.com/invite/kiln"],
  ["discord", "https://discord.com/users/80351110224678912", "https://discord.com/users/80351110224678912"],
  ["github", "mira-k", "https://github.com/mira-k"],
  ["github", "mira/kiln", "https://github.com/mira/kiln"],
  ["github", "https://github.com/mira", "https://github.com/mira"],
  ["github", "github.com/mira", "https://github.com/mira"],
  ["twitter", "@mira@social.example", "https://social.example/@mira"],
  ["instagram", "@mira@social.example", "https://social.example/@mira"],
];

test.each(LEADS)("for %s, %j leads to %s", (platform, typed, url) => {
  expect(read(platform, typed)).toBe(url);
});

test("every platform has links among them", () => {
  expect(new Set(LEADS.map(([platform]) => platform))).toEqual(new Set(SOCIAL_PLATFORMS));
});

test.each([
  ["mira.k", "mira.k"],
  ["@mira.k", "mira.k"],
  ["@Mira", "Mira"],
  ["mira", "mira"],
  ["Mira K#1234", "Mira K#1234"],
])("a Discord name has no address: %j is shown as text", (typed, text) => {
  expect(readSocialLink("discord", typed)).toEqual({ value: typed });
  expect(socialLinkTarget("discord", typed)).toEqual({ url: null, text });
});

test("each known handle that was once rejected, or led nowhere, is accepted and leads somewhere or is shown", () => {
  const known = Object.values(handles).flat() as [SocialPlatform, string][];
  const dead = known.filter(([platform, typed]) => {
    const link = readSocialLink(platform, typed);
    return "problem" in link || socialLinkTarget(platform, link.value) === null;
  });
  expect(dead).toEqual([]);
});

describe("a value that is neither a handle nor an address", () => {
  test.each([
    ["mira mira", "Must be a handle or a valid URL"],
    ["mira/", "Must be a handle or a valid URL"],
    ["instagram.com/mira mira", "Must be a handle or a valid URL"],
    ["//evil.example/a", "Must be a handle or a valid URL"],
    ["javascript:alert(1)//", "Must be a handle or a valid URL. javascript: links can't be used here"],
    ["ftp://a.example/b", "Must be a handle or a valid URL. ftp: links can't be used here"],
    ["mailto:me@example.com", "Must be a handle or a valid URL. mailto: links can't be used here"],
    ["mira-köhler", "Must be a handle or a valid URL"],
  ])("%j is rejected with the reason", (typed, problem) => {
    expect(readSocialLink("instagram", typed)).toEqual({ problem });
  });
});

test("each platform has a name and an address", () => {
  for (const platform of SOCIAL_PLATFORMS)
    expect(v.is(v.pipe(v.string(), v.url()), PLATFORMS[platform].ofHandle)).toBe(true);
});
