/**
 * The smallest possible HTTP hook: a separate process that answers `{}`, and ends with the benchmark. With `--reads` it also reads the request and parses its
 * JSON, as any program must that wants to know what it is asked.
 */
const isReading = process.argv.includes("--reads");
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    if (isReading) await request.json().catch(() => undefined);
    return Response.json({});
  },
});
process.stdin.on("end", () => process.exit()).resume();
process.stdout.write(`${server.port}\n`);
