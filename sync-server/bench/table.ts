import type { Line } from "./bench.ts";

export function table(lines: readonly Line[]): string {
  const rows = [
    ["what", "figure", "goal", "met"],
    ...lines.map(({ what, figure, goal, isMet }) => [what, figure, goal, isMet ? "yes" : "NO"]),
  ];
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
