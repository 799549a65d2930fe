/** In the environment of every child: a `claude` that a hook starts must not feed Pawl. */
export const GUARD = { PAWL_GUARD: "1" } as const;
