import { expect, test } from "bun:test";
import { loadAgentSDK } from "./agent-sdk.ts";

const PACKAGE = "@anthropic-ai/claude-agent-sdk";
const failing = (code: string | undefined, message?: string) => () =>
  Promise.reject(Object.assign(new Error(message), { code, message }));

test("the SDK that is installed is given as it is", async () => {
  const sdk = { query: () => undefined } as unknown as Awaited<ReturnType<typeof loadAgentSDK>>;
  expect(await loadAgentSDK(async () => sdk)).toBe(sdk);
});

test("one that is not installed is said so, with the command that installs it", async () => {
  for (const code of ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"])
    await expect(loadAgentSDK(failing(code, `Cannot find package '${PACKAGE}'`))).rejects.toMatchObject({
      code: "sdk_missing",
      hint: expect.stringContaining(`npm install ${PACKAGE}`),
      params: { package: PACKAGE },
    });
});

test("a broken installation keeps its own error: installing it again would not be the cure that is named", async () => {
  const broken: [string | undefined, string | undefined][] = [
    ["ERR_MODULE_NOT_FOUND", "Cannot find package 'zod'"],
    ["ERR_MODULE_NOT_FOUND", undefined],
    ["ERR_DLOPEN_FAILED", `${PACKAGE} could not be loaded`],
    [undefined, `${PACKAGE} has a syntax error`],
  ];
  for (const [code, message] of broken) {
    const error = await loadAgentSDK(failing(code, message)).catch((cause) => cause);
    expect([code, message, error.code]).toEqual([code, message, code]);
  }
});
