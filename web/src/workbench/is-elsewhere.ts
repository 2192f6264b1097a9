type Place = { pathname: string; search: object };

/** Whether going from one place to the other takes its forms off the screen. They outlive a change of tab. */
export const isElsewhere = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || withoutTab(from) !== withoutTab(to);

function withoutTab({ search }: Place): string {
  const parameters = Object.entries(search).filter(([name]) => name !== "tab") as [string, string][];
  return JSON.stringify(parameters.toSorted(([one], [other]) => one.localeCompare(other)));
}
