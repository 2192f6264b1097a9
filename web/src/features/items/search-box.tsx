import { CloseButton, Input } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { memo, startTransition, useEffect, useRef } from "react";
import { itemsScreenWords as words } from "#words/items";
import styles from "./items-toolbar.module.css";

/** Uncontrolled: a keystroke renders nothing here, and the search starts when the browser is idle. */
export const SearchBox = memo(function SearchBox({
  takesFocus,
  onAsk,
}: {
  takesFocus: boolean;
  onAsk: (query: string) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const ask = (query: string) => startTransition(() => onAsk(query));
  const clear = () => {
    if (!box.current) return;
    box.current.value = "";
    box.current.focus();
    ask("");
  };
  return (
    <Input
      ref={box}
      size="md"
      aria-label={words.search}
      className={styles["search"] ?? ""}
      type="search"
      placeholder={words.search}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSectionPointerEvents="all"
      rightSection={
        <CloseButton
          size={44}
          iconSize={22}
          className={styles["clear"] ?? ""}
          aria-label={words.clear}
          onClick={clear}
        />
      }
      onChange={({ currentTarget }) => ask(currentTarget.value)}
    />
  );
});
