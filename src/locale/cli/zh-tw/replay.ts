import type { CliReplay } from "../messages.ts";

export const replay: CliReplay = {
  sessions: "個工作階段",
  stopped: "已停止，沒有保留任何資料。",
  none: "找不到可重播的對話紀錄。",
  wholeNumber: (option, value) => `${option} 必須是整數，而不是 ${value}。`,
  judged: (sessions, projects, judged, earlier) =>
    `${projects} 個專案的 ${sessions} 個工作階段；評估其中 ${judged} 個，即同一專案先前至少有 ${earlier} 個工作階段者。`,
  tooFew: "工作階段太少，無法評估。--earlier 1 會評估每個先前至少有一個的工作階段。",
  items: "項目",
  tokens: "token 數",
  used: "有用",
  control: "對照",
  difference: "差距",
  to: (low, high) => `${low} 至 ${high}`,
  all: "所有推斷的內容",
  byKind: "依種類",
  byWeek: "依週",
  exempt: "* 由人寫下，或已承諾提供：不計入總和",
  perSession: (mean, median, exemptMean, exemptMedian) =>
    `每個工作階段的 token 數：${mean}（中位數 ${median}）；*：${exemptMean}（${exemptMedian}）。`,
  ranking: (pawl, queries, fts, newest) =>
    `${queries} 個首次提問中，相關的工作階段排第一的占 ${pawl}；單純全文搜尋為 ${fts}，最新的工作階段為 ${newest}。`,
  silence: (first, firstPrompts, all, prompts) =>
    `移除相關的工作階段後，${firstPrompts} 個首次提問中有 ${first} 沒有注入任何內容，全部 ${prompts} 個提問中有 ${all}。`,
  solutions: (offered, known, cured, passing) =>
    `解法：提供 ${offered} 次；結果已知 ${known} 次；由所提供的步驟解決 ${cured} 次；在成功的執行中提供 ${passing} 次。`,
  usedMeans:
    "有用：在該工作階段之後，其檔案被使用、其指令被執行，或說出其中三個少見的詞，而先前都不知道這些。",
  controlMeans: "對照：以該專案過去同種類的隨機項目作同樣評估。差距：有用 − 對照，單位為百分點，95 % 區間。",
  limits: "這些工作階段執行時並沒有這些項目：這顯示什麼會合用，而不是它會改變什麼。",
  usedBy: (names) => `有用：${names}`,
  notUsed: "未用到",
  rules: (active, others) => `規則：${active} 條生效，${others} 條為提議或已封存。`,
  live: (sessions) => `您的記憶中有 ${sessions} 個工作階段。`,
  nothingInjected: "尚未注入任何內容，因此沒有可評估的項目。",
  noHoldout: (setting) =>
    `沒有對照組。設定 ${setting} 後，十個工作階段中有一個不會得到任何推斷的內容，兩組便能比較。`,
  holdout: (without, withItems) => `對照組：${without} 個工作階段沒有推斷的項目，${withItems} 個有。`,
  holdoutTooFew: (needed) => `數量太少，無法判斷：每組至少需要 ${needed} 個。`,
  measures: {
    repeatedFailures: "先前的工作階段也遇過的失敗",
    callsUntilFirstEdit: "第一次編輯前的工具呼叫次數",
    injectedTokens: "注入的 token 數",
  },
  compared: (measure, withItems, without, verdict) =>
    `${measure}：有記憶 ${withItems}，沒有 ${without}；${verdict}`,
  chance: (low, high) => `差距 ${low} 至 ${high}：可能是偶然`,
  clear: (low, high) => `差距 ${low} 至 ${high}：不只是偶然`,
  incomparable: "數量太少，無法比較",
};
