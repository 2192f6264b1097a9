export const chartWords = {
  soFar: "so far",
  nameBefore: (name: string) => `${name}, the period before`,
  /** Beside the count now. */
  before: (count: string) => `(${count} before)`,
  /** "12 views, 9 before". */
  spoken: (name: string, now: number, before: number | undefined) => {
    const said = `${now.toLocaleString("en-US")} ${name.toLowerCase()}`;
    return before === undefined ? said : `${said}, ${before.toLocaleString("en-US")} before`;
  },
};
