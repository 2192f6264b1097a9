import { expect, test } from "vitest";
import { isMisleadingUsername, usernameSkeletons } from "./misleading-username.ts";

test.each([
  "Shelv-Support",
  "shelv_support",
  "official-shelv",
  "security-team",
  "postmaster",
  "hostmaster",
  "abuse",
  "mail",
  "smtp",
  "autodiscover",
  "wpad",
  "mta-sts",
  "billing",
  "service-worker",
  "_dmarc",
  "SheIv",
  "she1v",
  "S_h_e_l_v",
  "my-shelvy",
  "log-in",
  "1ogin",
  "sett1ngs",
  "adrnin",
  "adm1n",
  "the-official-team",
  "the-support",
  "Support_Team",
  "supp0rt",
  "billing-support",
  "www",
  "info",
  "NEWS",
  "dash_board",
])("%s could be taken for another name", (name) => {
  expect(isMisleadingUsername(name)).toBe(true);
});

test.each([
  "mira",
  "Mira_L-9",
  "shelfie",
  "ada",
  "kiln-and-clay",
  "mailbox-art",
  "teamwork",
  "helper",
  "newsroom",
  "ann-abuse-survivor",
  "corn",
  "bookshelf",
])("%s could not be taken for another name", (name) => {
  expect(isMisleadingUsername(name)).toBe(false);
});

test.each([
  ["paypal", "paypaI"],
  ["paypal", "paypa1"],
  ["paypal", "Pay-Pal"],
  ["google", "g00gle"],
  ["modern", "modem"],
  ["vvood", "wood"],
  ["Ida", "lda"],
  ["MIRA", "mi_ra"],
  ["lily", "1i1y"],
])("%s and %s look alike", (one, other) => {
  expect(usernameSkeletons(one).some((skeleton) => usernameSkeletons(other).includes(skeleton))).toBe(true);
});

test.each([
  ["ali", "all"],
  ["mira", "mila"],
  ["anna", "hanna"],
  ["ada", "adam"],
  ["kail", "kali"],
])("%s and %s can be distinguished", (one, other) => {
  expect(usernameSkeletons(one).some((skeleton) => usernameSkeletons(other).includes(skeleton))).toBe(false);
});
