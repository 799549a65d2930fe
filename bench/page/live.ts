import { median, percentile } from "../statistics.ts";
import { ms, type Row } from "../table.ts";
import type { PageWorld } from "./world.ts";

/** From posting a hook to its row on the screen. */
export async function live({ page, pawl, project, cost }: PageWorld): Promise<Row> {
  await page.goto(`${pawl.url}/#/now`);
  await page.getByText("live ·").waitFor();
  const token = await pawl.token();
  const took: number[] = [];
  const answered: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < 20; i++) {
    const mark = `Live ${i} ${crypto.randomUUID()}`;
    const seen = page.evaluate<number>(`new Promise((done) => {
      const look = () => {
        const row = [...document.querySelectorAll(".row-title")].some((one) => one.textContent === ${JSON.stringify(mark)});
        if (row) done(Date.now());
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await page.waitForTimeout(60);
    const { daemonMs } = await cost(async () => {
      const from = Date.now();
      await fetch(`${pawl.url}/hook`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({
          hook_event_name: "UserPromptSubmit",
          session_id: `live-${i}`,
          cwd: project,
          prompt: mark,
        }),
      });
      answered.push(Date.now() - from);
      took.push((await seen) - from);
    });
    cpu.push(daemonMs);
  }
  const value = Math.max(...took);
  return {
    what: "page: a live event, from the hook to the screen",
    median: ms(median(took)),
    p95: ms(percentile(took, 95)),
    compared: `hook answered in ${ms(median(answered))}, slowest ${ms(Math.max(...answered))}; daemon cpu ${ms(median(cpu))}, most ${ms(Math.max(...cpu))}`,
    limit: { value, most: 500, text: "all within 500 ms" },
  };
}
