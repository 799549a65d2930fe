import { expect, test } from "bun:test";
import { tomlServers } from "./toml.ts";

const server = { command: "/opt/bun", args: ["/opt/pawl/src/cli/main.ts", "mcp"] };
const add = (text: string, more: { args?: string[]; env?: Record<string, string> } = {}) =>
  tomlServers.add(text, { type: "stdio", env: {}, ...server, ...more });
const remove = (text: string) => tomlServers.remove(text).text;

/** Forms that people and Codex itself write. */
const ODD = [
  "",
  "\n\n",
  'model = "gpt-5"',
  'model = "gpt-5"\n',
  '# only a comment\r\nmodel = "x"\r\n\r\n[features]\r\nhooks = true\r\n',
  '[mcp_servers.other]\ncommand = "o"\nargs = [\n  "a", # why\n  "b",\n]\n\n# last words\n',
  'text = """\n[mcp_servers.pawl]\ncommand = \'not a table\'\n"""\n',
  "[projects.\"/home/me/a b\"]\ntrust_level = 'trusted'\n\n[[rules]]\nn = 1\n[[rules]]\nn = 2\n",
  "when = 1979-05-27T07:32:00Z\nbig = 1_000\nhex = 0xFF\ninline = { a = 1, b = [1, 2] }\n\"quoted key\" = 'x'\n",
];

test.each(ODD)("added, added again and removed, %j is what it was", (text) => {
  const added = add(text);
  expect(added.report).toBe("added");
  expect(added.text.startsWith(text)).toBe(true);
  expect((Bun.TOML.parse(added.text) as { mcp_servers: { pawl: unknown } }).mcp_servers.pawl).toEqual(server);
  expect(add(added.text)).toEqual({ text: added.text, report: "unchanged" });
  const left = remove(added.text) ?? "";
  expect(Bun.TOML.parse(left)).toEqual(Bun.TOML.parse(text));
  expect(left.trimEnd()).toBe(text.trimEnd());
});

test("what Codex wrote behind it stays, with its own comments", () => {
  const behind = '\n# trusted by hand\n[hooks.state."/h/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
  const text = add('model = "x"\n').text + behind;
  expect(remove(text)).toBe(`model = "x"\n${behind}`);
});

test("an outdated one is replaced; one of somebody else stays and is reported", () => {
  const old = add("a = 1\n", { args: ["/old/src/cli/main.ts", "mcp"] }).text;
  const next = add(old, { env: { PAWL_HOME: '/with "quotes"' } });
  expect(next.report).toBe("updated");
  expect(Bun.TOML.parse(next.text)).toEqual({
    a: 1,
    mcp_servers: { pawl: { ...server, env: { PAWL_HOME: '/with "quotes"' } } },
  });
  const foreign = '[mcp_servers.pawl]\ncommand = "theirs"\n';
  expect(add(foreign)).toEqual({ text: foreign, report: "foreign" });
  expect(tomlServers.remove(foreign)).toEqual({ text: foreign, removed: [] });
  expect(tomlServers.remove("")).toEqual({ text: "", removed: [] });
});

test("a form that cannot be edited as text is refused, never damaged", () => {
  expect(() => add('mcp_servers = { other = { command = "o" } }\n')).toThrow();
  expect(() => add("not toml =\n")).toThrow();
  const inline = `mcp_servers = { pawl = { command = "/opt/bun", args = ["/x/src/cli/main.ts", "mcp"] } }\n`;
  expect(() => remove(inline)).toThrow();
});
