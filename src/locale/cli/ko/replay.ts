import type { CliReplay } from "../messages.ts";

export const replay: CliReplay = {
  sessions: "세션",
  stopped: "중지했습니다. 남긴 데이터는 없습니다.",
  none: "재생할 대화 기록이 없습니다.",
  wholeNumber: (option, value) => `${option} 값은 정수여야 합니다. 입력한 값: ${value}.`,
  judged: (sessions, projects, judged, earlier) =>
    `프로젝트 ${projects}개의 세션 ${sessions}개. 평가 대상: 같은 프로젝트에 앞선 세션이 ${earlier}개 이상인 ${judged}개.`,
  tooFew:
    "세션이 너무 적어 평가할 수 없습니다. --earlier 1을 쓰면 앞선 세션이 하나라도 있는 세션을 모두 평가합니다.",
  items: "항목",
  tokens: "토큰",
  used: "사용",
  control: "대조",
  difference: "차이",
  to: (low, high) => `${low} ~ ${high}`,
  all: "추론한 내용 전체",
  byKind: "종류별",
  byWeek: "주별",
  exempt: "* 사람이 적었거나 약속된 내용: 합계에 넣지 않음",
  perSession: (mean, median, exemptMean, exemptMedian) =>
    `세션당 토큰: ${mean} (중앙값 ${median}); *: ${exemptMean} (${exemptMedian}).`,
  ranking: (pawl, queries, fts, newest) =>
    `첫 질문 ${queries}개 중 관련 세션이 1위인 비율은 ${pawl}입니다. 단순 전문 검색은 ${fts}, 최신 세션은 ${newest}입니다.`,
  silence: (first, firstPrompts, all, prompts) =>
    `관련 세션을 빼면 첫 질문 ${firstPrompts}개 중 ${first}, 전체 질문 ${prompts}개 중 ${all}에서 아무것도 넣지 않았습니다.`,
  solutions: (offered, known, cured, passing) =>
    `해결책: 제시 ${offered}회, 결과를 아는 것 ${known}회, 제시한 단계로 해결 ${cured}회, 성공한 실행에서 제시 ${passing}회.`,
  usedMeans:
    "사용: 이후 세션에서 그 파일을 다루거나 그 명령을 실행하거나 드문 단어 셋을 말했고, 그전에는 알지 못했던 경우.",
  controlMeans:
    "대조: 같은 프로젝트의 과거에서 고른 같은 종류의 무작위 항목을 같은 방식으로 평가. 차이: 사용 − 대조, 포인트, 95 % 구간.",
  limits:
    "이 세션들은 이 항목 없이 진행되었습니다. 무엇이 맞았을지를 보여 줄 뿐, 무엇이 달라졌을지는 보여 주지 않습니다.",
  usedBy: (names) => `사용됨: ${names}`,
  notUsed: "사용되지 않음",
  rules: (active, others) => `규칙: 적용 ${active}개, 제안되었거나 보관된 것 ${others}개.`,
  live: (sessions) => `내 기억에 있는 세션 ${sessions}개.`,
  nothingInjected: "아직 넣은 내용이 없어 평가할 것이 없습니다.",
  noHoldout: (setting) =>
    `비교 집단이 없습니다. ${setting}(으)로 설정하면 세션 열 개 중 하나에는 추론한 내용을 주지 않아 두 집단을 비교할 수 있습니다.`,
  holdout: (without, withItems) =>
    `비교 집단: 추론한 항목이 없는 세션 ${without}개, 있는 세션 ${withItems}개.`,
  holdoutTooFew: (needed) => `너무 적어 알 수 없습니다. 집단마다 ${needed}개 이상이 필요합니다.`,
  measures: {
    repeatedFailures: "앞선 세션에도 있었던 실패",
    callsUntilFirstEdit: "첫 편집까지의 도구 호출",
    injectedTokens: "넣은 토큰",
  },
  compared: (measure, withItems, without, verdict) =>
    `${measure}: 있을 때 ${withItems}, 없을 때 ${without}; ${verdict}`,
  chance: (low, high) => `차이 ${low} ~ ${high}: 우연일 수 있음`,
  clear: (low, high) => `차이 ${low} ~ ${high}: 우연 이상`,
  incomparable: "너무 적어 비교할 수 없음",
};
