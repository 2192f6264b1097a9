/** Where an engine's server is, and what a device shows there to be let in. */
export type Place = { origin: string; headers: Record<string, string>; userId: string };

/** What the bench asks of a device, which is a process of its own. */
export type DeviceOrder =
  /** Starts with an empty store that has heard of the account, and stays offline. */
  | { do: "open"; place: Place }
  /** Makes the first so many offline changes. */
  | { do: "make"; count: number }
  /** From now on it exchanges by itself. */
  | { do: "go-online" }
  /** Answers when what so many changes leave behind is in its store. */
  | { do: "await-all"; count: number }
  /** Answers when that item has that title in its store. */
  | { do: "await-title"; id: string; title: string }
  /** Makes one change online, and answers when it began to. */
  | { do: "edit"; id: string; was: string; title: string };

export type DeviceMessage = { number: number; order: DeviceOrder };

/** `atMs` is the moment of what was asked for, by the clock that all processes of a machine share. */
export type DeviceAnswer = { number: number; atMs: number; error: string | null };
