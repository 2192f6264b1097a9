/**
 * Numbers are varints (LEB128), texts are a length and UTF-8. An id is 0 and 16 bytes (a UUID), or 1 and a
 * text. Each list starts with its length.
 */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

export class ByteWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(bytes = Buffer.allocUnsafe(256)) {
    this.#bytes = bytes;
  }

  get buffer(): Buffer<ArrayBuffer> {
    return this.#bytes;
  }

  number(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  text(text: string): void {
    const length = Buffer.byteLength(text);
    this.number(length);
    this.#reserve(length);
    this.#bytes.write(text, this.#length);
    this.#length += length;
  }

  id(id: string): void {
    if (!UUID.test(id)) {
      this.number(1);
      return this.text(id);
    }
    this.number(0);
    this.#reserve(16);
    this.#bytes.write(id.replaceAll("-", ""), this.#length, "hex");
    this.#length += 16;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  list<T>(things: readonly T[], write: (thing: T) => void): void {
    this.number(things.length);
    for (const thing of things) write(thing);
  }

  rows(numbers: readonly number[], size: number): void {
    this.number(numbers.length / size);
    for (const value of numbers) this.number(value);
  }

  done(): Uint8Array {
    return Uint8Array.prototype.slice.call(this.#bytes, 0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

export class ByteReader {
  readonly bytes: Uint8Array;
  /** The next byte. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  number(): number {
    // Most numbers are below 128; an index after the end reads as undefined.
    const first = this.bytes[this.at] as number;
    if (first < 128) {
      this.at += 1;
      return first;
    }
    let value = this.#byte() & 127;
    for (let factor = 128; ; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value <= Number.MAX_SAFE_INTEGER ? value : this.fail();
    }
  }

  text(): string {
    return this.#take(this.number()).toString("utf8");
  }

  id(): string {
    if (this.number() !== 0) return this.text();
    const hex = this.#take(16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  list(read: () => void): void {
    for (let left = this.length(1); left > 0; left -= 1) read();
  }

  rows(size: number, into: number[]): void {
    const count = size * this.length(size);
    for (let nth = 0; nth < count; nth += 1) into.push(this.number());
  }

  fail(): never {
    throw new Error("This is no packed day");
  }

  length(bytes: number): number {
    const length = this.number();
    return length * bytes <= this.bytes.length - this.at ? length : this.fail();
  }

  #byte(): number {
    return this.bytes[this.at++] ?? this.fail();
  }

  #take(length: number): Buffer {
    const start = this.at;
    this.at += length;
    if (this.at > this.bytes.length) this.fail();
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length);
  }
}
