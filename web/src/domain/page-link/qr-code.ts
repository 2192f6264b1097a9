import { encode } from "uqr";

export const QR_INK = "#2b1b0c";
export const QR_PAPER = "#fffdf8";

const QUIET_ZONE = 4;

export type QrCode = {
  side: number;
  path: string;
};

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const runs = data.flatMap((row, y) =>
    darkRuns(row).map(([from, to]) => `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${to - from}v1h${from - to}z`),
  );
  return { side: size + 2 * QUIET_ZONE, path: runs.join("") };
}

export const qrSvg = ({ side, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
  `<path fill="${QR_PAPER}" d="M0 0h${side}v${side}H0z"/><path fill="${QR_INK}" d="${path}"/></svg>`;

function darkRuns(row: readonly boolean[]): [from: number, to: number][] {
  const edges = row.flatMap((isDark, at) => (isDark === (row[at - 1] ?? false) ? [] : [at]));
  if (row.at(-1)) edges.push(row.length);
  return Array.from({ length: edges.length / 2 }, (_, at) => [edges[2 * at] ?? 0, edges[2 * at + 1] ?? 0]);
}
