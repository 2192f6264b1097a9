import { codeInFragment } from "@shelv/contract/sign-in";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";

const useCodeInAddress = () => useLocation({ select: ({ hash }) => codeInFragment(hash) });

/** The code that a mail's link brought along, also after it has left the address; null where none did. */
export function useLinkedCode(): string | null {
  const inAddress = useCodeInAddress();
  const [code, setCode] = useState(inAddress);
  if (inAddress !== null && inAddress !== code) setCode(inAddress);
  return code;
}

/**
 * Takes the code out of the address at once, which is shown, shared and stored in the history; a step that is being resumed does so by
 * itself. `onLaterLink`: a link was opened while this page was there.
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
