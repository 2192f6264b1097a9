import { afterGoingBack } from "#navigation/history-stack";
import { type AnyRouter, useRouter } from "@tanstack/react-router";

type FormSearch = { shelf: string } | { edit: string } | { category: string };

/** Opens a form over the screen, by the address: Back closes it. */
export function useOpenForm(): (search: FormSearch) => void {
  const router = useRouter();
  return (search) =>
    afterGoingBack(
      () =>
        void router.navigate({
          to: ".",
          search: ({ begin }: { begin?: string }) => ({ begin, ...search }),
          replace: isBesideForm(router),
          resetScroll: false,
        }),
    );
}

/** The next form takes the place of the open one: Back does not return to it. */
export const isBesideForm = ({ latestLocation: { search } }: AnyRouter): boolean =>
  "item" in search || "category" in search;
