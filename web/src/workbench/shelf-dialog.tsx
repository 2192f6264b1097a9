import { Modal } from "@mantine/core";
import type { ShelfRow } from "@shelv/contract/shelf";
import { useIsPhone } from "#ui/use-is-phone";
import { shelfFormWords } from "#words/shelves";
import { ShelfForm } from "./shelf-form";

/** Makes a new shelf, or changes one. */
export function ShelfDialog({ isOpen, shelf, onClose }: { isOpen: boolean; shelf: ShelfRow | null; onClose: () => void }) {
  const isPhone = useIsPhone();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      fullScreen={isPhone}
      radius={isPhone ? 0 : "lg"}
      title={shelf ? shelfFormWords.editTitle : shelfFormWords.createTitle}
    >
      <ShelfForm shelf={shelf} onClose={onClose} />
    </Modal>
  );
}
