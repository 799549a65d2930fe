/** `bin/pawl` starts Bun in Pawl's own folder, so that Bun reads no file of the user. This import, the first, returns. */
import { chdir, env } from "node:process";

const folder = env.PAWL_STARTED_IN;
// Programs that Pawl starts must not change the folder again.
delete env.PAWL_STARTED_IN;
if (folder !== undefined) chdir(folder);
