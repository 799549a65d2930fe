import type { CliThrown } from "../messages.ts";

export const thrown: CliThrown = {
  store_failed: { message: "数据库 {location} 发生错误：{reason}", hint: "请运行 pawl doctor。" },
  store_locked: {
    message: "另一个进程正在使用数据库 {location}。",
    hint: "请稍后再试。若持续发生，请运行 pawl doctor。",
  },
  store_corrupt: {
    message: "{location} 不是 Pawl 能读取的数据库，或已损坏。",
    hint: "请移走它（Pawl 会创建新的），或用 pawl restore 还原备份。",
  },
  store_full: {
    message: "数据库 {location} 所在的磁盘已满。",
    hint: "请释放一些空间。正在写入的内容尚未保存。",
  },
  store_unwritable: {
    message: "无法打开数据库 {location} 进行写入。",
    hint: "请确认其文件夹存在、属于您且不是只读。",
  },
  store_too_new: {
    message: "数据库 {path} 的版本是 {version}，此 Pawl 只支持到版本 {known}。",
    hint: "请更新 Pawl，或将 PAWL_HOME 指向另一个文件夹。没有任何变更。",
  },
  store_no_space: {
    message: "将数据库 {path} 转换为新版本需要 {needed} MB 可用空间，目前只有 {free} MB。",
    hint: "请释放空间后重试。没有任何变更。",
  },
  backup_failed: {
    message: "无法将备份写入 {target}。",
    hint: "请释放空间，或指定您可以写入的文件夹。",
  },
  "backup_refused.newer": {
    message: "{path} 由较新的 Pawl 创建（数据库版本 {version}）。没有任何变更。",
    hint: "请先更新 Pawl。",
  },
  "backup_refused.invalid": {
    message: "{path} 不是可用的 Pawl 备份。没有任何变更。",
    hint: "请指定由 pawl backup 写入的文件。",
  },
  "backup_refused.damaged": {
    message: "{path} 已损坏或不完整。没有任何变更。",
    hint: "请指定由 pawl backup 写入的文件。",
  },
  memory_unknown: { message: "没有记忆 {uri}。", hint: "请运行 pawl memory list 查看列表。" },
  memory_uri_invalid: { message: "{uri} 不是记忆的 URI。" },
  "memory_invalid.priority": { message: "优先级必须是 0（最重要）到 10 的整数，而不是 {value}。" },
  "memory_invalid.disclosure": { message: "disclosure 最多 {limit} 个字符，现在有 {length} 个。" },
  "memory_invalid.empty": { message: "记忆的内容是空的。" },
  "memory_invalid.large": {
    message: "记忆最多 {limit} kB，现在有 {size} kB。",
    hint: "请只保留重点，或分成多条记忆。",
  },
  memory_status: { message: "状态为 {from} 的记忆不能变成 {to}。", hint: "可以变成：{next}。" },
  "relation_invalid.self": { message: "{uri} 不能与自己建立关联。", hint: "没有任何变更。" },
  "relation_invalid.circle": {
    message: "{to} 已经直接或间接连到 {from}，这样会形成循环。",
    hint: "没有任何变更。",
  },
  version_unknown: {
    message: "{uri} 没有版本 {version}，最新的是 {newest}。",
    hint: "请运行 pawl memory history {uri}。",
  },
  solution_unknown: { message: "没有解法 {id}。", hint: "请运行 pawl solution list 查看列表。" },
  session_unknown: { message: "数据库中没有会话 {id}。", hint: "请运行 pawl sessions 查看列表。" },
  forget_unfinished: {
    message: "已删除，但另一个进程正在读取 {location}，因此内容仍在文件的日志中。",
    hint: "请稍后再运行同一个命令。",
  },
  embeddings_down: { message: "{url} 没有响应（{reason}）" },
  embeddings_key: {
    message: "{path} 中没有 embeddings 端点的密钥",
    hint: "请将密钥写入其中，或从 config.json 移除 embeddings.keyFile。",
  },
  port_invalid: {
    message: "PAWL_PORT 必须是 1 到 65535 的整数，而不是 {value}。",
    hint: "请修正或取消设置。",
  },
  port_taken: {
    message: "端口 {port} 被另一个程序使用。",
    hint: "请在 Pawl 文件夹的 config.json 中将“port”设为其他值，再运行一次 pawl install。",
  },
  home_foreign: {
    message: "{dir} 属于另一位用户（id {owner}）。",
    hint: "请将 PAWL_HOME 指向您自己的文件夹。",
  },
  config_unreadable: { message: "{file}：{reason}", hint: "请先修正。" },
  sdk_missing: {
    message: "未安装 Claude Agent SDK。",
    hint: "请安装在 Pawl 旁：npm install {package}（若 Pawl 以 -g 安装，请加上 -g）。",
  },
  target_special: { message: "{path} 不是普通文件。", hint: "未写入任何内容。" },
  import_special: { message: "{path} 是管道、设备或套接字，不是文件。", hint: "未导入任何内容。" },
  import_unknown: {
    message: "{path} 既不是 Claude Code 的对话记录，也不是 Pawl 的导出文件。",
    hint: "未导入任何内容。",
  },
  transcript_unreadable: { message: "无法读取 {path}：{reason}" },
  client_file_changed: { message: "{path} 在读取之后已更改。", hint: "请重新读取再更改一次。没有任何更改。" },
  client_file_exists: { message: "已有文件 {path}。", hint: "请选择其他名称。没有任何更改。" },
  client_file_unknown: {
    message: "这里没有 {uri} 的客户端记忆文件。",
    hint: "运行 pawl memory list 查看列表。",
  },
  client_file_name: {
    message: "{name} 不能作为客户端记忆文件的名称。",
    hint: "请使用字母、数字与连字符，例如 invoice-rounding。",
  },
  client_memory_off: {
    message: "客户端的设置已关闭它自己的记忆。",
    hint: '请先从 Claude Code 的设置移除 "autoMemoryEnabled": false。',
  },
};
