import { SIGN_IN_CODE_PAUSE_S } from "@shelv/contract/sign-in";
import { useState } from "react";
import { wrongClockMs } from "#api/server-clock";
import { deviceSession } from "#accounts/tab-session";
import { forgetSentCode, storeSentCode, readSentCode, type SentCode } from "./sent-code";

type SentCodes = {
  /** The code on its way, even after the app was closed; `isLeft` while the owner does not wait for it. */
  sent: SentCode | null;
  /** One was just sent. */
  note: (email: string) => void;
  /** The owner does not wait for it at the moment. */
  leave: () => void;
  /** The owner waits again. */
  comeBack: () => void;
  /** Waits again for the left one if another would come too soon after it. Returns whether it does. */
  resume: (email: string) => boolean;
  /** It is no longer needed. */
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
