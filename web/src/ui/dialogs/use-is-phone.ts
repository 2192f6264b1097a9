import { useMediaQuery } from "@mantine/hooks";

export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });

/** There is room for a page and a panel beside it. */
export const useIsWide = (): boolean =>
  useMediaQuery("(min-width: 75em)", undefined, { getInitialValueInEffect: false });
