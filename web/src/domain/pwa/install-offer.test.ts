import { describe, expect, test } from "vitest";
import { installOffer, type InstallSituation } from "./install-offer";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const SAFARI = `${IPHONE} Version/26.1 Mobile/15E148 Safari/604.1`;
const PIXEL =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15";

const offerIn = (over: Partial<InstallSituation>) =>
  installOffer({
    canPrompt: false,
    isStandalone: false,
    isInstalled: false,
    isDismissed: false,
    userAgent: PIXEL,
    touchPoints: 5,
    ...over,
  });

describe("in a browser", () => {
  test.each([
    ["that has offered installation", { canPrompt: true }, "prompt"],
    ["that has not (yet)", {}, "none"],
    ["on an iPhone", { userAgent: SAFARI }, "ios-steps"],
    [
      "on an iPhone that is not Safari",
      { userAgent: `${IPHONE} CriOS/143.0 Mobile/15E148 Safari/604.1` },
      "ios-steps",
    ],
    ["on an iPad, which says it is a Mac", { userAgent: MAC, touchPoints: 5 }, "ios-steps"],
    ["on a Mac", { userAgent: MAC, touchPoints: 0 }, "none"],
  ] as const)("%s", (_, over, offer) => {
    expect(offerIn(over)).toBe(offer);
  });
});

describe("nothing is offered", () => {
  for (const [why, over] of [
    ["once it runs as an app", { isStandalone: true }],
    ["once it is installed", { isInstalled: true }],
    ["after a dismissal in this session", { isDismissed: true }],
  ] as const) {
    test.each([
      ["by a browser that would ask", { canPrompt: true }],
      ["on iOS", { userAgent: SAFARI }],
      ["in another app", { userAgent: `${PIXEL} Instagram 400.0` }],
    ])(`${why}: %s`, (_, where) => expect(offerIn({ ...where, ...over })).toBe("none"));
  }
});

test.each([
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`,
  `${IPHONE} Mobile/15E148 Instagram 400.0.0.12`,
  `${IPHONE} Mobile/15E148`,
  `${SAFARI} GSA/390.0`,
  `${PIXEL} [FB_IAB/FB4A;FBAV/500.0.0.0]`,
  "Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/143.0.0.0 Mobile Safari/537.36",
  `${PIXEL} trill_400 musical_ly BytedanceWebview/d8a21c6`,
  `${PIXEL} Line/14.0`,
  `${PIXEL} MicroMessenger/8.0`,
])("inside another app, the owner is sent to a browser: %s", (userAgent) => {
  expect(offerIn({ userAgent, canPrompt: true })).toBe("leave-in-app");
});
