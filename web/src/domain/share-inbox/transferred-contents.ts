import { SHARED_PICTURE_MAX_BYTES, SHARED_WAITING_MAX_BYTES } from "@shelv/contract/links/share";
import type { SharedContent } from "#local-store/unsynced/share-inbox-database";

/** With the shares that wait already, no more than the inbox keeps. */
const PICTURES_AT_MOST = 10;
const PICTURES_MAX_BYTES = SHARED_WAITING_MAX_BYTES / 2;

type Transferred = { contents: SharedContent[]; leftOut: number };

/** What was pasted or dropped: several pictures become an entry each. `leftOut`: files that are not taken. */
export async function transferredContents(
  data: Pick<DataTransfer, "files" | "getData">,
): Promise<Transferred> {
  // After the event `data` is empty.
  const files = Array.from(data.files);
  const [text, url] = [data.getData("text/plain"), firstUri(data.getData("text/uri-list"))];
  const taken = fitting(files.filter(({ type }) => type.startsWith("image/")));
  const pictures = await Promise.all(
    taken.map(async (file) => ({ bytes: await file.arrayBuffer(), type: file.type, name: file.name })),
  );
  const hasWords = files.length <= 1 && (text.trim() !== "" || url !== "");
  const words = { title: "", isPictureLeftOut: false, ...(hasWords ? { text, url } : { text: "", url: "" }) };
  const contents =
    pictures.length > 0
      ? pictures.map((picture) => ({ ...words, picture }))
      : hasWords
        ? [{ ...words, picture: null }]
        : [];
  return { contents, leftOut: files.length - taken.length };
}

function fitting(pictures: readonly File[]): File[] {
  let bytes = 0;
  return pictures.slice(0, PICTURES_AT_MOST).filter(({ size }) => {
    const fits = size <= SHARED_PICTURE_MAX_BYTES && bytes + size <= PICTURES_MAX_BYTES;
    if (fits) bytes += size;
    return fits;
  });
}

const firstUri = (list: string): string =>
  list.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#")) ?? "";
