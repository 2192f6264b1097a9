const PROVIDERS: { pages: RegExp; endpoint: string }[] = [
  {
    pages:
      /^https?:\/\/(?:www\.|m\.|music\.)?youtube\.com\/(?:watch|shorts\/|live\/|playlist)|^https?:\/\/youtu\.be\//i,
    endpoint: "https://www.youtube.com/oembed",
  },
  { pages: /^https?:\/\/(?:www\.)?vimeo\.com\/\d/i, endpoint: "https://vimeo.com/api/oembed.json" },
  { pages: /^https?:\/\/open\.spotify\.com\//i, endpoint: "https://open.spotify.com/oembed" },
  { pages: /^https?:\/\/(?:www\.)?tiktok\.com\/@[^/]+\/video\//i, endpoint: "https://www.tiktok.com/oembed" },
  { pages: /^https?:\/\/(?:www\.|m\.)?soundcloud\.com\//i, endpoint: "https://soundcloud.com/oembed" },
  {
    pages: /^https?:\/\/(?:www\.)?flickr\.com\/photos\//i,
    endpoint: "https://www.flickr.com/services/oembed",
  },
  { pages: /^https?:\/\/(?:www\.|old\.)?reddit\.com\/r\//i, endpoint: "https://www.reddit.com/oembed" },
];

export function knownOembed(addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const provider = PROVIDERS.find(({ pages }) => pages.test(address));
    if (provider) return `${provider.endpoint}?format=json&url=${encodeURIComponent(address)}`;
  }
  return null;
}
