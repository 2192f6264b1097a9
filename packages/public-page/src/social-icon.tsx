import type { SocialPlatform } from "@shelv/contract/rows/social-link";
import {
  siDiscord,
  siFacebook,
  siGithub,
  siInstagram,
  siLinkedin,
  siPinterest,
  siSnapchat,
  siSpotify,
  siTiktok,
  siTwitch,
  siX,
  siYoutube,
} from "simple-icons";

const ICONS: Record<SocialPlatform, { path: string }> = {
  instagram: siInstagram,
  facebook: siFacebook,
  twitter: siX,
  youtube: siYoutube,
  tiktok: siTiktok,
  linkedin: siLinkedin,
  snapchat: siSnapchat,
  pinterest: siPinterest,
  spotify: siSpotify,
  twitch: siTwitch,
  discord: siDiscord,
  github: siGithub,
};

/** To a hundredth of the 24 units, which are at most 50 px wide: more digits only add bytes. */
export const iconPath = (path: string): string => path.replace(/(\.\d\d)\d+/g, "$1");

const PATHS = Object.fromEntries(
  Object.entries(ICONS).map(([platform, { path }]) => [platform, iconPath(path)]),
);

export const SocialIcon = ({ platform, label }: { platform: SocialPlatform; label?: string }) => (
  <svg
    viewBox="0 0 24 24"
    {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
  >
    <path d={PATHS[platform]} />
  </svg>
);
