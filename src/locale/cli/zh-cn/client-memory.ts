import type { CliClientMemory } from "../messages.ts";

export const clientMemory: CliClientMemory = {
  checked: (memories, problems) =>
    `已检查 ${memories} 条记忆：${problems === 0 ? "没有问题" : `${problems} 个问题`}。`,
  problem: {
    file: (name) => `文件 ${name} 已不存在。`,
    command: (name) => `命令 ${name} 已不存在。`,
    flag: (name) => `选项已不存在：${name}。`,
    package: (name) => `这里已不再使用软件包 ${name}。`,
    link: (name) => `链接 [[${name}]] 没有目标。`,
    source: (path) => `客户端的文件已消失：${path}。`,
  },
  contradiction: {
    number: "这两条的数字不同：",
    choice: "这两条选择了相反的做法：",
    negation: "其中一条禁止另一条所说的事：",
    said: "已标记为互相矛盾：",
  },
  changed: (path) => `已更改 ${path}，MEMORY.md 中的行也已更新。`,
  renamed: (from, to) => `已将 ${from} 重命名为 ${to}。`,
  askDelete: (path) => `要删除客户端的文件 ${path} 以及它在 MEMORY.md 中的行吗？`,
  deleted: (path) => `已删除 ${path}。内容仍在 pawl memory history 中。`,
  readOnly: (uri) => `${uri} 是由您自己编辑的文件。`,
  readOnlyHint: "请用编辑器打开。",
  bodyOnly: "只能更改文字、--disclosure 和 --reason；其余由客户端决定。",
  missingName: "缺少新名称。",
  exported: (memories, dir) => `已将 ${memories} 条记忆写成客户端自己的文件，位于 ${dir}。`,
  exportHow: "请使用 --to-client，并指定 URI 或 --all。",
  exportSkipped: (uri) => `已跳过 ${uri}：已有同名的文件。`,
  forgetFiles: "客户端自己的记忆文件中也有这些内容。Pawl 的副本会删除；除非您指定，文件会保留：",
  forgetHow: (path) => `若要一并删除：--file ${path}`,
  forgotFile: (path) => `已删除客户端的文件 ${path}。`,
  peer: {
    noDatabase: (path) => `${path} 没有 claude-mem 数据库。`,
    noDatabaseHint: "请指定路径：pawl import --from claude-mem PATH",
    unknownSource: (name) => `未知的来源：${name}。请使用 --from claude-mem。`,
    preview: (sessions, prompts, summaries, observations) =>
      `找到 ${sessions} 个会话、${prompts} 条提示、${summaries} 条摘要、${observations} 条观察。`,
    mapped: (name, folder) => `${name} 属于 ${folder}。`,
    unmapped: (name) => `${name}：文件夹未知。可以搜索，但不会注入。`,
    ask: "要导入吗？",
    dryRun: "仅预览，没有导入任何内容。请用 --yes 导入。",
    added: (sessions, prompts, memories) =>
      `已导入 ${sessions} 个会话、${prompts} 条提示、${memories} 条记忆。原始数据未更改。`,
  },
};
