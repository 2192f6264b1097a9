import type { InboxRoom, SharedContent } from "#local-store/unsynced/share-inbox-database";

const PICTURES_AT_MOST = 10;

type Transferred = { contents: SharedContent[]; leftOut: number };

/**
 * What was pasted or dropped: several pictures become an entry each. `room`: of the inbox; nothing that waits
 * gives way. `leftOut`: files that are not taken.
 */
export async function transferredContents(
  data: Pick<DataTransfer, "files" | "getData">,
  room: Promise<InboxRoom>,
): Promise<Transferred> {
  // After the event `data` is empty.
  const files = Array.from(data.files);
  const [text, url] = [data.getData("text/plain"), firstUri(data.getData("text/uri-list"))];
  const taken = fitting(
    files.filter(({ type }) => type.startsWith("image/")),
    await room,
  );
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

function fitting(pictures: readonly File[], { entries, bytes, pictureBytes }: InboxRoom): File[] {
  let taken = 0;
  return pictures.slice(0, Math.max(0, Math.min(PICTURES_AT_MOST, entries))).filter(({ size }) => {
    const fits = size <= pictureBytes && taken + size <= bytes;
    if (fits) taken += size;
    return fits;
  });
}

const firstUri = (list: string): string =>
  list.split(/\r?\n/).find((line) => line !== "" && !line.startsWith("#")) ?? "";
