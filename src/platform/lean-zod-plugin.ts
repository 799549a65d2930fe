/**
 * Zod brings its messages in some fifty languages, 8 MB of them in memory, and loads all of them at the first import.
 * Pawl's own sentences do not come from there, so English is left in.
 */
export const leanZod: Bun.BunPlugin = {
  name: "lean-zod",
  setup(build) {
    build.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
      loader: "js",
    }));
  },
};
