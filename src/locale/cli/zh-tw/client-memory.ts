import type { CliClientMemory } from "../messages.ts";

export const clientMemory: CliClientMemory = {
  checked: (memories, problems) =>
    `已檢查 ${memories} 則記憶：${problems === 0 ? "沒有問題" : `${problems} 個問題`}。`,
  problem: {
    file: (name) => `檔案 ${name} 已不存在。`,
    command: (name) => `指令 ${name} 已不存在。`,
    flag: (name) => `選項已不存在：${name}。`,
    package: (name) => `這裡已不再使用套件 ${name}。`,
    link: (name) => `連結 [[${name}]] 沒有目標。`,
    source: (path) => `用戶端的檔案已消失：${path}。`,
  },
  contradiction: {
    number: "這兩則的數字不同：",
    choice: "這兩則選擇了相反的做法：",
    negation: "其中一則禁止另一則所說的事：",
    said: "已標記為互相矛盾：",
  },
  changed: (path) => `已變更 ${path}，MEMORY.md 中的行也已更新。`,
  renamed: (from, to) => `已將 ${from} 重新命名為 ${to}。`,
  askDelete: (path) => `要刪除用戶端的檔案 ${path} 以及它在 MEMORY.md 中的行嗎？`,
  deleted: (path) => `已刪除 ${path}。內容仍在 pawl memory history 中。`,
  readOnly: (uri) => `${uri} 是由您自行編輯的檔案。`,
  readOnlyHint: "請用編輯器開啟。",
  bodyOnly: "只能變更文字、--disclosure 和 --reason；其餘由用戶端決定。",
  missingName: "缺少新名稱。",
  exported: (memories, dir) => `已將 ${memories} 則記憶寫成用戶端自己的檔案，位於 ${dir}。`,
  exportHow: "請使用 --to-client，並指定 URI 或 --all。",
  exportSkipped: (uri) => `已略過 ${uri}：已有同名的檔案。`,
  forgetFiles: "用戶端自己的記憶檔案中也有這些內容。Pawl 的副本會刪除；除非您指定，檔案會保留：",
  forgetHow: (path) => `若要一併刪除：--file ${path}`,
  forgotFile: (path) => `已刪除用戶端的檔案 ${path}。`,
  peer: {
    noDatabase: (path) => `${path} 沒有 claude-mem 資料庫。`,
    noDatabaseHint: "請指定路徑：pawl import --from claude-mem PATH",
    unknownSource: (name) => `未知的來源：${name}。請使用 --from claude-mem。`,
    preview: (sessions, prompts, summaries, observations) =>
      `找到 ${sessions} 個工作階段、${prompts} 則提示、${summaries} 則摘要、${observations} 則觀察。`,
    mapped: (name, folder) => `${name} 屬於 ${folder}。`,
    unmapped: (name) => `${name}：資料夾未知。可以搜尋，但不會注入。`,
    ask: "要匯入嗎？",
    dryRun: "僅預覽，沒有匯入任何內容。請用 --yes 匯入。",
    added: (sessions, prompts, memories) =>
      `已匯入 ${sessions} 個工作階段、${prompts} 則提示、${memories} 則記憶。原始資料未變更。`,
  },
};
