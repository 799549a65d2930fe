import type { CliHelp } from "../messages.ts";
import { handoffHelp } from "./handoff.ts";
import { teamHelp } from "./team.ts";

export const help: CliHelp = {
  title: (version) => `Pawl ${version}: Claude Code와 Codex를 위한 훅과 기억`,
  usage: "사용법",
  example: "예",
  json: "JSON으로 출력",
  groups: {
    look: "무슨 일이 있었는지 보기",
    memory: "기억 다루기",
    setup: "설정",
    data: "가져오기, 내보내기, 백업",
    more: "그 밖에",
  },
  commands: {
    day: {
      summary: "하루의 작업 보기: 요청, 변경, 실행, 실패, 남은 일",
      rows: {
        DATE: "2026-01-31, today(기본값), yesterday, 또는 사흘 전이면 3d",
        "--project DIR": "이 프로젝트만",
        "--limit N": "목록마다 최대 N줄 (기본값: 10)",
      },
      notes: "오늘을 짧게 보려면: pawl",
    },
    blame: {
      summary: "파일이나 폴더의 이력 보기: 세션, 변경, 실패, 기억",
      rows: {
        "--project DIR": "FILE이 속한 프로젝트 (기본값: 파일이 있는 프로젝트)",
        "--limit N": "세션 최대 N개 (기본값: 20)",
      },
    },
    start: {
      summary: "Pawl을 시작하고 Claude Code와 Codex에 연결",
      rows: { "--yes": "묻지 않고 연결" },
    },
    up: {
      summary: "데몬을 시작하고 페이지 열기",
      rows: { "--no-open": "링크만 출력하고 브라우저는 열지 않음" },
    },
    serve: { summary: "Ctrl-C를 누를 때까지 데몬을 포그라운드에서 실행" },
    down: {
      summary: "데몬 중지 (실행 중이 아니면 아무것도 하지 않음)",
      rows: { "--all": "열려 있는 세션의 훅에 응답하는 키퍼도 종료" },
    },
    status: { summary: "데몬, 데이터베이스, 기록, 오류 표시" },
    install: {
      summary: "Claude Code 설정에 Pawl의 훅 추가",
      rows: {
        "--client claude|codex|all": "어느 클라이언트 (기본값: 여러 개면 물어봄)",
        "--scope user": "내 모든 프로젝트 (기본값)",
        "--scope project": "이 프로젝트의 모든 사람: .claude/settings.json, 보통 커밋됨",
        "--scope local": "이 프로젝트에서 나만: .claude/settings.local.json",
        "--dry-run": "변경 미리 보기",
        "--diff": "바뀌는 줄을 모두 표시",
      },
    },
    uninstall: {
      summary: "Claude Code 설정에서 Pawl의 훅 제거",
      rows: {
        "--client claude|codex|all": "어느 클라이언트 (기본값: 연결된 모두)",
        "--scope user|project|local": "설정 파일 선택 (기본값: user)",
        "--purge": "모든 설정 파일에서 제거하고 데몬을 중지한 뒤 Pawl이 쓴 모든 것을 삭제 (먼저 물어봄)",
        "--dry-run": "제거하고 삭제할 내용을 표시",
        "--yes": "묻지 않음",
      },
    },
    hook: {
      summary: "훅 이벤트 하나 처리: JSON 입력, JSON 출력",
      rows: {
        "--client NAME": "이벤트를 보낸 클라이언트 (기본값: Claude Code)",
        NAME: "session-start, context, user-message, session-init, observation, suggest-compact, summarize, pre-compact, session-end; 기본값: hook_event_name",
        "--home DIR": "Pawl 폴더 (기본값: PAWL_HOME 또는 ~/.pawl)",
        "--gate": "데몬이 응답하지 않고 내 게이트에 해당하면 거부",
        "--installed-by NAME": "Pawl이 설치한 훅 표시",
      },
      notes: "Claude Code가 실행합니다. 종료 코드는 항상 0입니다.",
    },
    ui: {
      summary: "터미널에서 세션을 둘러보고 검색하고, 미리 보고 이어서 하기",
      notes: "입력하면 검색하고, 화살표 키로 이동하며, Enter로 세션을 해당 클라이언트에서 이어서 합니다.",
    },
    context: {
      summary: "새 세션이 받을 컨텍스트 미리 보기",
      rows: {
        "--prompt TEXT": "이 프롬프트가 받을 컨텍스트",
        "--session ID": "이 세션이 받은 컨텍스트, 이벤트별",
        "--why": "각 부분 설명: 출처, 이유, 점수",
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    sessions: {
      summary: "기록된 세션 목록, 최신순",
      rows: {
        "--project DIR": "이 프로젝트만",
        "--client claude|codex": "이 클라이언트의 세션만",
        "--since D": "이 날짜(2026-01-31)부터, 또는 이 기간(7d, 12h) 안에",
        "--limit N": "최대 N개 (기본값: 50)",
      },
    },
    session: {
      summary: "세션 하나 표시: 프롬프트, 도구 호출, 답변, 요약",
      notes: "ID는 앞부분 몇 글자만 써도 됩니다.",
    },
    search: {
      summary: "Pawl이 기록한 모든 내용 검색",
      rows: {
        "--client claude|codex": "이 클라이언트의 세션만",
        "--project DIR": "이 프로젝트만",
        "--type T": "다음 중 하나: $TYPES",
        "--since D": "날짜(2026-01-31) 또는 기간(7d, 12h) 이후",
        "--limit N": "결과 최대 N개 (기본값: 10)",
        "--why": "점수 계산 방법 표시",
      },
    },
    hooks: {
      summary: "내 훅 관리",
      rows: {
        list: "이 프로젝트의 훅을 이벤트별로 표시: 출처와 실행 여부",
        init: "이 프로젝트에 동작하는 예제를 만듭니다",
        validate: "모든 파일 검사. 오류가 있으면 종료 코드 1",
        "test EVENT": "예시 이벤트로 해당하는 훅 실행",
        "  --tool NAME": "이 도구의 예시 사용 (Edit, Write, Read, Bash)",
        "  --input FILE": "기록된 이벤트나 다른 필드만 사용. -는 표준 입력",
        migrate: ".claude/hooks.json을 읽히는 파일로 이동 (먼저 미리 보기)",
        "  --to settings|pawl": ".claude/settings.json 또는 .claude/pawl.json (기본값: 훅에 필요한 쪽)",
        trust: ".claude/pawl.json이 실행할 내용을 표시하고 그것만 허용",
        "  --revoke": "허용 취소",
        "  --user": "대신 사용자 설정: 게이트를 지금 적힌 대로 둡니다",
        watch: "실행되는 동안 직접 한 수정을 허용하고, 매 실행의 입력·응답·시간을 보여 줍니다",
        "--yes": "묻지 않음 (migrate, trust)",
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    chat: {
      summary: "이 프로젝트의 훅과 기억으로 Agent SDK를 통해 Claude와 대화",
      rows: {
        "--resume ID": "이 세션 이어서 진행",
        "--model NAME": "이 모델 사용",
        "--cwd DIR": "이 폴더에서 작업",
      },
      notes: [
        "PROMPT나 표준 입력이 있으면 답변을 출력하고 끝납니다. 없으면 대화를 시작합니다:",
        "/exit 또는 Ctrl-D는 나가기, Ctrl-C는 현재 차례 중지, 프롬프트에서 Ctrl-C 두 번은 나가기입니다.",
        "프로젝트의 .claude/settings.json에 있는 훅이 실행됩니다. 터미널에서는 Pawl이 먼저 묻고,",
        "터미널이 없으면 claude -p처럼 바로 실행되므로 신뢰하는 폴더에서만 사용하세요.",
      ].join("\n"),
    },
    workflow: {
      summary: "워크플로 시작, 단계 이동, 진행 상황 표시",
      rows: {
        "start TYPE": "standard, quick, debug, refactor, tdd, … 또는 config.json에 있는 것",
        "  --feature NAME": "기능의 폴더 이름 (specs/features/in-progress, openspec/changes 또는 specs)",
        "  --replace": "끝나지 않은 워크플로를 대체",
        "stage NAME STATUS": "단계를 다음 중 하나로 설정: $STATUSES",
        status: "단계, 남은 작업, 다음 할 일",
        tasks: "남은 작업",
        timeline: "이벤트, 오래된 순",
        "  --limit N": "최신 N개만",
        end: "워크플로를 완료하지 않고 종료",
        "--session ID": "id 또는 앞 글자 (기본값: 호출한 세션, 없으면 이 폴더)",
      },
    },
    remember: {
      summary: "이 프로젝트의 이후 세션을 위해 기억 저장",
      rows: {
        "--uri U": "이름, 예: project://patterns/errors. user://는 모든 프로젝트에 적용",
        "--priority N":
          "0–2: 모든 세션 (기본값: 조건이 없으면 2, 있으면 5), 3–5: 관련될 때, 6–7: 요청할 때, 8–10: 불러오지 않음",
        "--disclosure D": '언제 관련되는지, 예: "빌드를 수정할 때"',
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    memory: {
      summary: "기억 목록, 보기, 편집",
      rows: {
        list: "이 프로젝트와 내 기억",
        "  --all": "모든 프로젝트",
        "  --why": "언제 불러오는지 설명",
        "  --limit N": "최대 N개 (기본값: 200)",
        "show URI": "기억 하나와 관계. system://boot, index, recent, stats도 가능",
        "edit URI [TEXT]": "수정. TEXT나 아래 옵션이 하나 이상 필요",
        "  --priority N": "0(가장 중요)부터 10까지",
        "  --disclosure D": "언제 관련되는지",
        "  --status S": "다음 중 하나: $STATUSES. list에서는 이 상태만 표시",
        "  --reason R": "변경 이유, 이력에 저장",
        "history URI": "버전과 변경 내용, 최신순",
        "rollback URI VERSION": "이전 버전 복원",
        "relate URI KIND URI": "KIND: relates_to, depends_on, contradicts, evolves_from",
        "rm URI": "삭제됨으로 표시. 영구 삭제는 pawl forget --uri",
        "  --yes": "rm과 함께: 묻지 않고 클라이언트의 파일 삭제",
        "rename URI NAME": "클라이언트 메모리 파일의 이름 바꾸기",
        check: "더 이상 없는 것을 가리키는 메모리와 모순",
        "export [URI…]": "메모리를 클라이언트의 파일로 쓰기: URI 또는 --all",
        "  --to-client": "클라이언트의 메모리 폴더에 쓰고 MEMORY.md에 줄을 추가",
        "  --raw": "show와 함께: 클라이언트의 파일 그대로",
        "  --if HASH": "edit, rename, rm과 함께: 파일이 이 해시일 때만",
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    permission: {
      summary: "허용하거나 거부한 것의 목록과 제거",
      rows: {
        list: "호출 종류별, 말한 이유와 함께",
        "  --all": "모든 프로젝트",
        "  --limit N": "최대 N개 (기본값: 50)",
        "rm CALL": "한 종류의 호출에 대한 응답 제거, 예: 'Bash(git push)'",
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    team: teamHelp,
    handoff: handoffHelp,
    solution: {
      summary: "오류 해결책 목록, 추가, 제거",
      rows: {
        list: "좋은 순서",
        "  --all": "모든 프로젝트",
        "  --limit N": "최대 N개 (기본값: 50)",
        "add ERROR TEXT": "출력된 오류와 해결 방법",
        "  --everywhere": "이 프로젝트만이 아니라 모든 프로젝트에",
        "rm ID": "하나 제거. ID는 list에 표시",
        "--project DIR": "다른 프로젝트 (기본값: 이 폴더)",
      },
    },
    exclude: {
      summary: "폴더를 기록하지 않거나, 제외한 폴더를 표시",
      rows: {
        "DIR|GLOB": "예: ~/private 또는 '/srv/clients/*', 그 아래도 모두 제외",
        "--remove": "다시 기록",
      },
      notes: "프로젝트의 .pawlignore도 그 안의 폴더와 파일에 같은 일을 합니다.",
    },
    forget: {
      summary: "영구 삭제 (먼저 미리 보기)",
      rows: {
        "--session ID": "세션 하나",
        "--project DIR": "프로젝트의 모든 내용",
        "--uri U": "기억 하나와 모든 버전",
        "--match TEXT": "이 텍스트가 있는 모든 내용",
        "--before D": "날짜(2026-01-31) 또는 기간(90d) 이전의 모든 내용",
        "--retention": "retention 설정(days, megabytes)이 지금 삭제할 내용",
        "--file PATH": "클라이언트 메모리의 이 파일도 삭제",
        "--yes": "묻지 않고 삭제",
      },
      notes: "앞의 여섯 가지 중 하나만 지정하세요. 먼저 미리 보기를 표시합니다.",
    },
    mcp: {
      summary: "표준 입출력으로 MCP 서버 실행",
      rows: { "--project DIR": "다른 프로젝트 (기본값: 이 폴더)" },
      notes: "Claude Code가 시작합니다. 데몬이 없어도 동작합니다.",
    },
    import: {
      summary: "Claude Code 기록에서 지난 세션 가져오기 (다시 실행해도 안전)",
      rows: {
        "--client claude|codex|all": "누구의 대화 기록 (기본값: 연결된 클라이언트)",
        PATH: "기록 파일, 그 폴더 또는 Pawl 내보내기 파일 (기본값: 연결된 클라이언트 전체)",
        "--since D": "날짜(2026-01-31) 또는 기간(30d) 이후",
        "--from claude-mem": "claude-mem: 그 데이터베이스를 읽음 (PATH 또는 기본 위치)",
        "--dry-run": "미리 보기만",
        "--yes": "묻지 않고 가져오기",
      },
      notes: "Ctrl-C로 멈춥니다. 다음 실행 때 이어서 진행합니다.",
    },
    export: {
      summary: "모든 기억, 해결책, 세션 출력",
      rows: { "--format F": "json: 전체 기록, pawl import로 읽음 (기본값), md: 읽기용, csv: 기록마다 한 줄" },
    },
    backup: {
      summary: "모든 데이터를 파일 하나에 저장",
      notes: "Pawl 실행 중에도 동작합니다. 파일은 본인만 읽을 수 있으며 세션 내용이 들어 있습니다.",
    },
    restore: {
      summary: "백업 복원 (현재 데이터는 사본으로 보관)",
      rows: { "--yes": "데이터가 있어도 묻지 않음" },
    },
    replay: {
      summary: "지난 세션으로 기억의 가치를 무작위 대조와 비교해 측정",
      rows: {
        PATH: "대화 기록 또는 그 폴더, 압축 파일도 가능 (기본값: Claude Code와 Codex 전체)",
        "--live": "내 기억을 대신 사용: 주별 사용과 대조, 비교 집단 세션(recall.holdout)",
        "--rules": "제안되거나 채택된 규칙도 모두 출력",
        "--examples N": "넣은 항목 N개도 출력",
        "--earlier N": "같은 프로젝트에 앞선 세션이 N개 이상인 세션을 평가 (기본값: $EARLIER)",
        "--one-project": "어느 폴더에서 실행했든 모두 한 프로젝트로 취급",
      },
      notes:
        "세션을 시간 순서대로 재생하며, 기억에는 그때까지 일어난 일만 있습니다. 모든 작업은 임시 폴더에서 이루어집니다.\n내 기억은 건드리지 않고 모델에도 묻지 않습니다.",
    },
    completions: {
      summary: "셸 자동 완성 출력",
      notes: "출력의 첫 줄에 저장할 위치가 있습니다.",
    },
    doctor: {
      summary: "설치 상태를 검사하고 해결 방법 제안",
      rows: {
        "--fix": "안전하게 고칠 수 있는 문제 해결",
        "--deep": "데이터베이스의 모든 페이지와 모든 대화 기록을 읽음. 1GB에 몇 초 걸림",
        "--scan": "모든 기록에서 비밀 정보 검색. --fix와 함께 쓰면 교체",
      },
    },
  },
};
