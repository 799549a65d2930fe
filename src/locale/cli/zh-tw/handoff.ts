/** `pawl handoff`：把工作現況交給別人。 */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "此資料夾沒有記錄的工作階段。",
  noSessionHint: "請指定一個：pawl handoff SESSION。pawl sessions 可列出工作階段。",
  preview: "將移交以下內容：",
  ask: (file) => `寫入 ${file} 嗎？`,
  nothing: "什麼都沒有寫入。",
  written: (file) => `已寫入 ${file}。請傳送它；接收者在專案中執行：pawl handoff --take FILE`,
  exists: (file) => `${file} 已存在。`,
  existsHint: "請用 --file 指定另一個檔案。",
  notWritten: (file, detail) => `無法寫入 ${file}：${detail}`,
  noHandoff: (file) => `${file} 不是此版本的 Pawl 能讀取的移交檔案。`,
  noHandoffHint: "它由此命令產生：pawl handoff --file FILE",
  otherProject: (theirs, here) => `它屬於 ${theirs}；此資料夾是 ${here}。`,
  otherProjectHint: "請在該專案的複本中執行。",
  take: "把移交內容交給此專案的下一個工作階段",
  taken: (from) => `此專案的下一個工作階段將以 ${from} 移交的內容開始。`,
  replaced: (from) => `它取代了 ${from} 之前移交的內容。`,
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "移交一個工作階段的工作現況",
  rows: {
    SESSION: "工作階段 ID 或其開頭（預設：目前的工作階段，否則此資料夾最新的）",
    "--to NAME": "交給誰；寫在檔案中",
    "--file FILE": "寫入的檔案（預設：此資料夾中的 handoff-ID.json）",
    "--take FILE": "接收移交：此專案的下一個工作階段以它開始",
    "--yes": "顯示後不詢問直接寫入",
  },
};
