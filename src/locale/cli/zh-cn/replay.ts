import type { CliReplay } from "../messages.ts";

export const replay: CliReplay = {
  sessions: "个会话",
  stopped: "已停止，没有保留任何数据。",
  none: "找不到可重放的对话记录。",
  wholeNumber: (option, value) => `${option} 必须是整数，而不是 ${value}。`,
  judged: (sessions, projects, judged, earlier) =>
    `${projects} 个项目的 ${sessions} 个会话；评估其中 ${judged} 个，即同一项目此前至少有 ${earlier} 个会话者。`,
  tooFew: "会话太少，无法评估。--earlier 1 会评估每个此前至少有一个的会话。",
  items: "条目",
  tokens: "token 数",
  used: "有用",
  control: "对照",
  difference: "差距",
  to: (low, high) => `${low} 至 ${high}`,
  all: "所有推断的内容",
  byKind: "按种类",
  byWeek: "按周",
  exempt: "* 由人写下，或已承诺提供：不计入总和",
  perSession: (mean, median, exemptMean, exemptMedian) =>
    `每个会话的 token 数：${mean}（中位数 ${median}）；*：${exemptMean}（${exemptMedian}）。`,
  ranking: (pawl, queries, fts, newest) =>
    `${queries} 个首次提问中，相关会话排第一的占 ${pawl}；单纯全文搜索为 ${fts}，最新的会话为 ${newest}。`,
  silence: (first, firstPrompts, all, prompts) =>
    `移除相关会话后，${firstPrompts} 个首次提问中有 ${first} 没有注入任何内容，全部 ${prompts} 个提问中有 ${all}。`,
  solutions: (offered, known, cured, passing) =>
    `解决方法：提供 ${offered} 次；结果已知 ${known} 次；由所提供的步骤解决 ${cured} 次；在成功的运行中提供 ${passing} 次。`,
  usedMeans: "有用：在该会话之后，其文件被使用、其命令被运行，或说出其中三个少见的词，而此前都不知道这些。",
  controlMeans: "对照：以该项目过去同种类的随机条目作同样评估。差距：有用 − 对照，单位为百分点，95 % 区间。",
  limits: "这些会话运行时并没有这些条目：这显示什么会合用，而不是它会改变什么。",
  usedBy: (names) => `有用：${names}`,
  notUsed: "未用到",
  rules: (active, others) => `规则：${active} 条生效，${others} 条为提议或已归档。`,
  live: (sessions) => `您的记忆中有 ${sessions} 个会话。`,
  nothingInjected: "尚未注入任何内容，因此没有可评估的条目。",
  noHoldout: (setting) =>
    `没有对照组。设置 ${setting} 后，十个会话中有一个不会得到任何推断的内容，两组便能比较。`,
  holdout: (without, withItems) => `对照组：${without} 个会话没有推断的条目，${withItems} 个有。`,
  holdoutTooFew: (needed) => `数量太少，无法判断：每组至少需要 ${needed} 个。`,
  measures: {
    repeatedFailures: "此前的会话也遇到过的失败",
    callsUntilFirstEdit: "第一次编辑前的工具调用次数",
    injectedTokens: "注入的 token 数",
  },
  compared: (measure, withItems, without, verdict) =>
    `${measure}：有记忆 ${withItems}，没有 ${without}；${verdict}`,
  chance: (low, high) => `差距 ${low} 至 ${high}：可能是偶然`,
  clear: (low, high) => `差距 ${low} 至 ${high}：不只是偶然`,
  incomparable: "数量太少，无法比较",
};
