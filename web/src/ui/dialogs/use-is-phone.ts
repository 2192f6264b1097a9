import { useMediaQuery } from "@mantine/hooks";

/** Whether forms fill the screen. In step with dialog.module.css. */
export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });
