/** `pawl handoff`: 다른 사람을 위한 작업 현황. */
import type { CliHandoff, CliHelp } from "../messages.ts";

export const handoff: CliHandoff = {
  noSession: "이 폴더에 기록된 세션이 없습니다.",
  noSessionHint: "세션을 지정하십시오: pawl handoff SESSION. 목록은 pawl sessions로 볼 수 있습니다.",
  preview: "다음 내용을 넘깁니다:",
  ask: (file) => `${file}에 쓸까요?`,
  nothing: "아무것도 쓰지 않았습니다.",
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
};

export const handoffHelp: CliHelp["commands"]["handoff"] = {
  summary: "세션의 작업 현황 넘기기",
  rows: {
    SESSION: "세션 ID 또는 그 앞부분 (기본값: 현재 세션, 없으면 이 폴더의 최신 세션)",
    "--to NAME": "받을 사람; 파일에 적힘",
    "--file FILE": "쓸 파일 (기본값: 이 폴더의 handoff-ID.json)",
    "--take FILE": "인계 받기: 이 프로젝트의 다음 세션이 그것으로 시작",
    "--yes": "보여 준 뒤 묻지 않고 쓰기",
  },
};
