import type { DayCounts } from "@shelv/contract/analytics";
import { dashboardWords as words } from "#words/dashboard";
import { dayName } from "./day-name";

/** The chart's figures for screen readers. */
export const SeriesTable = ({ series }: { series: readonly DayCounts[] }) => (
  <div className="visually-hidden">
    <table>
      <caption>{words.chartTable}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.views}</th>
          <th scope="col">{words.clicks}</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ date, views, clicks }) => (
          <tr key={date}>
            <th scope="row">{dayName(Date.parse(date))}</th>
            <td>{views}</td>
            <td>{clicks}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
