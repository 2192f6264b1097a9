import { useMediaQuery } from "@mantine/hooks";

/** Whether seven columns fit beside the navigation. */
export const useHasTable = (): boolean =>
  useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false });
