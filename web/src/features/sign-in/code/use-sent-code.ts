import { codeInFragment, SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { wrongClockMs } from "#api/server-clock";
import { deviceSession } from "#accounts/tab-session";
import { forgetSentCode, readSentCode, type SentCode, storeSentCode } from "./sent-code";

type SentCodes = {
  sent: SentCode | null;
  note: (email: string) => void;
  leave: () => void;
  comeBack: () => void;
  /** Waits again for the left one if another would come too soon. Returns whether it does. */
  resume: (email: string) => boolean;
  forget: () => void;
};

export function useSentCode(): SentCodes {
  const [sent, setSent] = useState(() => readSentCode(deviceSession, Date.now()));
  const store = (code: SentCode) => {
    setSent(code);
    storeSentCode(deviceSession, code);
  };
  const storeLeft = (isLeft: boolean) => {
    if (sent) store({ ...sent, isLeft });
  };
  return {
    sent,
    note: (email) => {
      const clockWrongMs = wrongClockMs();
      store({ email, at: Date.now(), ...(clockWrongMs === null ? {} : { clockWrongMs }) });
    },
    leave: () => storeLeft(true),
    comeBack: () => storeLeft(false),
    resume: (email) => {
      if (sent?.email !== email || Date.now() - sent.at >= SIGN_IN_CODE_PAUSE_S * 1000) return false;
      storeLeft(false);
      return true;
    },
    forget: () => {
      setSent(null);
      forgetSentCode(deviceSession);
    },
  };
}

const useCodeInAddress = () => useLocation({ select: ({ hash }) => codeInFragment(hash) });

export function useLinkedCode(): string | null {
  const inAddress = useCodeInAddress();
  const [code, setCode] = useState(inAddress);
  if (inAddress !== null && inAddress !== code) setCode(inAddress);
  return code;
}

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
