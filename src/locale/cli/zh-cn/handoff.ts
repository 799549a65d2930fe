/** `pawl handoff`：把工作现状交给别人。 */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "此文件夹没有记录的会话。",
  noSessionHint: "请指定一个：pawl handoff SESSION。pawl sessions 可列出会话。",
  preview: "将移交以下内容：",
  ask: (file) => `写入 ${file} 吗？`,
  nothing: "没有写入或移交任何内容。",
  written: (file) => `已写入 ${file}。请发送它；接收者在项目中运行：pawl handoff --take FILE`,
  exists: (file) => `${file} 已存在。`,
  existsHint: "请用 --file 指定另一个文件。",
  notWritten: (file, detail) => `无法写入 ${file}：${detail}`,
  noHandoff: (file) => `${file} 不是此版本的 Pawl 能读取的移交文件。`,
  noHandoffHint: "它由此命令生成：pawl handoff --file FILE",
  otherProject: (theirs, here) => `它属于 ${theirs}；此文件夹是 ${here}。`,
  otherProjectHint: "请在该项目的克隆中运行。",
  take: "把移交内容交给此项目的下一个会话",
  taken: (from) => `此项目的下一个会话将以 ${from} 移交的内容开始。`,
  replaced: (from) => `它取代了 ${from} 之前移交的内容。`,
  dryRun: "这是试运行：没有写入或移交任何内容。",
  askTeam: (to) => (to === "" ? "移交给此项目的所有成员吗？" : `移交给 ${to} 吗？`),
  sent: (to) =>
    to === ""
      ? "所有成员在此项目的下一个会话将以它开始。pawl handoff --list 可查看谁已接收。"
      : `${to} 在此项目的下一个会话将以它开始。pawl handoff --list 可查看何时被接收。`,
  waits: (reason) => `它在发件箱中等待：${reason}`,
  older: "团队的数据库比此 Pawl 旧。团队的所有者更新 Pawl 之后就会发送。",
  refused: (to) => `此项目没有其他名为 ${to} 的成员，或者你只有读取权限。没有移交任何内容。`,
  refusedHint: "请运行 pawl team members。",
  notSharedHint: "请用 pawl team share on 共享项目，或用 --file 写入文件。",
  none: "没有通过团队移交的内容。",
  to: (name) => (name === "" ? "给所有人" : `给 ${name}`),
  from: (name) => `来自 ${name}`,
  states: {
    leaving: "等待发送",
    sent: "尚未接收",
    refused: "被拒绝：没有此成员，或你只有读取权限",
    withdrawn: "已收回",
    waiting: "下一个会话将以它开始",
    unreadable: "需要更新的 Pawl",
    taken: (when) => `${when} 已接收`,
    takenBy: (name, when) => `${name} 于 ${when} 接收`,
    dropped: "已在此处删除",
  },
  withdrawn: "已收回。已经接收的人仍会保留。",
  unknown: (id) => `你移交的内容中没有 ID 为 ${id} 的。`,
  unknownHint: "请运行 pawl handoff --list。",
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "移交一个会话的工作现状",
  rows: {
    SESSION: "会话 ID 或其开头（默认：当前会话，否则此文件夹最新的会话）",
    "--to NAME": "交给谁；在与团队共享的项目中会自动送达",
    "--file FILE": "写入文件（没有团队时默认：此文件夹中的 handoff-ID.json）",
    "--take FILE": "接收移交：此项目的下一个会话以它开始",
    "--yes": "显示后不再询问",
    "--dry-run": "只显示",
    "--list": "通过团队移交的内容，以及谁已接收",
    "--withdraw ID": "收回已移交的内容",
  },
};
