/** `pawl handoff`：把工作现状交给别人。 */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "此文件夹没有记录的会话。",
  noSessionHint: "请指定一个：pawl handoff SESSION。pawl sessions 可列出会话。",
  preview: "将移交以下内容：",
  ask: (file) => `写入 ${file} 吗？`,
  nothing: "什么都没有写入。",
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
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "移交一个会话的工作现状",
  rows: {
    SESSION: "会话 ID 或其开头（默认：当前会话，否则此文件夹最新的会话）",
    "--to NAME": "交给谁；写在文件中",
    "--file FILE": "写入的文件（默认：此文件夹中的 handoff-ID.json）",
    "--take FILE": "接收移交：此项目的下一个会话以它开始",
    "--yes": "显示后不询问直接写入",
  },
};
