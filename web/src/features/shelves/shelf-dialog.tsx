import { Modal } from "@mantine/core";
import type { ShelfRow } from "@shelv/contract/shelf";
import { actionWords } from "#words/actions";
import { shelfFormWords } from "#words/shelves";
import { ShelfForm } from "./shelf-form";

/** Makes a new shelf, or changes one. */
export const ShelfDialog = ({ isOpen, shelf, onClose }: { isOpen: boolean; shelf: ShelfRow | null; onClose: () => void }) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title={shelf ? shelfFormWords.editTitle : shelfFormWords.createTitle}
    closeButtonProps={{ "aria-label": actionWords.close }}
  >
    <ShelfForm shelf={shelf} onClose={onClose} />
  </Modal>
);
