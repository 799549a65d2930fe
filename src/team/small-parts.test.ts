/** The small parts of a team that need no server: its file, the join string, names, passwords, the plain codec. */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codecFor } from "./codec.ts";
import { needTeam, readTeam, removeTeam, type TeamConfig, writeTeam } from "./config.ts";
import { encodeInvitation, type Invitation, parseInvitation } from "./join-string.ts";
import { otherNames, projectName } from "./project-name.ts";
import { randomPassword, scramVerifier } from "./server/roles.ts";

const TEAM: TeamConfig = {
  team: "t",
  member: { id: 1, name: "Ann" },
  device: "d",
  address: { host: "db", port: 5432, database: "shop", user: "ann", password: "p" },
  encrypted: false,
};

test("the team's file is private and comes back as it was written; a damaged one is told", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-team-file-"));
  const file = join(dir, "home", "team.json");
  try {
    expect(readTeam(file)).toBeUndefined();
    expect(() => needTeam(file)).toThrow(
      expect.objectContaining({
        code: "team_none",
        message: "This machine belongs to no team.",
        hint: "Create one with pawl team create postgres://…, or join one with pawl team join STRING.",
      }),
    );
    writeTeam(file, TEAM);
    expect([readTeam(file), needTeam(file)]).toEqual([TEAM, TEAM]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, JSON.stringify({ ...TEAM, device: 1 }));
    expect(() => readTeam(file)).toThrow(
      expect.objectContaining({ code: "team_file", message: `${file} is damaged.`, params: { file } }),
    );
    removeTeam(file);
    removeTeam(file);
    expect(readTeam(file)).toBeUndefined();
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test("an invitation is one line; what is not one says so", () => {
  const invitation: Invitation = {
    ...{ v: 1, team: "t", name: "Mia", host: "db", port: 5432, database: "shop", user: "u", password: "p" },
    ...{ sslmode: "require", ca: "CERT", secret: "s" },
  };
  const line = encodeInvitation(invitation);
  expect(line).toMatch(/^pawl-join-[\w-]+$/);
  expect(parseInvitation(`  ${line}\n`)).toEqual(invitation);
  const newer = `pawl-join-${Buffer.from(JSON.stringify({ ...invitation, v: 2 })).toString("base64url")}`;
  for (const text of ["", line.slice("pawl-join-".length), line.slice(0, 40), newer]) {
    expect(() => parseInvitation(text)).toThrow(
      expect.objectContaining({
        code: "team_join_string",
        message: "This is no join string.",
        hint: "It is one line that starts with pawl-join-; copy all of it.",
      }),
    );
  }
});

test("a project is named by what other machines know, never by a path", async () => {
  const settled = (key: string, by: "remote" | "hand" | "folder") => ({
    settle: async (folder: string) => ({ key, by, folders: [folder] }) as never,
  });
  expect(await projectName("/a", settled("folder:/a", "folder"), "shop")).toBe("named:shop");
  expect(await projectName("/a", settled("remote:git.example/shop", "remote"))).toBe(
    "remote:git.example/shop",
  );
  expect(await projectName("/a", settled("hand:shop", "hand"))).toBe("hand:shop");
  // The key looks like a path but was not given by hand.
  expect(await projectName("/a", settled("hand:/a", "remote"))).toBe("hand:/a");
  for (const key of ["hand:/a", "hand:./a", "hand:~/a", "hand:\\\\host\\a", "hand:C:\\a", "hand:c:/a"])
    await expect(projectName("/a", settled(key, "hand"))).rejects.toMatchObject({
      code: "team_no_project",
      message: "/a has no name that other machines know.",
      params: { folder: "/a" },
    });
  await expect(projectName("/a", settled("folder:/a", "folder"))).rejects.toThrow("no name");
});

test("a password's verifier is what PostgreSQL makes of it", () => {
  // The example of RFC 7677 (user `user`, password `pencil`), in PostgreSQL's form.
  const salt = Buffer.from("W22ZaJ0SNY7soEsUEjb6gQ==", "base64");
  expect(scramVerifier("pencil", salt)).toBe(
    "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=",
  );
  expect(Buffer.from(/4096:([^$]*)\$/.exec(scramVerifier("pencil"))?.[1] ?? "", "base64")).toHaveLength(16);
  expect(randomPassword()).toMatch(/^[0-9a-f]{48}$/);
  expect(randomPassword()).not.toBe(randomPassword());
});

test("the plain codec names records by a digest of 32 signs and leaves the text as it is", () => {
  const codec = codecFor({ encrypted: false });
  expect(codec.keyVersion).toBe(0);
  expect(codec.idOf("memory", "project://tax")).toBe(
    new Bun.CryptoHasher("sha256").update("memory\nproject://tax").digest("hex").slice(0, 32),
  );
  expect(codec.projectName("p")).toBe("p");
  expect(codec.open("place", codec.seal("place", "Grüße"), 0)).toBe("Grüße");
  expect(codec.openSealed("place", codec.sealFor({ name: "Mia" }, "place", "Grüße"), 0)).toBe("Grüße");
  expect(() => codecFor({ encrypted: true })).toThrow(
    expect.objectContaining({
      code: "team_key_missing",
      message: "The team is encrypted, and this machine has no key.",
      hint: "Ask for a new invitation.",
    }),
  );
});

test("a checkout is also called by its other remotes, such as the one that it was forked from", () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-remotes-"));
  try {
    mkdirSync(join(folder, ".git"));
    const remote = (name: string, url: string) => `[remote "${name}"]\n\turl = ${url}\n`;
    const config = remote("origin", "git@github.com:frk/shop.git");
    writeFileSync(join(folder, ".git/config"), config + remote("upstream", "https://github.com/acme/shop"));
    writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
    expect(otherNames(folder)).toEqual(["remote:github.com/acme/shop"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
