import { expect, test } from "vitest";
import { referrerOf, utmValue } from "./referrer.ts";

test("A referrer is a known source's name, else the registrable domain", () => {
  for (const [referrer, name] of [
    ["https://l.instagram.com/?u=x", "Instagram"],
    ["android-app://com.instagram.android/", "Instagram"],
    ["https://www.google.co.uk/search?q=mira", "Google"],
    ["https://mail.google.com/", "Gmail"],
    ["https://de.pinterest.com/pin/1", "Pinterest"],
    ["https://www.pinterest.de", "Pinterest"],
    ["https://t.co/abc", "X"],
    ["lnkd.in", "LinkedIn"],
    ["https://blog.shop.example.co.uk/a?b=c#d", "example.co.uk"],
    ["https://someone.github.io/", "someone.github.io"],
    ["https://Example.ORG", "example.org"],
    ["https://bücher.example/", "xn--bcher-kva.example"],
    ["http://192.0.2.7/", "192.0.2.7"],
  ])
    expect([referrer, referrerOf(referrer, "shelv.example")]).toEqual([referrer, name]);
});

test("An Android app is named; an unknown one has its whole package, as two apps never share it", () => {
  for (const [name, ...packages] of [
    ["Telegram", "org.telegram.messenger", "org.telegram.messenger.web", "org.thunderdog.challegram"],
    ["WhatsApp", "com.whatsapp", "com.whatsapp.w4b"],
    ["LINE", "jp.naver.line.android", "com.linecorp.linelite"],
    ["KakaoTalk", "com.kakao.talk"],
    ["VK", "com.vkontakte.android"],
    ["Outlook", "com.microsoft.office.outlook"],
    ["Bluesky", "xyz.blueskyweb.app"],
    ["Mastodon", "org.joinmastodon.android"],
    ["Chrome", "com.android.chrome"],
    ["Google Messages", "com.google.android.apps.messaging"],
    ["Google", "com.google.android.googlequicksearchbox"],
    ["com.example.office.reader", "com.example.office.reader", "com.Example.Office.Reader"],
    ["uk.co.example.app_two", "uk.co.example.app_two"],
    ["direct", "", "com", "..", "com.example.<b>"],
  ] as const)
    for (const one of packages)
      for (const referrer of [`android-app://${one}`, `android-app://${one}/https/example.org/?a=1`])
        expect([referrer, referrerOf(referrer, "shelv.example")]).toEqual([referrer, name]);
});

test("A visit is direct without a referrer, from the page's own host, and if its referrer is not an address", () => {
  for (const referrer of [
    undefined,
    "",
    " ",
    "https://shelv.example/mira",
    "https://www.shelv.example/",
    "https://",
    "::::",
    "http://localhost:3000/",
    "javascript:alert(1)",
    "about:blank",
  ])
    expect([referrer, referrerOf(referrer, "shelv.example:8443")]).toEqual([referrer, "direct"]);
});

test("A utm value is one line without case, at most 100 characters", () => {
  expect(utmValue(" Spring\u0000 Sale\n2026 ")).toBe("spring sale 2026");
  expect(utmValue("x".repeat(300))).toHaveLength(100);
  for (const empty of [undefined, "", " \t"]) expect(utmValue(empty)).toBeNull();
});
