/** The parts that apply, in one line. */
export const listed = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(" · ");
