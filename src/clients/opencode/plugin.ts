/**
 * Pawl's plugin for OpenCode: it runs a command of Pawl for each event and passes the answer to the model. `pawl install`
 * writes it, `pawl uninstall` removes it. If anything is missing or fails, the session continues. Only a refusal throws.
 */
import { spawn } from "node:child_process";

/** By event: a line for the shell, and the seconds that it may take. */
const COMMANDS: Readonly<Record<string, { command: string; timeout: number }>> = {};

interface Answer {
  context?: string;
  deny?: string;
  input?: Record<string, unknown>;
}

type Body = Record<string, unknown>;

interface Part {
  id: string;
  sessionID: string;
  messageID: string;
  type: string;
  text?: string;
  synthetic?: boolean;
  callID?: string;
  tool?: string;
  state?: { status: string; input?: unknown; error?: string };
}

interface Bus {
  type: string;
  properties: {
    sessionID?: string;
    info?: { id: string; parentID?: string; agent?: string };
    part?: Part;
  };
}

interface Call {
  tool: string;
  sessionID: string;
  callID: string;
  args?: unknown;
}

interface Ran {
  output?: string;
  content?: { type: string; text?: string }[];
  metadata?: { exit?: number };
}

interface Session {
  /** The parent session of a subagent. */
  parent?: string;
  agent?: string;
  isNew: boolean;
  isStarted: boolean;
  prompt?: string;
  said?: { messageID: string; text: string };
  /** What was injected after a compaction: a part of every later request. */
  restored?: string;
}

class Refusal extends Error {}

function run(event: string, body: Body): Promise<Answer> {
  const hook = COMMANDS[event];
  if (hook === undefined) return Promise.resolve({});
  return new Promise((resolve) => {
    const shell = process.platform === "win32" ? "powershell.exe" : "/bin/sh";
    const child = spawn(hook.command, { shell, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      resolve({});
    }, hook.timeout * 1000);
    const finish = (answer: Answer) => {
      clearTimeout(timer);
      resolve(answer);
    };
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
    });
    child.on("error", () => finish({}));
    child.stdin.on("error", () => undefined);
    child.on("close", () => finish(toAnswer(out)));
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...body }));
  });
}

function toAnswer(out: string): Answer {
  try {
    return JSON.parse(out) as Answer;
  } catch {
    return {};
  }
}

/** Only a refusal reaches OpenCode: any other error would make the prompt fail. */
function safely<T extends unknown[]>(hook: (...args: T) => Promise<void>) {
  return async (...args: T): Promise<void> => {
    try {
      await hook(...args);
    } catch (error) {
      if (error instanceof Refusal) throw error;
    }
  };
}

const inTag = (text: string) => `\n<hook_context>\n${text}\n</hook_context>`;

/** The sessions of this process, and what the commands of Pawl have answered for them. */
function openSessions(directory: string) {
  const sessions = new Map<string, Session>();
  /** Context for failed calls, by call. OpenCode has no hook for them, so it is added to each request. */
  const notes = new Map<string, string>();
  const failed = new Set<string>();
  /** Work that events have started. OpenCode does not await event handlers, so the next request awaits this work. */
  const pending = new Set<Promise<unknown>>();

  const sessionOf = (id: string): Session => {
    const session = sessions.get(id) ?? { isNew: false, isStarted: false };
    sessions.set(id, session);
    return session;
  };

  function send(event: string, id: string, body: Body = {}): Promise<Answer> {
    const { parent, agent, prompt } = sessionOf(id);
    const subagent = parent === undefined ? {} : { agent_id: id, agent_type: agent };
    const common = { session_id: parent ?? id, cwd: directory, prompt_id: prompt, ...subagent };
    return run(event, { ...common, ...body });
  }

  function follow(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => pending.delete(done));
    pending.add(done);
  }

  async function failure({ callID = "", tool, state }: Part, id: string): Promise<void> {
    const call = { tool_name: tool, tool_input: state?.input, tool_use_id: callID };
    const { context } = await send("PostToolUseFailure", id, { ...call, error: state?.error ?? "" });
    if (context !== undefined) notes.set(callID, inTag(context));
  }

  async function compacted(session: Session, id: string): Promise<void> {
    await send("PostCompact", id, { trigger: "auto", compact_summary: session.said?.text ?? "" });
    const { context } = await send("SessionStart", id, { source: "compact" });
    if (context !== undefined) session.restored = context;
  }

  async function onEvent({ event: { type, properties } }: { event: Bus }): Promise<void> {
    const { info, part, sessionID: id = info?.id ?? "" } = properties;
    if (type === "session.created" && info !== undefined) {
      const session = sessionOf(info.id);
      session.isNew = true;
      if (info.parentID !== undefined) {
        session.parent = sessionOf(info.parentID).parent ?? info.parentID;
        session.agent = info.agent ?? "general";
      }
    } else if (type === "message.part.updated" && part?.state?.status === "error") {
      if (failed.has(part.callID ?? "")) return;
      failed.add(part.callID ?? "");
      follow(failure(part, id));
    } else if (type === "session.compacted") follow(compacted(sessionOf(id), id));
    else if (type === "session.idle") {
      const { parent, said } = sessionOf(id);
      const last = { stop_hook_active: false, last_assistant_message: said?.text };
      follow(send(parent === undefined ? "Stop" : "SubagentStop", id, last));
    }
  }

  return { sessions, sessionOf, send, pending, notes, onEvent };
}

export const PawlPlugin = async ({ directory }: { directory: string }) => {
  const { sessions, sessionOf, send, pending, notes, onEvent } = openSessions(directory);
  return {
    event: safely(onEvent),

    "chat.message": safely(
      async (input: { sessionID: string }, output: { message: { id: string }; parts: Part[] }) => {
        const { sessionID: id } = input;
        const { message, parts } = output;
        const session = sessionOf(id);
        const contexts: (string | undefined)[] = [];
        if (!session.isStarted) {
          session.isStarted = true;
          const source = session.isNew ? "startup" : "resume";
          const event = session.parent === undefined ? "SessionStart" : "SubagentStart";
          contexts.push((await send(event, id, { source })).context);
        }
        const asked = parts.filter(({ type, synthetic }) => type === "text" && synthetic !== true);
        const prompt = asked.map(({ text = "" }) => text).join("\n");
        if (prompt !== "") session.prompt = message.id;
        if (prompt !== "" && session.parent === undefined) {
          const { deny, context } = await send("UserPromptSubmit", id, { prompt });
          if (deny !== undefined) throw new Refusal(deny);
          contexts.push(context);
        }
        const text = contexts.filter((each) => each !== undefined).join("\n");
        if (text === "") return;
        const own = { id: `prt_pawl${Date.now().toString(36)}`, sessionID: id, messageID: message.id };
        parts.push({ ...own, type: "text", text, synthetic: true });
      },
    ),

    "tool.execute.before": safely(async (call: Call, output: { args: Record<string, unknown> }) => {
      const body = { tool_name: call.tool, tool_input: output.args, tool_use_id: call.callID };
      const { deny, input } = await send("PreToolUse", call.sessionID, body);
      if (deny !== undefined) throw new Refusal(deny);
      if (input !== undefined) Object.assign(output.args, input);
    }),

    "tool.execute.after": safely(async (call: Call, ran: Ran) => {
      const texts = (ran.content ?? []).map(({ text = "" }) => text).join("\n");
      const response = { output: ran.output ?? texts, exit: ran.metadata?.exit };
      const body = { tool_name: call.tool, tool_input: call.args, tool_use_id: call.callID };
      const { context } = await send("PostToolUse", call.sessionID, { ...body, tool_response: response });
      if (context === undefined) return;
      if (ran.output !== undefined) ran.output += inTag(context);
      else ran.content?.push({ type: "text", text: inTag(context) });
    }),

    "experimental.text.complete": safely(
      async (input: { sessionID: string; messageID: string }, output: { text: string }) => {
        const session = sessionOf(input.sessionID);
        const before = session.said?.messageID === input.messageID ? `${session.said.text}\n` : "";
        session.said = { messageID: input.messageID, text: before + output.text };
      },
    ),

    "experimental.chat.messages.transform": safely(
      async (_: unknown, { messages }: { messages: { parts: Part[] }[] }) => {
        await Promise.all(pending);
        for (const { callID = "", state } of messages.flatMap(({ parts }) => parts)) {
          const note = notes.get(callID);
          if (note !== undefined && state?.error?.endsWith(note) === false) state.error += note;
        }
      },
    ),

    "experimental.chat.system.transform": safely(
      async ({ sessionID = "" }: { sessionID?: string }, { system }: { system: string[] }) => {
        await Promise.all(pending);
        const restored = sessions.get(sessionID)?.restored;
        if (restored !== undefined) system.push(restored);
      },
    ),

    "experimental.session.compacting": safely(
      async (input: { sessionID: string }, output: { context: string[] }) => {
        const { context } = await send("PreCompact", input.sessionID, { trigger: "auto" });
        if (context !== undefined) output.context.push(context);
      },
    ),

    /** So that `pawl` in a command knows its session. */
    "shell.env": safely(
      async (input: { sessionID?: string }, output: { env: Record<string, string | undefined> }) => {
        const { sessionID: id = "" } = input;
        if (id !== "") output.env.OPENCODE_SESSION_ID = sessionOf(id).parent ?? id;
      },
    ),

    dispose: safely(async () => {
      await Promise.all(pending);
      const open = [...sessions].filter(([, { isStarted, parent }]) => isStarted && parent === undefined);
      await Promise.all(open.map(([id]) => send("SessionEnd", id, { reason: "other" })));
    }),
  };
};
