import {
  CAPACITY,
  type CapacityLimit,
  CAPTURE_TOKENS_MAX,
  EXPORT_TOO_LARGE,
} from "./limits/account-limits.ts";
import { DOMAINS_MAX } from "./rows/domain.ts";
import { ACCOUNT_PICTURES_MAX_BYTES, pictureMessages } from "./rows/picture.ts";
import { PLANS, TRIAL_DAYS } from "./rows/plan.ts";
import { CODE_NOT_SENT, COOKIES_BLOCKED } from "./sign-in.ts";

const UNREAD = "Couldn't read this page";

export const REFUSALS = {
  invalid: { status: 400, message: "Something here isn't valid" },
  "signed-out": { status: 401, message: "Please sign in" },
  "code-wrong": { status: 400, message: "That code isn't right. Check it and try again" },
  "code-expired": { status: 400, message: "That code is no longer valid. Please ask for a new one" },
  "code-older": { status: 400, message: "We sent a newer code. Use the one in the latest email" },
  "cookie-missing": { status: 400, message: COOKIES_BLOCKED },
  "provider-off": {
    status: 404,
    message: "This way of signing in isn't set up here. Please continue with email",
  },
  "provider-unreachable": {
    status: 503,
    message: "This way of signing in doesn't answer right now. Please continue with email",
  },
  "provider-refused": { status: 400, message: "You didn't finish signing in. Please try again" },
  "provider-expired": {
    status: 400,
    message: "Signing in took too long, or started in another browser. Please try again",
  },
  "provider-email": {
    status: 403,
    message: "That account has no confirmed email address. Please continue with email",
  },
  "mail-not-sent": { status: 503, message: CODE_NOT_SENT },
  "mail-refused": {
    status: 400,
    message: `${CODE_NOT_SENT}. The mail server doesn't accept this address. Check the spelling`,
  },
  "username-taken": { status: 409, message: "That username is taken" },
  "username-misleading": {
    status: 409,
    message: "That username could be mistaken for another name. Please choose a different one",
  },
  "username-chosen": { status: 409, message: "This account already has a username" },
  "username-missing": { status: 403, message: "Choose a username first" },
  "wrong-origin": { status: 403, message: "This request came from another site" },
  "wrong-user": { status: 409, message: "Another account is signed in on this browser" },
  "account-full": { status: 403, message: "This account is full. Delete something to make room" },
  "account-not-empty": {
    status: 409,
    message: "You can only import into an account without shelves. Delete its shelves first",
  },
  "export-too-large": { status: 400, message: EXPORT_TOO_LARGE },
  "export-unreadable": { status: 400, message: "This isn't a file that Shelv exported" },
  "export-unconfirmed": {
    status: 403,
    message: "An export needs a new code from your email. Reload this page and choose Export again",
  },
  "not-found": { status: 404, message: "There is nothing here" },
  "export-over-plan": {
    status: 403,
    message: `The Free plan has room for ${PLANS.free.maxShelves} shelves, and this export has more. Nothing was imported. Choose another plan first, then import it again`,
  },
  "shelf-limit": { status: 403, message: `The Free plan has room for ${PLANS.free.maxShelves} shelves` },
  "shelf-not-found": { status: 404, message: "This shelf was deleted" },
  "item-not-found": { status: 404, message: "This item was deleted" },
  "category-not-found": { status: 404, message: "This category was deleted" },
  "deletion-forgotten": {
    status: 404,
    message: "This was deleted too long ago to restore, or too much was deleted after it",
  },
  "needs-pro": { status: 403, message: "Custom CSS and fonts are part of the Pro plan" },
  "needs-premium": {
    status: 403,
    message: "Hiding our name is part of the Premium plan",
  },
  "dimensions-need-pro": { status: 403, message: "Where your visitors come from is part of the Pro plan" },
  "range-needs-pro": {
    status: 403,
    message: `The Free plan shows the last ${PLANS.free.analyticsDays} days. The Pro plan shows ${Math.floor(PLANS.pro.analyticsDays / 365)} years`,
  },
  "domain-needs-premium": { status: 403, message: "Your own domain is part of the Premium plan" },
  "domain-limit": {
    status: 403,
    message: `An account has room for ${DOMAINS_MAX} domains. Remove one first`,
  },
  "domains-off": { status: 404, message: "Your own domain isn't available on this server" },
  "trial-over": {
    status: 403,
    message: `Your ${TRIAL_DAYS}-day trial is over, so this account stays on the Free plan`,
  },
  "plan-fixed": { status: 403, message: "Your plan was set by this server's administrator" },
  "id-taken": { status: 409, message: "This already exists" },
  "picture-missing": { status: 400, message: pictureMessages.unreadable },
  "picture-too-many-pixels": { status: 400, message: pictureMessages.tooManyPixels },
  "picture-too-heavy": { status: 400, message: pictureMessages.tooHeavy },
  "storage-full": {
    status: 403,
    message: `Your pictures fill all ${ACCOUNT_PICTURES_MAX_BYTES / 1024 ** 2} MB. Remove some first`,
  },
  "page-suspended": { status: 451, message: "This page is not available" },
  "outbound-off": { status: 404, message: `${UNREAD}. This server doesn't read other sites` },
  "link-without-page": { status: 422, message: "Only links to web pages have details to read" },
  "link-inside": { status: 422, message: `${UNREAD}. Its address is inside a private network` },
  "link-unusual": { status: 422, message: `${UNREAD}. Its address has a password or an unusual port` },
  "link-walled": { status: 422, message: `${UNREAD}. The site only lets people in, or asks for a sign-in` },
  "link-not-found": { status: 422, message: `${UNREAD}. There is nothing at this address` },
  "link-unreachable": { status: 422, message: `${UNREAD}. The site doesn't answer right now` },
  "link-too-slow": { status: 422, message: `${UNREAD}. The site takes too long to answer` },
  "link-too-large": { status: 422, message: `${UNREAD}. It is too large` },
  "link-circles": { status: 422, message: `${UNREAD}. The site sends us from one address to the next` },
  "link-insecure": { status: 422, message: `${UNREAD}. The site's certificate isn't valid` },
  "link-silent": { status: 422, message: `${UNREAD}. It says nothing about itself` },
  "link-unreadable": { status: 422, message: `${UNREAD}. It is neither a web page nor a picture` },
  "capture-token-wrong": {
    status: 401,
    message: "This capture token isn't valid. Make a new one in your account",
  },
  "capture-token-limit": {
    status: 403,
    message: `An account has room for ${CAPTURE_TOKENS_MAX} capture tokens. Remove one first`,
  },
  "capture-without-link": { status: 400, message: "There is no link in this" },
  "capture-without-shelf": { status: 409, message: "Create a shelf first" },
  "too-large": { status: 413, message: "That is too large" },
  "change-too-large": { status: 413, message: "This change is too large. Please make it in smaller steps" },
  "wrong-media-type": { status: 415, message: pictureMessages.wrongType },
  "wrong-content-type": {
    status: 415,
    message: "This kind of content isn't accepted here",
  },
  "too-slow": {
    status: 408,
    message: "The upload stopped. Please check your connection and try again",
  },
  "too-many": { status: 429, message: "That was too often. Please try again later" },
  busy: { status: 503, message: "We're very busy right now. Please try again in a moment" },
  /** After several tries. */
  "server-trouble": { status: 500, message: "The server couldn't save this" },
  "server-outdated": {
    status: 503,
    message: "The server is being updated. Your changes will be sent when it is done",
  },
  "client-outdated": { status: 426, message: "Please update Shelv to keep syncing" },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof REFUSALS;

/** `path` has dots ("url", "mutations.0.args"). */
export type InputIssue = { path: string; message: string };

/** An error that the owner can act on. Any other error is a bug: 500. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode;
  readonly issues: InputIssue[] | undefined;
  constructor(code: RefusalCode, issues?: InputIssue[]) {
    super(issues?.[0]?.message ?? REFUSALS[code].message);
    this.code = code;
    this.issues = issues;
  }
}

const room = (limit: CapacityLimit) => CAPACITY[limit].toLocaleString("en");

const FULL: Record<CapacityLimit, string> = {
  shelves: `An account has room for ${room("shelves")} shelves. Delete one to make room`,
  categories: `An account has room for ${room("categories")} categories. Delete one to make room`,
  items: `An account has room for ${room("items")} items. Delete some to make room`,
  categoriesOfShelf: `A shelf has room for ${room("categoriesOfShelf")} categories. Delete one to make room`,
  itemsOfShelf: `A shelf has room for ${room("itemsOfShelf")} items. Delete some, or use another shelf`,
  textMb: `An account has room for ${room("textMb")} MB of texts. Shorten or delete some to make room`,
  categoriesOfItem: `An item can be in ${room("categoriesOfItem")} categories. Take it out of one first`,
};

export class AccountFull extends Refusal {
  constructor(limit: CapacityLimit) {
    super("account-full");
    this.message = FULL[limit];
  }
}

export class WrongContentType extends Refusal {
  constructor(taken: readonly string[]) {
    super("wrong-content-type");
    this.message = `Content-Type must be ${taken.join(" or ")}`;
  }
}

export class WrongContentEncoding extends Refusal {
  constructor() {
    super("wrong-content-type");
    this.message = "Content-Encoding must be gzip, or missing";
  }
}

/** Message and `Retry-After` say when to retry. */
export class TooMany extends Refusal {
  readonly retryAfterS: number;
  constructor(retryAfterMs: number) {
    super("too-many");
    this.retryAfterS = Math.max(1, Math.ceil(retryAfterMs / 1000));
    this.message = `That was too often. Please try again in ${inWords(this.retryAfterS)}`;
  }
}

/** Rounded up, so that a retry then succeeds. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 100) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
