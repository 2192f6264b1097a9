type Load = <T>(load: () => Promise<T>) => Promise<T>;

let loadBy: Load = (load) => load();

/** A worker has all its code in one file. */
export function loadCodeBy(load: Load): void {
  loadBy = load;
}

/** On a page it retries until the code arrives, and never rejects. */
export const loadCode: Load = (load) => loadBy(load);
