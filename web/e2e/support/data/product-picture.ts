import type { Browser } from "@playwright/test";

type Picture = { name: string; mimeType: string; buffer: Buffer };

export const bowlPicture = (browser: Browser): Promise<Picture> =>
  taken(
    browser,
    "bowl",
    `<path d="M170 200 H470 C470 330 410 390 320 390 C230 390 170 330 170 200 Z" fill="#8c3c28"/><rect x="220" y="250" width="200" height="22" fill="#e8b35a"/>`,
  );

export const boxesPicture = (browser: Browser): Promise<Picture> =>
  taken(
    browser,
    "boxes",
    `<rect x="160" y="120" width="160" height="240" fill="#c8281e"/><rect x="380" y="120" width="120" height="240" fill="#1e3cc8"/>`,
  );

/** A red square of 0.8 % of the picture, right of the middle. */
export const dotPicture = (browser: Browser): Promise<Picture> =>
  taken(browser, "dot", `<rect x="440" y="220" width="50" height="50" fill="#c8281e"/>`);

export const pairPicture = (browser: Browser): Promise<Picture> =>
  taken(
    browser,
    "pair",
    `<rect x="110" y="120" width="160" height="240" fill="#c8281e"/><rect x="400" y="120" width="120" height="240" fill="#c8281e"/>`,
  );

export const clothPicture = (browser: Browser): Promise<Picture> =>
  taken(
    browser,
    "cloth",
    `<path d="M260 0 L640 0 L640 480 L180 480 C240 300 300 200 260 0 Z" fill="#8c3c28"/>`,
  );

async function taken(browser: Browser, name: string, things: string): Promise<Picture> {
  const page = await browser.newPage({
    viewport: { width: 640, height: 480 },
    deviceScaleFactor: 1,
    isMobile: false,
  });
  await page.setContent(
    `<body style="margin:0;background:#d6cec4"><svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${things}</svg>`,
  );
  const buffer = await page.screenshot({ type: "jpeg", quality: 92 });
  await page.close();
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer };
}
