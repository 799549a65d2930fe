/** `npm run test:faults`: the fault tests with all rounds; `npm test` runs a sample. */
export {};

const run = Bun.spawn(
  [process.execPath, "test", "--timeout=120000", "test/faults", ...process.argv.slice(2)],
  {
    env: { ...process.env, PAWL_FAULTS: "long" },
    stdio: ["inherit", "inherit", "inherit"],
  },
);
process.exitCode = await run.exited;
