import { useRouter } from "@tanstack/react-router";

type FormSearch = { shelf: string } | { edit: string } | { category: string };

/** Opens a form over the screen, by the address: Back closes it, and returns to no form that was open beside it. */
export function useOpenForm(): (search: FormSearch) => void {
  const router = useRouter();
  return (search) =>
    void router.navigate({
      to: ".",
      search,
      replace: "item" in router.latestLocation.search,
      resetScroll: false,
    });
}
