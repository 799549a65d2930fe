export const LANGUAGES = ["en", "zh-TW", "zh-CN", "ko"] as const;
export type Language = (typeof LANGUAGES)[number];

const NAMES: Record<Language, string> = {
  en: "English",
  "zh-TW": "繁體中文",
  "zh-CN": "简体中文",
  ko: "한국어",
};

export function languageName(one: Language): string {
  return NAMES[one];
}

/** The first of the browser's languages that we support. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase();
    if (name.startsWith("ko")) return "ko";
    if (/^zh-(tw|hk|mo|hant)/.test(name)) return "zh-TW";
    if (name.startsWith("zh")) return "zh-CN";
    if (name.startsWith("en")) return "en";
  }
  return "en";
}

/** Sentences by an external name, such as an event or a setting. */
export type Named = Readonly<Record<string, string>>;
