import type { OwnedKind } from "./world.ts";

/** One of the things that a caller has, by number: which one it is, the database says when the call is made. */
export class Pick {
  readonly nth: number;
  /** What kind of thing, where its place does not say it. */
  readonly kind: OwnedKind | undefined;
  constructor(nth: number, kind?: OwnedKind) {
    this.nth = nth;
    this.kind = kind;
  }
}
