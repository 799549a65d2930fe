import type { CliHelp } from "../messages.ts";
import { handoffHelp } from "./handoff.ts";
import { teamHelp } from "./team.ts";

export const help: CliHelp = {
  title: (version) => `Pawl ${version}：Claude Code 与 Codex 的 hook 与记忆`,
  usage: "用法",
  example: "示例",
  json: "输出 JSON",
  groups: {
    look: "查看发生了什么",
    memory: "管理记忆",
    setup: "设置",
    data: "导入、导出、备份",
    more: "更多",
  },
  commands: {
    day: {
      summary: "查看一天的工作：提问、更改、运行、失败、未完成",
      rows: {
        DATE: "2026-01-31、today（默认）、yesterday，或 3d 表示三天前",
        "--project DIR": "仅此项目",
        "--limit N": "每个列表最多 N 行（默认：10）",
      },
      notes: "简要显示今天：pawl",
    },
    blame: {
      summary: "查看文件或文件夹的历史：会话、更改、失败、记忆",
      rows: {
        "--project DIR": "FILE 所属的项目（默认：它所在的项目）",
        "--limit N": "最多 N 个会话（默认：20）",
      },
    },
    start: {
      summary: "启动 Pawl 并连接到 Claude Code 与 Codex",
      rows: { "--yes": "不询问，直接连接" },
    },
    up: {
      summary: "启动后台程序并打开页面",
      rows: { "--no-open": "只显示链接，不打开浏览器" },
    },
    serve: { summary: "在前台运行后台程序，直到按下 Ctrl-C" },
    down: {
      summary: "停止后台程序（未运行时不做任何事）",
      rows: { "--all": "同时结束响应已打开会话 hook 的守护者" },
    },
    status: { summary: "显示后台程序、数据库、已记录的数据与错误" },
    install: {
      summary: "将 Pawl 的 hook 加入 Claude Code 的设置",
      rows: {
        "--client claude|codex|all": "哪个客户端（默认：安装了多个时询问）",
        "--scope user": "您的所有项目（默认）",
        "--scope project": "此项目的所有人：.claude/settings.json，通常会提交到 git",
        "--scope local": "只有您，仅限此项目：.claude/settings.local.json",
        "--dry-run": "预览变更",
        "--diff": "显示每一行更改",
      },
    },
    uninstall: {
      summary: "从 Claude Code 的设置移除 Pawl 的 hook",
      rows: {
        "--client claude|codex|all": "哪个客户端（默认：所有已连接的）",
        "--scope user|project|local": "哪个设置文件（默认：user）",
        "--purge": "从所有设置文件移除、停止后台程序并删除 Pawl 写过的一切；会先询问",
        "--dry-run": "显示将移除与删除的内容",
        "--yes": "不询问",
      },
    },
    hook: {
      summary: "处理一个 hook 事件：输入 JSON，输出 JSON",
      rows: {
        "--client NAME": "发送事件的客户端（默认：Claude Code）",
        NAME: "session-start、context、user-message、session-init、observation、suggest-compact、summarize、pre-compact、session-end；默认：hook_event_name",
        "--home DIR": "Pawl 的文件夹（默认：PAWL_HOME 或 ~/.pawl）",
        "--gate": "后台程序没有响应且符合您的 gate 时拒绝",
        "--installed-by NAME": "标记由 Pawl 安装的 hook",
      },
      notes: "由 Claude Code 运行。退出码一律为 0。",
    },
    ui: {
      summary: "在终端浏览与搜索会话，预览并继续",
      notes: "输入即搜索，方向键移动，Enter 在其客户端继续该会话。",
    },
    context: {
      summary: "预览新会话会得到的上下文",
      rows: {
        "--prompt TEXT": "这个提问会得到的上下文",
        "--session ID": "此会话得到过的上下文，按事件列出",
        "--why": "说明每个部分：来源、原因与分数",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    sessions: {
      summary: "列出已记录的会话，最新的在前",
      rows: {
        "--project DIR": "仅此项目",
        "--client claude|codex": "只看这个客户端的会话",
        "--since D": "从某日期（2026-01-31）或某段时间（7d、12h）以来",
        "--limit N": "最多 N 个（默认：50）",
      },
    },
    session: {
      summary: "显示一个会话：提问、工具调用、回答、摘要",
      notes: "ID 可以只写开头几个字符。",
    },
    search: {
      summary: "搜索 Pawl 记录的所有内容",
      rows: {
        "--client claude|codex": "只看这个客户端的会话",
        "--project DIR": "仅此项目",
        "--type T": "下列之一：$TYPES",
        "--since D": "从某日期（2026-01-31）或某段时间前（7d、12h）起",
        "--limit N": "最多 N 条结果（默认：10）",
        "--why": "显示每个分数的算法",
      },
    },
    hooks: {
      summary: "管理您自己的 hook",
      rows: {
        list: "按事件列出此项目的 hook、来源以及是否运行",
        init: "在这个项目中写入可用的示例",
        validate: "检查所有文件；有错误时退出码为 1",
        "test EVENT": "以示例事件运行符合的 hook",
        "  --tool NAME": "使用此工具的示例（Edit、Write、Read、Bash）",
        "  --input FILE": "使用记录下来的事件，或只写不同的字段；- 表示 stdin",
        migrate: "将 .claude/hooks.json 移到会被读取的文件（先预览）",
        "  --to settings|pawl": ".claude/settings.json 或 .claude/pawl.json（默认：按 hook 的需要）",
        trust: "显示 .claude/pawl.json 会运行什么，并只允许这些",
        "  --revoke": "撤回允许",
        "  --user": "改为您自己的设置：门禁以现在的内容为准",
        watch: "运行期间允许您自己的修改，并显示每次运行的输入、回答和时间",
        "--yes": "不询问（migrate、trust）",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    chat: {
      summary: "通过 Agent SDK 与 Claude 对话，使用此项目的 hook 与记忆",
      rows: {
        "--resume ID": "继续此会话",
        "--model NAME": "使用此模型",
        "--cwd DIR": "在此文件夹中工作",
      },
      notes: [
        "有 PROMPT 或 stdin 有文字时，显示回答后结束；否则开始对话：",
        "/exit 或 Ctrl-D 离开，Ctrl-C 停止当前的回合，在提示符按两次 Ctrl-C 离开。",
        "项目的 .claude/settings.json 中的 hook 会运行。在终端中 Pawl 会先询问；",
        "没有终端时会像 claude -p 一样直接运行，请只在您信任的文件夹中使用。",
      ].join("\n"),
    },
    workflow: {
      summary: "开始工作流、推进阶段、显示进度",
      rows: {
        "start TYPE": "standard、quick、debug、refactor、tdd、…，或 config.json 中的工作流",
        "  --feature NAME": "feature 的文件夹名称（specs/features/in-progress、openspec/changes 或 specs）",
        "  --replace": "替换未完成的工作流",
        "stage NAME STATUS": "将阶段设为下列之一：$STATUSES",
        status: "阶段、未完成任务、下一步",
        tasks: "未完成的任务",
        timeline: "事件，最旧的在前",
        "  --limit N": "只显示最新的 N 个",
        end: "结束工作流而不完成它",
        "--session ID": "id 或其开头字符（默认：调用的会话，否则为此文件夹）",
      },
    },
    remember: {
      summary: "保存一条记忆，供此项目之后的会话使用",
      rows: {
        "--uri U": "名称，例如 project://patterns/errors；user:// 适用于所有项目",
        "--priority N": "0–2：每个会话（默认：无条件为 2，否则为 5），3–5：相关时，6–7：要求时，8–10：不加载",
        "--disclosure D": "何时相关，例如“修改构建配置时”",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    memory: {
      summary: "列出、显示与编辑记忆",
      rows: {
        list: "此项目与您自己的记忆",
        "  --all": "所有项目",
        "  --why": "说明每条记忆何时加载",
        "  --limit N": "最多 N 条（默认：200）",
        "show URI": "一条记忆及其关联；也可用 system://boot、index、recent、stats",
        "edit URI [TEXT]": "修改；需要 TEXT 或以下至少一个选项",
        "  --priority N": "0（最重要）到 10",
        "  --disclosure D": "何时相关",
        "  --status S": "下列之一：$STATUSES；用于 list 时只列出这些",
        "  --reason R": "修改原因，写入历史",
        "history URI": "各版本与变更，最新的在前",
        "rollback URI VERSION": "还原较旧的版本",
        "relate URI KIND URI": "KIND：relates_to、depends_on、contradicts、evolves_from",
        "rm URI": "标记为已删除；pawl forget --uri 会永久删除",
        "  --yes": "配合 rm：不询问就删除客户端的文件",
        "rename URI NAME": "重命名客户端的记忆文件",
        check: "提到已不存在之物的记忆，以及矛盾",
        "export [URI…]": "将记忆写成客户端自己的文件：URI 或 --all",
        "  --to-client": "写入客户端的记忆文件夹，并加入 MEMORY.md",
        "  --raw": "配合 show：客户端文件的原文",
        "  --if HASH": "配合 edit、rename、rm：仅当文件仍是此哈希",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    permission: {
      summary: "列出与移除您允许和拒绝的内容",
      rows: {
        list: "按调用种类，附上您给出的理由",
        "  --all": "所有项目",
        "  --limit N": "最多 N 个（默认：50）",
        "rm CALL": "移除一种调用的答复，例如 'Bash(git push)'",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    team: teamHelp,
    handoff: handoffHelp,
    solution: {
      summary: "列出、添加与移除错误的解法",
      rows: {
        list: "最好的在前",
        "  --all": "所有项目",
        "  --limit N": "最多 N 个（默认：50）",
        "add ERROR TEXT": "错误消息原文，以及解决方法",
        "  --everywhere": "用于所有项目，而不只是当前项目",
        "rm ID": "移除一个；list 会显示 ID",
        "--project DIR": "另一个项目（默认：当前文件夹）",
      },
    },
    exclude: {
      summary: "从不记录某个文件夹，或列出已排除的文件夹",
      rows: {
        "DIR|GLOB": "例如 ~/private 或 '/srv/clients/*'；其下的一切也会排除",
        "--remove": "重新开始记录",
      },
      notes: "项目中的 .pawlignore 对其文件夹与文件有同样作用。",
    },
    forget: {
      summary: "永久删除（先预览）",
      rows: {
        "--session ID": "一个会话",
        "--project DIR": "某项目的所有内容",
        "--uri U": "一条记忆及其所有版本",
        "--match TEXT": "包含此文字的所有内容",
        "--before D": "某日期（2026-01-31）或某段时间（90d）之前的所有内容",
        "--retention": "设置 retention（days、megabytes）现在会删除的内容",
        "--file PATH": "一并删除客户端记忆的这个文件",
        "--yes": "不询问，直接删除",
      },
      notes: "前六个选项必须且只能指定一个。删除前会先预览。",
    },
    mcp: {
      summary: "在 stdin 与 stdout 上运行 MCP 服务器",
      rows: { "--project DIR": "另一个项目（默认：当前文件夹）" },
      notes: "由 Claude Code 启动。后台程序运行与否都能使用。",
    },
    import: {
      summary: "从 Claude Code 的对话记录导入过去的会话（可重复运行）",
      rows: {
        "--client claude|codex|all": "谁的对话记录（默认：已连接的客户端）",
        PATH: "一个对话记录、其文件夹或 Pawl 的导出文件（默认：已连接客户端的全部）",
        "--since D": "从某日期（2026-01-31）或某段时间前（30d）起",
        "--from claude-mem": "claude-mem：读取其数据库（PATH 或默认位置）",
        "--dry-run": "仅预览",
        "--yes": "不询问直接导入",
      },
      notes: "Ctrl-C 会停止，下次运行时从该处继续。",
    },
    export: {
      summary: "输出所有记忆、解法与会话",
      rows: { "--format F": "json：完整记录，可用 pawl import 读回（默认）；md：供阅读；csv：每条记录一行" },
    },
    backup: {
      summary: "将所有数据写入一个文件",
      notes: "Pawl 运行时也能使用。只有您能读取该文件，其中包含您的会话。",
    },
    restore: {
      summary: "还原备份（当前的数据会保留一份副本）",
      rows: { "--yes": "即使已有数据也不询问" },
    },
    replay: {
      summary: "用过去的会话衡量记忆的价值，并与随机对照比较",
      rows: {
        PATH: "一个对话记录或其文件夹，压缩文件亦可（默认：Claude Code 与 Codex 的全部）",
        "--live": "改用您自己的记忆：每周的有用与对照，以及对照组的会话（recall.holdout）",
        "--rules": "一并列出每条提议或采用的规则",
        "--examples N": "一并列出 N 个注入的条目",
        "--earlier N": "评估同一项目此前至少有 N 个会话者（默认：$EARLIER）",
        "--one-project": "不论在哪个文件夹运行，都视为同一项目",
      },
      notes:
        "按时间顺序重放会话；记忆中只有当时已发生的事。一切都在临时文件夹中进行：\n不会动到您的记忆，也不会询问任何模型。",
    },
    completions: {
      summary: "输出 shell 的自动补全",
      notes: "输出的第一行说明保存位置。",
    },
    doctor: {
      summary: "检查安装状态并建议修复方法",
      rows: {
        "--fix": "修复可以安全修复的问题",
        "--deep": "读取数据库的每一页和所有对话记录；每 GB 需要几秒",
        "--scan": "在所有记录中搜索机密；加上 --fix 时予以替换",
      },
    },
  },
};
