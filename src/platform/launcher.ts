/**
 * What installed hooks start, in Pawl's home. It outlives a moved or deleted checkout: the scripts, a link to (or copy of)
 * Bun, and two bundles that need nothing else. The client shows an error for a command that is missing or fails, so the
 * launcher exits with 0, except for a gate that it can start nothing for: see `gateLine` of the installed hooks.
 */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { makePrivateDir, readIfThere, writeWhole } from "./files.ts";
import { OWN_HOME_ARGUMENT, QUICK_START, SOCKET_ARGUMENT } from "./hook-request.ts";
import { type Home, packageDir } from "./paths.ts";
import { writeProgram } from "./programs.ts";

const EXECUTABLE = 0o700;
const COPIES = ["keeper.js", "uninstall.js"];
const BUN = process.platform === "win32" ? "bun.exe" : "bun";

export function placeLauncher(home: Home, port: number): void {
  makePrivateDir(home.bin);
  writeProgram(home, port);
  placeBun(join(home.bin, BUN));
  for (const name of COPIES) {
    const source = join(packageDir, "dist", name);
    // Without bundles (a package folder that is not writable), a moved checkout is not covered.
    if (existsSync(source)) writeIfOther(join(home.bin, name), readIfThere(source) ?? "", 0o600);
  }
  const isWindows = process.platform === "win32";
  writeIfOther(home.launcher, isWindows ? WINDOWS_HOOK : POSIX_HOOK, EXECUTABLE);
  writeIfOther(home.uninstaller, isWindows ? WINDOWS_UNINSTALL : POSIX_UNINSTALL, EXECUTABLE);
}

/** True if the scripts exist exactly as this version writes them. */
export function isLauncherCurrent(home: Home): boolean {
  const expected = process.platform === "win32" ? WINDOWS_HOOK : POSIX_HOOK;
  return readIfThere(home.launcher) === expected && existsSync(join(home.bin, BUN));
}

/** A link is free. On another disk it is a copy, which shares its blocks if the file system supports that. */
function placeBun(target: string): void {
  const own = statSync(target, { throwIfNoEntry: false });
  const current = statSync(process.execPath);
  if (
    own !== undefined &&
    own.size === current.size &&
    (own.ino === current.ino || own.mtimeMs >= current.mtimeMs)
  )
    return;
  const fresh = `${target}.${process.pid}.tmp`;
  rmSync(fresh, { force: true });
  try {
    linkSync(process.execPath, fresh);
  } catch {
    copyFileSync(process.execPath, fresh, constants.COPYFILE_FICLONE);
    chmodSync(fresh, EXECUTABLE);
  }
  try {
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    // Windows: the old one is running, and is good enough.
    if (own === undefined) throw error;
  }
}

function writeIfOther(path: string, text: string, mode: number): void {
  if (readIfThere(path) !== text) writeWhole(path, text, mode);
}

const variables = (settings: object) =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");

/** Only built-in commands of the shell, because it runs at every prompt. */
const POSIX_HOOK = `#!/bin/sh
# Starts Pawl for a hook of Claude Code or Codex. Written by "pawl install". It never fails: the client would show an error.
home=\${0%/*}
# A gate hears of it (its hook refuses); every other hook ends in silence.
nothing() {
  for argument; do [ "$argument" = --gate ] && exit 1; done
  exit 0
}
bun='' package=''
[ -r "$home/program" ] && { IFS= read -r bun; IFS= read -r package; } <"$home/program"
[ -x "$bun" ] || bun=$home/bin/bun
[ -x "$bun" ] || nothing "$@"
hook=$package/dist/hook.js
[ -f "$hook" ] || hook=$package/src/cli/hook/program.ts
# In our own folder Bun finds no bunfig.toml, tsconfig.json or .env of the open project.
if [ -f "$package/src/cli/hook/program.ts" ]; then
  [ -O "$home" ] && set -- ${OWN_HOME_ARGUMENT} "$@"
  [ -S /dev/stdin ] && set -- ${SOCKET_ARGUMENT} "$@"
  export ${variables(QUICK_START)}
  exec "$bun" --no-env-file "--cwd=\${hook%/*}" "$hook" "$@"
fi
if [ -f "$home/bin/keeper.js" ]; then
  exec "$bun" --no-env-file "--cwd=$home/bin" "$home/bin/keeper.js" --orphan --home "$home" "$@"
fi
nothing "$@"
`;

const POSIX_UNINSTALL = `#!/bin/sh
# Removes Pawl, also when its checkout is gone. Options: --dry-run, --purge, --yes.
home=$(CDPATH='' cd -P -- "\${0%/*}" && pwd -P)
PAWL_HOME=$home exec "$home/bin/bun" --no-env-file "--config=/dev/null" "$home/bin/uninstall.js" "$@"
`;

const WINDOWS_HOOK = `@echo off\r
rem Starts Pawl for a hook of Claude Code. Written by "pawl install". It never fails: the client would show an error.\r
setlocal\r
set "home=%~dp0"\r
set "bun="\r
set "package="\r
if exist "%home%program" ( <"%home%program" ( set /p "bun=" & set /p "package=" ) )\r
if not exist "%bun%" set "bun=%home%bin\\bun.exe"\r
if not exist "%bun%" exit /b 0\r
set "hook=%package%\\dist\\hook.js"\r
if not exist "%hook%" set "hook=%package%\\src\\cli\\hook\\program.ts"\r
if exist "%hook%" (\r
  "%bun%" --no-env-file "--cwd=%package%" "%hook%" %*\r
) else if exist "%home%bin\\keeper.js" (\r
  "%bun%" --no-env-file "--cwd=%home%bin" "%home%bin\\keeper.js" --orphan --home "%home:~0,-1%" %*\r
)\r
exit /b 0\r
`;

const WINDOWS_UNINSTALL = `@echo off\r
rem Removes Pawl, also when its checkout is gone. Options: --dry-run, --purge, --yes.\r
set "PAWL_HOME=%~dp0"\r
set "PAWL_HOME=%PAWL_HOME:~0,-1%"\r
"%PAWL_HOME%\\bin\\bun.exe" --no-env-file "%PAWL_HOME%\\bin\\uninstall.js" %*\r
`;
