import { authRoutes } from "@shelv/contract/routes/auth";
import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { expect, onTestFinished, test, vi } from "vitest";
import { registered, registeredText } from "./registered";

const CHOSEN = { username: "ada", displayName: "Ada" };
const USER = {
  id: "01890000-0000-7000-8000-000000000001",
  username: "ada_elsewhere",
  displayName: "Ada",
  title: "",
  bio: "",
  website: "",
  location: "",
  profileImageUrl: null,
};

/** What the server answers to the choice of a name; to who has signed in it says `USER`. */
function serverSays(answer: () => Response) {
  vi.stubGlobal("fetch", async (path: string) =>
    path === authRoutes.me.path ? Response.json(USER) : answer(),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

const refusal = (code: RefusalCode) => () =>
  Response.json({ code, message: REFUSALS[code].message }, { status: REFUSALS[code].status });

test("whose name was chosen by a call whose answer got lost, or in another tab, goes on with that name", async () => {
  serverSays(refusal("username-chosen"));
  expect(await registered(CHOSEN)).toEqual(USER);
});

test("a name that is somebody else's is not had", async () => {
  serverSays(refusal("username-taken"));
  await expect(registered(CHOSEN)).rejects.toMatchObject({ code: "username-taken" });
});

test("a lost answer is no name yet, as far as this device can tell", async () => {
  serverSays(() => {
    throw new TypeError("Failed to fetch");
  });
  await expect(registered(CHOSEN)).rejects.toMatchObject({ name: "NoNetwork" });
});

test("who goes on under a name that they did not type here is told which, and of no account that was created", () => {
  expect(registeredText("ada", { ...USER, username: "ada" }).title).toBe("Account created");
  expect(registeredText("ada", USER)).toMatchObject({ title: "Your username is ada_elsewhere" });
  expect(registeredText("ada", { ...USER, username: "Ada" })).toMatchObject({
    title: "Your username is Ada",
  });
});
