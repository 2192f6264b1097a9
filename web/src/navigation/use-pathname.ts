import { useLocation } from "@tanstack/react-router";

/** Without the search, in which dialogs open and close: a layout that reads it all renders for each of them. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname });
