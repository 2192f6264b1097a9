import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { authRoutes } from "@shelv/contract/routes/auth";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { chooseStorage, storageChosen } from "#local-store/storage-fallback";
import { accountOfSession } from "./session-account";

const USER = {
  id: "01890000-0000-7000-8000-000000000001",
  username: "ada",
  displayName: "Ada",
  title: "",
  bio: "",
  website: "",
  location: "",
  profileImageUrl: null,
};

beforeAll(() => {
  chooseStorage();
  return storageChosen();
});

function serverSays(answer: () => Response) {
  vi.stubGlobal("fetch", async (path: string) => (path === authRoutes.me.path ? answer() : Response.error()));
  onTestFinished(() => void vi.unstubAllGlobals());
}

const failing = (status: number) => () =>
  Response.json({ code: "x", message: "No" }, { status, headers: { [OWN_HEADER.name]: OWN_HEADER.value } });

test("a tab without storage asks the server who is signed in", async () => {
  serverSays(() => Response.json(USER));
  expect(await accountOfSession()).toEqual({ userId: USER.id, username: "ada" });
});

test("a session that has ended on the server counts as signed out", async () => {
  serverSays(failing(401));
  expect(await accountOfSession()).toBeNull();
});

test.each<[string, () => Response]>([
  ["answers with a server error", failing(500)],
  [
    "is behind a gateway that wants a sign-in",
    () => new Response("<h1>Sign in to the network</h1>", { status: 401 }),
  ],
  ["is too busy", failing(503)],
  [
    "does not answer",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("a server that %s has signed nobody out", async (_, answer) => {
  serverSays(answer);
  await expect(accountOfSession()).rejects.toMatchObject({ name: "SessionUnknown" });
});
