import { expect, test } from "vitest";
import { isVisitorAgent } from "./is-visitor-agent.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; SM-A000; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36";

test.each([
  "[FBAN/FB4A;FBAV/500.0.0.1.1;FBBV/1;FBDM/{density=3.0,width=1080,height=2340};FBLC/de_DE;FBRV/1;FBCR/Vodafone;FBMF/samsung;FBBD/samsung;FBPN/com.facebook.katana;FBDV/SM-A000;FBSV/14;FBOP/1;FBCA/arm64-v8a:;]",
  `${IPHONE} Mobile/15E148 Daum DaumApps/2.1`,
  `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.34.108;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBCR/Spider Mobile;FBID/phone;FBLC/en_US]`,
  `${ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.0.1;FBCR/crawler.com;]`,
  `${ANDROID} Instagram 334.0.0.42.95 Android (34/14; 420dpi; 1080x2115; samsung; SM-A000; a0; qcom; de_DE; 604)`,
  `${IPHONE} Mobile/15E148 musical_ly_33.4.0 JsSdk/2.0 NetType/WIFI ByteLocale/en Region/US BytedanceWebview/d8a21c6`,
  `${IPHONE} Mobile/15E148 Safari Line/14.3.0`,
  `${IPHONE} Mobile/15E148 KAKAOTALK 10.6.5`,
  `${IPHONE} Mobile/15E148 MicroMessenger/8.0.47(0x18002f2f) NetType/4G Language/zh_CN`,
  `${IPHONE} Mobile/15E148 NAVER(inapp; search; 2000; 12.5.3; 14PRO)`,
  `${IPHONE} Version/18.4 Mobile/15E148 Safari/604.1 [Pinterest/iOS]`,
  `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.5`,
  `${IPHONE} Mobile/21E219 Twitter for iPhone/10.37`,
  `${ANDROID} Snapchat/12.80.0.37 (SM-A000; Android 14)`,
  "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
])("The browser inside an app is a visitor's: %s", (userAgent) => {
  expect(isVisitorAgent(userAgent)).toBe(true);
});

test.each([
  "",
  " ",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984",
  "facebookexternalhit/1.1;line-poker/1.0",
  "Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/faq/15/4118.html?faqId=28966)",
  "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
  "WhatsApp/2.23.20.0 A",
  "TelegramBot (like TwitterBot)",
  "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)",
  "Viber/13.3.0.5 CFNetwork/1120 Darwin/19.0.0",
  "Reeder/5050001 CFNetwork/1474 Darwin/23.0.0",
  "Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)",
  "NetNewsWire (RSS Reader; https://netnewswire.com/)",
  "Mozilla/5.0 (compatible; Miniflux/2.0.51; +https://miniflux.app)",
  "Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.3.1",
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36",
])("A crawler, a link preview or a feed reader is not a visitor: %j", (userAgent) => {
  expect(isVisitorAgent(userAgent)).toBe(false);
});
