import { chartWords as words } from "#words/chart";
import type { ChartLine, ChartPoint } from "./line-chart";

type ChartTableProps = {
  caption: string;
  head: string;
  points: readonly ChartPoint[];
  lines: readonly ChartLine[];
};

export const ChartTable = ({ caption, head, points, lines }: ChartTableProps) => (
  <div className="visually-hidden">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {lines.map(({ kind, name }) => (
            <th key={kind} scope="col">
              {name}
            </th>
          ))}
          {lines.map(
            ({ kind, name, before }) =>
              before && (
                <th key={kind} scope="col">
                  {words.nameBefore(name)}
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>
        {points.map(({ name }, at) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {lines.map(({ kind, values }) => (
              <td key={kind}>{values[at] ?? 0}</td>
            ))}
            {lines.map(({ kind, before }) => before && <td key={kind}>{before[at] ?? 0}</td>)}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
