import type { SharedContent } from "#local-store/unsynced/share-inbox-database";

export async function clipboardContent(clipboard: Pick<Clipboard, "read">): Promise<SharedContent | null> {
  const items = await clipboard.read().catch(() => []);
  const find = async (isWanted: (type: string) => boolean): Promise<Blob | null> => {
    for (const item of items) {
      const type = item.types.find(isWanted);
      if (type !== undefined) return item.getType(type);
    }
    return null;
  };
  const [url, text, picture] = [
    await find((type) => type === "text/uri-list"),
    await find((type) => type === "text/plain"),
    await find((type) => type.startsWith("image/")),
  ];
  const content = {
    title: "",
    text: (await text?.text()) ?? "",
    url: (await url?.text()) ?? "",
    picture: picture && { bytes: await picture.arrayBuffer(), type: picture.type, name: "pasted" },
    isPictureLeftOut: false,
  };
  return content.text.trim() === "" && content.url.trim() === "" && !content.picture ? null : content;
}
