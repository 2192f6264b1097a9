import type { UseFormReturnType } from "@mantine/form";
import { isTitleOfLink } from "@shelv/contract/links/title-of-link";
import { completeLinkUrl } from "@shelv/contract/values/link-url";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useOnline } from "#platform/react/use-online";
import { useOwner } from "#session/owner-context.tsx";
import { type LinkFields, untouchedFields } from "./link-fill";
import { hasPage, type LinkForm, LinkReader, type LinkReaderState } from "./link-reader";

export type LinkDetails = Pick<LinkReaderState, "reading" | "isReadingPicture"> & {
  reader: LinkReader;
  marked: ReadonlySet<keyof LinkFields>;
  isTitleOfAddress: boolean;
  awaited: ReadonlySet<keyof LinkFields>;
  mayAsk: boolean;
};

const IDLE = { name: "idle" } as const;

export function useLinkDetails<V extends LinkForm>(
  form: UseFormReturnType<V>,
  takePicture: (picture: string | null, options: { isIcon: boolean }) => void,
): LinkDetails {
  const { call } = useOwner();
  const online = useOnline();
  const [reader] = useState(() => new LinkReader({ call, isOnline: () => navigator.onLine }));
  useEffect(() =>
    reader.follow({
      read: form.getValues,
      write: ({ picture, ...texts }, options) => {
        for (const [field, text] of Object.entries(texts)) form.setFieldValue(field, text as never);
        if (picture !== undefined) takePicture(picture, options);
      },
    }),
  );
  const state = useSyncExternalStore(reader.subscribe, reader.state);
  useEffect(() => () => reader.close(), [reader]);
  useEffect(() => {
    if (online) reader.onlineAgain();
  }, [reader, online]);

  const url = completeLinkUrl(form.values.url);
  const { picture, title, description, price } = form.values;
  const isOfForm = state.url === url;
  const isReading = isOfForm && state.reading.name === "reading";
  const empty = Object.entries({ title, description, price, picture: picture ?? "" }).flatMap(
    ([field, value]) => (value.trim() === "" ? [field as keyof LinkFields] : []),
  );
  const isReadingPicture = isOfForm && state.isReadingPicture;
  const marked = new Set(untouchedFields(form.values, state.fill));
  const isUnasked = state.url === null && form.values.details === "pending";
  return {
    reader,
    reading: isOfForm ? state.reading : IDLE,
    isReadingPicture: isReadingPicture || (isReading && picture === null),
    marked,
    isTitleOfAddress: (marked.has("title") || isUnasked) && title !== "" && isTitleOfLink({ title, url }),
    awaited: new Set(isReading ? empty : []),
    mayAsk: hasPage(url) && empty.length > 0,
  };
}
