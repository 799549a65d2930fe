/** `npm run fuzz [cases]`: the same properties with many more cases; default 20,000 each. */
const [cases = "20000", ...rest] = process.argv.slice(2);
const run = Bun.spawn([process.execPath, "test", "--timeout=120000", "test/fuzz", ...rest], {
  env: { ...process.env, PAWL_FUZZ_RUNS: cases },
  stdio: ["inherit", "inherit", "inherit"],
});
process.exitCode = await run.exited;

export {};
