/** The smallest possible HTTP hook: a separate process that answers `{}` without reading the request. */
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => Response.json({}) });
process.stdout.write(`${server.port}\n`);
