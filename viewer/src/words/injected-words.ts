/** The sentences of the injected context: what was used, and what the next session gets. */
import type { Language } from "./languages.ts";

interface InjectedWords {
  parts: Record<"list" | "used" | "next", string>;
  items(n: string): string;
  forSession: string;
  usedTitle: string;
  usedLead: string;
  making: string;
  notEnough: string;
  columns: Record<"week" | "kind" | "items" | "tokens" | "used" | "control" | "difference", string>;
  controlHint: string;
  thisWeek(items: string, tokens: string, used: string, control: string): string;
  all: string;
  byYou: string;
  byPawl: string;
  kinds: Readonly<Record<string, string>>;
  nextLead: string;
  nextNone: string;
  nextTokens(tokens: string, sources: string): string;
  shapedBy: string;
  edit: string;
  save: string;
  remove: string;
  removed: string;
  mutedNow: string;
  unmutedNow: string;
}

const s = (n: string, one: string, many: string) => `${n} ${n === "1" ? one : many}`;

export const INJECTED_WORDS: Record<Language, InjectedWords> = {
  en: {
    parts: { list: "Injections", used: "Was it used?", next: "Next session" },
    items: (n) => s(n, "item", "items"),
    forSession: "For",
    usedTitle: "What was used",
    usedLead:
      "An item counts as used if a file, command or rare word of it turns up later in the session, and not because of the call that caused it. The control is the share of random items from other sessions that would have counted: only what is above it is worth something.",
    making: "Reading your sessions …",
    notEnough: "Nothing was injected yet.",
    columns: {
      week: "Week of",
      kind: "Kind",
      items: "Items",
      tokens: "Tokens",
      used: "Used",
      control: "Control",
      difference: "Difference (95 %)",
    },
    controlHint: "no control",
    thisWeek: (items, tokens, used, control) =>
      `${s(items, "item", "items")} and ${s(tokens, "token", "tokens")} in the newest week: ${used} used, control ${control}.`,
    all: "All weeks",
    byYou: "Written or confirmed by you",
    byPawl: "Inferred by Pawl",
    kinds: {
      memory: "memory",
      rule: "rule",
      decision: "decision",
      "previous-session": "previous session",
      session: "earlier session",
      note: "note",
      file: "file",
      solution: "solution",
      command: "command",
      permission: "permission",
      tasks: "open tasks",
      hint: "hint",
    },
    nextLead:
      "What a new session in this project would get right now. It changes as soon as you save a setting.",
    nextNone: "A new session in this project would get nothing.",
    nextTokens: (tokens, sources) =>
      `${s(tokens, "token", "tokens")} from ${s(sources, "source", "sources")}`,
    shapedBy: "Settings that shape it",
    edit: "Edit",
    save: "Save",
    remove: "Delete",
    removed: "Memory deleted.",
    mutedNow: "It will not be injected again.",
    unmutedNow: "It may be injected again.",
  },
  "zh-TW": {
    parts: { list: "注入", used: "有用到嗎？", next: "下一個工作階段" },
    items: (n) => `${n} 個項目`,
    forSession: "用於",
    usedTitle: "用到的內容",
    usedLead:
      "項目中的檔案、指令或罕見字詞若在之後的工作階段中出現，且不是由觸發它的呼叫造成，就算用到。對照組是其他工作階段的隨機項目會被算作用到的比例：只有高於它的部分才有價值。",
    making: "正在讀取工作階段…",
    notEnough: "尚未注入任何內容。",
    columns: {
      week: "週（週一）",
      kind: "種類",
      items: "項目",
      tokens: "Token 數",
      used: "用到",
      control: "對照組",
      difference: "差異（95 %）",
    },
    controlHint: "沒有對照組",
    thisWeek: (items, tokens, used, control) =>
      `最近一週 ${items} 個項目、${tokens} 個 token：用到 ${used}，對照組 ${control}。`,
    all: "所有週",
    byYou: "由你寫下或確認",
    byPawl: "由 Pawl 推斷",
    kinds: {
      memory: "記憶",
      rule: "規則",
      decision: "決定",
      "previous-session": "上一個工作階段",
      session: "先前的工作階段",
      note: "筆記",
      file: "檔案",
      solution: "解法",
      command: "指令",
      permission: "權限",
      tasks: "未完成的任務",
      hint: "提示",
    },
    nextLead: "這個專案的新工作階段現在會得到的內容。儲存設定後會立即更新。",
    nextNone: "這個專案的新工作階段不會得到任何內容。",
    nextTokens: (tokens, sources) => `${tokens} 個 token，來自 ${sources} 個來源`,
    shapedBy: "影響它的設定",
    edit: "編輯",
    save: "儲存",
    remove: "刪除",
    removed: "記憶已刪除。",
    mutedNow: "不會再注入。",
    unmutedNow: "可以再次注入。",
  },
  "zh-CN": {
    parts: { list: "注入", used: "用到了吗？", next: "下一个会话" },
    items: (n) => `${n} 个条目`,
    forSession: "用于",
    usedTitle: "用到的内容",
    usedLead:
      "条目中的文件、命令或罕见字词若在之后的会话中出现，且不是由触发它的调用造成，就算用到。对照组是其他会话的随机条目会被算作用到的比例：只有高于它的部分才有价值。",
    making: "正在读取会话…",
    notEnough: "尚未注入任何内容。",
    columns: {
      week: "周（周一）",
      kind: "种类",
      items: "条目",
      tokens: "Token 数",
      used: "用到",
      control: "对照组",
      difference: "差异（95 %）",
    },
    controlHint: "没有对照组",
    thisWeek: (items, tokens, used, control) =>
      `最近一周 ${items} 个条目、${tokens} 个 token：用到 ${used}，对照组 ${control}。`,
    all: "所有周",
    byYou: "由你写下或确认",
    byPawl: "由 Pawl 推断",
    kinds: {
      memory: "记忆",
      rule: "规则",
      decision: "决定",
      "previous-session": "上一个会话",
      session: "先前的会话",
      note: "笔记",
      file: "文件",
      solution: "解决办法",
      command: "命令",
      permission: "权限",
      tasks: "未完成的任务",
      hint: "提示",
    },
    nextLead: "此项目的新会话现在会得到的内容。保存设置后会立即更新。",
    nextNone: "此项目的新会话不会得到任何内容。",
    nextTokens: (tokens, sources) => `${tokens} 个 token，来自 ${sources} 个来源`,
    shapedBy: "影响它的设置",
    edit: "编辑",
    save: "保存",
    remove: "删除",
    removed: "记忆已删除。",
    mutedNow: "不会再注入。",
    unmutedNow: "可以再次注入。",
  },
  ko: {
    parts: { list: "주입", used: "사용되었나요?", next: "다음 세션" },
    items: (n) => `항목 ${n}개`,
    forSession: "대상",
    usedTitle: "사용된 내용",
    usedLead:
      "항목의 파일, 명령 또는 드문 단어가 이후 세션에 나타나고, 그것이 주입을 일으킨 호출 때문이 아니면 사용된 것으로 셉니다. 대조군은 다른 세션의 무작위 항목이 사용된 것으로 세어질 비율입니다. 그보다 높은 만큼만 가치가 있습니다.",
    making: "세션을 읽는 중…",
    notEnough: "아직 주입된 내용이 없습니다.",
    columns: {
      week: "주(월요일)",
      kind: "종류",
      items: "항목",
      tokens: "토큰",
      used: "사용됨",
      control: "대조군",
      difference: "차이 (95 %)",
    },
    controlHint: "대조군 없음",
    thisWeek: (items, tokens, used, control) =>
      `가장 최근 주에 항목 ${items}개, 토큰 ${tokens}개: 사용 ${used}, 대조군 ${control}.`,
    all: "모든 주",
    byYou: "직접 쓰거나 확인한 내용",
    byPawl: "Pawl이 추론한 내용",
    kinds: {
      memory: "기억",
      rule: "규칙",
      decision: "결정",
      "previous-session": "이전 세션",
      session: "지난 세션",
      note: "메모",
      file: "파일",
      solution: "해결책",
      command: "명령",
      permission: "권한",
      tasks: "남은 작업",
      hint: "힌트",
    },
    nextLead: "이 프로젝트의 새 세션이 지금 받게 될 내용입니다. 설정을 저장하면 바로 바뀝니다.",
    nextNone: "이 프로젝트의 새 세션은 아무것도 받지 않습니다.",
    nextTokens: (tokens, sources) => `출처 ${sources}개에서 토큰 ${tokens}개`,
    shapedBy: "영향을 주는 설정",
    edit: "편집",
    save: "저장",
    remove: "삭제",
    removed: "기억을 삭제했습니다.",
    mutedNow: "다시 주입되지 않습니다.",
    unmutedNow: "다시 주입될 수 있습니다.",
  },
};
