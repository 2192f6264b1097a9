import { expect, test } from "vitest";
import { addDomain, listDomains, NAME, openDomainWorld, SITE, tokenOf } from "#testing/domain-world";
import { openTestServer } from "#testing/open-test-server";

const outcomeOf = async (answer: Response) => {
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return [answer.status, code, message];
};

test("Each impossible name is refused with the reason", async () => {
  const { owner } = await openDomainWorld();
  const ada = await owner("Ada");
  for (const [name, sentence] of [
    ["not a name", "This is not a domain. Type it like www.example.com"],
    ["localhost", "This is not a domain. Type it like www.example.com"],
    ["192.0.2.7", "This is the address of a computer, not a domain. Type a name, such as www.example.com"],
    ["co.uk", "co.uk is shared by many people. Type a domain below it, such as name.co.uk"],
    ["github.io", "github.io is shared by many people. Type a domain below it, such as name.github.io"],
    ["printer.lan", "printer.lan is no name of the public DNS. Type a domain that you have registered"],
    ["shelv.example", "shelv.example belongs to this server. Type a domain of your own"],
    ["bob.pages.example", "bob.pages.example belongs to this server. Type a domain of your own"],
  ] as const) {
    expect([name, ...(await outcomeOf(await ada.post("/api/domains", { name })))]).toEqual([
      name,
      400,
      "invalid",
      sentence,
    ]);
  }
  expect(await outcomeOf(await ada.post("/api/domains", { name: " " }))).toEqual([
    400,
    "invalid",
    "Type a domain, such as www.example.com",
  ]);
  expect(await listDomains(ada)).toEqual([]);
});

test("A name without its records gets the missing one, and a wrong one is shown", async () => {
  const { owner, zone } = await openDomainWorld();
  const ada = await owner("Ada");
  const seen = async () => (await addDomain(ada)).problem;
  expect(await seen()).toEqual({ code: "no-token" });
  zone[`_shelv.${NAME}`] = { TXT: ["shelv-domain=somebody-else's", "v=spf1 -all"] };
  expect(await seen()).toEqual({
    code: "wrong-token",
    found: ["shelv-domain=somebody-else's", "v=spf1 -all"],
  });
  zone[`_shelv.${NAME}`] = { TXT: [tokenOf(await addDomain(ada))] };
  expect(await seen()).toEqual({ code: "no-address" });
  zone[NAME] = { A: ["192.0.2.1", "198.51.100.9"] };
  expect(await seen()).toEqual({ code: "wrong-address", found: ["198.51.100.9"] });
  zone[NAME] = { CNAME: "other.example" };
  expect(await seen()).toEqual({ code: "wrong-address", found: ["other.example"] });
  zone[NAME] = { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] };
  expect(await addDomain(ada)).toMatchObject({ state: "verified", problem: null });
});

test("An apex domain gets address records, all others a CNAME", async () => {
  const { owner } = await openDomainWorld();
  const ada = await owner("Ada");
  const kinds = async (name: string) =>
    (await addDomain(ada, name)).records.map(({ type, value }) =>
      type === "TXT" ? type : `${type} ${value}`,
    );
  expect(await kinds("ada.co.uk")).toEqual(["TXT", "A 192.0.2.1", "AAAA 2001:db8::1"]);
  expect(await kinds("www.ada.co.uk")).toEqual(["TXT", "CNAME pages.example"]);
});

test("An account may have three domains, and another once one is removed", async () => {
  const { owner } = await openDomainWorld();
  const ada = await owner("Ada");
  for (const name of ["a.com", "b.com", "c.com"]) await addDomain(ada, name);
  expect(await outcomeOf(await ada.post("/api/domains", { name: "d.com" }))).toEqual([
    403,
    "domain-limit",
    "An account has room for 3 domains. Remove one first",
  ]);
  await addDomain(ada, "A.com".toLowerCase());
  await ada.delete("/api/domains/b.com");
  await addDomain(ada, "d.com");
  expect((await listDomains(ada)).map(({ name }) => name)).toEqual(["a.com", "c.com", "d.com"]);
});

test("A removed domain shows no page from then on, and only its owner can remove it", async () => {
  const { owner, pageAt, verified } = await openDomainWorld();
  const [ada, bob] = [await owner("Ada"), await owner("Bob")];
  await verified(ada);
  await bob.delete(`/api/domains/${NAME}`);
  expect((await pageAt(NAME)).status).toBe(200);
  await ada.delete(`/api/domains/${NAME}`);
  expect((await pageAt(NAME)).status).toBe(421);
  expect(await (await pageAt("shelv.example", "/Ada")).text()).toContain(
    `rel="canonical" href="${SITE}/Ada"`,
  );
});

test("A domain that is removed and added again has its old token, which no other account gets", async () => {
  const { owner, pageAt, verified } = await openDomainWorld();
  const [ada, bob] = [await owner("Ada"), await owner("Bob")];
  const token = tokenOf(await verified(ada));
  await ada.delete(`/api/domains/${NAME}`);
  expect(await addDomain(ada)).toMatchObject({ state: "verified" });
  expect(await (await pageAt(NAME)).text()).toContain("@Ada");
  expect(
    new Set([token, tokenOf(await addDomain(bob)), tokenOf(await addDomain(ada, "www.ada.org"))]).size,
  ).toBe(3);
});

test("Only Premium includes domains, as the list says", async () => {
  const { server } = await openDomainWorld();
  const ada = await server.signedIn("ada@example.org", "Ada");
  expect(await (await ada.get("/api/domains")).json()).toEqual({
    isOffered: true,
    isInPlan: false,
    domains: [],
  });
  expect((await outcomeOf(await ada.post("/api/domains", { name: NAME })))[1]).toBe("domain-needs-premium");
  await ada.put("/api/user/plan", { plan: "premium" });
  expect((await addDomain(ada)).state).toBe("waiting");
});

test("A server without a public URL offers none; one without PAGE_HOST uses the app's own name as target", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "Ada");
  expect(await (await ada.get("/api/domains")).json()).toMatchObject({ isOffered: false });
  expect(await outcomeOf(await ada.post("/api/domains", { name: NAME }))).toEqual([
    404,
    "domains-off",
    "Your own domain isn't available on this server",
  ]);

  const { owner, pageAt } = await openDomainWorld({}, { env: { PAGE_HOST: "" } });
  const bob = await owner("Bob");
  expect((await addDomain(bob)).records).toContainEqual({
    type: "CNAME",
    name: NAME,
    value: "shelv.example",
  });
  expect((await pageAt("bob.pages.example")).status).toBe(421);
});
