/** The sentences of one session's page. */
import type { Language } from "./languages.ts";

interface SessionWords {
  /** Who speaks. */
  you: string;
  card: Record<
    | "asked"
    | "lastly"
    | "changed"
    | "ran"
    | "failed"
    | "commits"
    | "ended"
    | "injected"
    | "branch"
    | "took"
    | "id",
    string
  >;
  fixed: string;
  notFixed: string;
  more(n: string): string;
  injectedSum(count: string, tokens: string): string;
  show: string;
  everythingOf: string;
  filters: Record<"failures" | "edits" | "prompts" | "injections", string>;
  nothingLeft: string;
  find: string;
  found(at: string, of: string): string;
  notFound: string;
  next: string;
  previous: string;
  foldAll: string;
  unfoldAll: string;
  work(calls: string, edits: string, failures: string, agents: string): string;
  agent: string;
  start: string;
  events: Readonly<Record<string, string>>;
  showAll: string;
  showLess: string;
  openFile: string;
  newFile: string;
  sources: string;
  command: string;
  output: string;
  noOutput: string;
  exit(code: string): string;
  truncated: string;
  moreActions: string;
  resume: string;
  mute: string;
  unmute: string;
  mutedNow: string;
  unmutedNow: string;
  forget: string;
  forgetHint: string;
  exclude: string;
  excludeHint: string;
  excluded: string;
  include: string;
  task: string;
  /** Settings of the browser. */
  browser: string;
  editor: string;
  noEditor: string;
  /** Read out before a line of a diff. */
  lines: Record<"added" | "removed", string>;
}

const s = (n: string, one: string, many: string) => `${n} ${n === "1" ? one : many}`;
const listed = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(" · ");

export const SESSION_WORDS: Record<Language, SessionWords> = {
  en: {
    you: "You",
    card: {
      asked: "Asked",
      lastly: "Last request",
      changed: "Changed",
      ran: "Ran",
      failed: "Failed",
      commits: "Commits",
      ended: "Final answer",
      injected: "Injected",
      branch: "Branch",
      took: "Duration",
      id: "Id",
    },
    fixed: "fixed",
    notFixed: "not fixed",
    more: (n) => `${n} more`,
    injectedSum: (count, tokens) => `${s(count, "time", "times")}, ${s(tokens, "token", "tokens")}`,
    show: "Show",
    everythingOf: "Everything",
    filters: { failures: "Failures", edits: "Edits", prompts: "Prompts", injections: "Injections" },
    nothingLeft: "Nothing of this kind in this session.",
    find: "Find in session",
    found: (at, of) => `${at} of ${of}`,
    notFound: "No matches",
    next: "Next match",
    previous: "Previous match",
    foldAll: "Fold all turns",
    unfoldAll: "Unfold all turns",
    work: (calls, edits, failures, agents) =>
      listed(
        s(calls, "tool call", "tool calls"),
        edits !== "0" && s(edits, "edit", "edits"),
        failures !== "0" && s(failures, "failure", "failures"),
        agents !== "0" && s(agents, "subagent", "subagents"),
      ),
    agent: "Subagent",
    start: "Before the first prompt",
    events: {
      compact_boundary: "Conversation compacted",
      compact_summary: "Summary after compaction",
      interrupt: "Interrupted by the user",
      "pawl:notes": "Notices that Pawl showed",
      UserPromptExpansion: "Prompt expanded",
      ConfigChange: "Settings changed",
      TaskCreated: "Task created",
      TaskCompleted: "Task completed",
      FileChanged: "File changed",
      CwdChanged: "Folder changed",
      WorktreeCreate: "Worktree created",
      WorktreeRemove: "Worktree removed",
    },
    showAll: "Show all",
    showLess: "Show less",
    openFile: "Open in editor",
    newFile: "new file",
    sources: "Sources and reasons",
    command: "Command",
    output: "Output",
    noOutput: "No output.",
    exit: (code) => `exit code ${code}`,
    truncated: "Only the beginning of this output was recorded.",
    moreActions: "More actions",
    resume: "Copy resume command",
    mute: "Do not use for recall",
    unmute: "Use for recall again",
    mutedNow: "Later sessions no longer get anything from this one.",
    unmutedNow: "Later sessions may get what fits from this one again.",
    forget: "Forget this session",
    forgetHint:
      "Deletes this session permanently: prompts, answers, tool calls, and what was learned only from it.",
    exclude: "Never record this project",
    excludeHint: "Nothing more is recorded or injected in this project. What is already recorded stays.",
    excluded: "This project is no longer recorded.",
    include: "Record this project again",
    task: "Task",
    browser: "This browser",
    editor: "Open files in",
    noEditor: "No links",
    lines: { added: "added: ", removed: "removed: " },
  },
  "zh-TW": {
    you: "你",
    card: {
      asked: "要求",
      lastly: "最後的要求",
      changed: "變更",
      ran: "執行",
      failed: "失敗",
      commits: "提交",
      ended: "最後的回覆",
      injected: "注入",
      branch: "分支",
      took: "時間長度",
      id: "識別碼",
    },
    fixed: "已修正",
    notFixed: "未修正",
    more: (n) => `另外 ${n} 項`,
    injectedSum: (count, tokens) => `${count} 次，${tokens} 個 token`,
    show: "顯示",
    everythingOf: "全部",
    filters: { failures: "失敗", edits: "編輯", prompts: "提示", injections: "注入" },
    nothingLeft: "這個工作階段沒有這類項目。",
    find: "在工作階段中尋找",
    found: (at, of) => `第 ${at} 個，共 ${of} 個`,
    notFound: "沒有相符的內容",
    next: "下一個",
    previous: "上一個",
    foldAll: "收合所有回合",
    unfoldAll: "展開所有回合",
    work: (calls, edits, failures, agents) =>
      listed(
        `${calls} 次工具呼叫`,
        edits !== "0" && `${edits} 次編輯`,
        failures !== "0" && `${failures} 次失敗`,
        agents !== "0" && `${agents} 個子代理`,
      ),
    agent: "子代理",
    start: "第一個提示之前",
    events: {
      compact_boundary: "對話已壓縮",
      compact_summary: "壓縮後的摘要",
      interrupt: "使用者中斷",
      "pawl:notes": "Pawl 顯示的通知",
      UserPromptExpansion: "提示已展開",
      ConfigChange: "設定已變更",
      TaskCreated: "任務已建立",
      TaskCompleted: "任務已完成",
      FileChanged: "檔案已變更",
      CwdChanged: "資料夾已變更",
      WorktreeCreate: "工作樹已建立",
      WorktreeRemove: "工作樹已移除",
    },
    showAll: "顯示全部",
    showLess: "顯示較少",
    openFile: "在編輯器中開啟",
    newFile: "新檔案",
    sources: "來源與原因",
    command: "指令",
    output: "輸出",
    noOutput: "沒有輸出。",
    exit: (code) => `結束代碼 ${code}`,
    truncated: "只記錄了這段輸出的開頭。",
    moreActions: "更多動作",
    resume: "複製繼續指令",
    mute: "不用於回憶",
    unmute: "再次用於回憶",
    mutedNow: "之後的工作階段不會再取得這裡的內容。",
    unmutedNow: "之後的工作階段可以再次取得這裡適合的內容。",
    forget: "忘記這個工作階段",
    forgetHint: "永久刪除這個工作階段：提示、回覆、工具呼叫，以及只從中學到的內容。",
    exclude: "永不記錄這個專案",
    excludeHint: "這個專案不再記錄或注入任何內容。已記錄的內容會保留。",
    excluded: "這個專案不再被記錄。",
    include: "再次記錄這個專案",
    task: "任務",
    browser: "這個瀏覽器",
    editor: "用來開啟檔案的編輯器",
    noEditor: "不顯示連結",
    lines: { added: "新增：", removed: "移除：" },
  },
  "zh-CN": {
    you: "你",
    card: {
      asked: "请求",
      lastly: "最后的请求",
      changed: "更改",
      ran: "运行",
      failed: "失败",
      commits: "提交",
      ended: "最后的回答",
      injected: "注入",
      branch: "分支",
      took: "时长",
      id: "标识",
    },
    fixed: "已修复",
    notFixed: "未修复",
    more: (n) => `另外 ${n} 项`,
    injectedSum: (count, tokens) => `${count} 次，${tokens} 个 token`,
    show: "显示",
    everythingOf: "全部",
    filters: { failures: "失败", edits: "编辑", prompts: "提示", injections: "注入" },
    nothingLeft: "此会话中没有这类条目。",
    find: "在会话中查找",
    found: (at, of) => `第 ${at} 个，共 ${of} 个`,
    notFound: "没有匹配的内容",
    next: "下一个",
    previous: "上一个",
    foldAll: "折叠所有回合",
    unfoldAll: "展开所有回合",
    work: (calls, edits, failures, agents) =>
      listed(
        `${calls} 次工具调用`,
        edits !== "0" && `${edits} 次编辑`,
        failures !== "0" && `${failures} 次失败`,
        agents !== "0" && `${agents} 个子代理`,
      ),
    agent: "子代理",
    start: "第一个提示之前",
    events: {
      compact_boundary: "对话已压缩",
      compact_summary: "压缩后的摘要",
      interrupt: "用户中断",
      "pawl:notes": "Pawl 显示的通知",
      UserPromptExpansion: "提示已展开",
      ConfigChange: "设置已更改",
      TaskCreated: "任务已创建",
      TaskCompleted: "任务已完成",
      FileChanged: "文件已更改",
      CwdChanged: "文件夹已更改",
      WorktreeCreate: "工作树已创建",
      WorktreeRemove: "工作树已移除",
    },
    showAll: "显示全部",
    showLess: "显示较少",
    openFile: "在编辑器中打开",
    newFile: "新文件",
    sources: "来源与原因",
    command: "命令",
    output: "输出",
    noOutput: "没有输出。",
    exit: (code) => `退出码 ${code}`,
    truncated: "只记录了这段输出的开头。",
    moreActions: "更多操作",
    resume: "复制继续命令",
    mute: "不用于回忆",
    unmute: "再次用于回忆",
    mutedNow: "之后的会话不会再得到这里的内容。",
    unmutedNow: "之后的会话可以再次得到这里合适的内容。",
    forget: "忘记此会话",
    forgetHint: "永久删除此会话：提示、回答、工具调用，以及只从中学到的内容。",
    exclude: "从不记录此项目",
    excludeHint: "此项目不再记录或注入任何内容。已记录的内容会保留。",
    excluded: "此项目不再被记录。",
    include: "再次记录此项目",
    task: "任务",
    browser: "此浏览器",
    editor: "用来打开文件的编辑器",
    noEditor: "不显示链接",
    lines: { added: "新增：", removed: "移除：" },
  },
  ko: {
    you: "나",
    card: {
      asked: "요청",
      lastly: "마지막 요청",
      changed: "변경",
      ran: "실행",
      failed: "실패",
      commits: "커밋",
      ended: "마지막 답변",
      injected: "주입",
      branch: "브랜치",
      took: "소요 시간",
      id: "식별자",
    },
    fixed: "해결됨",
    notFixed: "해결 안 됨",
    more: (n) => `${n}개 더`,
    injectedSum: (count, tokens) => `${count}회, 토큰 ${tokens}개`,
    show: "표시",
    everythingOf: "전체",
    filters: { failures: "실패", edits: "편집", prompts: "프롬프트", injections: "주입" },
    nothingLeft: "이 세션에는 이런 항목이 없습니다.",
    find: "세션에서 찾기",
    found: (at, of) => `${of}개 중 ${at}번째`,
    notFound: "일치하는 내용 없음",
    next: "다음",
    previous: "이전",
    foldAll: "모든 턴 접기",
    unfoldAll: "모든 턴 펼치기",
    work: (calls, edits, failures, agents) =>
      listed(
        `도구 호출 ${calls}회`,
        edits !== "0" && `편집 ${edits}회`,
        failures !== "0" && `실패 ${failures}회`,
        agents !== "0" && `하위 에이전트 ${agents}개`,
      ),
    agent: "하위 에이전트",
    start: "첫 프롬프트 이전",
    events: {
      compact_boundary: "대화가 압축됨",
      compact_summary: "압축 후 요약",
      interrupt: "사용자가 중단함",
      "pawl:notes": "Pawl이 표시한 알림",
      UserPromptExpansion: "프롬프트 확장됨",
      ConfigChange: "설정 변경됨",
      TaskCreated: "작업 생성됨",
      TaskCompleted: "작업 완료됨",
      FileChanged: "파일 변경됨",
      CwdChanged: "폴더 변경됨",
      WorktreeCreate: "워크트리 생성됨",
      WorktreeRemove: "워크트리 제거됨",
    },
    showAll: "모두 표시",
    showLess: "간단히",
    openFile: "편집기에서 열기",
    newFile: "새 파일",
    sources: "출처와 이유",
    command: "명령",
    output: "출력",
    noOutput: "출력이 없습니다.",
    exit: (code) => `종료 코드 ${code}`,
    truncated: "이 출력은 앞부분만 기록되었습니다.",
    moreActions: "추가 작업",
    resume: "재개 명령 복사",
    mute: "회상에 쓰지 않기",
    unmute: "다시 회상에 쓰기",
    mutedNow: "이후 세션은 이 세션의 내용을 받지 않습니다.",
    unmutedNow: "이후 세션이 이 세션의 내용을 다시 받을 수 있습니다.",
    forget: "이 세션 잊기",
    forgetHint: "이 세션을 영구 삭제합니다: 프롬프트, 답변, 도구 호출, 그리고 여기서만 배운 내용.",
    exclude: "이 프로젝트를 기록하지 않기",
    excludeHint: "이 프로젝트에서는 더 이상 기록하거나 주입하지 않습니다. 이미 기록된 내용은 남습니다.",
    excluded: "이 프로젝트는 더 이상 기록되지 않습니다.",
    include: "이 프로젝트를 다시 기록하기",
    task: "작업",
    browser: "이 브라우저",
    editor: "파일을 열 편집기",
    noEditor: "링크 없음",
    lines: { added: "추가: ", removed: "제거: " },
  },
};
