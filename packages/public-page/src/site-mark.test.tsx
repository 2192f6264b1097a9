import { renderToStaticMarkup } from "react-dom/server";
import { siApplemusic, siSpotify, siYoutube } from "simple-icons";
import { expect, test } from "vitest";
import { iconPath } from "./social-icon.tsx";
import { siteMark } from "./site-mark.tsx";

const drawn = (url: string) => renderToStaticMarkup(siteMark(url));

test.each([
  ["https://open.spotify.com/album/1", siSpotify],
  ["http://SPOTIFY.com", siSpotify],
  ["https://youtu.be/x?t=1", siYoutube],
  ["https://m.youtube.com:443/watch", siYoutube],
  ["https://music.apple.com/se/album/1", siApplemusic],
])("%s has its site's mark, drawn in the card's ink", (url, { path }) => {
  expect(drawn(url)).toBe(
    `<svg class="shelv-mark" viewBox="0 0 24 24"><path d="${iconPath(path)}"></path></svg>`,
  );
});

test.each([
  "https://example.com/spotify.com",
  "https://notspotify.com/",
  "https://spotify.com.example.com/",
  "https://spotify.com@example.com/",
  "https://apple.com/",
  "https://com/",
  "mailto:me@spotify.com",
  "tel:+49301234567",
])("%s has no mark", (url) => {
  expect(siteMark(url)).toBeNull();
});
