export const generators: Readonly<Record<string, (random: () => number) => string>>;
export function pieces(value: string): string[];
