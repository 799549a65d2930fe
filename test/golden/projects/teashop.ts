/** A web shop for tea: TypeScript, pnpm, Vitest, Prisma, Stripe. */
import {
  agent,
  answer,
  ask,
  edit,
  fail,
  killed,
  memory,
  type Project,
  read,
  run,
  session,
  write,
} from "../dsl.ts";

export const teashop: Project = {
  name: "teashop",
  past: [
    memory(
      "user://style/answers",
      "2026-01-04T08:00:00Z",
      "Keep answers short and name the files that changed.",
      {
        priority: 1,
      },
    ),
    memory(
      "project://rules/money",
      "2026-01-05T08:00:00Z",
      "Amounts are integer cents everywhere; only src/money/format.ts turns them into text.",
      { priority: 2 },
    ),
    memory(
      "project://stripe/webhooks",
      "2026-02-14T10:00:00Z",
      "Stripe webhooks are verified with the raw body: never put a JSON body parser in front of /api/stripe.",
      { disclosure: "When touching src/payments/ or the webhook route" },
    ),
    memory(
      "project://prisma/migrations",
      "2026-01-28T10:00:00Z",
      "Prisma migrations that are merged are never edited; write a new migration instead.",
      { disclosure: "When a file in prisma/migrations/ or *.prisma is changed" },
    ),

    session(
      "tea01-voucher",
      "2026-01-12T09:00:00Z",
      ask("Gift vouchers are rounded down when they cover only part of the basket. Find out why and fix it."),
      read(
        "src/basket/voucher.ts",
        "export const share = (cents: number, rate: number) => Math.floor(cents * rate);",
      ),
      edit("src/basket/voucher.ts", "Math.floor(cents * rate)", "roundHalfEven(cents * rate)"),
      write(
        "src/money/round-half-even.ts",
        "/** Banker's rounding of cents. */\nexport function roundHalfEven(value: number): number {\n  const floor = Math.floor(value);\n  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value);\n}\n",
      ),
      fail(
        "pnpm vitest run src/basket",
        "FAIL  src/basket/voucher.test.ts > covers a part of the basket\nReferenceError: roundHalfEven is not defined\n ❯ share src/basket/voucher.ts:4:3",
      ),
      edit(
        "src/basket/voucher.ts",
        'import type { Basket } from "./basket.ts";',
        'import { roundHalfEven } from "../money/round-half-even.ts";\nimport type { Basket } from "./basket.ts";',
      ),
      run("pnpm vitest run src/basket", " ✓ src/basket/voucher.test.ts (6 tests) 12ms\n Tests  6 passed (6)"),
      answer("Vouchers are rounded half to even now; the helper is in src/money/round-half-even.ts."),
    ),

    session(
      "tea02-shipping",
      "2026-01-14T13:30:00Z",
      ask("Customers in Norway see no shipping options at checkout"),
      run(
        'rg -n "shippingZones" src',
        "src/shipping/zones.ts:3:export const shippingZones = {\nsrc/checkout/options.ts:11:  const zone = shippingZones[country];",
      ),
      read("src/shipping/zones.ts", 'export const shippingZones = { DE: "home", AT: "eu", SE: "eu" };'),
      edit("src/shipping/zones.ts", 'SE: "eu" }', 'SE: "eu", NO: "efta", CH: "efta" }'),
      edit(
        "src/checkout/options.ts",
        "if (zone === undefined) return [];",
        "if (zone === undefined) throw new UnknownZone(country);",
      ),
      run("pnpm vitest run src/checkout src/shipping", " Tests  14 passed (14)"),
      answer(
        "Norway and Switzerland were missing in shippingZones; they are an EFTA zone now, and an unknown country is an error instead of an empty list.",
      ),
      ask("Good. Never return an empty list where a country is unknown, always throw."),
      answer("Understood: unknown countries throw UnknownZone."),
    ),

    session(
      "tea03-prisma",
      "2026-01-17T08:10:00Z",
      ask("Add a column for the harvest year to products"),
      edit("prisma/schema.prisma", "  origin  String", "  origin  String\n  harvestYear Int?"),
      fail(
        "pnpm build",
        "src/catalog/product-card.ts:18:22 - error TS2339: Property 'harvestYear' does not exist on type 'Product'.\n18   const year = product.harvestYear;\n                        ~~~~~~~~~~~",
        2,
      ),
      run(
        "pnpm prisma generate",
        "✔ Generated Prisma Client (v6.2.1) to ./node_modules/@prisma/client in 84ms",
      ),
      run(
        "pnpm build",
        "vite v6.0.7 building for production...\n✓ 412 modules transformed.\n✓ built in 2.81s",
      ),
      run("pnpm prisma migrate dev --name harvest-year", "Applying migration `20260117081400_harvest_year`"),
      answer(
        "products.harvestYear exists, with a migration; the client has to be generated again after each change of the schema.",
      ),
    ),

    session(
      "tea04-webhook",
      "2026-01-20T09:00:00Z",
      ask(
        "Stripe webhook answers 400 in staging: No signatures found matching the expected signature for payload",
      ),
      read("src/server.ts", 'app.use(json());\napp.post("/api/stripe", stripeWebhook);'),
      edit(
        "src/server.ts",
        'app.use(json());\napp.post("/api/stripe", stripeWebhook);',
        'app.post("/api/stripe", raw({ type: "application/json" }), stripeWebhook);\napp.use(json());',
      ),
      edit(
        "src/payments/webhook.ts",
        "constructEvent(JSON.stringify(req.body), ",
        "constructEvent(req.body, ",
      ),
      run("pnpm vitest run src/payments", " Tests  9 passed (9)"),
      run("stripe trigger payment_intent.succeeded", "Trigger succeeded!"),
      answer(
        "The JSON parser ran before the signature was checked; the webhook route now takes the raw body, in front of the parser.",
      ),
    ),

    session(
      "tea05-search-page",
      "2026-01-23T15:00:00Z",
      ask("Searching for 'oolong' on the catalogue page is slow, about two seconds"),
      agent(
        "Explore",
        "The catalogue query has no index: searchProducts uses contains on name and description, a sequential scan over 90k rows.",
        run(
          'rg -n "searchProducts" src',
          "src/catalog/search-products.ts:5:export async function searchProducts",
        ),
        read(
          "src/catalog/search-products.ts",
          "where: { OR: [{ name: { contains: q } }, { description: { contains: q } }] }",
        ),
      ),
      write(
        "prisma/migrations/20260123_trigram/migration.sql",
        'CREATE EXTENSION IF NOT EXISTS pg_trgm;\nCREATE INDEX product_name_trgm ON "Product" USING gin (name gin_trgm_ops);\n',
      ),
      fail(
        "pnpm prisma migrate deploy",
        'Error: P3018\nA migration failed to apply.\nDatabase error code: 42501\nDatabase error: ERROR: permission denied to create extension "pg_trgm"',
      ),
      run('psql "$ADMIN_URL" -c "GRANT CREATE ON DATABASE teashop TO shop"', "GRANT"),
      run("pnpm prisma migrate deploy", "All migrations have been successfully applied."),
      run("pnpm bench:search", "searchProducts oolong: 2130 ms -> 41 ms"),
      answer("A trigram index on product names brings the catalogue search from 2.1 s to 41 ms."),
    ),

    session(
      "tea06-lint",
      "2026-01-27T10:00:00Z",
      ask("Lint is red on main, make it green"),
      fail(
        "pnpm lint",
        "src/checkout/address-form.tsx:41:7 error  'postalCode' is assigned a value but never used  @typescript-eslint/no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)",
      ),
      edit("src/checkout/address-form.tsx", "const { postalCode, city } = form;", "const { city } = form;"),
      run("pnpm lint", ""),
      answer("address-form.tsx read a postal code that it did not use; lint is green."),
      ask("Always run pnpm lint before you say that something is done."),
      answer("Will do."),
    ),

    session(
      "tea07-session-cookie",
      "2026-02-02T09:20:00Z",
      ask("People are logged out after each deploy. The session cookie should survive."),
      run('rg -n "sessionSecret" src', "src/auth/session-cookie.ts:9:const sessionSecret = randomBytes(32)"),
      edit(
        "src/auth/session-cookie.ts",
        "const sessionSecret = randomBytes(32);",
        'const sessionSecret = required("SESSION_SECRET");',
      ),
      fail("pnpm dev", "Error: SESSION_SECRET is not set\n    at required (src/config.ts:12:9)"),
      edit(".env.example", "PORT=5173", "PORT=5173\nSESSION_SECRET=change-me"),
      run("cp .env.example .env", ""),
      run("pnpm dev", "  VITE v6.0.7  ready in 310 ms"),
      answer(
        "The cookie is signed with SESSION_SECRET from the environment, not with a random key of each process.",
      ),
    ),

    session(
      "tea08-e2e",
      "2026-02-06T16:00:00Z",
      ask("The Playwright test for the checkout is flaky in CI, please stabilise it"),
      fail(
        "pnpm playwright test checkout",
        "  1) checkout.spec.ts:22:3 › pays with a card\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n    Locator: getByText('Thank you for your order')",
      ),
      fail(
        "pnpm playwright install",
        "Error: browserType.launch: Executable doesn't exist at ms-playwright/chromium-1148/chrome-linux/chrome",
      ),
      edit(
        "e2e/checkout.spec.ts",
        'await page.click("text=Pay");',
        'await page.getByRole("button", { name: "Pay" }).click();\n  await page.waitForURL("**/thank-you");',
      ),
      run("pnpm playwright test checkout", "  3 passed (9.4s)"),
      answer("The test waits for the thank-you page now instead of for a text that came too late."),
    ),

    session(
      "tea09-invoice-pdf",
      "2026-02-11T11:00:00Z",
      ask("Invoices as PDF should show the VAT by rate, see ticket SHOP-311"),
      read("src/invoices/render-pdf.ts", "export function renderPdf(invoice: Invoice) {"),
      edit(
        "src/invoices/render-pdf.ts",
        "table.row(total);",
        "for (const [rate, cents] of vatByRate(invoice)) table.row(`VAT ${rate} %`, formatCents(cents));\n  table.row(total);",
      ),
      write(
        "src/invoices/vat-by-rate.ts",
        "export function vatByRate(invoice: Invoice): Map<number, number> {\n  return new Map();\n}\n",
      ),
      run("pnpm vitest run src/invoices", " Tests  11 passed (11)"),
      answer("The invoice lists VAT by rate above the total; vatByRate groups the lines."),
    ),

    session(
      "tea10-newsletter",
      "2026-02-17T14:00:00Z",
      ask("hello"),
      answer("Hello! What shall we work on?"),
      ask("Unsubscribe links in the newsletter lead to a 404 since the router upgrade"),
      run("git switch -c fix/unsubscribe-links", "Switched to a new branch 'fix/unsubscribe-links'"),
      edit(
        "src/newsletter/unsubscribe-link.ts",
        "`/unsubscribe/${token}`",
        "`/newsletter/unsubscribe?token=${token}`",
      ),
      fail(
        "pnpm build",
        "src/newsletter/unsubscribe-page.tsx:7:10 - error TS2305: Module '\"@tanstack/router\"' has no exported member 'useSearchParams'.",
        2,
      ),
      edit(
        "src/newsletter/unsubscribe-page.tsx",
        'import { useSearchParams } from "@tanstack/router";',
        'import { useSearch } from "@tanstack/router";',
      ),
      run("pnpm build", "✓ built in 2.93s"),
      run(
        "git push -u origin fix/unsubscribe-links",
        "branch 'fix/unsubscribe-links' set up to track 'origin/fix/unsubscribe-links'.",
      ),
      answer(
        "The link carries the token as a search parameter, as the new router wants it. Pushed on fix/unsubscribe-links.",
      ),
    ),

    killed(
      "tea11-stock",
      "2026-02-24T17:40:00Z",
      ask("Two people bought the last tin of Gyokuro at the same time. Stock must never go below zero."),
      read("src/stock/reserve.ts", "await db.product.update({ data: { stock: { decrement: quantity } } });"),
      edit(
        "src/stock/reserve.ts",
        "await db.product.update({ data: { stock: { decrement: quantity } } });",
        "const changed = await db.product.updateMany({ where: { id, stock: { gte: quantity } }, data: { stock: { decrement: quantity } } });\n  if (changed.count === 0) throw new OutOfStock(id);",
      ),
      fail(
        "pnpm vitest run src/stock",
        "FAIL  src/stock/reserve.test.ts > two buyers, one tin\nAssertionError: expected [ 'ok', 'ok' ] to deeply equal [ 'ok', 'out-of-stock' ]",
      ),
    ),
  ],
};
