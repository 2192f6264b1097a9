import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useOpenForm } from "#navigation/use-open-form";
import { shelvesWords } from "#words/screens/shelves";
import { NEW_SHELF } from "./shelf-dialog";

export const NewShelfButton = () => (
  <Button leftSection={<IconPlus size={20} />} onClick={useOpenNewShelf()}>
    {shelvesWords.new}
  </Button>
);

export function useOpenNewShelf(): () => void {
  const openForm = useOpenForm();
  return () => openForm({ shelf: NEW_SHELF });
}
