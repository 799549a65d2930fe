/**
 * A generated project with 200 memories as the client writes them, in five languages: 8 subjects × 5 aspects each. Every
 * memory shares its subject with four others and its aspect with seven, so a matcher has to meet both. The prompts are
 * worded on their own: they ask for the work in which the fact matters, not for the fact.
 */

export interface Fact {
  id: string;
  language: string;
  file: string;
  title: string;
  description: string;
  body: string;
  /** Prompts that need it. */
  prompts: string[];
}

interface Aspect {
  slug: string;
  description: string;
  body: string;
  prompts: [string, string];
}

interface Language {
  name: string;
  /** As the memory names it, as a prompt names it, and the file's slug. */
  subjects: [string, string, string][];
  aspects: Aspect[];
  /** Ordinary prompts that no memory bears on. */
  unrelated: string[];
  /** About a subject, but about nothing that is remembered of it. */
  elsewhere: string[];
}

const ENGLISH: Language = {
  name: "en",
  subjects: [
    ["invoice exporter", "invoice export", "invoice-exporter"],
    ["login page", "login screen", "login-page"],
    ["search indexer", "search index", "search-indexer"],
    ["warehouse scanner app", "warehouse scanner", "warehouse-scanner"],
    ["newsletter mailer", "newsletter", "newsletter-mailer"],
    ["payment gateway adapter", "payment gateway", "payment-gateway"],
    ["map tile server", "map tiles", "map-tiles"],
    ["coupon engine", "coupons", "coupon-engine"],
  ],
  aspects: [
    {
      slug: "release-day",
      description: "The {s} is released on Tuesday mornings only",
      body: "Releases of the {s} go to production on Tuesday mornings only.\n\n**Why:** the engineer on call for it works then.\n**How to apply:** if a deploy is ready on another day, wait or ask Priya first.",
      prompts: ["Deploy the {p} to production this afternoon", "Prepare a release of the {p} and ship it"],
    },
    {
      slug: "fixtures",
      description: "Tests of the {s} use generated fixtures, never customer records",
      body: "The tests of the {s} take their records from the generator in the fixtures folder.\n\n**Why:** a customer's address once ended up in the repository.\n**How to apply:** new cases get a generated record, never a copy.",
      prompts: ["Write tests for the {p}, with some sample records", "Add a fixture to the {p} tests"],
    },
    {
      slug: "timeout",
      description: "Calls to the {s} time out after eight seconds on purpose",
      body: "Requests to the {s} give up after eight seconds.\n\n**Why:** longer waits filled the connection pool in March.\n**How to apply:** do not raise the timeout; make the slow query faster.",
      prompts: [
        "Requests to the {p} run into a timeout, raise it",
        "The {p} is slow, should we wait longer than eight seconds?",
      ],
    },
    {
      slug: "columns",
      description: "Columns of the {s} are snake_case with the unit as suffix",
      body: "In the schema of the {s} every column is snake_case and ends with its unit, such as weight_grams.\n\n**Why:** two columns in different units were added up once.\n**How to apply:** name new columns that way, also in migrations.",
      prompts: [
        "Add a column for the weight to the {p} schema",
        "Write the migration for the new {p} columns",
      ],
    },
    {
      slug: "review",
      description: "Pull requests on the {s} need an approval by the finance team",
      body: "Somebody of the finance team must approve each pull request that touches the {s}.\n\n**Why:** an audit asked for it.\n**How to apply:** request their review when you open it.",
      prompts: [
        "Who has to approve a pull request on the {p}?",
        "Open a pull request for the {p} change and request a review",
      ],
    },
  ],
  unrelated: [
    "What does this function return when the list is empty?",
    "Fix the flaky test in the date parser",
    "Update the README with the new install steps",
    "Why is my shell prompt showing the wrong branch?",
    "Explain how closures capture variables in a loop",
    "Rename the variable foo to bar in utils.ts",
    "Continue where we left off",
    "Upgrade TypeScript to the newest version",
    "The dark mode colours look off on mobile",
    "Generate a changelog from the last ten commits",
  ],
  elsewhere: [
    "Change the colour of the button on the login screen",
    "Translate the texts of the newsletter into Spanish",
    "Draw the map tiles with rounded corners",
    "Show the discount next to the coupons in the cart",
  ],
};

const GERMAN: Language = {
  name: "de",
  subjects: [
    ["Rechnungsdruck", "Rechnungsdruck", "rechnungsdruck"],
    ["Lagerverwaltung", "Lagerverwaltung", "lagerverwaltung"],
    ["Kundenportal", "Kundenportal", "kundenportal"],
    ["Mahnlauf", "Mahnlauf", "mahnlauf"],
    ["Versandrechner", "Versandrechner", "versandrechner"],
    ["Urlaubsantrag", "Urlaubsantrag", "urlaubsantrag"],
    ["Zeiterfassung", "Zeiterfassung", "zeiterfassung"],
    ["Bonitätsprüfung", "Bonitätsprüfung", "bonitaet"],
  ],
  aspects: [
    {
      slug: "sprache",
      description: "{s}: Meldungen werden gesiezt, nie geduzt",
      body: "Alle Meldungen im Modul {s} sprechen die Leute mit Sie an.\n\n**Why:** Beschwerde eines Großkunden.\n**How to apply:** neue Meldungen und Fehlertexte ebenso formulieren.",
      prompts: ["Formuliere die Meldungen im Modul {p} neu", "Ergänze Fehlertexte und Meldungen für {p}"],
    },
    {
      slug: "datenbank",
      description: "{s}: Abfragen laufen gegen die Replik, nicht gegen die Hauptdatenbank",
      body: "Lesende Abfragen des Moduls {s} gehen an die Replik der Datenbank.\n\n**Why:** im Januar stand die Hauptdatenbank still.\n**How to apply:** für Abfragen die Verbindung der Replik benutzen.",
      prompts: [
        "Schreibe eine Abfrage für {p} gegen die Datenbank",
        "Welche Datenbank lesen die Abfragen von {p}?",
      ],
    },
    {
      slug: "rundung",
      description: "{s}: Beträge werden kaufmännisch gerundet, in Cent gespeichert",
      body: "Beträge im Modul {s} sind ganze Cent und werden kaufmännisch gerundet.\n\n**Why:** Abweichung bei der Prüfung.\n**How to apply:** nie mit Gleitkommazahlen rechnen.",
      prompts: ["Die Beträge in {p} sind falsch gerundet", "Runde die Beträge bei {p} auf zwei Stellen"],
    },
    {
      slug: "nachts",
      description: "{s}: der nächtliche Auftrag startet um 3 Uhr und darf nicht verschoben werden",
      body: "Der nächtliche Auftrag für {s} startet um drei Uhr.\n\n**Why:** danach sperrt die Buchhaltung die Tabellen.\n**How to apply:** den Zeitplan des Auftrags nicht ändern.",
      prompts: [
        "Verschiebe den nächtlichen Auftrag von {p} auf fünf Uhr",
        "Ändere den Zeitplan für den Auftrag {p}",
      ],
    },
    {
      slug: "rechte",
      description: "{s}: Rechte vergibt nur die Personalabteilung",
      body: "Die Rechte im Modul {s} vergibt nur die Personalabteilung.\n\n**Why:** Vorgabe des Betriebsrats.\n**How to apply:** keine Rolle im Code anlegen.",
      prompts: ["Lege eine neue Rolle mit Rechten für {p} an", "Wer vergibt die Rechte in {p}?"],
    },
  ],
  unrelated: [
    "Erkläre mir diesen regulären Ausdruck",
    "Mach weiter",
    "Warum ist der Build so langsam?",
    "Benenne die Klasse um und passe die Importe an",
    "Schreibe die Dokumentation der Schnittstelle fertig",
    "Wie spät ist es in Tokio?",
    "Räume die ungenutzten Dateien auf",
    "Aktualisiere die Abhängigkeiten",
  ],
  elsewhere: ["Das Kundenportal soll ein neues Logo bekommen", "Zeige im Urlaubsantrag ein Kalenderblatt"],
};

const CHINESE_TW: Language = {
  name: "zh-TW",
  subjects: [
    ["訂單匯出", "訂單匯出", "dingdan"],
    ["會員登入", "會員登入", "huiyuan"],
    ["庫存同步", "庫存同步", "kucun"],
    ["電子發票", "電子發票", "fapiao"],
    ["優惠券", "優惠券", "youhui"],
    ["物流追蹤", "物流追蹤", "wuliu"],
    ["報表產生器", "報表", "baobiao"],
    ["客服聊天室", "客服聊天", "kefu"],
  ],
  aspects: [
    {
      slug: "deploy",
      description: "{s}只能在星期二上午部署",
      body: "{s}的正式環境只在星期二上午部署。\n\n**Why:** 值班工程師那時才在。\n**How to apply:** 其他日子請先詢問。",
      prompts: ["今天下午把{p}部署到正式環境", "幫我準備{p}的部署"],
    },
    {
      slug: "fixtures",
      description: "{s}的測試只用產生的假資料，不用客戶資料",
      body: "{s}的測試資料一律由產生器建立。\n\n**Why:** 曾經外洩客戶地址。\n**How to apply:** 新增測試時產生一筆假資料。",
      prompts: ["替{p}寫測試，需要一些測試資料", "{p}的測試要用哪裡的資料？"],
    },
    {
      slug: "timeout",
      description: "{s}的逾時設為八秒，不可調高",
      body: "呼叫{s}超過八秒就逾時。\n\n**Why:** 三月時連線池滿了。\n**How to apply:** 不要調高逾時，改善查詢。",
      prompts: ["{p}一直逾時，把時間調高", "{p}的逾時設定在哪裡改？"],
    },
    {
      slug: "naming",
      description: "{s}的欄位名稱要加上單位",
      body: "{s}資料表的欄位名稱最後要有單位。\n\n**Why:** 曾經把不同單位相加。\n**How to apply:** 新增欄位與移轉時照做。",
      prompts: ["在{p}的資料表新增重量欄位", "{p}要多一個欄位，請取名稱"],
    },
    {
      slug: "review",
      description: "{s}的修改需要財務部審核",
      body: "{s}的每個合併請求都要財務部審核。\n\n**Why:** 稽核要求。\n**How to apply:** 開啟時就指定審核者。",
      prompts: ["{p}的合併請求要找誰審核？", "幫{p}的修改開合併請求並指定審核"],
    },
  ],
  unrelated: [
    "解釋這段正規表示式",
    "繼續剛才的工作",
    "為什麼編譯這麼慢？",
    "把變數改名",
    "更新說明文件",
    "修正日期解析的錯誤",
    "列出最近十次提交",
    "這個函式回傳什麼？",
  ],
  elsewhere: ["會員登入頁面換一個背景圖", "優惠券的圖示改成紅色"],
};

const CHINESE_CN: Language = {
  name: "zh-CN",
  subjects: [
    ["支付网关", "支付网关", "zhifu"],
    ["消息推送", "消息推送", "tuisong"],
    ["权限中心", "权限中心", "quanxian"],
    ["搜索服务", "搜索服务", "sousuo"],
    ["图片压缩", "图片压缩", "tupian"],
    ["结算系统", "结算系统", "jiesuan"],
    ["埋点上报", "埋点上报", "maidian"],
    ["短信验证", "短信验证", "duanxin"],
  ],
  aspects: [
    {
      slug: "log",
      description: "{s}的日志不能打印手机号",
      body: "{s}写日志时手机号必须脱敏。\n\n**Why:** 合规检查。\n**How to apply:** 使用脱敏函数再打印日志。",
      prompts: ["给{p}加日志，打印手机号方便排查", "{p}的日志太少了，多打印一些"],
    },
    {
      slug: "cache",
      description: "{s}的缓存只保留五分钟",
      body: "{s}的缓存过期时间是五分钟。\n\n**Why:** 更久会读到旧数据。\n**How to apply:** 不要延长缓存过期时间。",
      prompts: ["把{p}的缓存改成一小时", "{p}读到旧数据，缓存什么时候过期？"],
    },
    {
      slug: "retry",
      description: "{s}失败后最多重试两次",
      body: "{s}调用失败最多重试两次。\n\n**Why:** 重试过多会重复扣费。\n**How to apply:** 重试要带幂等键。",
      prompts: ["{p}调用失败时自动重试", "给{p}加上重试机制"],
    },
    {
      slug: "gray",
      description: "{s}上线先灰度百分之五的用户",
      body: "{s}每次上线先灰度百分之五。\n\n**Why:** 去年全量上线出过事故。\n**How to apply:** 灰度一天没有告警再全量。",
      prompts: ["今天把{p}全量上线", "{p}新版本准备上线，灰度怎么配？"],
    },
    {
      slug: "branch",
      description: "{s}的代码从发布分支拉取，不从主干拉取",
      body: "{s}的修改从发布分支拉取新分支。\n\n**Why:** 主干包含未验收的功能。\n**How to apply:** 合并时也回到发布分支。",
      prompts: ["为{p}的修改新建一个分支", "{p}应该从哪个分支拉取代码？"],
    },
  ],
  unrelated: [
    "解释一下闭包",
    "继续",
    "优化这个循环的性能",
    "把这个类改名并更新引用",
    "写一个单元测试",
    "升级依赖版本",
    "这个报错是什么意思？",
    "整理一下目录结构",
  ],
  elsewhere: ["图片压缩页面换个标题", "搜索服务的接口文档翻译成英文"],
};

const KOREAN: Language = {
  name: "ko",
  subjects: [
    ["주문 내역", "주문 내역", "jumun"],
    ["회원 가입", "회원 가입", "hoewon"],
    ["재고 동기화", "재고 동기화", "jaego"],
    ["알림 메일", "알림 메일", "allim"],
    ["쿠폰 발급", "쿠폰 발급", "kupon"],
    ["배송 조회", "배송 조회", "baesong"],
    ["정산 보고서", "정산 보고서", "jeongsan"],
    ["이미지 업로드", "이미지 업로드", "imiji"],
  ],
  aspects: [
    {
      slug: "deploy",
      description: "{s}은 화요일 오전에만 배포한다",
      body: "{s} 기능은 화요일 오전에만 운영 환경에 배포한다.\n\n**Why:** 담당자가 그때만 있다.\n**How to apply:** 다른 요일에는 먼저 물어본다.",
      prompts: ["오늘 오후에 {p} 기능을 배포해 줘", "{p} 운영 배포를 준비해 줘"],
    },
    {
      slug: "testdata",
      description: "{s} 테스트에는 고객 데이터를 쓰지 않는다",
      body: "{s} 테스트 데이터는 생성기로만 만든다.\n\n**Why:** 고객 주소가 유출된 적이 있다.\n**How to apply:** 새 테스트에는 생성한 데이터를 쓴다.",
      prompts: ["{p} 테스트를 작성하고 데이터도 넣어 줘", "{p} 테스트 데이터는 어디서 가져와?"],
    },
    {
      slug: "timeout",
      description: "{s} 요청의 제한 시간은 8초로 고정한다",
      body: "{s} 요청은 8초가 지나면 제한 시간 초과로 끝난다.\n\n**Why:** 연결 풀이 가득 찼다.\n**How to apply:** 제한 시간을 늘리지 말고 쿼리를 고친다.",
      prompts: ["{p} 요청의 제한 시간을 늘려 줘", "{p} 요청이 자꾸 시간 초과로 실패해"],
    },
    {
      slug: "column",
      description: "{s} 테이블의 컬럼 이름에는 단위를 붙인다",
      body: "{s} 테이블의 컬럼 이름은 단위로 끝난다.\n\n**Why:** 단위가 다른 값을 더한 적이 있다.\n**How to apply:** 새 컬럼과 마이그레이션에 적용한다.",
      prompts: ["{p} 테이블에 무게 컬럼을 추가해 줘", "{p} 새 컬럼의 마이그레이션을 작성해 줘"],
    },
    {
      slug: "review",
      description: "{s} 변경은 재무팀의 승인을 받는다",
      body: "{s} 변경에는 재무팀 승인이 필요하다.\n\n**Why:** 감사 요구 사항이다.\n**How to apply:** 풀 리퀘스트를 열 때 승인을 요청한다.",
      prompts: ["{p} 변경은 누구 승인이 필요해?", "{p} 변경으로 풀 리퀘스트를 열고 승인을 요청해 줘"],
    },
  ],
  unrelated: [
    "이 정규식을 설명해 줘",
    "계속해 줘",
    "빌드가 왜 이렇게 느려?",
    "변수 이름을 바꿔 줘",
    "문서를 업데이트해 줘",
    "날짜 파서의 버그를 고쳐 줘",
    "최근 커밋 열 개를 보여 줘",
    "이 함수는 무엇을 반환해?",
  ],
  elsewhere: ["회원 가입 화면의 배경색을 바꿔 줘", "배송 조회 아이콘을 새로 그려 줘"],
};

const LANGUAGES = [ENGLISH, GERMAN, CHINESE_TW, CHINESE_CN, KOREAN];

export interface Corpus {
  facts: Fact[];
  unrelated: string[];
  elsewhere: string[];
}

export function createCorpus(): Corpus {
  const facts = LANGUAGES.flatMap(({ name, subjects, aspects }) =>
    subjects.flatMap(([subject, prompted, slug]) =>
      aspects.map((aspect): Fact => {
        const fill = (text: string) => text.replaceAll("{s}", subject).replaceAll("{p}", prompted);
        const id = `${name.toLowerCase()}-${slug}-${aspect.slug}`;
        return {
          id,
          language: name,
          file: `${id}.md`,
          title: fill(aspect.description).slice(0, 60),
          description: fill(aspect.description),
          body: fill(aspect.body),
          prompts: aspect.prompts.map(fill),
        };
      }),
    ),
  );
  return {
    facts,
    unrelated: LANGUAGES.flatMap(({ unrelated }) => unrelated),
    elsewhere: LANGUAGES.flatMap(({ elsewhere }) => elsewhere),
  };
}

/** The file as the client's model writes it. */
export function toFileText({ id, description, body }: Fact): string {
  return `---\nname: ${id}\ndescription: ${description}\nmetadata:\n  type: project\n---\n\n${body}\n`;
}
