import type { ServerConnection } from "../../src/team/server/connection.ts";

/**
 * Answers by the first word that stands in the question: rows, or what a function of the schema returns. A function is
 * called, an error thrown.
 */
export function answering(answers: Record<string, unknown>) {
  const asked: { text: string; values: readonly unknown[] }[] = [];
  const ran: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    asked.push({ text, values });
    const found = Object.entries(answers).find(([word]) => text.includes(word))?.[1];
    const answer = typeof found === "function" ? found() : found;
    if (answer instanceof Error) throw answer;
    return (text.endsWith(" as answer") ? [{ answer: answer ?? null }] : (answer ?? [])) as never[];
  };
  const close = async () => undefined;
  const run = async (steps: readonly unknown[]) => void ran.push(...steps);
  const connection = {
    query,
    queryOnce: query,
    run,
    close,
    [Symbol.asyncDispose]: close,
  } as ServerConnection;
  const count = (word: string) => asked.filter(({ text }) => text.includes(word)).length;
  return { asked, ran, answers, connection, count };
}
