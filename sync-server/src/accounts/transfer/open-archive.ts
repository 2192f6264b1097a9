/**
 * Reads the zip of an export. Entry names are never paths; an entry decompresses to no more than it declares,
 * and the caller accepts.
 */
import { EXPORT_FILE, pictureOfFile } from "@shelv/contract/export";
import { Refusal } from "@shelv/contract/refusal";
import { Entry, openPromise, validateFileName, type ZipFile } from "yauzl";

const ENTRIES_AT_MOST = 50_000;
/** Entries can have comments and extra fields of 64 KB each. */
const DIRECTORY_MAX_BYTES = 8 * 1024 * 1024;
/** Finder adds this folder beside the packed one. */
const ADDED_BY_FINDER = "__MACOSX/";

export class Archive implements Disposable {
  readonly #zip: ZipFile;
  readonly #account: Entry;
  readonly #pictures: Map<string, Entry>;

  private constructor(zip: ZipFile, account: Entry, pictures: Map<string, Entry>) {
    this.#zip = zip;
    this.#account = account;
    this.#pictures = pictures;
  }

  /**
   * Rejects a file that is not a zip, or lacks the file of every export. Safari unpacks downloads: packed
   * again, everything is below one folder. Windows may write "\\" for "/".
   */
  static async open(path: string): Promise<Archive> {
    const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(notExported);
    try {
      if (zip.entryCount > ENTRIES_AT_MOST) notExported();
      // At first the cursor (a number, whatever its type says) is the directory's start.
      if (zip.fileSize - Number(zip.readEntryCursor) > DIRECTORY_MAX_BYTES) notExported();
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = nameOf(entry);
        if (!name.startsWith(ADDED_BY_FINDER)) entries.set(name, readable(entry));
      }
      const folder = folderOf(entries.keys());
      const pictures = new Map<string, Entry>();
      for (const [name, entry] of entries) {
        const sha256 = name.startsWith(folder) ? pictureOfFile(name.slice(folder.length)) : null;
        if (sha256 !== null) pictures.set(sha256, entry);
      }
      return new Archive(zip, entries.get(folder + EXPORT_FILE) ?? notExported(), pictures);
    } catch {
      zip.close();
      return notExported();
    }
  }

  async readAccount(maxBytes: number): Promise<Uint8Array> {
    if (this.#account.uncompressedSize > maxBytes) throw new Refusal("export-too-large");
    return this.#read(this.#account).catch(notExported);
  }

  sizeOf(sha256: string): number | null {
    return this.#pictures.get(sha256)?.uncompressedSize ?? null;
  }

  /** Null if its bytes are broken or differ from the declared size. */
  async readPicture(sha256: string): Promise<Uint8Array | null> {
    const entry = this.#pictures.get(sha256);
    return entry ? this.#read(entry).catch(() => null) : null;
  }

  [Symbol.dispose](): void {
    this.#zip.close();
  }

  async #read(entry: Entry): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
}

/** yauzl's own decoding of old encodings takes 33 bytes of memory for each byte. */
function nameOf({ fileNameRaw }: Entry): string {
  const name = fileNameRaw.toString().replaceAll("\\", "/");
  return validateFileName(name) === null ? name : notExported();
}

/** A comment would stay in memory as long as the archive is open. */
function readable(entry: Entry): Entry {
  const { compressedSize, uncompressedSize, compressionMethod } = entry;
  const { generalPurposeBitFlag, relativeOffsetOfLocalHeader } = entry;
  return Object.assign(new Entry(), {
    compressedSize,
    uncompressedSize,
    compressionMethod,
    generalPurposeBitFlag,
    relativeOffsetOfLocalHeader,
  });
}

/** The folder with the account's file, "" at the top. Of two exports in one zip, none counts. */
function folderOf(names: Iterable<string>): string {
  const folders = [...names]
    .filter((name) => name === EXPORT_FILE || name.endsWith(`/${EXPORT_FILE}`))
    .map((name) => name.slice(0, -EXPORT_FILE.length));
  const [folder = ""] = folders;
  return folders.includes("") ? "" : folders.length > 1 ? notExported() : folder;
}

export function notExported(): never {
  throw new Refusal("export-unreadable");
}
