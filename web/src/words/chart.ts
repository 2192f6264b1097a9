import { exactCount } from "./format/compact-count";

export const chartWords = {
  soFar: "so far",
  nameBefore: (name: string) => `${name}, the period before`,
  before: (count: string) => `(${count} before)`,
  spoken: (name: string, now: number, before: number | undefined) => {
    const what = name.toLowerCase();
    const said = `${exactCount(now)} ${now === 1 ? what.replace(/s$/, "") : what}`;
    return before === undefined ? said : `${said}, ${exactCount(before)} before`;
  },
};
