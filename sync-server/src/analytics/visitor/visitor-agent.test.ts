import { expect, test } from "vitest";
import { readAgent } from "./visitor-agent.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const PIXEL =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36";

test("In-app browsers are recognised, as they send no referrer", () => {
  for (const [userAgent, app] of [
    [
      `${IPHONE} Mobile/15E148 Instagram 389.0.0.24.98 (iPhone15,2; iOS 18_5; de_DE; de; scale=3.00; 1179x2556)`,
      "Instagram",
    ],
    [
      `${PIXEL} Instagram 380.0.0.48.81 Android (35/15; 420dpi; 1080x2424; Google/google; Pixel 9; tokay; en_US)`,
      "Instagram",
    ],
    [
      `${IPHONE} Mobile/15E148 musical_ly_39.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en`,
      "TikTok",
    ],
    [`${PIXEL} trill_390503 BytedanceWebview/d8a21c6`, "TikTok"],
    [`${IPHONE} Mobile/22F76 [FBAN/FBIOS;FBAV/517.0.0.37.107;FBBV/745]`, "Facebook"],
    [`${PIXEL} [FB_IAB/FB4A;FBAV/517.0.0.45.98;]`, "Facebook"],
    [`${IPHONE} Mobile/22F76 [FBAN/MessengerForiOS;FBAV/512.0.0]`, "Messenger"],
    [`${IPHONE} Mobile/15E148 Twitter for iPhone/11.2`, "X"],
    [`${IPHONE} Mobile/15E148 Safari Line/15.8.0`, "LINE"],
    [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.60(0x18003c2b) NetType/WIFI Language/en`, "WeChat"],
    [`${IPHONE} Mobile/15E148 Snapchat/13.46.0.46 (like Safari/8621.2.5, panda)`, "Snapchat"],
    [`${IPHONE} Mobile/15E148 [Pinterest/iOS]`, "Pinterest"],
    [`${PIXEL} [LinkedInApp]/4.1.1091`, "LinkedIn"],
    [`${IPHONE} Mobile/15E148 Barcelona 389.0.0.24.98 (iPhone15,2; iOS 18_5)`, "Threads"],
  ] as const)
    expect([userAgent, readAgent(userAgent)]).toEqual([
      userAgent,
      { isVisitor: true, device: "phone", browser: `${app} app`, app },
    ]);
});

test("Browser families and device classes are read from the user agent", () => {
  const win =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
  const mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  for (const [userAgent, browser, device] of [
    [win, "Chrome", "desktop"],
    [`${win} Edg/141.0.0.0`, "Edge", "desktop"],
    [`${win} OPR/118.0.0.0`, "Opera", "desktop"],
    [`${mac} Version/26.0 Safari/605.1.15`, "Safari", "desktop"],
    [`${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`, "Safari", "phone"],
    [`${IPHONE} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, "Chrome", "phone"],
    [`${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, "Firefox", "phone"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "desktop"],
    ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox", "phone"],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Safari/537.36",
      "Samsung Internet",
      "tablet",
    ],
    [
      "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
      "Safari",
      "tablet",
    ],
    ["Mozilla/5.0 (PlayStation 5) Gecko", "other", "desktop"],
  ] as const)
    expect([userAgent, readAgent(userAgent)]).toEqual([
      userAgent,
      { isVisitor: true, browser, device, app: null },
    ]);
});

test("Bots are not visitors", () => {
  for (const userAgent of [
    "",
    "curl/8.5.0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  ])
    expect([userAgent, readAgent(userAgent).isVisitor]).toEqual([userAgent, false]);
});

test("Only the start of a very long user agent is read: patterns take the square of its length", () => {
  expect(readAgent(`Mozilla/5.0 ${"x".repeat(500)} Firefox/140.0`).browser).toBe("Firefox");
  expect(readAgent(`Mozilla/5.0 ${"x".repeat(14_000)} Firefox/140.0`).browser).toBe("other");
});
