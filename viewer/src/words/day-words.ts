/** The sentences of Today, Files and Failures. */
import type { Language } from "./languages.ts";

interface DayWords {
  today: string;
  yesterday: string;
  previous: string;
  next: string;
  date: string;
  nothing: string;
  nothingHint: string;
  lastActive(day: string): string;
  partly: string;
  parts: Record<
    "sessions" | "asked" | "changed" | "commits" | "ran" | "failed" | "open" | "injected",
    string
  >;
  totals: Record<"sessions" | "files" | "commits" | "failures" | "injected" | "tokens", string>;
  fixedOf(fixed: string, all: string): string;
  usedOf(used: string, all: string): string;
  fixed: string;
  notFixed: string;
  running: string;
  live: string;
  openKinds: Record<"failure" | "task" | "unanswered", string>;
  times(n: string): string;
  used: string;
  path: string;
  pathHint: string;
  chooseProject: string;
  noFile: string;
  history: string;
  edits(n: string): string;
  mostChanged: string;
  known: string;
  failuresOf: string;
  recurring: string;
  solutions: string;
  noneRecurring: string;
  noneRecurringHint: string;
  inSessions(n: string): string;
  lastSeen: string;
  helped: string;
  noCure: string;
  weeks: string;
  cures: Record<"command" | "run" | "environment" | "folder" | "file", string>;
  onlyOpen: string;
}

const s = (n: string, one: string, many: string) => `${n} ${n === "1" ? one : many}`;

export const DAY_WORDS: Record<Language, DayWords> = {
  en: {
    today: "Today",
    yesterday: "Yesterday",
    previous: "Previous day with activity",
    next: "Next day with activity",
    date: "Date",
    nothing: "Nothing was recorded on this day.",
    nothingHint: "Start Claude Code or Codex in a project, or go to the last day with activity.",
    lastActive: (day) => `Go to ${day}`,
    partly: "There was more on this day than is shown.",
    parts: {
      sessions: "Sessions",
      asked: "Asked",
      changed: "Changed",
      commits: "Commits",
      ran: "Ran",
      failed: "Failed",
      open: "Left open",
      injected: "Injected by Pawl",
    },
    totals: {
      sessions: "Sessions",
      files: "Files changed",
      commits: "Commits",
      failures: "Failures fixed",
      injected: "Injections used",
      tokens: "Tokens injected",
    },
    fixedOf: (fixed, all) => `${fixed} of ${all} fixed`,
    usedOf: (used, all) => `${used} of ${all} used`,
    fixed: "fixed",
    notFixed: "not fixed",
    running: "running",
    live: "Watch live",
    openKinds: { failure: "Failure", task: "Task", unanswered: "Unanswered" },
    times: (n) => `${n}×`,
    used: "used",
    path: "File or folder, from the project’s root",
    pathHint: "Empty: the whole project",
    chooseProject: "Select a project first.",
    noFile: "Nothing is known about this path.",
    history: "What happened",
    edits: (n) => s(n, "edit", "edits"),
    mostChanged: "Most changed",
    known: "What is known",
    failuresOf: "Failures",
    recurring: "Recurring",
    solutions: "Solutions",
    noneRecurring: "No failure came up in more than one session.",
    noneRecurringHint: "A failure is listed here when it comes back.",
    inSessions: (n) => `in ${s(n, "session", "sessions")}`,
    lastSeen: "last",
    helped: "What helped",
    noCure: "Nothing was seen to fix it yet.",
    weeks: "Per week, oldest first",
    cures: {
      command: "Run instead",
      run: "Run first",
      environment: "Environment",
      folder: "In another folder",
      file: "Changed file",
    },
    onlyOpen: "Only those without a fix",
  },
  "zh-TW": {
    today: "今天",
    yesterday: "昨天",
    previous: "上一個有活動的日子",
    next: "下一個有活動的日子",
    date: "日期",
    nothing: "這一天沒有記錄。",
    nothingHint: "在專案中啟動 Claude Code 或 Codex，或前往最近有活動的日子。",
    lastActive: (day) => `前往 ${day}`,
    partly: "這一天的內容比顯示的更多。",
    parts: {
      sessions: "工作階段",
      asked: "要求",
      changed: "變更",
      commits: "提交",
      ran: "執行",
      failed: "失敗",
      open: "未完成",
      injected: "Pawl 注入的內容",
    },
    totals: {
      sessions: "工作階段",
      files: "變更的檔案",
      commits: "提交",
      failures: "已修正的失敗",
      injected: "被使用的注入",
      tokens: "注入的 token",
    },
    fixedOf: (fixed, all) => `${all} 個中修正了 ${fixed} 個`,
    usedOf: (used, all) => `${all} 次中使用了 ${used} 次`,
    fixed: "已修正",
    notFixed: "未修正",
    running: "進行中",
    live: "即時觀看",
    openKinds: { failure: "失敗", task: "任務", unanswered: "未回覆" },
    times: (n) => `${n} 次`,
    used: "已使用",
    path: "檔案或資料夾（從專案根目錄起）",
    pathHint: "留空：整個專案",
    chooseProject: "請先選擇專案。",
    noFile: "沒有關於這個路徑的資料。",
    history: "發生過的事",
    edits: (n) => `${n} 次編輯`,
    mostChanged: "變更最多",
    known: "已知的內容",
    failuresOf: "失敗",
    recurring: "重複發生",
    solutions: "解法",
    noneRecurring: "沒有在多個工作階段中出現的失敗。",
    noneRecurringHint: "失敗再次出現時會列在這裡。",
    inSessions: (n) => `出現在 ${n} 個工作階段`,
    lastSeen: "最近",
    helped: "有效的方法",
    noCure: "尚未看到修正的方法。",
    weeks: "每週次數，從最早開始",
    cures: {
      command: "改為執行",
      run: "先執行",
      environment: "環境",
      folder: "在另一個資料夾",
      file: "變更的檔案",
    },
    onlyOpen: "只顯示沒有解法的",
  },
  "zh-CN": {
    today: "今天",
    yesterday: "昨天",
    previous: "上一个有活动的日子",
    next: "下一个有活动的日子",
    date: "日期",
    nothing: "这一天没有记录。",
    nothingHint: "在项目中启动 Claude Code 或 Codex，或前往最近有活动的日子。",
    lastActive: (day) => `前往 ${day}`,
    partly: "这一天的内容比显示的更多。",
    parts: {
      sessions: "会话",
      asked: "请求",
      changed: "更改",
      commits: "提交",
      ran: "运行",
      failed: "失败",
      open: "未完成",
      injected: "Pawl 注入的内容",
    },
    totals: {
      sessions: "会话",
      files: "更改的文件",
      commits: "提交",
      failures: "已修复的失败",
      injected: "被使用的注入",
      tokens: "注入的 token",
    },
    fixedOf: (fixed, all) => `${all} 个中修复了 ${fixed} 个`,
    usedOf: (used, all) => `${all} 次中使用了 ${used} 次`,
    fixed: "已修复",
    notFixed: "未修复",
    running: "进行中",
    live: "实时查看",
    openKinds: { failure: "失败", task: "任务", unanswered: "未回答" },
    times: (n) => `${n} 次`,
    used: "已使用",
    path: "文件或文件夹（从项目根目录起）",
    pathHint: "留空：整个项目",
    chooseProject: "请先选择项目。",
    noFile: "没有关于此路径的资料。",
    history: "发生过的事",
    edits: (n) => `${n} 次编辑`,
    mostChanged: "更改最多",
    known: "已知的内容",
    failuresOf: "失败",
    recurring: "反复出现",
    solutions: "解决办法",
    noneRecurring: "没有在多个会话中出现的失败。",
    noneRecurringHint: "失败再次出现时会列在这里。",
    inSessions: (n) => `出现在 ${n} 个会话`,
    lastSeen: "最近",
    helped: "有效的方法",
    noCure: "尚未看到修复的方法。",
    weeks: "每周次数，从最早开始",
    cures: {
      command: "改为运行",
      run: "先运行",
      environment: "环境",
      folder: "在另一个文件夹",
      file: "更改的文件",
    },
    onlyOpen: "只显示没有解决办法的",
  },
  ko: {
    today: "오늘",
    yesterday: "어제",
    previous: "활동이 있는 이전 날",
    next: "활동이 있는 다음 날",
    date: "날짜",
    nothing: "이 날에는 기록이 없습니다.",
    nothingHint: "프로젝트에서 Claude Code나 Codex를 시작하거나, 마지막으로 활동한 날로 가세요.",
    lastActive: (day) => `${day}로 가기`,
    partly: "이 날에는 표시된 것보다 더 많은 내용이 있습니다.",
    parts: {
      sessions: "세션",
      asked: "요청",
      changed: "변경",
      commits: "커밋",
      ran: "실행",
      failed: "실패",
      open: "남은 일",
      injected: "Pawl이 주입한 내용",
    },
    totals: {
      sessions: "세션",
      files: "변경된 파일",
      commits: "커밋",
      failures: "해결된 실패",
      injected: "사용된 주입",
      tokens: "주입된 토큰",
    },
    fixedOf: (fixed, all) => `${all}개 중 ${fixed}개 해결`,
    usedOf: (used, all) => `${all}회 중 ${used}회 사용`,
    fixed: "해결됨",
    notFixed: "해결 안 됨",
    running: "실행 중",
    live: "실시간 보기",
    openKinds: { failure: "실패", task: "작업", unanswered: "답변 없음" },
    times: (n) => `${n}회`,
    used: "사용됨",
    path: "프로젝트 루트 기준 파일 또는 폴더",
    pathHint: "비우면 프로젝트 전체",
    chooseProject: "먼저 프로젝트를 선택하세요.",
    noFile: "이 경로에 대해 알려진 것이 없습니다.",
    history: "있었던 일",
    edits: (n) => `편집 ${n}회`,
    mostChanged: "가장 많이 변경됨",
    known: "알려진 내용",
    failuresOf: "실패",
    recurring: "반복된 실패",
    solutions: "해결책",
    noneRecurring: "둘 이상의 세션에서 나타난 실패가 없습니다.",
    noneRecurringHint: "실패가 다시 나타나면 여기에 표시됩니다.",
    inSessions: (n) => `세션 ${n}개에서`,
    lastSeen: "마지막",
    helped: "도움이 된 방법",
    noCure: "아직 해결된 방법이 없습니다.",
    weeks: "주별 횟수, 오래된 순",
    cures: {
      command: "대신 실행",
      run: "먼저 실행",
      environment: "환경",
      folder: "다른 폴더에서",
      file: "변경된 파일",
    },
    onlyOpen: "해결되지 않은 것만",
  },
};
