/**
 * Every view of the page, in the order of the menu: its name there, and the sentence under its title. A view's other
 * sentences stand in the catalogues, or in a table of its own that `inLanguage` chooses from.
 */
import type { Language } from "./languages.ts";

interface ViewWords {
  name: string;
  lead: string;
}

export const VIEW_WORDS = {
  now: {
    en: { name: "Now", lead: "What is being recorded at this moment." },
    "zh-TW": { name: "現在", lead: "此刻正在記錄的內容。" },
    "zh-CN": { name: "此刻", lead: "此刻正在记录的内容。" },
    ko: { name: "지금", lead: "이 순간 기록되고 있는 내용입니다." },
  },
  sessions: {
    en: { name: "Sessions", lead: "Everything that was asked and done, newest first." },
    "zh-TW": { name: "工作階段", lead: "問過與做過的一切，最新的在最前面。" },
    "zh-CN": { name: "会话", lead: "问过和做过的一切，最新的在最前面。" },
    ko: { name: "세션", lead: "묻고 한 모든 일. 최근 것이 먼저입니다." },
  },
  injected: {
    en: { name: "What the model saw", lead: "Every piece of the past that Pawl gave to the model, and why." },
    "zh-TW": { name: "模型看到的內容", lead: "Pawl 交給模型的每一段過去，以及原因。" },
    "zh-CN": { name: "模型看到的内容", lead: "Pawl 交给模型的每一段过去，以及原因。" },
    ko: { name: "모델이 본 것", lead: "Pawl이 모델에 건넨 지난 내용과 그 이유입니다." },
  },
  memory: {
    en: { name: "Memory", lead: "What is known: read it, correct it, delete it." },
    "zh-TW": { name: "記憶", lead: "已知的事：可以閱讀、更正、刪除。" },
    "zh-CN": { name: "记忆", lead: "已知的事：可以阅读、更正、删除。" },
    ko: { name: "기억", lead: "알고 있는 것: 읽고, 고치고, 지울 수 있습니다." },
  },
  solutions: {
    en: { name: "Solutions", lead: "Errors that were solved before, and what helped." },
    "zh-TW": { name: "解法", lead: "以前解決過的錯誤，以及有效的做法。" },
    "zh-CN": { name: "解决办法", lead: "以前解决过的错误，以及有效的做法。" },
    ko: { name: "해결책", lead: "전에 해결한 오류와 도움이 된 방법입니다." },
  },
  search: {
    en: { name: "Search", lead: "Words, parts of names, paths. Quotes are not needed." },
    "zh-TW": { name: "搜尋", lead: "單字、名稱的一部分、路徑。不需要引號。" },
    "zh-CN": { name: "搜索", lead: "单词、名称的一部分、路径。不需要引号。" },
    ko: { name: "검색", lead: "단어, 이름의 일부, 경로. 따옴표는 필요 없습니다." },
  },
  statistics: {
    en: { name: "Statistics", lead: "What is done, what fails, and what Pawl costs." },
    "zh-TW": { name: "數字", lead: "做了什麼、什麼失敗了、Pawl 的成本。" },
    "zh-CN": { name: "数字", lead: "做了什么、什么失败了、Pawl 的成本。" },
    ko: { name: "수치", lead: "무엇을 했고 무엇이 실패했으며 Pawl이 얼마나 드는지 봅니다." },
  },
  hooks: {
    en: { name: "Hooks", lead: "Your own hooks: which run, when, and how they did." },
    "zh-TW": { name: "鉤子", lead: "你自己的鉤子：哪些會執行、何時執行、結果如何。" },
    "zh-CN": { name: "钩子", lead: "你自己的钩子：哪些会运行、何时运行、结果如何。" },
    ko: { name: "훅", lead: "직접 만든 훅: 무엇이 언제 실행되고 결과가 어땠는지 봅니다." },
  },
  settings: {
    en: { name: "Settings", lead: "What can be set, and whether everything is well." },
    "zh-TW": { name: "設定", lead: "可以設定的項目，以及一切是否正常。" },
    "zh-CN": { name: "设置", lead: "可以设置的项目，以及一切是否正常。" },
    ko: { name: "설정", lead: "설정할 수 있는 것과 모두 정상인지 봅니다." },
  },
} satisfies Record<string, Record<Language, ViewWords>>;

export type View = keyof typeof VIEW_WORDS;

export const VIEWS = Object.keys(VIEW_WORDS) as readonly View[];
