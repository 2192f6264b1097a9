import { useState } from "react";
import { forgetSentCode, keepSentCode, readSentCode, type SentCode } from "./sent-code";

/** The code that is on its way, also after a reload; how to note that one was sent just now, and that none is waited for any more. */
export function useSentCode(): { sent: SentCode | null; note: (email: string) => void; forget: () => void } {
  const [sent, setSent] = useState(() => orNull(() => readSentCode(sessionStorage, Date.now())));
  const note = (email: string) => {
    const code = { email, at: Date.now() };
    setSent(code);
    orNull(() => keepSentCode(sessionStorage, code));
  };
  const forget = () => {
    setSent(null);
    orNull(() => forgetSentCode(sessionStorage));
  };
  return { sent, note, forget };
}

/** A browser that keeps nothing for a site throws where its session is named: then a reload begins at the first step. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
