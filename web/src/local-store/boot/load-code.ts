type Load = <T>(load: () => Promise<T>) => Promise<T>;

let loadBy: Load = (load) => load();

/** Called once, by a page, whose code comes over the network. A worker has all of its own in itself. */
export function loadCodeBy(load: Load): void {
  loadBy = load;
}

/** The code that Dexie belongs to, which comes after the first screen. Does not reject on a page: what does not come is asked for until it does. */
export const loadCode: Load = (load) => loadBy(load);
