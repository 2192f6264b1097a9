import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { shelvesWords } from "#words/screens/shelves";
import { NEW_SHELF } from "./shelf-dialog";

export const NewShelfButton = () => (
  <Button leftSection={<IconPlus size={20} />} onClick={useOpenNewShelf()}>
    {shelvesWords.new}
  </Button>
);

export function useOpenNewShelf(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: ".", search: { shelf: NEW_SHELF }, resetScroll: false });
}
