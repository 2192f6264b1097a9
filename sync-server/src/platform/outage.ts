/**
 * Something that the server needs does not answer; a retry of the request may succeed. `alarm`: its name for
 * the operator.
 */
export class Outage extends Error {
  override readonly name: string = "Outage";
  readonly alarm: string;

  constructor(sentence: string, { alarm, cause }: { alarm: string; cause?: unknown }) {
    super(sentence, { cause });
    this.alarm = alarm;
  }
}
