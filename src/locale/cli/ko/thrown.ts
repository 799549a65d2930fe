import type { CliThrown } from "../messages.ts";

export const thrown: CliThrown = {
  store_failed: { message: "데이터베이스 {location} 오류: {reason}", hint: "pawl doctor를 실행하세요." },
  store_locked: {
    message: "다른 프로세스가 데이터베이스 {location}을(를) 사용하고 있습니다.",
    hint: "잠시 뒤 다시 시도하세요. 계속되면 pawl doctor를 실행하세요.",
  },
  store_corrupt: {
    message: "{location}은(는) Pawl이 읽을 수 있는 데이터베이스가 아니거나 손상되었습니다.",
    hint: "파일을 옮기면 Pawl이 새로 시작합니다. 또는 pawl restore로 백업을 복원하세요.",
  },
  store_full: {
    message: "데이터베이스 {location}이(가) 있는 디스크가 가득 찼습니다.",
    hint: "공간을 확보하세요. 쓰던 내용은 아직 저장되지 않았습니다.",
  },
  store_unwritable: {
    message: "데이터베이스 {location}을(를) 쓰기용으로 열 수 없습니다.",
    hint: "폴더가 있는지, 본인 소유인지, 읽기 전용이 아닌지 확인하세요.",
  },
  store_too_new: {
    message: "데이터베이스 {path}의 버전은 {version}이고, 이 Pawl은 버전 {known}까지 지원합니다.",
    hint: "Pawl을 업데이트하거나 PAWL_HOME을 다른 폴더로 지정하세요. 바뀐 것은 없습니다.",
  },
  store_no_space: {
    message:
      "데이터베이스 {path}를 새 버전으로 바꾸려면 {needed} MB의 여유 공간이 필요한데, {free} MB만 있습니다.",
    hint: "공간을 확보한 다음 다시 시도하세요. 바뀐 것은 없습니다.",
  },
  backup_failed: {
    message: "백업을 {target}에 쓰지 못했습니다.",
    hint: "공간을 확보하거나 쓸 수 있는 폴더를 지정하세요.",
  },
  "backup_refused.newer": {
    message: "{path}은(는) 더 새로운 Pawl이 만들었습니다 (데이터베이스 버전 {version}). 바뀐 것은 없습니다.",
    hint: "먼저 Pawl을 업데이트하세요.",
  },
  "backup_refused.invalid": {
    message: "{path}은(는) 사용할 수 있는 Pawl 백업이 아닙니다. 바뀐 것은 없습니다.",
    hint: "pawl backup이 만든 파일을 지정하세요.",
  },
  "backup_refused.damaged": {
    message: "{path}이(가) 손상되었거나 온전하지 않습니다. 바뀐 것은 없습니다.",
    hint: "pawl backup이 만든 파일을 지정하세요.",
  },
  memory_unknown: {
    message: "기억 {uri}이(가) 없습니다.",
    hint: "목록은 pawl memory list로 볼 수 있습니다.",
  },
  memory_uri_invalid: { message: "{uri}은(는) 기억의 URI가 아닙니다." },
  "memory_invalid.priority": {
    message: "우선순위는 0(가장 중요)부터 10까지의 정수여야 합니다. 입력한 값: {value}.",
  },
  "memory_invalid.disclosure": { message: "disclosure는 최대 {limit}자입니다. 현재 {length}자입니다." },
  "memory_invalid.empty": { message: "기억할 내용이 비어 있습니다." },
  "memory_invalid.large": {
    message: "기억은 최대 {limit} kB입니다. 현재 {size} kB입니다.",
    hint: "핵심만 남기거나 여러 개로 나누세요.",
  },
  memory_status: {
    message: "{from} 상태의 기억은 {to} 상태로 바꿀 수 없습니다.",
    hint: "가능한 상태: {next}.",
  },
  "relation_invalid.self": {
    message: "{uri}은(는) 자기 자신과 관계를 맺을 수 없습니다.",
    hint: "바뀐 것은 없습니다.",
  },
  "relation_invalid.circle": {
    message: "{to}에서 {from}(으)로 이미 이어져 있어 순환이 됩니다.",
    hint: "바뀐 것은 없습니다.",
  },
  version_unknown: {
    message: "{uri}에 버전 {version}이(가) 없습니다. 최신 버전은 {newest}입니다.",
    hint: "pawl memory history {uri} 명령을 실행하세요.",
  },
  solution_unknown: {
    message: "해결책 {id}이(가) 없습니다.",
    hint: "목록은 pawl solution list로 볼 수 있습니다.",
  },
  session_unknown: {
    message: "데이터베이스에 세션 {id}이(가) 없습니다.",
    hint: "목록은 pawl sessions로 볼 수 있습니다.",
  },
  forget_unfinished: {
    message: "삭제했지만 다른 프로세스가 {location}을(를) 읽고 있어 파일 로그에 아직 남아 있습니다.",
    hint: "잠시 뒤 같은 명령을 다시 실행하세요.",
  },
  embeddings_down: { message: "{url}이(가) 응답하지 않습니다 ({reason})" },
  embeddings_key: {
    message: "{path}에 임베딩 서버의 키가 없습니다",
    hint: "파일에 키를 쓰거나 config.json에서 embeddings.keyFile을 지우세요.",
  },
  port_invalid: {
    message: "PAWL_PORT는 1부터 65535까지의 정수여야 합니다. 현재 값: {value}.",
    hint: "고치거나 지우세요.",
  },
  port_taken: {
    message: "다른 프로그램이 포트 {port}을(를) 사용하고 있습니다.",
    hint: 'Pawl 폴더의 config.json에서 "port"를 다른 값으로 정한 뒤 pawl install을 다시 실행하세요.',
  },
  home_foreign: {
    message: "{dir}은(는) 다른 사용자(id {owner})의 것입니다.",
    hint: "PAWL_HOME을 본인의 폴더로 지정하세요.",
  },
  config_unreadable: { message: "{file}: {reason}", hint: "먼저 고치세요." },
  sdk_missing: {
    message: "Claude Agent SDK가 설치되어 있지 않습니다.",
    hint: "Pawl과 같은 곳에 설치하세요: npm install {package} (Pawl을 -g로 설치했다면 -g 추가).",
  },
  target_special: { message: "{path}은(는) 일반 파일이 아닙니다.", hint: "아무것도 쓰지 않았습니다." },
  import_special: {
    message: "{path}은(는) 파일이 아니라 파이프, 장치 또는 소켓입니다.",
    hint: "아무것도 가져오지 않았습니다.",
  },
  import_unknown: {
    message: "{path}은(는) Claude Code 기록도 Pawl 내보내기 파일도 아닙니다.",
    hint: "아무것도 가져오지 않았습니다.",
  },
  transcript_unreadable: { message: "{path}을(를) 읽을 수 없습니다: {reason}" },
  client_file_changed: {
    message: "{path}을(를) 읽은 뒤에 파일이 바뀌었습니다.",
    hint: "다시 읽고 변경을 반복하세요. 바뀐 것은 없습니다.",
  },
  client_file_exists: {
    message: "{path} 파일이 이미 있습니다.",
    hint: "다른 이름을 고르세요. 바뀐 것은 없습니다.",
  },
  client_file_unknown: {
    message: "여기에는 {uri}에 해당하는 클라이언트 메모리 파일이 없습니다.",
    hint: "pawl memory list로 목록을 확인하세요.",
  },
  client_file_name: {
    message: "{name}은(는) 클라이언트 메모리 파일의 이름으로 쓸 수 없습니다.",
    hint: "invoice-rounding처럼 글자, 숫자, 대시를 쓰세요.",
  },
  client_memory_off: {
    message: "클라이언트 설정에서 자체 메모리가 꺼져 있습니다.",
    hint: '먼저 Claude Code 설정에서 "autoMemoryEnabled": false를 지우세요.',
  },
};
