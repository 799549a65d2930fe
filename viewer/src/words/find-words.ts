/** The sentences of search, the command palette, keys and undo. */
import type { Language } from "./languages.ts";

interface FindWords {
  total(n: string, ms: string): string;
  atLeast(n: string, ms: string): string;
  unknown(what: string): string;
  filters: string;
  filterHints: readonly (readonly [example: string, meaning: string])[];
  recent: string;
  clear: string;
  moreInSession(n: string): string;
  noSession: string;
  solution: string;
  palette: string;
  paletteHint: string;
  groups: Record<"views" | "actions" | "projects" | "sessions" | "found", string>;
  goTo(view: string): string;
  pause: string;
  resume: string;
  light: string;
  dark: string;
  newMemory: string;
  showHelp: string;
  searchFor(text: string): string;
  nothing: string;
  keys: string;
  keyMeanings: readonly (readonly [keys: string, meaning: string])[];
  confirmAll: string;
  dismissAll: string;
  confirmed: string;
  dismissed: string;
  undo: string;
  undone: string;
  dismiss: string;
  help: string;
  moreFilters: string;
}

const s = (n: string, one: string, many: string) => `${n} ${n === "1" ? one : many}`;

export const FIND_WORDS: Record<Language, FindWords> = {
  en: {
    total: (n, ms) => `${s(n, "result", "results")} in ${ms} ms`,
    atLeast: (n, ms) => `More than ${n} results in ${ms} ms`,
    unknown: (what) => `Not understood and left out: ${what}`,
    filters: "Filters that you can type",
    filterHints: [
      ["project:shop", "only this project"],
      ["type:prompt", "prompt, response, summary, memory, solution, observation"],
      ["since:7d", "7d, 12h, 2w, yesterday, 2026-01-31"],
      ["file:totals.ts", "what touched or names this file"],
      ["client:codex", "claude or codex"],
    ],
    recent: "Recent searches",
    clear: "Clear",
    moreInSession: (n) => `${n} more in this session`,
    noSession: "Not from a session",
    solution: "What helped:",
    palette: "Go to or search",
    paletteHint: "A view, project, session or any words",
    groups: {
      views: "Views",
      actions: "Actions",
      projects: "Projects",
      sessions: "Sessions",
      found: "Search",
    },
    goTo: (view) => `Go to ${view}`,
    pause: "Pause recording",
    resume: "Resume recording",
    light: "Use the light theme",
    dark: "Use the dark theme",
    newMemory: "Write a memory",
    showHelp: "Show keyboard shortcuts",
    searchFor: (text) => `Search for “${text}”`,
    nothing: "No matches.",
    keys: "Keyboard shortcuts",
    keyMeanings: [
      ["/", "Search"],
      ["Ctrl K, ⌘ K", "Go to or search anything"],
      ["j, k, ↓, ↑", "Next and previous entry of a list"],
      ["Enter", "Open or close the entry"],
      ["Home, End", "First and last entry"],
      ["t, s, i, m", "Today, Sessions, Injected context, Memory"],
      ["?", "These shortcuts"],
      ["Esc", "Close"],
    ],
    confirmAll: "Confirm all",
    dismissAll: "Dismiss all",
    confirmed: "Saved as memory.",
    dismissed: "Dismissed.",
    undo: "Undo",
    undone: "Undone.",
    dismiss: "Close this message",
    help: "Keys",
    moreFilters: "Filters",
  },
  "zh-TW": {
    total: (n, ms) => `${ms} 毫秒內找到 ${n} 個結果`,
    atLeast: (n, ms) => `${ms} 毫秒內找到超過 ${n} 個結果`,
    unknown: (what) => `無法理解而略過：${what}`,
    filters: "可以輸入的篩選條件",
    filterHints: [
      ["project:shop", "只限這個專案"],
      ["type:prompt", "prompt、response、summary、memory、solution、observation 其中之一"],
      ["since:7d", "可用 7d、12h、2w、yesterday、2026-01-31"],
      ["file:totals.ts", "碰過或提到這個檔案的內容"],
      ["client:codex", "claude 或 codex"],
    ],
    recent: "最近的搜尋",
    clear: "清除",
    moreInSession: (n) => `這個工作階段還有 ${n} 個`,
    noSession: "不屬於任何工作階段",
    solution: "有效的方法：",
    palette: "前往或搜尋",
    paletteHint: "檢視、專案、工作階段或任何字詞",
    groups: { views: "檢視", actions: "動作", projects: "專案", sessions: "工作階段", found: "搜尋" },
    goTo: (view) => `前往${view}`,
    pause: "暫停記錄",
    resume: "繼續記錄",
    light: "使用淺色主題",
    dark: "使用深色主題",
    newMemory: "寫下一則記憶",
    showHelp: "顯示鍵盤快速鍵",
    searchFor: (text) => `搜尋「${text}」`,
    nothing: "沒有相符的項目。",
    keys: "鍵盤快速鍵",
    keyMeanings: [
      ["/", "搜尋"],
      ["Ctrl K, ⌘ K", "前往或搜尋任何內容"],
      ["j, k, ↓, ↑", "清單的下一個與上一個項目"],
      ["Enter", "開啟或關閉項目"],
      ["Home, End", "第一個與最後一個項目"],
      ["t, s, i, m", "今天、工作階段、注入的內容、記憶"],
      ["?", "顯示這些快速鍵"],
      ["Esc", "關閉"],
    ],
    confirmAll: "全部確認",
    dismissAll: "全部略過",
    confirmed: "已存為記憶。",
    dismissed: "已略過。",
    undo: "復原",
    undone: "已復原。",
    dismiss: "關閉這則訊息",
    help: "快速鍵",
    moreFilters: "篩選",
  },
  "zh-CN": {
    total: (n, ms) => `${ms} 毫秒内找到 ${n} 个结果`,
    atLeast: (n, ms) => `${ms} 毫秒内找到超过 ${n} 个结果`,
    unknown: (what) => `无法理解而略过：${what}`,
    filters: "可以输入的筛选条件",
    filterHints: [
      ["project:shop", "只限此项目"],
      ["type:prompt", "prompt、response、summary、memory、solution、observation 之一"],
      ["since:7d", "可用 7d、12h、2w、yesterday、2026-01-31"],
      ["file:totals.ts", "碰过或提到此文件的内容"],
      ["client:codex", "claude 或 codex"],
    ],
    recent: "最近的搜索",
    clear: "清除",
    moreInSession: (n) => `此会话还有 ${n} 个`,
    noSession: "不属于任何会话",
    solution: "有效的方法：",
    palette: "前往或搜索",
    paletteHint: "视图、项目、会话或任何字词",
    groups: { views: "视图", actions: "操作", projects: "项目", sessions: "会话", found: "搜索" },
    goTo: (view) => `前往${view}`,
    pause: "暂停记录",
    resume: "继续记录",
    light: "使用浅色主题",
    dark: "使用深色主题",
    newMemory: "写下一条记忆",
    showHelp: "显示键盘快捷键",
    searchFor: (text) => `搜索“${text}”`,
    nothing: "没有匹配的条目。",
    keys: "键盘快捷键",
    keyMeanings: [
      ["/", "搜索"],
      ["Ctrl K, ⌘ K", "前往或搜索任何内容"],
      ["j, k, ↓, ↑", "列表的下一个与上一个条目"],
      ["Enter", "打开或关闭条目"],
      ["Home, End", "第一个与最后一个条目"],
      ["t, s, i, m", "今天、会话、注入的内容、记忆"],
      ["?", "显示这些快捷键"],
      ["Esc", "关闭"],
    ],
    confirmAll: "全部确认",
    dismissAll: "全部忽略",
    confirmed: "已存为记忆。",
    dismissed: "已忽略。",
    undo: "撤销",
    undone: "已撤销。",
    dismiss: "关闭此消息",
    help: "快捷键",
    moreFilters: "筛选",
  },
  ko: {
    total: (n, ms) => `${ms}ms 만에 결과 ${n}개`,
    atLeast: (n, ms) => `${ms}ms 만에 결과 ${n}개 이상`,
    unknown: (what) => `이해하지 못해 제외함: ${what}`,
    filters: "입력할 수 있는 필터",
    filterHints: [
      ["project:shop", "이 프로젝트만"],
      ["type:prompt", "prompt, response, summary, memory, solution, observation 중 하나"],
      ["since:7d", "7d, 12h, 2w, yesterday, 2026-01-31 사용 가능"],
      ["file:totals.ts", "이 파일을 다루거나 언급한 내용"],
      ["client:codex", "claude 또는 codex"],
    ],
    recent: "최근 검색",
    clear: "지우기",
    moreInSession: (n) => `이 세션에 ${n}개 더`,
    noSession: "세션에 속하지 않음",
    solution: "도움이 된 방법:",
    palette: "이동 또는 검색",
    paletteHint: "화면, 프로젝트, 세션 또는 단어",
    groups: { views: "화면", actions: "동작", projects: "프로젝트", sessions: "세션", found: "검색" },
    goTo: (view) => `${view}(으)로 이동`,
    pause: "기록 일시 중지",
    resume: "기록 재개",
    light: "밝은 테마 사용",
    dark: "어두운 테마 사용",
    newMemory: "기억 작성",
    showHelp: "키보드 단축키 보기",
    searchFor: (text) => `“${text}” 검색`,
    nothing: "일치하는 항목이 없습니다.",
    keys: "키보드 단축키",
    keyMeanings: [
      ["/", "검색"],
      ["Ctrl K, ⌘ K", "무엇이든 이동하거나 검색"],
      ["j, k, ↓, ↑", "목록의 다음 항목과 이전 항목"],
      ["Enter", "항목 열기 또는 닫기"],
      ["Home, End", "첫 항목과 마지막 항목"],
      ["t, s, i, m", "오늘, 세션, 주입된 컨텍스트, 기억"],
      ["?", "단축키 보기"],
      ["Esc", "닫기"],
    ],
    confirmAll: "모두 확인",
    dismissAll: "모두 무시",
    confirmed: "기억으로 저장했습니다.",
    dismissed: "무시했습니다.",
    undo: "실행 취소",
    undone: "취소했습니다.",
    dismiss: "이 메시지 닫기",
    help: "단축키",
    moreFilters: "필터",
  },
};
