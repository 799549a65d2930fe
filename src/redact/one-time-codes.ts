/** Codes and links that let someone in once: by message, by mail, by a form. */
import { always, type Dialog } from "./dialog.ts";
import { looksRandom } from "./entropy.ts";

export const oneTimeCodes: Dialog[] = [
  // Numbers and keys behind words that say what they are
  {
    literals: ["PIN ", "PIN:", "PIN="],
    pattern:
      /PIN(?: code| number)?(?: (?:for|of|to|on)(?: [\w'’-]{1,20}){1,5})?[ \t]{0,2}(?:[:=]|is|was)[ \t]{0,3}["'`]?(\d{4,12})(?![\w.])(?!\.\d)|PIN(?: code| number)?(?: (?:for|of|to|on)(?: [\w'’-]{1,20}){1,5})?[ \t]{0,2}(?:[:=]|is|was)[ \t]{0,3}["'`]?(\d{4,12})(?=\.(?:\s|$))/dy,
    before: /(?:^|[^\w-])$/,
    reach: 1,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: [
      "tion code",
      "rity code",
      "ogin code",
      "cess code",
      "time code",
      "ification number",
      "OTP ",
      "OTP:",
    ],
    pattern:
      /(?:tion code|rity code|ogin code|cess code|time code|ification number|OTP(?: code)?)(?: (?:for|to) [^\n:]{1,40}?)?[ \t]{0,2}(?::|=|is|was|-)[ \t]{0,3}["'`]?((?:[A-Z]-)?\d{3}[ -]?\d{3,5}|\d{4,10})(?![\w])/dy,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: [
      "验证码",
      "驗證碼",
      "校验码",
      "認証コード",
      "確認コード",
      "ワンタイムパスワード",
      "暗証番号",
      "인증번호",
      "인증 번호",
      "확인 코드",
      "код подтверждения",
      "Код подтверждения",
      "PIN码",
      "PIN碼",
      "erificaci",
      "érification",
      "erificaç",
      "estätigungscode",
      "icherheitscode",
      "Die PIN",
      "die PIN",
      "PIN lautet",
    ],
    pattern: /[^\d\n]{3,40}?[^\d\n]{0,12}?(\d{4,10})(?!\d|\.\d)/dy,
    check: always,
  },
  {
    literals: ["otp=", 'otp":', "otp:", "otp: ", "pin=", 'pin":', "puk=", "puk:"],
    fold: true,
    before: /(?:^|[^A-Za-z])$/,
    reach: 1,
    pattern: /(?:otp|pin|puk)["']?\s?[:=]\s?["']?(\d{5,10})(?![\w.])/diy,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: ["code=", 'code":', "code: "],
    fold: true,
    pattern: /code["']?\s?[:=]\s?["']?(\d{5,10})(?![\w.])/diy,
    before:
      /(?:(?:mfa|2fa|totp|sms|otp|verif\w{0,9}|auth|login|security|access|pass|pin|factor|time)[_ -]?)$/i,
    reach: 24,
    check: (value) => !/^(?:0+|1234\d*)$/.test(value),
  },
  {
    literals: ["PUK is", "PUK: ", "PIN is"],
    pattern: /(?:PUK|PIN)(?: is|:) {1,2}(\d{4,10})(?![\w])/dy,
    check: always,
  },
  {
    literals: ["/reset", "/invit", "/magic", "/confirm", "/activat", "/verify", "/join/", "/unlock"],
    pattern:
      /\/(?:reset|invit|magic|confirm|activat|verify|join|unlock)[\w-]{0,20}(?:\/[\w-]{1,20}){0,2}?[/=]([\w-]{20,400})(?![\w./-])/dy,
    check: (value) => looksRandom(value, 20) && /[a-z]/.test(value) && /\d/.test(value),
  },
  {
    literals: ["door code", "gate code", "alarm code", "entry code", "Door code", "Gate code", "Alarm code"],
    pattern: /[A-Za-z]{4,5} code(?: (?:of|for|to|at) [^\n:.]{1,40}?)?(?: is|:|=) {0,2}(\d{4,10}#?)(?![\w])/dy,
    check: always,
  },
  {
    literals: ["提取码", "提取碼", "访问码"],
    pattern: /(?:提取[码碼]|访问码)[^\w\n]{1,6}([A-Za-z0-9]{4,8})(?![\w])/dy,
    check: always,
  },
  {
    literals: [" is your "],
    pattern: / is your [^\n]{0,30}?(?:code|PIN|OTP|password)/dy,
    before: /(?:^|[\s-])(\d{4,10})$/d,
    reach: 20,
    check: always,
  },
];
