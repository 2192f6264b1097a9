import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { wrongClockMs } from "#api/server-clock";
import { deviceSession } from "#local-store/tab-session";
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from "./sent-code";

type SentCodes = {
  /** The code that is on its way, also after the app was closed; `isLeft` while nobody waits for it. */
  sent: SentCode | null;
  /** One was sent just now. */
  note: (email: string) => void;
  /** Nobody waits for it at the moment. */
  leave: () => void;
  /** Somebody does again. */
  comeBack: () => void;
  /** Waits again for the one that was left, where another would be too soon after it. Answers whether it does. */
  resume: (email: string) => boolean;
  /** It is of no use any more. */
  forget: () => void;
};

export function useSentCode(): SentCodes {
  const [sent, setSent] = useState(() => readSentCode(deviceSession, Date.now()));
  const keep = (code: SentCode) => {
    setSent(code);
    keepSentCode(deviceSession, code);
  };
  const keepLeft = (isLeft: boolean) => {
    if (sent) keep({ ...sent, isLeft });
  };
  return {
    sent,
    note: (email) => {
      const clockWrongMs = wrongClockMs();
      keep({ email, at: Date.now(), ...(clockWrongMs === null ? {} : { clockWrongMs }) });
    },
    leave: () => keepLeft(true),
    comeBack: () => keepLeft(false),
    resume: (email) => {
      if (sent?.email !== email || Date.now() - sent.at >= SIGN_IN_CODE_PAUSE_S * 1000) return false;
      keepLeft(false);
      return true;
    },
    forget: () => {
      setSent(null);
      forgetSentCode(deviceSession);
    },
  };
}
