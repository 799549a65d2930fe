/**
 * A trusted gate when Pawl's program is moved, deleted or cannot start: keeper and launcher refuse. They cannot run its
 * matcher, so they refuse every call that it may be about; in other projects nothing is refused while the gates' list can
 * be read.
 */
import { expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { bash, buildGated, CLOSED, passed, play } from "./gated-world.ts";
import { callTool } from "./harness/model.ts";
import { copyCheckout } from "./interrupted-session.ts";

const LIMIT = 300_000;
const KILL = (file: string) => `kill -9 $(grep -o '"pid": *[0-9]*' "$PAWL_HOME/${file}" | grep -o "[0-9]*")`;
/** The gate itself, the keeper or orphaned hook in its place, or the installed hook alone. */
const REFUSED = new RegExp(
  `${CLOSED}|is about this, and Pawl's background|the program that runs it is missing`,
);

const BREAKS: [what: string, command: string, isFreeElsewhere: boolean][] = [
  [
    "a moved checkout, and the daemon killed",
    `mv "$CHECKOUT" "$CHECKOUT-moved"; ${KILL("daemon.json")}`,
    true,
  ],
  [
    "a deleted checkout, daemon and keeper killed",
    `rm -rf "$CHECKOUT"; ${KILL("keeper.json")}; ${KILL("daemon.json")}`,
    true,
  ],
  [
    "deleted node_modules, and the daemon killed",
    `rm -rf "$CHECKOUT/node_modules"; ${KILL("daemon.json")}`,
    true,
  ],
  ["a deleted launcher", 'rm "$PAWL_HOME/hook"', false],
  ["deleted programs in Pawl's home, and a deleted checkout", 'rm -rf "$PAWL_HOME/bin" "$CHECKOUT"', false],
];

test.each(BREAKS)(
  "%s: the gated calls are refused, in this session and the next",
  async (_what, command, isFreeElsewhere) => {
    let checkout = "";
    const world = await buildGated(({ root }) => {
      checkout = join(root, "checkout");
      copyCheckout(checkout);
      return join(checkout, "bin", "pawl");
    });
    const { scratch, pawl, env } = world;
    Object.assign(env, { CHECKOUT: checkout, PAWL_HOME: pawl.home, PAWL_PORT: String(pawl.port) });
    const elsewhere = join(scratch.root, "elsewhere");
    await mkdir(elsewhere);
    const gated = [
      callTool("Write", { file_path: join(scratch.project, "secrets", "k"), content: "x" }),
      bash("git push --force"),
    ];
    try {
      const said = await play(world, [...gated, bash(command), ...gated]);
      expect(said.slice(0, 2).every((text) => text.includes(CLOSED))).toBe(true);
      for (const text of [...said.slice(3), ...(await play(world, gated))]) expect(text).toMatch(REFUSED);
      if (isFreeElsewhere) expect(await play(world, [bash("echo free")], elsewhere)).toEqual(["free"]);
      expect(await passed(world)).toEqual([]);
    } finally {
      // With this checkout's own program: the other one may be gone.
      const bin = join(import.meta.dir, "..", "..", "bin", "pawl");
      Bun.spawnSync([bin, "down", "--all"], { cwd: scratch.project, env: pawl.env });
      await scratch.dispose();
    }
  },
  LIMIT,
);
