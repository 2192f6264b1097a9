import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { wrongClockMs } from "#api/server-clock";
import { deviceSession } from "#accounts/tab-session";
import { forgetSentCode, storeSentCode, readSentCode, type SentCode } from "./sent-code";

type SentCodes = {
  /** Stored. `isLeft`: the owner does not wait for it. */
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
