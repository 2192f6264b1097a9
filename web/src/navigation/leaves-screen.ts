type Place = { pathname: string; search: object };

/** A navigation removes the screen's forms, except a change of tab. */
export const leavesScreen = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || withoutTab(from) !== withoutTab(to);

function withoutTab({ search }: Place): string {
  const parameters = Object.entries(search).filter(([name]) => name !== "tab") as [string, string][];
  return JSON.stringify(parameters.toSorted(([one], [other]) => one.localeCompare(other)));
}
