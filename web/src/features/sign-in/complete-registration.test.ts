import { authRoutes } from "@shelv/contract/routes/auth";
import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { expect, onTestFinished, test, vi } from "vitest";
import { completeRegistration, otherNameText } from "./complete-registration";

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

function serverSays(answer: () => Response) {
  vi.stubGlobal("fetch", async (path: string) =>
    path === authRoutes.me.path ? Response.json(USER) : answer(),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

const refusal = (code: RefusalCode) => () =>
  Response.json({ code, message: REFUSALS[code].message }, { status: REFUSALS[code].status });

test("an owner whose name was chosen by a call with a lost answer, or in another tab, continues with that name", async () => {
  serverSays(refusal("username-chosen"));
  expect(await completeRegistration(CHOSEN)).toEqual(USER);
});

test("a name of another account is refused", async () => {
  serverSays(refusal("username-taken"));
  await expect(completeRegistration(CHOSEN)).rejects.toMatchObject({ code: "username-taken" });
});

test("after a lost answer this device knows of no name", async () => {
  serverSays(() => {
    throw new TypeError("Failed to fetch");
  });
  await expect(completeRegistration(CHOSEN)).rejects.toMatchObject({ name: "NoNetwork" });
});

test("an owner who continues under a name not typed here reads which", () => {
  expect(otherNameText("ada", { ...USER, username: "ada" })).toBeNull();
  expect(otherNameText("ada", USER)).toMatchObject({ title: "Your username is ada_elsewhere" });
  expect(otherNameText("ada", { ...USER, username: "Ada" })).toMatchObject({
    title: "Your username is Ada",
  });
});
