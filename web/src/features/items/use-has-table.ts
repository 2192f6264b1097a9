import { useMediaQuery } from "@mantine/hooks";

/** Whether there is room for seven columns beside the navigation. */
export const useHasTable = (): boolean =>
  useMediaQuery("(min-width: 64em)", undefined, { getInitialValueInEffect: false });
