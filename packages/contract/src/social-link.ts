import * as v from "valibot";
import { position } from "./position.ts";
import { completeLinkUrl, httpUrl } from "./link-url.ts";

export const SOCIAL_PLATFORMS = [
  "instagram", "facebook", "twitter", "youtube", "tiktok", "linkedin", "snapchat", "pinterest", "spotify", "twitch", "discord", "github",
] as const;
export type SocialPlatform = (typeof SOCIAL_PLATFORMS)[number];

/** What each platform is called, and where one of its handles lives. */
export const PLATFORMS: Record<SocialPlatform, { name: string; ofHandle: string }> = {
  instagram: { name: "Instagram", ofHandle: "https://www.instagram.com/" },
  facebook: { name: "Facebook", ofHandle: "https://www.facebook.com/" },
  twitter: { name: "X (Twitter)", ofHandle: "https://x.com/" },
  youtube: { name: "YouTube", ofHandle: "https://www.youtube.com/@" },
  tiktok: { name: "TikTok", ofHandle: "https://www.tiktok.com/@" },
  linkedin: { name: "LinkedIn", ofHandle: "https://www.linkedin.com/in/" },
  snapchat: { name: "Snapchat", ofHandle: "https://www.snapchat.com/add/" },
  pinterest: { name: "Pinterest", ofHandle: "https://www.pinterest.com/" },
  spotify: { name: "Spotify", ofHandle: "https://open.spotify.com/user/" },
  twitch: { name: "Twitch", ofHandle: "https://www.twitch.tv/" },
  discord: { name: "Discord", ofHandle: "https://discord.gg/" },
  github: { name: "GitHub", ofHandle: "https://github.com/" },
};

const HANDLE = /^@?[\w.-]{1,100}$/;

/** A handle, with or without its @, or a whole address; empty until it is filled in. */
export const socialLinkValue = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === "" || HANDLE.test(text) || v.is(httpUrl, text), "Must be a handle or a valid URL"),
);

/** What the owner most likely meant: an address that was copied without its "https://" has a path, and a handle has none. */
export const completeSocialLink = (typed: string): string => (typed.includes("/") ? completeLinkUrl(typed) : typed);

export const socialPlatform = v.picklist(SOCIAL_PLATFORMS);

/** One per platform, which is its id; in the owner's order. */
export const socialLinkRow = v.object({ id: socialPlatform, value: v.string(), position });
export type SocialLinkRow = v.InferOutput<typeof socialLinkRow>;

/** Where a link leads; null for one that is not filled in. */
export function socialLinkUrl(platform: SocialPlatform, value: string): string | null {
  if (HANDLE.test(value)) return PLATFORMS[platform].ofHandle + encodeURIComponent(value.replace(/^@/, ""));
  return v.is(httpUrl, value) ? value : null;
}
