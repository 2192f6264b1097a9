/** In a file of its own, so that it is a bundle of its own (modal.tsx). */
export { Modal as MantineModal } from "@mantine/core";
