/** Commands that destroy, publish or run unreviewed code. They are never offered as a fix. */

const IRREVERSIBLE: readonly RegExp[] = [
  /(?<!-)\brm\s+(?:-\S*\s+)*-\S*[rRf]|\brm\s+--(?:recursive|force)|\brmdir\b|\bRemove-Item\b.*-(?:Recurse|Force)|\bdel\s+\/|\brd\s+\/s/i,
  /\bfind\b.*\s-(?:delete|exec\s+rm)\b|\bxargs\b.*\brm\b|\bshred\b|\btruncate\s+-s|\bunlink\s/,
  /\bgit\s+(?:-\S+\s+\S+\s+)*(?:push\b.*(?:\s-f\b|--force|--delete|--mirror|\s:\S|\s\+\S)|reset\s+.*--hard|clean\s+.*-\S*[fdx]|checkout\s+(?:--\s|\.(?:\s|$)|-f\b)|restore\s|branch\s+(?:-D|.*--force)|stash\s+(?:drop|clear)|filter-(?:branch|repo)|reflog\s+expire|update-ref\s+-d|worktree\s+remove|tag\s+-d|rebase\b|commit\b.*--amend|push\b)/,
  /\b(?:drop|truncate)\s+(?:table|database|schema|index|view|collection)\b|\bdelete\s+from\b|\balter\s+table\b.*\bdrop\b|\bdropdb\b|\bdropDatabase\b|\bflush(?:all|db)\b/i,
  /\bkubectl\s+(?:\S+\s+)*(?:delete|drain|replace\s+--force)\b|\bhelm\s+(?:uninstall|delete)\b|\bterraform\s+(?:destroy|apply)\b|\bpulumi\s+(?:destroy|up)\b/,
  /\bdocker\b.*(?<!-)\b(?:prune|rm|rmi|down\s+.*-v)\b|\b(?:aws|gcloud|az|gsutil|s3cmd|flyctl|heroku)\b.*\b(?:rm|rb|delete|destroy|remove|terminate\S*)\b/,
  /\b(?:curl|wget|iwr|irm)\b.*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\b(?:ba|z)?sh\s+(?:-c\s+)?["']?(?:\$\(|<\()\s*(?:curl|wget)|\|\s*(?:iex|python3?|node|perl|ruby)\b|\beval\s/i,
  /\bdd\b.*\bof=|\bmkfs\b|\bfdisk\b|\bparted\b|>\s*\/dev\/(?:sd|nvme|disk)|\bchmod\s+(?:-R\s+)?0?777\b|\bchown\s+-R\b|\bsudo\b(?!\s+(?:(?:apt|apt-get|dnf|yum|apk|brew)\s+(?:-\S+\s+)*(?:install|add)|systemctl\s+(?:re)?start|service\s+\S+\s+(?:re)?start|pg_ctlcluster\s.*\bstart|xcode-select)\b)/,
  /\bkill(?:all)?\b|\bpkill\b|\bshutdown\b|\breboot\b|\bsystemctl\s+(?:stop|disable|mask)\b/,
  /\b(?:npm|pnpm|yarn|bun|cargo|gem|twine|poetry)\s+(?:publish|unpublish|yank|push|upload)\b|\bgh\s+(?:release|repo|pr|issue|api)\b.*\b(?:delete|close|merge|create|archive|-X|--method|-f|--field)\b/,
  /--dangerously-\S+|--no-verify\b|--skip-permissions/,
];

/** Removes only what a tool makes again. */
const CACHE =
  /\brm -\w+ (?:[\w.-]+\/){0,3}(?:node_modules|CMakeCache\.txt|CMakeFiles|__pycache__)\/?(?=$| &&)|\bdocker (?:builder|buildx) prune(?: -\w+)*(?=$| &&)/g;

export function isIrreversible(command: string): boolean {
  const rest = command.replace(CACHE, "");
  return IRREVERSIBLE.some((pattern) => pattern.test(rest));
}
