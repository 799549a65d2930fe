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
  today: {
    en: { name: "Today", lead: "What was done, project by project." },
    "zh-TW": { name: "今天", lead: "每個專案完成了什麼。" },
    "zh-CN": { name: "今天", lead: "每个项目完成了什么。" },
    ko: { name: "오늘", lead: "프로젝트별로 한 일입니다." },
  },
  now: {
    en: { name: "Live", lead: "What Pawl is recording right now." },
    "zh-TW": { name: "即時", lead: "Pawl 目前正在記錄的內容。" },
    "zh-CN": { name: "实时", lead: "Pawl 目前正在记录的内容。" },
    ko: { name: "실시간", lead: "Pawl이 지금 기록하고 있는 내용입니다." },
  },
  sessions: {
    en: { name: "Sessions", lead: "All recorded sessions, newest first." },
    "zh-TW": { name: "工作階段", lead: "所有記錄的工作階段，最新的在最前面。" },
    "zh-CN": { name: "会话", lead: "所有记录的会话，最新的在最前面。" },
    ko: { name: "세션", lead: "기록된 모든 세션. 최근 것이 먼저입니다." },
  },
  injected: {
    en: { name: "Injected context", lead: "Everything Pawl added to the model’s context, and why." },
    "zh-TW": { name: "注入的內容", lead: "Pawl 加入模型 context 的所有內容，以及原因。" },
    "zh-CN": { name: "注入的内容", lead: "Pawl 加入模型上下文的所有内容，以及原因。" },
    ko: { name: "주입된 컨텍스트", lead: "Pawl이 모델의 컨텍스트에 추가한 모든 내용과 그 이유입니다." },
  },
  memory: {
    en: { name: "Memory", lead: "Everything Pawl remembers. Edit or delete anything." },
    "zh-TW": { name: "記憶", lead: "Pawl 記住的一切。可以編輯或刪除任何項目。" },
    "zh-CN": { name: "记忆", lead: "Pawl 记住的一切。可以编辑或删除任何条目。" },
    ko: { name: "기억", lead: "Pawl이 기억하는 모든 것. 무엇이든 편집하거나 삭제할 수 있습니다." },
  },
  files: {
    en: { name: "Files", lead: "What happened to a file or folder, and what is known about it." },
    "zh-TW": { name: "檔案", lead: "一個檔案或資料夾發生過的事，以及已知的內容。" },
    "zh-CN": { name: "文件", lead: "一个文件或文件夹发生过的事，以及已知的内容。" },
    ko: { name: "파일", lead: "파일이나 폴더에 있었던 일과 알려진 내용입니다." },
  },
  failures: {
    en: { name: "Failures", lead: "Errors that come back, and what fixed them." },
    "zh-TW": { name: "失敗", lead: "重複出現的錯誤，以及修正的方法。" },
    "zh-CN": { name: "失败", lead: "反复出现的错误，以及修复的方法。" },
    ko: { name: "실패", lead: "되풀이되는 오류와 해결 방법입니다." },
  },
  search: {
    en: { name: "Search", lead: "Search for words, parts of names, or paths. No quotes needed." },
    "zh-TW": { name: "搜尋", lead: "搜尋單字、名稱的一部分或路徑。不需要引號。" },
    "zh-CN": { name: "搜索", lead: "搜索单词、名称的一部分或路径。不需要引号。" },
    ko: { name: "검색", lead: "단어, 이름의 일부 또는 경로를 검색합니다. 따옴표는 필요 없습니다." },
  },
  statistics: {
    en: { name: "Statistics", lead: "Activity, failures, and what Pawl costs." },
    "zh-TW": { name: "統計", lead: "活動、失敗，以及 Pawl 的成本。" },
    "zh-CN": { name: "统计", lead: "活动、失败，以及 Pawl 的成本。" },
    ko: { name: "통계", lead: "활동, 실패, 그리고 Pawl의 비용입니다." },
  },
  hooks: {
    en: { name: "Hooks", lead: "Your own hooks: which ones run, when, and with what result." },
    "zh-TW": { name: "鉤子", lead: "你自己的鉤子：哪些會執行、何時執行、結果如何。" },
    "zh-CN": { name: "钩子", lead: "你自己的钩子：哪些会运行、何时运行、结果如何。" },
    ko: { name: "훅", lead: "직접 만든 훅: 무엇이 언제 실행되고 결과가 어땠는지 봅니다." },
  },
  team: {
    en: { name: "Team", lead: "What you and your team share, and how it gets around." },
    "zh-TW": { name: "團隊", lead: "你與團隊共享的內容，以及同步的狀態。" },
    "zh-CN": { name: "团队", lead: "你与团队共享的内容，以及同步的状态。" },
    ko: { name: "팀", lead: "팀과 공유하는 내용과 동기화 상태입니다." },
  },
  settings: {
    en: { name: "Settings", lead: "All settings, and a health check." },
    "zh-TW": { name: "設定", lead: "所有設定，以及健康檢查。" },
    "zh-CN": { name: "设置", lead: "所有设置，以及健康检查。" },
    ko: { name: "설정", lead: "모든 설정과 상태 진단입니다." },
  },
} satisfies Record<string, Record<Language, ViewWords>>;

export type View = keyof typeof VIEW_WORDS;

export const VIEWS = Object.keys(VIEW_WORDS) as readonly View[];
