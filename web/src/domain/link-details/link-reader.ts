/**
 * Reads the page of a form's link and fills empty fields while the owner types.
 * - An answer counts only while its link is the form's.
 * - Without a page's title, it is taken from the address.
 * - A page that cannot be reached is asked for again after growing pauses. Once the item is saved, the server
 * tries, for longer.
 * - Without a network or the server's answer, the server reads the page after the sync. The form's `details`
 * say so, and are part of its draft: a form that is continued reads the page again.
 */
import { PASSING_REFUSALS } from "@shelv/contract/links/link-details";
import { isTitleOfLink, titleOfLink } from "@shelv/contract/links/title-of-link";
import { type ItemMarks, linkOf } from "@shelv/contract/rows/item";
import { completeLinkUrl, isWebUrl } from "@shelv/contract/values/link-url";
import { linkDetailsRoutes } from "@shelv/contract/routes/link-details";
import { type AnswerOf, ApiFailure, ForeignAnswer, NoNetwork, type OwnersCall } from "#api/call";
import { errorWords } from "#words/errors";
import { linkDetailsWords as words } from "#words/links/link-details";
import { fillEmpty, type LinkFields, type LinkFill, NO_FILL, takeBack } from "./link-fill";

/**
 * `later`: offline. `unanswered`: the server does not answer. `unreachable`: the site does not. `undone`: the
 * owner took the details back.
 */
export type LinkReading =
  | { name: "idle" | "reading" | "nothing" | "later" | "unanswered" | "unreachable" | "undone" }
  | { name: "filled"; problem: string | null }
  | { name: "failed"; problem: string };

export type LinkReaderState = {
  url: string | null;
  reading: LinkReading;
  isReadingPicture: boolean;
  fill: LinkFill;
};

export type LinkForm = LinkFields & Pick<ItemMarks, "details"> & { url: string };

type FormAccess = {
  read: () => LinkForm;
  write: (fields: Partial<LinkFields & Pick<LinkForm, "details">>, options: { isIcon: boolean }) => void;
};
type Setting = { call: OwnersCall; isOnline: () => boolean };

const NO_FORM: FormAccess = {
  read: () => ({ url: "", title: "", description: "", price: "", picture: null, details: null }),
  write: () => undefined,
};

type Question = { url: string; signal: AbortSignal };
type Answer = AnswerOf<typeof linkDetailsRoutes.read>;

/** Between the tries of an open form. */
const PAUSES_MS = [10_000, 60_000, 5 * 60_000];

const AT_REST: LinkReaderState = {
  url: null,
  reading: { name: "idle" },
  isReadingPicture: false,
  fill: NO_FILL,
};

export class LinkReader {
  readonly #setting: Setting;
  #form = NO_FORM;
  #state = AT_REST;
  #stop = new AbortController();
  readonly #listeners = new Set<() => void>();

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  follow(form: FormAccess): void {
    this.#form = form;
  }

  readonly state = (): LinkReaderState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Names an item without a title; the page is read after the sync. */
  typed(typed: string): void {
    const url = linkOf({ url: typed });
    if (url === null || url === this.#state.url || this.#form.read().title.trim() !== "") return;
    this.#forget();
    this.#name(url);
  }

  /** The form continues a draft whose link was not read. */
  async resume(): Promise<void> {
    const { url, title, details } = this.#form.read();
    if (details !== "pending") return;
    const fill = isTitleOfLink({ url, title }) ? { values: { title }, before: { title: "" } } : NO_FILL;
    this.#set({ fill });
    await this.ask(url);
  }

  /**
   * Forgets an earlier link and takes back what it filled in. Of a link without a page, the address is the
   * title.
   */
  async ask(typed: string): Promise<void> {
    this.#forget();
    const url = linkOf({ url: typed });
    if (url === null) return;
    this.#name(url);
    if (!hasPage(url)) return;
    const question = { url, signal: this.#stop.signal };
    if (!this.#setting.isOnline()) return this.#postpone();
    this.#set({ reading: { name: "reading" } });
    await this.#read(question);
  }

  undo(): void {
    const { url } = this.#state;
    this.#forget();
    this.#set({ url, reading: { name: "undone" } });
  }

  onlineAgain(): void {
    const { url, reading } = this.#state;
    if (isPostponed(reading) && url !== null && this.#isOfForm(url)) void this.ask(url);
  }

  close(): void {
    this.#stop.abort();
  }

  /** `details`: undefined if nothing was asked, or the page could not be read. */
  atSave({ url, title }: LinkForm): { title: string; details: "pending" | null | undefined } {
    const { url: read, reading, fill } = this.#state;
    if (!this.#isOfForm(read) || reading.name === "failed") return { title, details: undefined };
    if (reading.name === "idle" && title !== fill.values.title) return { title, details: undefined };
    if (!this.#isUnread()) return { title, details: null };
    return { title: title.trim() === "" ? titleOfLink(completeLinkUrl(url)) : title, details: "pending" };
  }

  async #read(question: Question, tries = 0): Promise<void> {
    const details = await this.#details(question, tries);
    if (details === null || !this.#counts(question)) return;
    const { title, siteName, description, price, imageUrl, icon } = details;
    const hasFilled = this.#fillIn({
      title: title ?? titleOfLink(question.url, siteName),
      description: description ?? "",
      price: price ?? "",
    });
    const wantsPicture = (imageUrl ?? icon) !== null && this.#form.read().picture === null;
    this.#set({
      reading: hasFilled || wantsPicture ? { name: "filled", problem: null } : { name: "nothing" },
      isReadingPicture: wantsPicture,
    });
    if (wantsPicture) await this.#readPicture(question, details);
  }

  async #details({ url, signal }: Question, tries: number): Promise<Answer | null> {
    try {
      return await this.#setting.call(linkDetailsRoutes.read, { body: { url }, signal });
    } catch (error) {
      if (!this.#counts({ url, signal })) return null;
      const isUnanswered = error instanceof NoNetwork && !(error instanceof ForeignAnswer);
      if (isUnanswered || !this.#setting.isOnline()) this.#postpone();
      else if (error instanceof ApiFailure && PASSING_REFUSALS.has(error.code))
        this.#retry({ url, signal }, tries);
      else this.#set({ reading: { name: "failed", problem: errorWords(error) } });
      return null;
    }
  }

  async #readPicture(question: Question, { imageUrl, icon, color }: Answer): Promise<void> {
    const { call } = this.#setting;
    try {
      const body = { imageUrl, icon, color };
      const taken = await call(linkDetailsRoutes.takePicture, { body, signal: question.signal });
      if (!this.#counts(question)) return;
      this.#fillIn({ picture: taken.picture }, taken);
      this.#set({ isReadingPicture: false });
    } catch {
      if (!this.#counts(question)) return;
      this.#set({ reading: { name: "filled", problem: words.pictureFailed }, isReadingPicture: false });
    }
  }

  #retry(question: Question, tries: number): void {
    this.#set({ reading: { name: "unreachable" } });
    const pauseMs = PAUSES_MS[tries];
    if (pauseMs === undefined) return;
    const again = () => void (this.#counts(question) && this.#read(question, tries + 1));
    const timer = setTimeout(again, pauseMs);
    question.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  #name(url: string): void {
    this.#set({ url });
    this.#fillIn({ title: titleOfLink(url) });
  }

  #postpone(): void {
    this.#set({ reading: { name: this.#setting.isOnline() ? "unanswered" : "later" } });
  }

  #fillIn(details: Partial<LinkFields>, { isIcon = true } = {}): boolean {
    const before = this.#state.fill;
    const fill = fillEmpty(this.#form.read(), details, before);
    const fresh = Object.fromEntries(
      Object.entries(fill.values).filter(
        ([field, value]) => value !== before.values[field as keyof LinkFields],
      ),
    );
    this.#set({ fill });
    if (Object.keys(fresh).length === 0) return false;
    this.#form.write(fresh, { isIcon });
    return true;
  }

  #forget(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    const back = takeBack(this.#form.read(), this.#state.fill);
    this.#set(AT_REST);
    if (Object.keys(back).length > 0) this.#form.write(back, { isIcon: true });
  }

  readonly #counts = ({ url, signal }: Question) => !signal.aborted && this.#isOfForm(url);

  readonly #isOfForm = (url: string | null) => completeLinkUrl(this.#form.read().url) === url;

  #isUnread(): boolean {
    const { url, reading, isReadingPicture } = this.#state;
    if (reading.name === "idle") return url !== null && hasPage(url);
    return reading.name === "reading" || isPostponed(reading) || isReadingPicture;
  }

  #set(state: Partial<LinkReaderState>): void {
    this.#state = { ...this.#state, ...state };
    const details = this.#isUnread() ? "pending" : null;
    if (this.#state.url !== null && this.#form.read().details !== details)
      this.#form.write({ details }, { isIcon: true });
    for (const listener of this.#listeners) listener();
  }
}

const POSTPONED = new Set<LinkReading["name"]>(["later", "unanswered", "unreachable"]);

export const isPostponed = ({ name }: LinkReading): boolean => POSTPONED.has(name);

export const hasPage = (url: string): boolean => isWebUrl(url) && URL.canParse(url);
