import type { CliHelp } from "../messages.ts";
import { handoffHelp } from "./handoff.ts";
import { teamHelp } from "./team.ts";

export const help: CliHelp = {
  title: (version) => `Pawl ${version}：Claude Code 與 Codex 的 hook 與記憶`,
  usage: "用法",
  example: "範例",
  json: "輸出 JSON",
  groups: {
    look: "查看發生了什麼",
    memory: "管理記憶",
    setup: "設定",
    data: "匯入、匯出、備份",
    more: "更多",
  },
  commands: {
    day: {
      summary: "查看一天的工作：提問、變更、執行、失敗、未完成",
      rows: {
        DATE: "2026-01-31、today（預設）、yesterday，或 3d 表示三天前",
        "--project DIR": "僅限此專案",
        "--limit N": "每個列表最多 N 行（預設：10）",
      },
      notes: "簡短顯示今天：pawl",
    },
    blame: {
      summary: "查看檔案或資料夾的歷史：工作階段、變更、失敗、記憶",
      rows: {
        "--project DIR": "FILE 所屬的專案（預設：它所在的專案）",
        "--limit N": "最多 N 個工作階段（預設：20）",
      },
    },
    start: {
      summary: "啟動 Pawl 並連接到 Claude Code 與 Codex",
      rows: { "--yes": "不詢問，直接連接" },
    },
    up: {
      summary: "啟動背景程式並開啟頁面",
      rows: { "--no-open": "只顯示連結，不開啟瀏覽器" },
    },
    serve: { summary: "在前景執行背景程式，直到按下 Ctrl-C" },
    down: {
      summary: "停止背景程式（未執行時不做任何事）",
      rows: { "--all": "同時結束回應已開啟工作階段 hook 的守護者" },
    },
    status: { summary: "顯示背景程式、資料庫、已記錄的資料與錯誤" },
    install: {
      summary: "將 Pawl 的 hook 加入 Claude Code 的設定",
      rows: {
        "--client claude|codex|all": "哪個用戶端（預設：若安裝了多個則詢問）",
        "--scope user": "您的所有專案（預設）",
        "--scope project": "此專案的所有人：.claude/settings.json，通常會提交到 git",
        "--scope local": "只有您，僅限此專案：.claude/settings.local.json",
        "--dry-run": "預覽變更",
        "--diff": "顯示每一行變更",
      },
    },
    uninstall: {
      summary: "從 Claude Code 的設定移除 Pawl 的 hook",
      rows: {
        "--client claude|codex|all": "哪個用戶端（預設：所有已連接的）",
        "--scope user|project|local": "哪個設定檔（預設：user）",
        "--purge": "從所有設定檔移除、停止背景程式並刪除 Pawl 寫過的一切；會先詢問",
        "--dry-run": "顯示將移除與刪除的內容",
        "--yes": "不詢問",
      },
    },
    hook: {
      summary: "處理一個 hook 事件：輸入 JSON，輸出 JSON",
      rows: {
        "--client NAME": "送出事件的用戶端（預設：Claude Code）",
        NAME: "session-start、context、user-message、session-init、observation、suggest-compact、summarize、pre-compact、session-end；預設：hook_event_name",
        "--home DIR": "Pawl 的資料夾（預設：PAWL_HOME 或 ~/.pawl）",
        "--gate": "背景程式沒有回應且符合您的 gate 時拒絕",
        "--installed-by NAME": "標示由 Pawl 安裝的 hook",
      },
      notes: "由 Claude Code 執行。結束代碼一律為 0。",
    },
    ui: {
      summary: "在終端機瀏覽與搜尋工作階段，預覽並繼續",
      notes: "輸入即搜尋，方向鍵移動，Enter 在其用戶端繼續該工作階段。",
    },
    context: {
      summary: "預覽新工作階段會得到的 context",
      rows: {
        "--prompt TEXT": "這個提問會得到的 context",
        "--session ID": "此工作階段得到過的 context，依事件列出",
        "--why": "說明每個部分：來源、原因與分數",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    sessions: {
      summary: "列出已記錄的工作階段，最新的在前",
      rows: {
        "--project DIR": "僅此專案",
        "--client claude|codex": "只看這個用戶端的工作階段",
        "--since D": "從某日期（2026-01-31）或某段時間（7d、12h）以來",
        "--limit N": "最多 N 個（預設：50）",
      },
    },
    session: {
      summary: "顯示一個工作階段：提問、工具呼叫、回答、摘要",
      notes: "ID 可以只寫開頭幾個字元。",
    },
    search: {
      summary: "搜尋 Pawl 記錄的所有內容",
      rows: {
        "--client claude|codex": "只看這個用戶端的工作階段",
        "--project DIR": "僅此專案",
        "--type T": "下列之一：$TYPES",
        "--since D": "從某日期（2026-01-31）或某段時間前（7d、12h）起",
        "--limit N": "最多 N 筆結果（預設：10）",
        "--why": "顯示每個分數的算法",
      },
    },
    hooks: {
      summary: "管理您自己的 hook",
      rows: {
        list: "依事件列出此專案的 hook、來源以及是否執行",
        init: "在這個專案中寫入可用的範例",
        validate: "檢查所有檔案；有錯誤時結束代碼為 1",
        "test EVENT": "以範例事件執行符合的 hook",
        "  --tool NAME": "使用此工具的範例（Edit、Write、Read、Bash）",
        "  --input FILE": "使用記錄下來的事件，或只寫不同的欄位；- 表示 stdin",
        migrate: "將 .claude/hooks.json 移到會被讀取的檔案（先預覽）",
        "  --to settings|pawl": ".claude/settings.json 或 .claude/pawl.json（預設：依 hook 的需要）",
        trust: "顯示 .claude/pawl.json 會執行什麼，並只允許這些",
        "  --revoke": "撤回允許",
        "  --user": "改為您自己的設定：門禁以現在的內容為準",
        watch: "執行期間允許您自己的修改，並顯示每次執行的輸入、回答和時間",
        "--yes": "不詢問（migrate、trust）",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    chat: {
      summary: "透過 Agent SDK 與 Claude 對話，使用此專案的 hook 與記憶",
      rows: {
        "--resume ID": "繼續此工作階段",
        "--model NAME": "使用此模型",
        "--cwd DIR": "在此資料夾中工作",
      },
      notes: [
        "有 PROMPT 或 stdin 有文字時，顯示回答後結束；否則開始對話：",
        "/exit 或 Ctrl-D 離開，Ctrl-C 停止目前的回合，在提示符號按兩次 Ctrl-C 離開。",
        "專案的 .claude/settings.json 中的 hook 會執行。在終端機中 Pawl 會先詢問；",
        "沒有終端機時會像 claude -p 一樣直接執行，請只在您信任的資料夾中使用。",
      ].join("\n"),
    },
    workflow: {
      summary: "開始工作流、推進階段、顯示進度",
      rows: {
        "start TYPE": "standard、quick、debug、refactor、tdd、…，或 config.json 中的工作流",
        "  --feature NAME": "feature 的資料夾名稱（specs/features/in-progress、openspec/changes 或 specs）",
        "  --replace": "取代未完成的工作流",
        "stage NAME STATUS": "將階段設為下列之一：$STATUSES",
        status: "階段、未完成任務、下一步",
        tasks: "未完成的任務",
        timeline: "事件，最舊的在前",
        "  --limit N": "只顯示最新的 N 個",
        end: "結束工作流而不完成它",
        "--session ID": "id 或其開頭字元（預設：呼叫的工作階段，否則為此資料夾）",
      },
    },
    remember: {
      summary: "儲存一則記憶，供此專案之後的工作階段使用",
      rows: {
        "--uri U": "名稱，例如 project://patterns/errors；user:// 適用於所有專案",
        "--priority N":
          "0–2：每個工作階段（預設：無條件為 2，否則為 5），3–5：相關時，6–7：要求時，8–10：不載入",
        "--disclosure D": "何時相關，例如「修改建置設定時」",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    memory: {
      summary: "列出、顯示與編輯記憶",
      rows: {
        list: "此專案與您自己的記憶",
        "  --all": "所有專案",
        "  --why": "說明每則記憶何時載入",
        "  --limit N": "最多 N 則（預設：200）",
        "show URI": "一則記憶及其關聯；也可用 system://boot、index、recent、stats",
        "edit URI [TEXT]": "修改；需要 TEXT 或以下至少一個選項",
        "  --priority N": "0（最重要）到 10",
        "  --disclosure D": "何時相關",
        "  --status S": "下列之一：$STATUSES；用於 list 時只列出這些",
        "  --reason R": "修改原因，寫入歷史",
        "history URI": "各版本與變更，最新的在前",
        "rollback URI VERSION": "還原較舊的版本",
        "relate URI KIND URI": "KIND：relates_to、depends_on、contradicts、evolves_from",
        "rm URI": "標示為已刪除；pawl forget --uri 會永久刪除",
        "  --yes": "搭配 rm：不詢問就刪除用戶端的檔案",
        "rename URI NAME": "重新命名用戶端的記憶檔案",
        check: "提到已不存在之物的記憶，以及矛盾",
        "export [URI…]": "將記憶寫成用戶端自己的檔案：URI 或 --all",
        "  --to-client": "寫入用戶端的記憶資料夾，並加入 MEMORY.md",
        "  --raw": "搭配 show：用戶端檔案的原文",
        "  --if HASH": "搭配 edit、rename、rm：僅當檔案仍是此雜湊",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    permission: {
      summary: "列出與移除您允許和拒絕的內容",
      rows: {
        list: "依呼叫種類，附上您給的理由",
        "  --all": "所有專案",
        "  --limit N": "最多 N 個（預設：50）",
        "rm CALL": "移除一種呼叫的答覆，例如 'Bash(git push)'",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    team: teamHelp,
    handoff: handoffHelp,
    solution: {
      summary: "列出、新增與移除錯誤的解法",
      rows: {
        list: "最好的在前",
        "  --all": "所有專案",
        "  --limit N": "最多 N 個（預設：50）",
        "add ERROR TEXT": "錯誤訊息原文，以及解決方法",
        "  --everywhere": "用於所有專案，而不只是目前專案",
        "rm ID": "移除一個；list 會顯示 ID",
        "--project DIR": "另一個專案（預設：目前資料夾）",
      },
    },
    exclude: {
      summary: "從不記錄某個資料夾，或列出已排除的資料夾",
      rows: {
        "DIR|GLOB": "例如 ~/private 或 '/srv/clients/*'；其下的一切也會排除",
        "--remove": "重新開始記錄",
      },
      notes: "專案中的 .pawlignore 對其資料夾與檔案有同樣作用。",
    },
    forget: {
      summary: "永久刪除（先預覽）",
      rows: {
        "--session ID": "一個工作階段",
        "--project DIR": "某專案的所有內容",
        "--uri U": "一則記憶及其所有版本",
        "--match TEXT": "包含此文字的所有內容",
        "--before D": "某日期（2026-01-31）或某段時間（90d）之前的所有內容",
        "--retention": "設定 retention（days、megabytes）現在會刪除的內容",
        "--file PATH": "一併刪除用戶端記憶的這個檔案",
        "--yes": "不詢問，直接刪除",
      },
      notes: "前六個選項必須且只能指定一個。刪除前會先預覽。",
    },
    mcp: {
      summary: "在 stdin 與 stdout 上執行 MCP 伺服器",
      rows: { "--project DIR": "另一個專案（預設：目前資料夾）" },
      notes: "由 Claude Code 啟動。背景程式執行與否都能使用。",
    },
    import: {
      summary: "從 Claude Code 的對話紀錄匯入過去的工作階段（可重複執行）",
      rows: {
        "--client claude|codex|all": "誰的對話紀錄（預設：已連接的用戶端）",
        PATH: "一個對話紀錄、其資料夾或 Pawl 的匯出檔（預設：已連接用戶端的全部）",
        "--since D": "從某日期（2026-01-31）或某段時間前（30d）起",
        "--from claude-mem": "claude-mem：讀取其資料庫（PATH 或預設位置）",
        "--dry-run": "僅預覽",
        "--yes": "不詢問直接匯入",
      },
      notes: "Ctrl-C 會停止，下次執行時從該處繼續。",
    },
    export: {
      summary: "輸出所有記憶、解法與工作階段",
      rows: { "--format F": "json：完整紀錄，可用 pawl import 讀回（預設）；md：供閱讀；csv：每筆紀錄一列" },
    },
    backup: {
      summary: "將所有資料寫入一個檔案",
      notes: "Pawl 執行時也能使用。只有您能讀取該檔案，其中包含您的工作階段。",
    },
    restore: {
      summary: "還原備份（目前的資料會保留一份副本）",
      rows: { "--yes": "即使已有資料也不詢問" },
    },
    replay: {
      summary: "用過去的工作階段衡量記憶的價值，並與隨機對照比較",
      rows: {
        PATH: "一個對話紀錄或其資料夾，壓縮檔亦可（預設：Claude Code 與 Codex 的全部）",
        "--live": "改用您自己的記憶：每週的有用與對照，以及對照組的工作階段（recall.holdout）",
        "--rules": "一併列出每條提議或採用的規則",
        "--examples N": "一併列出 N 個注入的項目",
        "--earlier N": "評估同一專案先前至少有 N 個工作階段者（預設：$EARLIER）",
        "--one-project": "不論在哪個資料夾執行，都視為同一專案",
      },
      notes:
        "依時間順序重播工作階段；記憶中只有當時已發生的事。一切都在暫存資料夾中進行：\n不會動到您的記憶，也不會詢問任何模型。",
    },
    completions: {
      summary: "輸出 shell 的自動完成",
      notes: "輸出的第一行說明儲存位置。",
    },
    doctor: {
      summary: "檢查安裝狀態並建議修復方法",
      rows: {
        "--fix": "修復可以安全修復的問題",
        "--deep": "讀取資料庫的每一頁和所有對話紀錄；每 GB 需要幾秒",
        "--scan": "在所有紀錄中搜尋機密；加上 --fix 時予以取代",
      },
    },
  },
};
