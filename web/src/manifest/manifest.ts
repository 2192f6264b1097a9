/** Icons: icons/draw-icons.ts; screenshots: `pnpm run screenshots --install`. */
import { SCREEN_PATHS } from "@shelv/contract/paths";
import { CHOSEN_PICTURE_TYPES } from "@shelv/contract/rows/picture";
import { PRODUCT } from "@shelv/contract/product";
import { SHARED_FIELDS } from "@shelv/contract/links/share";
import type { ManifestOptions } from "vite-plugin-pwa";

/** The dark one is in index.html. */
const BACKGROUND = "#f6eee1";

/** In px, of the pictures that the screenshot script takes. */
export const SCREENSHOT_SIZES = {
  narrow: { width: 585, height: 1266 },
  wide: { width: 1280, height: 800 },
} as const;

export const manifest: Partial<ManifestOptions> = {
  // The app's identity for the system. Never change it.
  id: "/",
  name: PRODUCT,
  short_name: PRODUCT,
  description:
    "Your links, standing on a shelf. Put what you love where people find it, with or without a network.",
  lang: "en",
  dir: "ltr",
  categories: ["productivity", "social", "shopping"],
  start_url: SCREEN_PATHS.shelves,
  scope: "/",
  display: "standalone",
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  // Shortcuts and shares navigate the open window, whose form asks first.
  launch_handler: { client_mode: ["navigate-existing", "auto"] },
  // No SVG: Chromium would rasterise it on the main thread at every start.
  icons: [
    { src: "/icons/shelv-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icons/shelv-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icons/shelv-maskable-192.png", sizes: "192x192", type: "image/png", purpose: "maskable" },
    { src: "/icons/shelv-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [
    shortcut("Add item", `${SCREEN_PATHS.items}?item=new`, "add-item"),
    shortcut("My page", SCREEN_PATHS.me, "my-page"),
    shortcut("QR code", `${SCREEN_PATHS.profile}#qr-code`, "qr-code"),
  ],
  screenshots: [
    screenshot("narrow", "page", "Your page, as everybody sees it"),
    screenshot("narrow", "shelf", "A shelf being filled, offline too"),
    screenshot("narrow", "appearance", "Colors, fonts and wood"),
    screenshot("wide", "page", "Your page, as everybody sees it"),
    screenshot("wide", "shelf", "A shelf being filled, and how it will stand"),
  ],
  share_target: {
    action: SCREEN_PATHS.share,
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: SHARED_FIELDS.title,
      text: SHARED_FIELDS.text,
      url: SHARED_FIELDS.url,
      files: [{ name: SHARED_FIELDS.pictures, accept: [...CHOSEN_PICTURE_TYPES] }],
    },
  },
};

function shortcut(name: string, url: string, icon: string) {
  return { name, url, icons: [{ src: `/icons/shortcut-${icon}.png`, sizes: "96x96", type: "image/png" }] };
}

function screenshot(form: keyof typeof SCREENSHOT_SIZES, name: string, label: string) {
  const { width, height } = SCREENSHOT_SIZES[form];
  return {
    src: `/screenshots/${name}-${form}.webp`,
    sizes: `${width}x${height}`,
    type: "image/webp",
    form_factor: form,
    label,
  };
}
