/** `pawl handoff`: 다른 사람을 위한 작업 현황. */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "이 폴더에 기록된 세션이 없습니다.",
  noSessionHint: "세션을 지정하십시오: pawl handoff SESSION. 목록은 pawl sessions로 볼 수 있습니다.",
  preview: "다음 내용을 넘깁니다:",
  ask: (file) => `${file}에 쓸까요?`,
  nothing: "아무것도 쓰거나 넘기지 않았습니다.",
  written: (file) =>
    `${file}에 썼습니다. 보내십시오. 받는 사람은 프로젝트에서 실행합니다: pawl handoff --take FILE`,
  exists: (file) => `${file}이(가) 이미 있습니다.`,
  existsHint: "--file로 다른 파일을 지정하십시오.",
  notWritten: (file, detail) => `${file}을(를) 쓸 수 없습니다: ${detail}`,
  noHandoff: (file) => `${file}은(는) 이 버전의 Pawl이 읽을 수 있는 인계 파일이 아닙니다.`,
  noHandoffHint: "다음 명령으로 만듭니다: pawl handoff --file FILE",
  otherProject: (theirs, here) => `${theirs}에 관한 것입니다. 이 폴더는 ${here}입니다.`,
  otherProjectHint: "그 프로젝트의 클론에서 실행하십시오.",
  take: "인계를 이 프로젝트의 다음 세션에 전달",
  taken: (from) => `이 프로젝트의 다음 세션은 ${from}이(가) 넘긴 내용으로 시작합니다.`,
  replaced: (from) => `${from}이(가) 전에 넘긴 내용을 대신합니다.`,
  dryRun: "시험 실행입니다. 아무것도 쓰거나 넘기지 않았습니다.",
  askTeam: (to) => (to === "" ? "이 프로젝트의 모든 구성원에게 넘길까요?" : `${to}에게 넘길까요?`),
  sent: (to) =>
    to === ""
      ? "이 프로젝트의 모든 구성원의 다음 세션이 이것으로 시작합니다. 누가 받았는지는 pawl handoff --list로 볼 수 있습니다."
      : `이 프로젝트에서 ${to}의 다음 세션이 이것으로 시작합니다. 언제 받았는지는 pawl handoff --list로 볼 수 있습니다.`,
  waits: (reason) => `보낼 편지함에서 기다립니다: ${reason}`,
  older: "팀의 데이터베이스가 이 Pawl보다 오래되었습니다. 팀의 소유자가 Pawl을 업데이트하면 보내집니다.",
  refused: (to) =>
    `이 프로젝트에 ${to}(이)라는 다른 구성원이 없거나, 읽기 권한만 있습니다. 아무것도 넘기지 않았습니다.`,
  refusedHint: "pawl team members를 실행하십시오.",
  notSharedHint: "pawl team share on으로 프로젝트를 공유하거나, --file로 파일을 쓰십시오.",
  none: "팀을 통해 넘긴 것이 없습니다.",
  to: (name) => (name === "" ? "모두에게" : `${name}에게`),
  from: (name) => `${name}에게서`,
  states: {
    leaving: "보내기를 기다림",
    sent: "아직 받지 않음",
    refused: "거부됨: 그런 구성원이 없거나 읽기 권한만 있음",
    withdrawn: "회수함",
    waiting: "다음 세션이 이것으로 시작",
    unreadable: "더 새로운 Pawl이 필요함",
    taken: (when) => `${when}에 받음`,
    takenBy: (name, when) => `${name}이(가) ${when}에 받음`,
    dropped: "여기서 삭제됨",
  },
  withdrawn: "회수했습니다. 이미 받은 사람은 계속 가지고 있습니다.",
  unknown: (id) => `넘긴 것 중에 ID가 ${id}인 것이 없습니다.`,
  unknownHint: "pawl handoff --list를 실행하십시오.",
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "세션의 작업 현황 넘기기",
  rows: {
    SESSION: "세션 ID 또는 그 앞부분 (기본값: 현재 세션, 없으면 이 폴더의 최신 세션)",
    "--to NAME": "받을 사람; 팀과 공유한 프로젝트에서는 저절로 전달됨",
    "--file FILE": "파일로 쓰기 (팀이 없을 때 기본값: 이 폴더의 handoff-ID.json)",
    "--take FILE": "인계 받기: 이 프로젝트의 다음 세션이 그것으로 시작",
    "--yes": "보여 준 뒤 묻지 않음",
    "--dry-run": "보여 주기만 함",
    "--list": "팀을 통해 넘긴 것과 받은 사람",
    "--withdraw ID": "넘긴 것을 회수",
  },
};
