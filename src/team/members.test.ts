/** Inviting and removing members. What the database answers is given. */
import { expect, test } from "bun:test";
import { answering } from "../../test/team/given-connection.ts";
import type { TeamConfig } from "./config.ts";
import { newMemberKeys, newTeamSecrets, proofOf } from "./encryption/keys.ts";
import { inviteMember } from "./invite.ts";
import { parseInvitation } from "./join-string.ts";
import { removeMember } from "./remove.ts";

const TEAM: TeamConfig = {
  ...{ team: "t", member: { id: 1, name: "Ann" }, device: "d", encrypted: false },
  address: { host: "db", port: 5432, database: "shop", user: "ann", password: "p" },
};

function encrypted() {
  const secrets = newTeamSecrets();
  const keys = { ...newMemberKeys(), ...secrets };
  const config: TeamConfig = { ...TEAM, encrypted: true, keys };
  return { secrets, keys, config };
}

const row = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, rank: "writer", joinedAt: 1, isRemoved: false, projects: [], ...more },
});

test("removing a member of a plain team takes their role and no key", async () => {
  const at = answering({ "pawl.members": [row(2, "Mia")], remove_member: "pawl_mia" });
  expect(await removeMember(TEAM, at.connection, "Mia")).toEqual({ team: TEAM, statements: [] });
  expect(at.asked.at(-1)?.values).toEqual(["Mia", null, "[]", false]);
  expect(JSON.stringify(at.ran)).toContain("drop role");
});

test("removing a member of an encrypted team gives a new key to all who stay, and to nobody else", async () => {
  const { config, keys, secrets } = encrypted();
  const proven = (name: string) => {
    const own = newMemberKeys();
    return {
      publicKey: own.public,
      keyProof: proofOf(secrets.naming, name, own.public),
    };
  };
  const members = [
    row(1, "Ann", {
      publicKey: keys.public,
      keyProof: proofOf(secrets.naming, "Ann", keys.public),
    }),
    row(2, "Mia", proven("Mia")),
    row(3, "Gone", { ...proven("Gone"), isRemoved: true }),
    row(4, "Invited", { joinedAt: undefined }),
    row(5, "Kim", proven("Kim")),
  ];
  const at = answering({ "pawl.members": members, remove_member: "pawl_mia" });
  const { team } = await removeMember(config, at.connection, "mia");
  const [name, version, sealed] = (at.asked.at(-1)?.values ?? []) as [string, number, string];
  expect([name, version]).toEqual(["mia", 2]);
  expect((JSON.parse(sealed) as { member: number }[]).map(({ member }) => member)).toEqual([1, 5]);
  expect(team.keys?.versions).toEqual({ 1: secrets.versions[1] as string, 2: expect.any(String) });
  const forged = [row(5, "Kim", { ...proven("Kim"), keyProof: Buffer.alloc(32).toString("base64") })];
  for (const list of [forged, [row(5, "Kim")]]) {
    const other = answering({ "pawl.members": list });
    await expect(removeMember(config, other.connection, "Mia")).rejects.toMatchObject({
      ...{ code: "team_forged", params: { name: "Kim" } },
    });
    expect(other.count("remove_member")).toBe(0);
  }
});

test("an invitation holds all that the new member needs, and the keys only of an encrypted team", async () => {
  const at = answering({});
  const { join: text, statements } = await inviteMember(TEAM, at.connection, {
    name: "Mia",
    rank: "reader",
    days: 7,
  });
  const invitation = parseInvitation(text);
  expect(invitation).toEqual({
    ...{ v: 1, team: "t", name: "Mia", host: "db", port: 5432, database: "shop" },
    ...{ user: expect.stringMatching(/^pawl_mia_/), password: expect.any(String) },
  });
  expect(statements).toEqual([]);
  expect(at.asked[0]?.values).toEqual([invitation.user, "Mia", "reader", true, null, null, 7, false]);
  const { config } = encrypted();
  const address = { ...TEAM.address, sslmode: "verify-full", ca: "certificate" };
  const other = answering({});
  const options = { name: "Kim", rank: "writer", days: 1, projects: [7, 8] } as const;
  const full = parseInvitation((await inviteMember({ ...config, address }, other.connection, options)).join);
  expect(full).toMatchObject({ sslmode: "verify-full", ca: "certificate" });
  expect(Buffer.from(full.secret ?? "", "base64")).toHaveLength(32);
  expect(other.asked[0]?.values.slice(3)).toEqual([false, "[7,8]", expect.any(String), 1, false]);
});

test("a name that the team has is said; any other failure is passed on", async () => {
  const options = { name: "Mia", rank: "writer", days: 7 } as const;
  const failing = (errno: string) => answering({ "pawl.invite": Object.assign(new Error("no"), { errno }) });
  await expect(inviteMember(TEAM, failing("23505").connection, options)).rejects.toMatchObject({
    ...{ code: "team_name_taken", params: { name: "Mia" } },
  });
  await expect(inviteMember(TEAM, failing("42501").connection, options)).rejects.toThrow("no");
});
