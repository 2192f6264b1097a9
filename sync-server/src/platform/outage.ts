/**
 * Something that the server needs does not answer, and nothing is wrong with the request, which can come again
 * later. `alarm`: the name under which the operator reads of it.
 */
export class Outage extends Error {
  override readonly name: string = "Outage";
  readonly alarm: string;

  constructor(sentence: string, { alarm, cause }: { alarm: string; cause?: unknown }) {
    super(sentence, { cause });
    this.alarm = alarm;
  }
}
