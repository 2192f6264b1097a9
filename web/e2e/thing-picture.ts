import type { Browser } from "@playwright/test";

/** A clay bowl before a plain wall, taken anew at each call. */
export async function bowlPicture(browser: Browser): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 }, deviceScaleFactor: 1, isMobile: false });
  await page.setContent(`<body style="margin:0;background:#d6cec4"><svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <path d="M170 200 H470 C470 330 410 390 320 390 C230 390 170 330 170 200 Z" fill="#8c3c28"/><rect x="220" y="250" width="200" height="22" fill="#e8b35a"/></svg>`);
  const buffer = await page.screenshot({ type: "jpeg", quality: 92 });
  await page.close();
  return { name: "bowl.jpg", mimeType: "image/jpeg", buffer };
}
