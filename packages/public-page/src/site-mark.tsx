import type { ReactNode } from "react";
import airbnb from "simple-icons/icons/airbnb.svg?raw";
import amazon from "simple-icons/icons/amazon.svg?raw";
import applemusic from "simple-icons/icons/applemusic.svg?raw";
import applepodcasts from "simple-icons/icons/applepodcasts.svg?raw";
import audible from "simple-icons/icons/audible.svg?raw";
import bandcamp from "simple-icons/icons/bandcamp.svg?raw";
import behance from "simple-icons/icons/behance.svg?raw";
import bluesky from "simple-icons/icons/bluesky.svg?raw";
import deviantart from "simple-icons/icons/deviantart.svg?raw";
import discord from "simple-icons/icons/discord.svg?raw";
import dribbble from "simple-icons/icons/dribbble.svg?raw";
import ebay from "simple-icons/icons/ebay.svg?raw";
import etsy from "simple-icons/icons/etsy.svg?raw";
import eventbrite from "simple-icons/icons/eventbrite.svg?raw";
import facebook from "simple-icons/icons/facebook.svg?raw";
import figma from "simple-icons/icons/figma.svg?raw";
import flickr from "simple-icons/icons/flickr.svg?raw";
import github from "simple-icons/icons/github.svg?raw";
import gitlab from "simple-icons/icons/gitlab.svg?raw";
import goodreads from "simple-icons/icons/goodreads.svg?raw";
import googlemaps from "simple-icons/icons/googlemaps.svg?raw";
import gumroad from "simple-icons/icons/gumroad.svg?raw";
import instagram from "simple-icons/icons/instagram.svg?raw";
import kickstarter from "simple-icons/icons/kickstarter.svg?raw";
import kofi from "simple-icons/icons/kofi.svg?raw";
import letterboxd from "simple-icons/icons/letterboxd.svg?raw";
import linkedin from "simple-icons/icons/linkedin.svg?raw";
import medium from "simple-icons/icons/medium.svg?raw";
import mixcloud from "simple-icons/icons/mixcloud.svg?raw";
import netflix from "simple-icons/icons/netflix.svg?raw";
import notion from "simple-icons/icons/notion.svg?raw";
import patreon from "simple-icons/icons/patreon.svg?raw";
import paypal from "simple-icons/icons/paypal.svg?raw";
import pinterest from "simple-icons/icons/pinterest.svg?raw";
import redbubble from "simple-icons/icons/redbubble.svg?raw";
import reddit from "simple-icons/icons/reddit.svg?raw";
import soundcloud from "simple-icons/icons/soundcloud.svg?raw";
import spotify from "simple-icons/icons/spotify.svg?raw";
import steam from "simple-icons/icons/steam.svg?raw";
import strava from "simple-icons/icons/strava.svg?raw";
import substack from "simple-icons/icons/substack.svg?raw";
import telegram from "simple-icons/icons/telegram.svg?raw";
import threads from "simple-icons/icons/threads.svg?raw";
import tidal from "simple-icons/icons/tidal.svg?raw";
import tiktok from "simple-icons/icons/tiktok.svg?raw";
import tumblr from "simple-icons/icons/tumblr.svg?raw";
import twitch from "simple-icons/icons/twitch.svg?raw";
import unsplash from "simple-icons/icons/unsplash.svg?raw";
import vimeo from "simple-icons/icons/vimeo.svg?raw";
import whatsapp from "simple-icons/icons/whatsapp.svg?raw";
import wikipedia from "simple-icons/icons/wikipedia.svg?raw";
import x from "simple-icons/icons/x.svg?raw";
import youtube from "simple-icons/icons/youtube.svg?raw";
import { bySite, siteMap } from "#text/by-site";
import { iconPath } from "./social-icon.tsx";

/**
 * Subdomains have the mark, too. Marks are files: in one module of the package, every screen with an icon
 * would load all of them.
 */
const HOSTS: [svg: string, hosts: string][] = [
  [airbnb, "airbnb.com abnb.me"],
  [
    amazon,
    "amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.nl amazon.ca amazon.in amazon.co.jp amazon.com.au amazon.com.br amzn.to",
  ],
  [applemusic, "music.apple.com"],
  [applepodcasts, "podcasts.apple.com"],
  [audible, "audible.com audible.de audible.co.uk"],
  [bandcamp, "bandcamp.com"],
  [behance, "behance.net"],
  [bluesky, "bsky.app bsky.social"],
  [deviantart, "deviantart.com"],
  [discord, "discord.com discord.gg"],
  [dribbble, "dribbble.com"],
  [ebay, "ebay.com ebay.de ebay.co.uk ebay.fr ebay.it"],
  [etsy, "etsy.com etsy.me"],
  [eventbrite, "eventbrite.com eventbrite.co.uk eventbrite.de"],
  [facebook, "facebook.com fb.com fb.me"],
  [figma, "figma.com"],
  [flickr, "flickr.com flic.kr"],
  [github, "github.com github.io"],
  [gitlab, "gitlab.com"],
  [goodreads, "goodreads.com"],
  [googlemaps, "maps.google.com maps.app.goo.gl"],
  [gumroad, "gumroad.com"],
  [instagram, "instagram.com"],
  [kickstarter, "kickstarter.com"],
  [kofi, "ko-fi.com"],
  [letterboxd, "letterboxd.com boxd.it"],
  [linkedin, "linkedin.com lnkd.in"],
  [medium, "medium.com"],
  [mixcloud, "mixcloud.com"],
  [netflix, "netflix.com"],
  [notion, "notion.so notion.site"],
  [patreon, "patreon.com"],
  [paypal, "paypal.com paypal.me"],
  [pinterest, "pinterest.com pinterest.de pinterest.co.uk pin.it"],
  [redbubble, "redbubble.com"],
  [reddit, "reddit.com redd.it"],
  [soundcloud, "soundcloud.com"],
  [spotify, "spotify.com spotify.link spoti.fi"],
  [steam, "steampowered.com steamcommunity.com"],
  [strava, "strava.com"],
  [substack, "substack.com"],
  [telegram, "telegram.org telegram.me t.me"],
  [threads, "threads.net threads.com"],
  [tidal, "tidal.com"],
  [tiktok, "tiktok.com"],
  [tumblr, "tumblr.com"],
  [twitch, "twitch.tv"],
  [unsplash, "unsplash.com"],
  [vimeo, "vimeo.com"],
  [whatsapp, "whatsapp.com wa.me"],
  [wikipedia, "wikipedia.org"],
  [x, "x.com twitter.com t.co"],
  [youtube, "youtube.com youtu.be"],
];

const PATHS = siteMap(
  HOSTS.map(([svg, hosts]) => [iconPath(/ d="([^"]*)"/.exec(svg)?.[1] ?? ""), hosts] as const),
);

export function siteMark(url: string): ReactNode {
  const path = bySite(PATHS, url);
  return path === undefined ? null : (
    <svg className="shelv-mark" viewBox="0 0 24 24">
      <path d={path} />
    </svg>
  );
}
