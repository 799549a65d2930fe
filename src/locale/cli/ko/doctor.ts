import type { CliDoctor } from "../messages.ts";

export const doctor: CliDoctor = {
  fixed: (names) => `고쳤습니다: ${names}.`,
  checkFailed: "고친 다음 pawl doctor를 다시 실행하세요.",
  editFile: (file) => `${file} 파일을 편집하세요.`,
  runInstall: "pawl install을 실행하세요.",
  runImport: "pawl import를 실행하세요.",
  runUp: "pawl up을 실행하세요.",
  restart: "pawl down을 실행한 다음 pawl up을 실행하세요.",
  install: {
    ok: (version, dir, bun) => `Pawl ${version}, 위치 ${dir}, Bun ${bun}`,
    missing: (files) => `없는 파일: ${files}`,
    fix: "Pawl을 다시 설치하세요.",
  },
  home: {
    ok: (dir) => `${dir}: 본인만 접근 가능`,
    exposed: (paths) => `다른 사용자가 읽을 수 있음: ${paths}`,
    fix: (dir) => `chmod -R go-rwx ${dir} 명령을 실행하세요`,
  },
  disk: {
    noHome: "아직 데이터 없음",
    free: (gigabytes) => `${gigabytes} GB 남음`,
    low: (gigabytes, dir) => `${dir}에 ${gigabytes} GB만 남음`,
    fix: "공간을 확보하세요. 디스크가 가득 차면 Pawl이 기록할 수 없습니다.",
  },
  config: { ok: (port) => `포트 ${port}`, fix: "그 파일에서 고치세요." },
  port: {
    own: (port) => `${port}: Pawl이 사용 중`,
    free: (port) => `${port}: 비어 있음`,
    taken: (port, owner) => `${port}: ${owner}이(가) 사용 중`,
    takenSilent: (port, owner) => `${port}: ${owner}이(가) 사용 중이며 응답하지 않음`,
    anotherProgram: "다른 프로그램",
    owner: (name, pid) => `${name}(프로세스 ${pid})`,
    fix: (config) =>
      `그 프로그램을 멈추거나 pawl doctor --fix로 빈 포트를 쓰세요. 직접 하려면 ${config}에서 "port"를 정하고 pawl install을 실행하세요.`,
  },
  daemon: {
    ok: (version, port, pid) => `버전 ${version}, 포트 ${port}, 프로세스 ${pid}`,
    notRunning: "실행 중 아님",
    startFix: "pawl up을 실행하거나 Claude Code를 시작하세요.",
    keeperOk: (pid) => `포트 보유, 프로세스 ${pid}`,
    keeperIdle: "필요 없음: 실행 중인 데몬 없음",
    keeperAbsent: "실행 중이 아니어서, 데몬이 끝나면 열려 있는 세션에 오류가 표시됨",
    keeperSilent: (pid) => `프로세스 ${pid}이(가) 응답하지 않음`,
    launcherOld: (file) => `${file}이(가) 없거나 이 버전의 것이 아님`,
    otherPort: (port, wanted) => `포트 ${port}에서 실행 중이지만 설정은 ${wanted}`,
    otherVersion: (version, installed) => `실행 중인 버전은 ${version}, 설치된 버전은 ${installed}`,
  },
  store: {
    ok: (sessions, calls) => `세션 ${sessions}개, 도구 호출 ${calls}회, 이상 없음`,
    damaged: (file, damage) => `${file} 손상: ${damage}`,
    damagedFix:
      "pawl down과 pawl up을 차례로 실행하면 대화 기록에서 다시 만듭니다. 또는 pawl restore FILE을 실행하세요.",
    aside: (state, files) => `${state}. 손상된 데이터베이스를 옮겼습니다: ${files}`,
    asideFix: (file) => `빠진 것이 없으면 ${file}을(를) 삭제하고, 있으면 pawl restore로 백업을 복원하세요.`,
  },
  memories: {
    ok: (n) => `핵심 기억 ${n}개가 모두 들어갑니다`,
    left: (places) => `세션 시작 때 들어가지 못하는 핵심 기억: ${places}`,
    place: (project, n, uris) => `${project}에 ${n}개 (${uris})`,
    everywhere: "모든 프로젝트",
    fix: "설정의 context.coreTokens를 높이거나, 기억을 줄이거나, 일부의 숫자를 높이세요: pawl memory edit URI --priority 3",
  },
  embeddings: {
    off: "꺼짐: 단어로만 검색",
    queue: (embedded, waiting) => `벡터 ${embedded}개, 대기 ${waiting}개`,
    failed: (reason, queue) => `${reason}. 단어로만 검색합니다. ${queue}`,
    ok: (model, url, dimensions, ms) => `${model}, ${url}: ${dimensions}차원, ${ms} ms`,
    dimensions: (state, stored, queue) =>
      `${state}. 저장된 벡터는 ${stored}차원이므로 단어로만 검색합니다. ${queue}`,
    dimensionsFix: "pawl doctor --fix로 모든 벡터를 다시 만드세요.",
    slow: (state, limit, queue) =>
      `${state}. 프롬프트는 최대 ${limit} ms만 기다린 뒤 단어로만 검색합니다. ${queue}`,
    slowFix: "config.json에서 embeddings.timeoutMs를 늘리거나(최대 1000) 더 빠른 모델을 쓰세요.",
    settingsFix: "config.json의 embeddings를 확인하세요.",
    downFix: "서버를 시작하거나 config.json에서 embeddings.url을 지우세요.",
    wrongFix: "config.json의 embeddings.url, model 또는 keyFile을 고치세요.",
  },
  hooks: {
    ok: (hooks, file) => `${file}에 훅 ${hooks}개`,
    plugin: "플러그인으로 연결됨",
    notConnected: "Claude Code에 연결되지 않음",
    outdated: (file) => `${file}의 훅이 오래됨`,
  },
  duplicates: {
    ok: "모든 이벤트가 한 번만 전달됨",
    twice: (places) => `Pawl의 훅이 여러 곳에 있음: ${places}. 이벤트가 여러 번 전달됨 (기록은 한 번)`,
    and: ", ",
    fix: (command, place) => `한 곳만 남기세요. ${command} 명령은 ${place}에서 훅을 제거합니다.`,
    user: "내 설정",
    project: "이 프로젝트의 설정",
    local: "이 프로젝트의 로컬 설정",
    plugin: "플러그인",
  },
  userHooks: {
    here: (hooks) => `여기 ${hooks}개`,
    trustFix: "pawl hooks trust를 실행하세요.",
    validateFix: "그 파일에서 고치세요. 전체는 pawl hooks validate로 볼 수 있습니다.",
    counts: {
      "hooks.run": (n) => `실행 ${n}`,
      "hooks.failed": (n) => `실패 ${n}`,
      "hooks.timeout": (n) => `시간 초과 ${n}`,
      "hooks.refused": (n) => `거부 ${n}`,
      "hooks.late": (n) => `기다리지 않음 ${n}`,
      "hooks.invalid": (n) => `잘못된 항목 ${n}`,
    },
  },
  client: {
    none: (days) => `최근 ${days}일 동안 Claude Code 세션 없음`,
    seen: (version, at) => `Claude Code ${version}, 마지막 확인 ${at}`,
    unknownVersion: "(버전 알 수 없음)",
  },
  coverage: {
    known: (known, all, days) => `최근 ${days}일의 도구 호출 ${all}회 중 ${known}회 기록됨`,
  },
  transcripts: {
    none: "Claude Code의 대화 기록이 아직 없음",
    declined: (days) => `Claude Code는 ${days}일 뒤 대화 기록을 삭제함. 이전 기록은 가져오지 않도록 선택했음`,
    soon: (days) => `Claude Code는 ${days}일 뒤 대화 기록을 삭제함. Pawl이 한가할 때 가져옴`,
    imported: (days, at) =>
      `Claude Code는 ${days}일 뒤 대화 기록을 삭제함. Pawl이 그 전에 가져옴 (마지막: ${at})`,
    fix: "pawl import를 실행하세요. 마지막으로 가져온 지 너무 오래되었습니다.",
  },
  workflows: {
    ok: (files: number) => `워크플로 ${files}개, 모두 읽을 수 있음`,
    damaged: (list: string) => `사용할 수 없음: ${list}`,
    fix: "파일을 고치거나 삭제하세요. 워크플로가 없는 작업에는 영향이 없습니다.",
  },
  spool: {
    ok: "대기 중인 이벤트 없음",
    waiting: (events) => `데몬을 기다리는 이벤트 ${events}개`,
    dropped: (waiting, dropped) => `대기 중인 이벤트 ${waiting}개. 너무 많아 오래된 ${dropped}개를 버림`,
    upFix: "pawl up을 실행하면 처리합니다.",
    importFix: "pawl import를 실행하세요. 대화 기록에 남아 있습니다.",
  },
  refused: (token, host, origin, large) =>
    `잘못된 토큰 ${token}, 외부 Host ${host}, 외부 Origin ${origin}, 너무 큼 ${large}`,
  errors: {
    last: (counts, last) => `${counts}. 마지막: ${last}`,
    fix: (log, counters) => `${log}을(를) 보세요. 횟수를 초기화하려면 ${counters}을(를) 삭제하세요.`,
  },
  secrets: {
    clean: (records) => `기록 ${records}개 검사: 비밀 정보 없음`,
    replaced: (records, n) => `기록 ${records}개 검사: ${n}개의 비밀 정보를 교체함`,
    found: (records, n) => `기록 ${records}개 검사: ${n}개에 비밀 정보가 있음`,
    fix: "pawl doctor --scan --fix로 교체하세요.",
  },
};
