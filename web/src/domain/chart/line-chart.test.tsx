import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type ChartLine, LineChart } from "./line-chart";

const DAYS = Array.from({ length: 30 }, (_, at) => ({ name: `Day ${at + 1}`, label: `D${at + 1}` }));
const VALUES = DAYS.map((_, at) => at);

const drawn = (...kinds: ChartLine["kind"][]) =>
  renderToStaticMarkup(
    <LineChart
      label="Visits"
      points={DAYS}
      lines={kinds.map((kind) => ({ kind, name: kind, values: VALUES }))}
    />,
  );

test("the labels of the first and the last day begin and end at the plot's edges", () => {
  const labels = [...drawn("views").matchAll(/text-anchor="(\w+)">(D\d+)</g)].map(([, anchor, text]) => [
    text,
    anchor,
  ]);
  expect(labels.at(0)).toEqual(["D1", "start"]);
  expect(labels.at(-1)).toEqual(["D30", "end"]);
});

test("where lines are the same, dashes and dots are drawn over the solid line, and marks inside each other", () => {
  const lines = [
    ...drawn("views", "visitors", "clicks").matchAll(/data-line="(\w+)".*?<circle r="([\d.]+)"/g),
  ];
  expect(lines.map(([, kind]) => kind)).toEqual(["views", "clicks", "visitors"]);
  const marks = lines.map(([, , r]) => Number(r));
  expect(marks).toEqual(marks.toSorted((a, b) => b - a));
  expect(new Set(marks).size).toBe(3);
});
