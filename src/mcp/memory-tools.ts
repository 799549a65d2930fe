/** Memories, by their URI. */
import { z } from "zod";
import type { ClientFileEdit, ClientFiles } from "../memory/client/client-files.ts";
import { isClientUri } from "../memory/client/uri.ts";
import type { ClientSource } from "../memory/records/memory.ts";
import { changeMemory, inScope, remember, wholeMemory } from "../memory/remember/remember.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { SYSTEM_VIEWS, systemView } from "../recall/start/system-views.ts";
import type { Authorship } from "../store/records/authorship.ts";
import { type McpContext, projectField, projectIn, unknown, unnamed } from "./context.ts";
import { authorText, rememberedText } from "./text.ts";
import { READS, type Tool, tool } from "./tool.ts";

const REMEMBERED = {
  content: z.string().min(1),
  uri: z
    .string()
    .optional()
    .describe("Such as project://patterns/errors or user://style; generated if omitted"),
  priority: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe(
      "3–5 when it helps (default 5), 6–10 when asked for; 0–2, in every session, is a proposal to the user",
    ),
  disclosure: z
    .string()
    .optional()
    .describe('When it helps: "When …", a folder, a file or a kind of file such as src/pay/ or *.sql'),
  rename: z.string().optional().describe("Of a client:// memory: its file's new name"),
  hash: z.string().optional().describe("Of a client:// memory: as recall gave it; refused if changed since"),
};

export function memoryTools(ctx: McpContext): Tool[] {
  const { store, redact, clientFiles } = ctx;
  // A memory from MCP is always written by a model.
  const { client: author = "claude" } = ctx;
  const by: Authorship = { author: "model", authorName: author, place: "mcp" };
  const ownProjectOr = (project: string) => (ctx.project === "" ? project : ctx.project);

  /** For tools that make no sense without one, unless a URI names its own place. */
  const projectOf = (named: string | undefined, uri = ""): string => {
    const project = projectIn(ctx, named);
    if (project !== "" || /^(?:user|system):\/\//.test(uri)) return project;
    throw unnamed();
  };

  return [
    tool({
      name: "remember",
      description:
        "Save a fact for later sessions of this project, noted as yours: what was decided and why, what the user asked to be kept, a pitfall and its fix. Rules for every session (priority 0–2), user:// and other projects become proposals that the user confirms.",
      input: { ...REMEMBERED, ...projectField(ctx) },
      hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
      act: async (input) => {
        const { uri, project: named } = input;
        // Another project becomes a proposal, so it may be named here.
        const project =
          named === undefined || ctx.rootOf === undefined ? projectOf(named, uri) : ctx.rootOf(named);
        if (uri !== undefined && isClientUri(uri))
          return editClientFile({ ...input, uri }, { clientFiles, project });
        const from = { author, by, at: ctx.now(), sessionId: ctx.sessionId };
        const said = { ...input, ...from, project, ownProject: ownProjectOr(project) };
        return rememberedText(await remember(store, said, redact));
      },
    }),
    tool({
      name: "recall",
      description: `A memory by its URI. ${SYSTEM_VIEWS.join(", ")} list everything Pawl remembers.`,
      input: { uri: z.string().min(1), ...projectField(ctx) },
      hints: READS,
      act: async ({ uri, project: named }) => {
        const project = projectOf(named, uri);
        const view = await systemView(store, uri, project);
        if (view !== undefined) return view;
        const file = isClientUri(uri) ? await clientFiles.find(uri, project) : undefined;
        const whole = await wholeMemory(store, { uri, project: file?.project ?? project });
        if (whole === undefined || whole.memory.status === "deleted") return unknown("memory", uri);
        await memoriesIn(store).touchMemories(project, [uri], ctx.now());
        const { status, priority, content } = whole.memory;
        return [
          `${uri} (${status}, priority ${priority}, ${authorText(whole.memory)})`,
          content,
          ...whole.relations.map(({ from, kind, to }) => `${from} ${kind} ${to}`),
          ...(file?.provenance?.client === undefined ? [] : [fileLine(file.provenance.client)]),
        ].join("\n");
      },
    }),
    tool({
      name: "forget",
      description:
        "Archive a memory of yours by its URI; what the user wrote only the user can put away. It can be restored from the terminal; pawl forget deletes permanently. A client:// memory is deleted with its file and its line in MEMORY.md: only if the user asked for it.",
      input: { uri: z.string().min(1), hash: z.string().optional(), ...projectField(ctx) },
      hints: { readOnlyHint: false, destructiveHint: true },
      act: async ({ uri, hash, project: named }) => {
        const project = projectOf(named, uri);
        const reason = "asked to forget";
        if (isClientUri(uri)) {
          await clientFiles.remove({ uri, project, hash }, { author, reason });
          return `${uri} is deleted, with its file.`;
        }
        const change = { author, by, at: ctx.now(), ownProject: ownProjectOr(project) };
        await changeMemory(store, inScope({ uri, project }), { status: "deleted", reason }, change, redact);
        return `${uri} is forgotten.`;
      },
    }),
  ];
}

/** `remember` on a file of the client's own memory: the text below the frontmatter. */
async function editClientFile(
  input: ClientFileEdit & { uri: string; rename?: string | undefined; hash?: string | undefined },
  { clientFiles, project }: { clientFiles: ClientFiles; project: string },
): Promise<string> {
  const { uri, hash, rename } = input;
  const by = { author: "claude" };
  const edited = await clientFiles.edit({ uri, project, hash }, input, by);
  if (rename === undefined) return `Changed ${edited.path} and its line in MEMORY.md (hash ${edited.hash}).`;
  const renamed = await clientFiles.rename({ uri, project, hash: edited.hash }, rename, by);
  return `Changed and renamed to ${renamed.path} (${renamed.uri}, hash ${renamed.hash}).`;
}

export function fileLine({ path, hash, branch }: ClientSource): string {
  return `File: ${path} (hash ${hash}${branch === undefined ? "" : `, written on branch ${branch}`})`;
}
