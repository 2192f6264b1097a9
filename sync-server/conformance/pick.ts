import type { OwnedKind } from "./world.ts";

/** A row by its number; the database resolves it when the call is made. */
export class Pick {
  readonly nth: number;
  readonly kind: OwnedKind | undefined;
  constructor(nth: number, kind?: OwnedKind) {
    this.nth = nth;
    this.kind = kind;
  }
}
