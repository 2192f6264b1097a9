import * as v from "valibot";
import { entriesOf, fields, LINE } from "./field.ts";
import { position } from "#values/position";
import { httpUrl, INVALID_URL } from "#values/link-url";
import { withoutHiddenMarks } from "#values/text";

type Platform = {
  name: string;
  ofHandle: string;
  /** Other paths of profile pages, as people copy them without the host. */
  pages?: RegExp;
  /** Whether handles may be of any script. */
  hasAnyLetters?: true;
};

/** A new one also has an icon: `packages/public-page/src/social-icon.tsx`. */
const DECLARED = {
  instagram: { name: "Instagram", ofHandle: "https://www.instagram.com/" },
  facebook: {
    name: "Facebook",
    ofHandle: "https://www.facebook.com/",
    pages: /^(?:profile\.php\?id=\d+|(?:groups|pages|people)\/.+)$/,
  },
  twitter: { name: "X (Twitter)", ofHandle: "https://x.com/" },
  youtube: {
    name: "YouTube",
    ofHandle: "https://www.youtube.com/@",
    pages: /^(?:channel|c|user)\/[^/]+$/,
    hasAnyLetters: true,
  },
  tiktok: { name: "TikTok", ofHandle: "https://www.tiktok.com/@" },
  linkedin: {
    name: "LinkedIn",
    ofHandle: "https://www.linkedin.com/in/",
    pages: /^(?:in|company|school|showcase)\/[^/]+\/?$/,
    hasAnyLetters: true,
  },
  snapchat: { name: "Snapchat", ofHandle: "https://www.snapchat.com/add/", pages: /^add\/[^/]+$/ },
  pinterest: { name: "Pinterest", ofHandle: "https://www.pinterest.com/" },
  spotify: {
    name: "Spotify",
    ofHandle: "https://open.spotify.com/user/",
    pages: /^(?:artist|user|show|playlist|album)\/\w+$/,
  },
  twitch: { name: "Twitch", ofHandle: "https://www.twitch.tv/" },
  discord: { name: "Discord", ofHandle: "https://discord.gg/", pages: /^(?:users|invite|servers)\/[\w-]+$/ },
  github: { name: "GitHub", ofHandle: "https://github.com/", pages: /^[\w-]+\/[\w.-]+$/ },
} satisfies Record<string, Platform>;

export type SocialPlatform = keyof typeof DECLARED;
export const PLATFORMS: Record<SocialPlatform, Platform> = DECLARED;
export const SOCIAL_PLATFORMS = Object.keys(PLATFORMS) as [SocialPlatform, ...SocialPlatform[]];

const HANDLE = /^@?[\w.-]{1,100}$/;
const HANDLE_OF_ANY_LETTERS = /^@?[\p{L}\p{N}\p{M}_.·-]{1,100}$/u;

const isHandle = (platform: SocialPlatform, value: string) =>
  (PLATFORMS[platform].hasAnyLetters ? HANDLE_OF_ANY_LETTERS : HANDLE).test(value);

/**
 * A handle, with or without @, or an address; empty until filled in. `withSocialValue` checks it per
 * platform.
 */
export const socialLinkValue = v.pipe(
  v.string(),
  v.transform((typed) => withoutHiddenMarks(typed).trim()),
);

const WRONG = "Must be a handle or a valid URL";

export function readSocialLink(
  platform: SocialPlatform,
  typed: string,
): { value: string } | { problem: string } {
  const value = v.parse(socialLinkValue, typed);
  if (
    value === "" ||
    socialLinkTarget(platform, value)?.text ||
    (isHandle(platform, value) && !/^www\./i.test(value))
  )
    return { value };
  if (/\s/.test(value)) return { problem: WRONG };
  const page = pageOf(platform, value);
  if (page !== null) return { value: page };
  const { success, output, issues } = v.safeParse(httpUrl, value);
  return success ? { value: output } : { problem: WRONG + issues[0].message.slice(INVALID_URL.length) };
}

export const withSocialValue = <T extends { value: string }>(platformOf: (link: T) => SocialPlatform) =>
  v.rawTransform<T, T>(({ dataset: { value: link }, addIssue, NEVER }) => {
    const read = readSocialLink(platformOf(link), link.value);
    if ("value" in read) return { ...link, value: read.value };
    addIssue({
      message: read.problem,
      path: [{ type: "object", origin: "value", input: link, key: "value", value: link.value }],
    });
    return NEVER;
  });

/** Null if the value is not a path of the platform's profiles. */
function pageOf(platform: SocialPlatform, value: string): string | null {
  const path = platform === "spotify" ? value.replace(/^spotify:(\w+):(\w+)$/, "$1/$2") : value;
  if (!PLATFORMS[platform].pages?.test(path)) return null;
  return (
    (platform === "discord"
      ? "https://discord.com/"
      : PLATFORMS[platform].ofHandle.replace(/^(https:\/\/[^/]+\/).*/, "$1")) + path
  );
}

export const socialPlatform = v.picklist(SOCIAL_PLATFORMS);

export const SOCIAL_LINK_FIELDS = fields({
  value: { ...LINE, schema: v.string(), label: "Handle or URL", isRequired: true },
});
/** One for each platform, whose name is the id; in the owner's order. */
export const socialLinkRow = v.object({
  id: socialPlatform,
  ...entriesOf(SOCIAL_LINK_FIELDS),
  position,
});
export type SocialLinkRow = v.InferOutput<typeof socialLinkRow>;

export type SocialLinkTarget = { url: string; text: null } | { url: null; text: string };

/** Null until it is filled in. */
export function socialLinkTarget(platform: SocialPlatform, value: string): SocialLinkTarget | null {
  if (platform === "discord" && isDiscordName(value)) return { url: null, text: value.replace(/^@/, "") };
  const url = isHandle(platform, value)
    ? handleUrl(platform, value.replace(/^@/, ""))
    : v.is(httpUrl, value)
      ? v.parse(httpUrl, value)
      : null;
  return url === null ? null : { url, text: null };
}

function handleUrl(platform: SocialPlatform, handle: string): string {
  if (platform === "youtube" && /^UC[\w-]{22}$/.test(handle))
    return `https://www.youtube.com/channel/${handle}`;
  if (platform === "facebook" && /^\d{9,}$/.test(handle))
    return `https://www.facebook.com/profile.php?id=${handle}`;
  if (platform === "discord" && /^\d{17,20}$/.test(handle)) return `https://discord.com/users/${handle}`;
  return PLATFORMS[platform].ofHandle + encodeURIComponent(handle);
}

/** Discord addresses have numeric ids, not names. Invite codes have capitals or hyphens, which names lack. */
const isDiscordName = (value: string) =>
  (/^@?[a-z\d._]{2,32}$/.test(value) && !/^\d{17,20}$/.test(value)) ||
  /^@[\w.-]{1,100}$/.test(value) ||
  /^[^\s@:/][^@:/]{1,31}#\d{4}$/.test(value);
