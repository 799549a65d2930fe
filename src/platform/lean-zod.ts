/**
 * Import this before anything that imports Zod, which loads its messages in about fifty languages at the first import, 8 MB in
 * memory. Pawl has its own messages, so only English is kept.
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

Bun.plugin(leanZod);
