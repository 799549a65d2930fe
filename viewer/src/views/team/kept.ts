import { useEffect, useState } from "preact/hooks";

/** The last value that there was: a list does not vanish while it is asked for again. */
export function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  useEffect(() => {
    if (value !== undefined) setKept(() => value);
  }, [value]);
  return value ?? kept;
}
