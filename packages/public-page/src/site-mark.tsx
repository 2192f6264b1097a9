import type { ReactNode } from "react";
import {
  siAirbnb,
  siAmazon,
  siApplemusic,
  siApplepodcasts,
  siAudible,
  siBandcamp,
  siBehance,
  siBluesky,
  siDeviantart,
  siDiscord,
  siDribbble,
  siEbay,
  siEtsy,
  siEventbrite,
  siFacebook,
  siFigma,
  siFlickr,
  siGithub,
  siGitlab,
  siGoodreads,
  siGooglemaps,
  siGumroad,
  siInstagram,
  siKickstarter,
  siKofi,
  siLetterboxd,
  siLinkedin,
  siMedium,
  siMixcloud,
  siNetflix,
  siNotion,
  siPatreon,
  siPaypal,
  siPinterest,
  siRedbubble,
  siReddit,
  siSoundcloud,
  siSpotify,
  siSteam,
  siStrava,
  siSubstack,
  siTelegram,
  siThreads,
  siTidal,
  siTiktok,
  siTumblr,
  siTwitch,
  siUnsplash,
  siVimeo,
  siWhatsapp,
  siWikipedia,
  siX,
  siYoutube,
} from "simple-icons";
import { iconPath } from "./social-icon.tsx";

/** Each with its subdomains. */
const HOSTS: [icon: { path: string }, hosts: string][] = [
  [siAirbnb, "airbnb.com abnb.me"],
  [
    siAmazon,
    "amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.ca amazon.in amazon.co.jp amazon.com.au amazon.com.br amzn.to",
  ],
  [siApplemusic, "music.apple.com"],
  [siApplepodcasts, "podcasts.apple.com"],
  [siAudible, "audible.com audible.de audible.co.uk"],
  [siBandcamp, "bandcamp.com"],
  [siBehance, "behance.net"],
  [siBluesky, "bsky.app bsky.social"],
  [siDeviantart, "deviantart.com"],
  [siDiscord, "discord.com discord.gg"],
  [siDribbble, "dribbble.com"],
  [siEbay, "ebay.com ebay.de ebay.co.uk ebay.fr ebay.it"],
  [siEtsy, "etsy.com etsy.me"],
  [siEventbrite, "eventbrite.com eventbrite.co.uk eventbrite.de"],
  [siFacebook, "facebook.com fb.com fb.me"],
  [siFigma, "figma.com"],
  [siFlickr, "flickr.com flic.kr"],
  [siGithub, "github.com github.io"],
  [siGitlab, "gitlab.com"],
  [siGoodreads, "goodreads.com"],
  [siGooglemaps, "maps.google.com maps.app.goo.gl"],
  [siGumroad, "gumroad.com"],
  [siInstagram, "instagram.com"],
  [siKickstarter, "kickstarter.com"],
  [siKofi, "ko-fi.com"],
  [siLetterboxd, "letterboxd.com boxd.it"],
  [siLinkedin, "linkedin.com lnkd.in"],
  [siMedium, "medium.com"],
  [siMixcloud, "mixcloud.com"],
  [siNetflix, "netflix.com"],
  [siNotion, "notion.so notion.site"],
  [siPatreon, "patreon.com"],
  [siPaypal, "paypal.com paypal.me"],
  [siPinterest, "pinterest.com pinterest.de pinterest.co.uk pin.it"],
  [siRedbubble, "redbubble.com"],
  [siReddit, "reddit.com redd.it"],
  [siSoundcloud, "soundcloud.com"],
  [siSpotify, "spotify.com spotify.link spoti.fi"],
  [siSteam, "steampowered.com steamcommunity.com"],
  [siStrava, "strava.com"],
  [siSubstack, "substack.com"],
  [siTelegram, "telegram.org telegram.me t.me"],
  [siThreads, "threads.net threads.com"],
  [siTidal, "tidal.com"],
  [siTiktok, "tiktok.com"],
  [siTumblr, "tumblr.com"],
  [siTwitch, "twitch.tv"],
  [siUnsplash, "unsplash.com"],
  [siVimeo, "vimeo.com"],
  [siWhatsapp, "whatsapp.com wa.me"],
  [siWikipedia, "wikipedia.org"],
  [siX, "x.com twitter.com t.co"],
  [siYoutube, "youtube.com youtu.be"],
];

const PATHS = new Map(
  HOSTS.flatMap(([{ path }, hosts]) => hosts.split(" ").map((host) => [host, iconPath(path)] as const)),
);

/** The site's mark in the card's ink; null for a site without one. `url`: of a link. */
export function siteMark(url: string): ReactNode {
  const [, host = ""] = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(url) ?? [];
  const labels = host.toLowerCase().split(".");
  // From the longest name on, so that a subdomain's own mark comes first.
  for (let at = 0; at < labels.length - 1; at += 1) {
    const path = PATHS.get(labels.slice(at).join("."));
    if (path !== undefined)
      return (
        <svg className="shelv-mark" viewBox="0 0 24 24">
          <path d={path} />
        </svg>
      );
  }
  return null;
}
