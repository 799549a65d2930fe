import type { CliClientMemory } from "../messages.ts";

export const clientMemory: CliClientMemory = {
  checked: (memories, problems) =>
    `메모리 ${memories}개를 확인했습니다: ${problems === 0 ? "문제 없음" : `문제 ${problems}개`}.`,
  problem: {
    file: (name) => `파일 ${name}이(가) 더 이상 없습니다.`,
    command: (name) => `명령 ${name}이(가) 더 이상 없습니다.`,
    flag: (name) => `옵션이 더 이상 없습니다: ${name}.`,
    package: (name) => `패키지 ${name}을(를) 더 이상 여기서 쓰지 않습니다.`,
    link: (name) => `링크 [[${name}]]이(가) 가리키는 것이 없습니다.`,
    source: (path) => `클라이언트의 파일이 없어졌습니다: ${path}.`,
  },
  contradiction: {
    number: "이 둘은 숫자가 다릅니다:",
    choice: "이 둘은 서로 반대되는 방법을 고릅니다:",
    negation: "한쪽이 다른 쪽의 내용을 금지합니다:",
    said: "서로 모순된다고 표시되었습니다:",
  },
  changed: (path) => `${path}을(를) 바꿨습니다. MEMORY.md의 줄도 맞췄습니다.`,
  renamed: (from, to) => `${from}의 이름을 ${to}(으)로 바꿨습니다.`,
  askDelete: (path) => `클라이언트의 파일 ${path}와(과) MEMORY.md의 줄을 삭제할까요?`,
  deleted: (path) => `${path}을(를) 삭제했습니다. 내용은 pawl memory history에 남아 있습니다.`,
  readOnly: (uri) => `${uri}은(는) 직접 편집하는 파일입니다.`,
  readOnlyHint: "편집기에서 여세요.",
  bodyOnly: "본문, --disclosure, --reason만 바꿀 수 있습니다. 나머지는 클라이언트가 정합니다.",
  missingName: "새 이름이 없습니다.",
  exported: (memories, dir) => `메모리 ${memories}개를 클라이언트의 파일로 ${dir}에 썼습니다.`,
  exportHow: "--to-client와 함께 URI 또는 --all을 지정하세요.",
  exportSkipped: (uri) => `${uri}을(를) 건너뛰었습니다: 같은 이름의 파일이 이미 있습니다.`,
  forgetFiles:
    "클라이언트 메모리의 다음 파일에도 있습니다. Pawl의 사본은 삭제하지만, 파일은 지정하지 않으면 그대로 둡니다:",
  forgetHow: (path) => `파일도 삭제하려면: --file ${path}`,
  forgotFile: (path) => `클라이언트의 파일 ${path}을(를) 삭제했습니다.`,
  peer: {
    noDatabase: (path) => `${path}에 claude-mem 데이터베이스가 없습니다.`,
    noDatabaseHint: "경로를 지정하세요: pawl import --from claude-mem PATH",
    unknownSource: (name) => `알 수 없는 원본: ${name}. --from claude-mem을 쓰세요.`,
    preview: (sessions, prompts, summaries, observations) =>
      `세션 ${sessions}개, 프롬프트 ${prompts}개, 요약 ${summaries}개, 관찰 ${observations}개를 찾았습니다.`,
    mapped: (name, folder) => `${name}은(는) ${folder}에 속합니다.`,
    unmapped: (name) => `${name}: 폴더를 알 수 없습니다. 검색은 되지만 넣어 주지는 않습니다.`,
    ask: "가져올까요?",
    dryRun: "미리 보기입니다. 가져온 것은 없습니다. 가져오려면 --yes를 쓰세요.",
    added: (sessions, prompts, memories) =>
      `세션 ${sessions}개, 프롬프트 ${prompts}개, 메모리 ${memories}개를 가져왔습니다. 원본은 그대로입니다.`,
  },
};
