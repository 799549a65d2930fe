/** A plain page for now: what state Pawl is in and the last sessions. Text goes in as text, through `html`. */
import { html } from "hono/html";
import type { SessionOverview } from "../memory/records.ts";
import { formatTime } from "../platform/clock.ts";
import type { StoreStats } from "../store/store.ts";

export interface PageState {
  version: string;
  stats: StoreStats;
  sessions: readonly SessionOverview[];
}

/** Only this page's own style; no script, no picture, no other host. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const style = html`<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: left; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  .number { text-align: right; }
</style>`;

const frame = (content: unknown) => html`<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pawl</title>${style}</head>
  <body><main><h1>Pawl</h1>${content}</main></body>
</html>`;

export const closedPage = () =>
  frame(
    html`<p>Pawl is running. Run <code>pawl up</code> in a terminal: it prints a link that opens this page.</p>`,
  );

export const statusPage = ({ version, stats, sessions }: PageState) =>
  frame(html`
    <p>Version ${version} is running. It remembers ${stats.sessions} sessions with ${stats.prompts} prompts and
      ${stats.observations} tool calls${stats.lastEventAt === undefined ? "" : `; the last event came ${formatTime(stats.lastEventAt)}`}.</p>
    <h2>Last sessions</h2>
    ${sessions.length === 0 ? html`<p>None yet. Start Claude Code in any project.</p>` : sessionTable(sessions)}
  `);

const sessionTable = (sessions: readonly SessionOverview[]) => html`<table>
  <thead><tr><th>When</th><th>Project</th><th>Asked</th><th class="number">Prompts</th><th class="number">Tool calls</th></tr></thead>
  <tbody>${sessions.map(
    (session) => html`<tr>
      <td>${formatTime(session.lastEventAt)}</td><td>${session.project}</td><td>${session.title}</td>
      <td class="number">${session.prompts}</td><td class="number">${session.observations}</td>
    </tr>`,
  )}</tbody>
</table>`;
