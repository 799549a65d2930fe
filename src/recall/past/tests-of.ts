/** Whether one file is the test of another, by their names: `a.ts` and `a.test.ts`, `a.go` and `a_test.go`, `a.py` and `test_a.py`. */

/** What is left of a test's name without what makes it one; undefined for a file that is no test. */
function testedName(path: string): string | undefined {
  const base = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  const inner = base.replace(/[._-](?:test|tests|spec|e2e)$/i, "").replace(/^test[._-]/i, "");
  if (inner !== base) return inner.toLowerCase();
  return /^[A-Z]\w+(?:Test|Tests|Spec)$/.test(base)
    ? base.replace(/(?:Tests?|Spec)$/, "").toLowerCase()
    : undefined;
}

function ownName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/\.[^.]+$/, "")
    .toLowerCase();
}

/** True when one is the test of the other. */
export function areTestAndSource(a: string, b: string): boolean {
  const testA = testedName(a);
  const testB = testedName(b);
  if (testA !== undefined && testB === undefined) return testA === ownName(b);
  return testB !== undefined && testA === undefined && testB === ownName(a);
}
