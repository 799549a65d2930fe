/** `pawl team`: 팀이 PostgreSQL로 공유하는 메모리. */
import type { CliHelp, CliTeam, CliThrown } from "../messages.ts";

export const team: CliTeam = {
  yes: "예",
  no: "아니요",
  never: "없음",
  missingUrl: "데이터베이스 주소가 없습니다.",
  missingName: "구성원 이름이 없습니다.",
  missingJoin: "참여 문자열이 없습니다.",
  unknownRank: (rank, known) => `알 수 없는 역할: ${rank}. 다음 중 하나를 쓰세요: ${known}.`,
  onOrOff: "on 또는 off를 쓰세요.",
  hasOne: (name) => `이 컴퓨터는 이미 ${name}(으)로 팀에 속해 있습니다.`,
  hasOneHint: "먼저 pawl team leave로 나가세요.",
  created: (name, isEncrypted) =>
    `팀을 만들었습니다${isEncrypted ? "(여러분의 컴퓨터에서 암호화됨)" : ""}. 당신은 관리자 ${name}입니다. 다음: pawl team share on, pawl team invite NAME.`,
  invited: (name, days) => `안전한 경로로 ${name}에게 전하세요. ${days}일 안에 한 번만 쓸 수 있습니다:`,
  statements: "역할을 만들거나 지울 권한이 없습니다. 데이터베이스 관리자에게 다음을 실행해 달라고 하세요:",
  localOnly: (host) => `주소가 ${host}이므로 이 컴퓨터에서만 쓸 수 있습니다.`,
  pooled:
    "데이터베이스가 PgBouncer 뒤에 있어 PgBouncer도 새 역할을 알아야 합니다. auth_query를 쓰면 됩니다. 방법은 docs/team.md에 있습니다.",
  joined: (name) => `${name}(으)로 참여했습니다. 다음은 프로젝트에서: pawl team share on.`,
  invitedUntil: (when) => `초대됨, ${when}까지`,
  memberSince: (day, projects) => `${day}부터, 함께하는 프로젝트 ${projects}개`,
  askRemove: (name) => `${name}을(를) 팀에서 내보낼까요?`,
  removed: (name, isEncrypted) =>
    `${name}을(를) 내보냈습니다.${isEncrypted ? " 남은 사람들은 새 키를 씁니다." : ""}`,
  noMember: (name) => `팀에 ${name}(이)라는 구성원이 없습니다.`,
  noMemberHint: "pawl team members로 확인하세요.",
  left: (isTold) =>
    isTold
      ? "팀에서 나왔습니다. 공유받은 것은 여기에 남습니다."
      : "이 컴퓨터는 팀에서 나왔습니다. 서버에는 아직 남아 있으니 관리자에게 pawl team remove를 부탁하세요.",
  shared: (project, pending) =>
    `${project}을(를) 공유합니다. 기록 ${pending}개가 나갑니다. pawl team outbox로 보고, pawl team share off로 멈춥니다.`,
  unshared: (folder) => `${folder}의 공유를 멈췄습니다. 다른 사람이 이미 받은 것은 그대로입니다.`,
  sharedWith: (name) => `${name}이(가) 이 프로젝트에 접근할 수 있습니다.`,
  unsharedWith: (name) => `${name}은(는) 이제 이 프로젝트에 접근할 수 없습니다.`,
  notShared: (folder) => `${folder}은(는) 공유되지 않았습니다.`,
  excluded: (folder) => `${folder}은(는) 제외되어 있어 기록하지도 공유하지도 않습니다.`,
  excludedHint: "제외된 폴더는 pawl exclude로 확인하세요.",
  notSharedHint: "pawl team share on으로 공유하세요.",
  nothingShared: "아직 공유한 프로젝트가 없습니다. 프로젝트에서: pawl team share on.",
  outboxEmpty: "나갈 것이 없습니다.",
  wouldLeave: (count) => `공유되지 않았습니다. 공유하면 기록 ${count}개가 나갑니다:`,
  leaving: (count) => `다음 동기화 때 기록 ${count}개가 나갑니다:`,
  forgets: (id) => `${id} 삭제`,
  synced: (pushed, pulled, conflicts) => `보냄 ${pushed}, 받음 ${pulled}, 충돌 ${conflicts}.`,
  reviewOn: "검토를 켰습니다. 공유한 것은 다른 한 사람의 승인을 기다립니다.",
  reviewOff: "검토를 껐습니다.",
  nothingWaits: "검토를 기다리는 것이 없습니다.",
  noWaiting: (id) => `기다리는 것 가운데 id가 ${id}인 것이 없습니다.`,
  noWaitingHint: "pawl team review로 확인하세요.",
  accepted: (author) => `승인했습니다. 이제 모든 구성원이 ${author}의 기록을 받습니다.`,
  rejected: (author) => `거절했습니다. ${author}의 기록은 그 사람 컴퓨터에만 남습니다.`,
  status: {
    member: "나",
    encrypted: "암호화",
    lastSync: "마지막 동기화",
    pending: "나갈 기록",
    conflicts: "충돌",
    records: "공유 기록",
    shared: "프로젝트",
    handoffs: "인계",
    handed: (sent, taken, waiting) => `아직 받지 않음 ${sent}, 받음 ${taken}, 나에게 온 것 ${waiting}`,
  },
  doctor: {
    server: (place) => `${place}이(가) 응답합니다.`,
    serverFailed: (place, reason) => `${place} 오류: ${reason}`,
    serverFix: "잃는 것은 없습니다. Pawl은 서버 없이 계속하고 다시 시도합니다.",
    schema: (version, known) => `데이터베이스는 버전 ${version}, 이 Pawl은 ${known}입니다.`,
    schemaFix: "Pawl을 업데이트하세요.",
    clock: (seconds) => `시계가 ${seconds}초 다릅니다.`,
    clockFix: "이 컴퓨터의 시계를 맞추세요. 잃는 것은 없지만 경과 시간이 틀립니다.",
    connection: (mode) => `sslmode=${mode}(으)로 연결합니다.`,
    connectionFix: "서버 인증서를 확인하지 않습니다. sslmode=verify-full을 쓰세요.",
    roles: "새 구성원의 역할을 만들 수 있습니다.",
    noRoles: "역할을 만들 수 없습니다.",
    rolesFix: "pawl team invite가 관리자에게 줄 문장을 출력합니다.",
    projects: "공유한 모든 프로젝트에 접근할 수 있습니다.",
    missing: (folders) => `${folders}의 프로젝트에 접근할 수 없습니다.`,
    missingFix: "관리자에게 묻거나 공유를 멈추세요: pawl team share off.",
    outbox: (pending, conflicts) => `나갈 기록 ${pending}개, 충돌 ${conflicts}개.`,
    conflictFix: "두 버전 중 하나를 고치면(pawl memory edit) 그것이 둘을 대신합니다.",
  },
};

export const teamHelp: CliHelp["commands"]["team"] = {
  summary: "PostgreSQL로 팀과 메모리 공유",
  rows: {
    "create URL": "데이터베이스 postgres://user:password@host/database에 팀 만들기",
    "  --encrypt": "내용을 여러분의 컴퓨터에서 암호화; 데이터베이스는 내용을 보지 못함",
    "  --name NAME": "팀에서 쓸 이름 (기본값: 계정 이름)",
    "invite NAME": "새 구성원의 참여 문자열 출력",
    "  --role R": "reader, writer(기본값) 또는 maintainer 중 하나",
    "  --days N": "유효 기간 (기본값: 7일)",
    "join STRING": "받은 문자열로 참여",
    "share on|off": "이 프로젝트 공유; 그 전에는 아무것도 공유되지 않음",
    "  --as NAME": "모든 컴퓨터에서 같은, 직접 정한 이름",
    "  --summaries": "세션 요약도",
    "  --client-memory": "Claude Code 자체 메모리 파일도 (사용자에 관한 것은 제외)",
    "  --with NAME": "이 프로젝트에 대한 구성원의 접근을 주거나 뺏기",
    outbox: "이 컴퓨터를 떠날 것",
    sync: "지금 동기화; 데몬이 알아서 하기도 함",
    status: "서버에 묻지 않고 이 컴퓨터의 상태",
    members: "팀 구성원",
    "remove NAME": "구성원 내보내기",
    "  --yes": "묻지 않음",
    review: "다른 한 사람을 기다리는 기록",
    "  on|off": "팀의 검토 켜고 끄기",
    "  accept|reject ID": "하나를 결정",
    log: "누가 무엇을 했는지, 최신순",
    "  --limit N": "최대 N개 (기본값: 50)",
    doctor: "연결을 확인하고 할 일을 알려 줌",
    leave: "팀에서 나가기",
    "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
  },
  notes: "처음 5분과 관리자가 알아야 할 것은 docs/team.md에 있습니다.",
};

export const teamThrown: CliThrown = {
  team_address: {
    message: "PostgreSQL 데이터베이스의 주소가 아닙니다.",
    hint: "postgres://user:password@host:5432/database 형식입니다.",
  },
  team_file: {
    message: "{file}이(가) 손상되었습니다.",
    hint: "pawl team leave로 나간 뒤 새 초대를 받으세요. 여기 저장된 것은 잃지 않습니다.",
  },
  team_none: {
    message: "이 컴퓨터는 팀에 속해 있지 않습니다.",
    hint: "pawl team create postgres://…로 만들거나 pawl team join STRING으로 참여하세요.",
  },
  team_unreachable: {
    message: "팀의 데이터베이스 {place}이(가) 응답하지 않습니다: {reason}.",
    hint: "잃는 것은 없습니다. Pawl은 서버 없이 계속하고 다시 시도합니다.",
  },
  team_sslmode: { message: "sslmode={mode}은(는) 알 수 없습니다.", hint: "다음 중 하나를 쓰세요: {known}." },
  team_authority: {
    message: "{file}을(를) 읽을 수 없습니다.",
    hint: "sslrootcert에는 서버 인증서를 발급한 기관의 인증서 파일을 지정합니다.",
  },
  team_no_tls: {
    message: "{place}은(는) 암호화를 제공하지 않아 아무것도 보내지 않았습니다.",
    hint: "서버에서 TLS를 켜세요(ssl = on). 믿을 수 있는 네트워크에서만 주소에 ?sslmode=disable을 붙이세요.",
  },
  team_certificate_name: {
    message: "{place}의 인증서는 다른 이름을 위한 것입니다.",
    hint: "주소에 인증서의 이름을 쓰거나 {host}용 인증서를 만드세요.",
  },
  team_certificate: {
    message: "{place}의 인증서가 거부되었습니다: {reason}.",
    hint: "주소에 ?sslrootcert=FILE로 발급 기관의 파일을 지정하세요.",
  },
  team_login: {
    message: "{place}이(가) {user}의 로그인을 거부했습니다: {reason}.",
    hint: "초대가 이미 쓰였거나 만료되었거나 팀에서 나간 상태입니다. 새 초대를 부탁하세요. PgBouncer 뒤라면 그 사용자 목록에 역할이 있어야 합니다.",
  },
  team_not_allowed: {
    message: "팀의 데이터베이스가 거부했습니다: {reason}.",
    hint: "팀의 관리자에게 문의하세요.",
  },
  team_missing: {
    message: "{place}에는 팀이 없습니다: {reason}.",
    hint: "pawl team create postgres://…로 만드세요.",
  },
  team_failed: {
    message: "팀의 데이터베이스가 알린 오류: {reason}.",
    hint: "pawl team doctor를 실행하세요.",
  },
  team_join_string: {
    message: "참여 문자열이 아닙니다.",
    hint: "pawl-join-으로 시작하는 한 줄을 모두 복사하세요.",
  },
  team_no_create: {
    message: "{user}은(는) {place}에 스키마를 만들 수 없습니다.",
    hint: "관리자에게 부탁하세요: grant create on database {database} to {user};",
  },
  team_old_server: { message: "{place}의 PostgreSQL은 14보다 오래된 버전입니다.", hint: "14 이상을 쓰세요." },
  team_exists: {
    message: "{place}에는 이미 팀이 있습니다.",
    hint: "팀의 관리자에게 초대를 부탁하거나 다른 데이터베이스를 쓰세요.",
  },
  team_name_taken: {
    message: "팀에 {name}(이)라는 구성원이 이미 있습니다.",
    hint: "다른 이름을 쓰세요. 같은 사람의 두 번째 컴퓨터는 mia-laptop처럼 따로 등록합니다.",
  },
  team_joined: { message: "이미 쓰인 초대입니다.", hint: "새 초대를 부탁하세요." },
  team_newer: {
    message: "팀의 데이터베이스는 버전 {version}이고 이 Pawl은 {known}까지 압니다.",
    hint: "Pawl을 업데이트하세요. 그때까지 모든 것은 보낼 목록에 남습니다.",
  },
  team_no_project: {
    message: "{folder}에는 다른 컴퓨터도 아는 이름이 없습니다.",
    hint: "git 원격도 커밋도 없습니다. 모든 컴퓨터에서 같은 이름을 주세요: pawl team share --as NAME on",
  },
  team_busy: {
    message: "지금 다른 프로세스가 팀과 동기화하고 있습니다.",
    hint: "같은 일을 하니 잠시 뒤 다시 실행하세요.",
  },
};
