import { useMediaQuery } from "@mantine/hooks";

export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });
