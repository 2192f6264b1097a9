import type { OwnedKind } from "./world.ts";

/** One of the caller's rows by number; the database resolves it when the call is made. */
export class Pick {
  readonly nth: number;
  /** The kind of row, unless its path implies it. */
  readonly kind: OwnedKind | undefined;
  constructor(nth: number, kind?: OwnedKind) {
    this.nth = nth;
    this.kind = kind;
  }
}
