/** `pawl handoff`：把工作現況交給別人。 */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "此資料夾沒有記錄的工作階段。",
  noSessionHint: "請指定一個：pawl handoff SESSION。pawl sessions 可列出工作階段。",
  preview: "將移交以下內容：",
  ask: (file) => `寫入 ${file} 嗎？`,
  nothing: "沒有寫入或移交任何內容。",
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
  dryRun: "這是試執行：沒有寫入或移交任何內容。",
  askTeam: (to) => (to === "" ? "移交給此專案的所有成員嗎？" : `移交給 ${to} 嗎？`),
  sent: (to) =>
    to === ""
      ? "所有成員在此專案的下一個工作階段將以它開始。pawl handoff --list 可查看誰已接收。"
      : `${to} 在此專案的下一個工作階段將以它開始。pawl handoff --list 可查看何時被接收。`,
  waits: (reason) => `它在寄件匣中等待：${reason}`,
  older: "團隊的資料庫比此 Pawl 舊。團隊的擁有者更新 Pawl 之後就會送出。",
  refused: (to) => `此專案沒有其他名為 ${to} 的成員，或者你只有讀取權限。沒有移交任何內容。`,
  refusedHint: "請執行 pawl team members。",
  notSharedHint: "請用 pawl team share on 共享專案，或用 --file 寫入檔案。",
  none: "沒有透過團隊移交的內容。",
  to: (name) => (name === "" ? "給所有人" : `給 ${name}`),
  from: (name) => `來自 ${name}`,
  states: {
    leaving: "等待送出",
    sent: "尚未接收",
    refused: "被拒絕：沒有此成員，或你只有讀取權限",
    withdrawn: "已收回",
    waiting: "下一個工作階段將以它開始",
    unreadable: "需要更新的 Pawl",
    taken: (when) => `${when} 已接收`,
    takenBy: (name, when) => `${name} 於 ${when} 接收`,
    dropped: "已在此處刪除",
  },
  withdrawn: "已收回。已經接收的人仍會保留。",
  unknown: (id) => `你移交的內容中沒有 ID 為 ${id} 的。`,
  unknownHint: "請執行 pawl handoff --list。",
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "移交一個工作階段的工作現況",
  rows: {
    SESSION: "工作階段 ID 或其開頭（預設：目前的工作階段，否則此資料夾最新的）",
    "--to NAME": "交給誰；在與團隊共享的專案中會自動送達",
    "--file FILE": "寫入檔案（沒有團隊時預設：此資料夾中的 handoff-ID.json）",
    "--take FILE": "接收移交：此專案的下一個工作階段以它開始",
    "--yes": "顯示後不再詢問",
    "--dry-run": "只顯示",
    "--list": "透過團隊移交的內容，以及誰已接收",
    "--withdraw ID": "收回已移交的內容",
  },
};
