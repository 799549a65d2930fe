import type { Questions } from "../dsl.ts";
import { teashop as project } from "../projects/teashop.ts";

export const teashop: Questions = {
  project,
  prompts: [
    { prompt: "Why are gift vouchers rounded half to even in the basket?", whole: true },
    { prompt: "Norway, shipping options at checkout: which shippingZones are there?" },
    {
      prompt: "Add Iceland to shippingZones, customers there see no shipping options",
      wrong: "Nearly the words of the first request, and still below the threshold (M12).",
    },
    { prompt: "The Stripe webhook fails again with a wrong signature" },
    {
      prompt: "How did we make the catalogue search for oolong fast?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "Add the harvest year of products to prisma/schema.prisma" },
    { prompt: "money formats: integer cents or text?" },
    {
      prompt:
        "The webhook answers 400: signature of the payload, parser, raw body, server, payments/webhook.ts",
    },
    { prompt: "Show the VAT by rate in the order confirmation too, as in the invoice PDF" },
    {
      prompt: "Stock of Gyokuro went below zero when two people bought the last tin",
      wrong:
        "A session that was killed before it could answer is recalled by nobody, though its file is known.",
    },
    {
      prompt: "Where does the session cookie get its secret from, and does it survive a deploy?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "lint address-form.tsx green" },
    { prompt: "unsubscribe links of the newsletter: which search parameter carries the token?" },
    { prompt: "May I edit a Prisma migration that is already merged?" },
  ],
  silent: [
    { prompt: "ok" },
    { prompt: "Thanks, that looks good!" },
    { prompt: "commit and push" },
    { prompt: "Please go on" },
    { prompt: "Add a page with the opening hours of our store in Hamburg" },
    { prompt: "Write a haiku about rain" },
    { prompt: "Rename the variable" },
    { prompt: "Why does the holiday forecast drop on Mondays?" },
    { prompt: "Make the button larger on mobile" },
    { prompt: "/compact" },
    {
      prompt: "Put a link to the newsletter into the footer",
      wrong: "two words in common, in a small project",
    },
    { prompt: "The cookie banner covers the session menu", wrong: "two words in common, in a small project" },
    { prompt: "Let customers pay invoices by bank transfer" },
    { prompt: "Translate the checkout page and the basket into French" },
  ],
  files: [
    { read: "src/basket/voucher.ts" },
    { edit: "src/server.ts" },
    { read: "src/payments/webhook.ts" },
    { edit: "prisma/schema.prisma" },
    { read: "src/stock/reserve.ts" },
    { edit: "src/money/format.ts" },
    { read: "src/never/seen.ts" },
  ],
  failures: [
    {
      command: "pnpm vitest run src/basket",
      error:
        "FAIL  src/basket/voucher.test.ts > covers all of it\nReferenceError: roundHalfEven is not defined\n ❯ share src/basket/voucher.ts:9:3",
    },
    {
      command: "cd web && pnpm build 2>&1 | tail -20",
      error:
        "src/catalog/product-card.ts:44:1 - error TS2339: Property 'harvestYear' does not exist on type 'Product'.",
    },
    {
      command: "ls src/nowhere",
      error: "ls: cannot access 'src/nowhere': No such file or directory",
      exit: 2,
    },
    {
      command: "pnpm build",
      error: "src/catalog/list.ts:30:9 - error TS2339: Property 'grade' does not exist on type 'Product'.",
    },
    {
      command: "pnpm lint",
      error:
        "src/basket/line.tsx:8:9 error  'quantity' is assigned a value but never used  @typescript-eslint/no-unused-vars",
      wrong:
        "The removal of postalCode from another file is offered for a file that the error does not name (R1).",
    },
    {
      command: "pnpm dev",
      error: "Error: SESSION_SECRET is not set\n    at required (src/config.ts:12:9)",
      wrong: "The edit of the example file gets the credit; copying it to .env is what helped (M1).",
    },
    {
      command: "pnpm prisma migrate deploy",
      wrong: "The grant that cured it was not learned (M2).",
      error:
        'Error: P3018\nDatabase error code: 42501\nDatabase error: ERROR: permission denied to create extension "pg_trgm"',
    },
    {
      command: "pnpm build",
      error:
        "src/newsletter/unsubscribe-page.tsx:9:10 - error TS2305: Module '\"@tanstack/router\"' has no exported member 'useSearchParams'.",
    },
    { command: "pnpm install", error: "ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with frozen-lockfile" },
  ],
  searches: [
    { for: "voucher" },
    { for: "vouchers rounding" },
    { for: "roundHalfEven" },
    { for: "src/shipping/zones.ts" },
    { for: "shippng zones" },
    { for: '"raw body"' },
    { for: "webhook signature", type: "response" },
    { for: "migration", type: "memory" },
    { for: "harvestYear does not exist", type: "solution" },
    { for: "pnpm build", since: "2026-02-01T00:00:00Z" },
    { for: "SHOP-311" },
    { for: "stock reserve" },
    { for: "zymurgy" },
  ],
  starts: [
    {
      start: "the Monday after",
      at: "2026-03-02T09:00:00Z",
      whole: true,
      wrong:
        "A greeting stands for what was asked, and only the newest sessions are worth their tokens (R4).",
    },
    {
      start: "the invoice session goes on",
      at: "2026-02-20T09:00:00Z",
      source: "resume",
      resumes: "tea09-invoice-pdf",
      wrong: "A greeting stands for what was asked (R4).",
    },
    {
      start: "the newsletter session goes on",
      at: "2026-02-26T09:00:00Z",
      source: "resume",
      resumes: "tea10-newsletter",
    },
  ],
  subagents: [
    { prompt: "Look for other places where unknown shipping zones return an empty list" },
    { prompt: "Count the lines of code" },
  ],
};
