/** The least an HTTP hook can be: a process of its own that answers `{}` and does not look at what came. */
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({}) });
process.stdout.write(`${server.port}\n`);
