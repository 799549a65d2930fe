import type { CliThrown } from "../messages.ts";

export const thrown: CliThrown = {
  store_failed: { message: "資料庫 {location} 發生錯誤：{reason}", hint: "請執行 pawl doctor。" },
  store_locked: {
    message: "另一個程序正在使用資料庫 {location}。",
    hint: "請稍後再試。若持續發生，請執行 pawl doctor。",
  },
  store_corrupt: {
    message: "{location} 不是 Pawl 能讀取的資料庫，或已損壞。",
    hint: "請移走它（Pawl 會建立新的），或用 pawl restore 還原備份。",
  },
  store_full: {
    message: "資料庫 {location} 所在的磁碟已滿。",
    hint: "請釋出一些空間。正在寫入的內容尚未儲存。",
  },
  store_unwritable: {
    message: "無法開啟資料庫 {location} 進行寫入。",
    hint: "請確認其資料夾存在、屬於您且不是唯讀。",
  },
  store_too_new: {
    message: "資料庫 {path} 的版本是 {version}，此 Pawl 只支援到版本 {known}。",
    hint: "請更新 Pawl，或將 PAWL_HOME 指向另一個資料夾。沒有任何變更。",
  },
  store_no_space: {
    message: "將資料庫 {path} 轉換為新版本需要 {needed} MB 可用空間，目前只有 {free} MB。",
    hint: "請釋出空間後再試一次。沒有任何變更。",
  },
  backup_failed: {
    message: "無法將備份寫入 {target}。",
    hint: "請釋出空間，或指定您可以寫入的資料夾。",
  },
  "backup_refused.newer": {
    message: "{path} 由較新的 Pawl 建立（資料庫版本 {version}）。沒有任何變更。",
    hint: "請先更新 Pawl。",
  },
  "backup_refused.invalid": {
    message: "{path} 不是可用的 Pawl 備份。沒有任何變更。",
    hint: "請指定由 pawl backup 寫入的檔案。",
  },
  "backup_refused.damaged": {
    message: "{path} 已損壞或不完整。沒有任何變更。",
    hint: "請指定由 pawl backup 寫入的檔案。",
  },
  memory_unknown: { message: "沒有記憶 {uri}。", hint: "請執行 pawl memory list 查看列表。" },
  memory_uri_invalid: { message: "{uri} 不是記憶的 URI。" },
  "memory_invalid.priority": { message: "優先順序必須是 0（最重要）到 10 的整數，而不是 {value}。" },
  "memory_invalid.disclosure": { message: "disclosure 最多 {limit} 個字元，現在有 {length} 個。" },
  "memory_invalid.empty": { message: "記憶的內容是空的。" },
  "memory_invalid.large": {
    message: "記憶最多 {limit} kB，現在有 {size} kB。",
    hint: "請只保留重點，或分成多則記憶。",
  },
  memory_status: { message: "狀態為 {from} 的記憶不能變成 {to}。", hint: "可以變成：{next}。" },
  "relation_invalid.self": { message: "{uri} 不能與自己建立關聯。", hint: "沒有任何變更。" },
  "relation_invalid.circle": {
    message: "{to} 已經直接或間接連到 {from}，這樣會形成循環。",
    hint: "沒有任何變更。",
  },
  version_unknown: {
    message: "{uri} 沒有版本 {version}，最新的是 {newest}。",
    hint: "請執行 pawl memory history {uri}。",
  },
  solution_unknown: { message: "沒有解法 {id}。", hint: "請執行 pawl solution list 查看列表。" },
  session_unknown: { message: "資料庫中沒有工作階段{id}。", hint: "請執行 pawl sessions 查看列表。" },
  forget_unfinished: {
    message: "已刪除，但另一個程序正在讀取 {location}，因此內容仍在檔案的日誌中。",
    hint: "請稍後再執行同一個指令。",
  },
  embeddings_down: { message: "{url} 沒有回應（{reason}）" },
  embeddings_key: {
    message: "{path} 中沒有 embeddings 端點的金鑰",
    hint: "請將金鑰寫入其中，或從 config.json 移除 embeddings.keyFile。",
  },
  port_invalid: {
    message: "PAWL_PORT 必須是 1 到 65535 的整數，而不是 {value}。",
    hint: "請修正或取消設定。",
  },
  port_taken: {
    message: "連接埠 {port} 被另一個程式使用。",
    hint: "請在 Pawl 資料夾的 config.json 中將「port」設為其他值，再執行一次 pawl install。",
  },
  home_foreign: {
    message: "{dir} 屬於另一位使用者（id {owner}）。",
    hint: "請將 PAWL_HOME 指向您自己的資料夾。",
  },
  config_unreadable: { message: "{file}：{reason}", hint: "請先修正。" },
  sdk_missing: {
    message: "未安裝 Claude Agent SDK。",
    hint: "請安裝在 Pawl 旁：npm install {package}（若 Pawl 以 -g 安裝，請加上 -g）。",
  },
  target_special: { message: "{path} 不是一般檔案。", hint: "未寫入任何內容。" },
  import_special: { message: "{path} 是管道、裝置或 socket，不是檔案。", hint: "未匯入任何內容。" },
  import_unknown: {
    message: "{path} 既不是 Claude Code 的對話紀錄，也不是 Pawl 的匯出檔。",
    hint: "未匯入任何內容。",
  },
  transcript_unreadable: { message: "無法讀取 {path}：{reason}" },
  client_file_changed: { message: "{path} 在讀取之後已變更。", hint: "請重新讀取再變更一次。沒有任何變更。" },
  client_file_exists: { message: "已有檔案 {path}。", hint: "請選擇其他名稱。沒有任何變更。" },
  client_file_unknown: {
    message: "這裡沒有 {uri} 的用戶端記憶檔案。",
    hint: "執行 pawl memory list 查看清單。",
  },
  client_file_name: {
    message: "{name} 不能作為用戶端記憶檔案的名稱。",
    hint: "請使用字母、數字與連字號，例如 invoice-rounding。",
  },
  client_memory_off: {
    message: "用戶端的設定已關閉它自己的記憶。",
    hint: '請先從 Claude Code 的設定移除 "autoMemoryEnabled": false。',
  },
};
