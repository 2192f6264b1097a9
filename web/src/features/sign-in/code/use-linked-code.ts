import { codeInFragment } from "@shelv/contract/sign-in";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";

const useCodeInAddress = () => useLocation({ select: ({ hash }) => codeInFragment(hash) });

/** Also after it is removed from the address. */
export function useLinkedCode(): string | null {
  const inAddress = useCodeInAddress();
  const [code, setCode] = useState(inAddress);
  if (inAddress !== null && inAddress !== code) setCode(inAddress);
  return code;
}

/**
 * Removes the code from the address, which is shown, shared and in the history; a step that is being resumed
 * removes it itself. `onLaterLink`: the link was opened while this page was open.
 */
export function useLinkOpened({
  isResuming,
  onLaterLink,
}: {
  isResuming: boolean;
  onLaterLink: () => void;
}): void {
  const inAddress = useCodeInAddress();
  const navigate = useNavigate();
  const isFirst = useRef(true);
  const take = useEffectEvent(async (wasFirst: boolean) => {
    if (isResuming) return;
    await navigate({ to: "/login", search: (search) => search, state: (state) => state, replace: true });
    if (!wasFirst) onLaterLink();
  });
  useEffect(() => {
    const wasFirst = isFirst.current;
    isFirst.current = false;
    if (inAddress !== null) void take(wasFirst);
  }, [inAddress]);
}
