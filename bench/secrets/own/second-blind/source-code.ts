import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, uuid, weakPassword } from "../../random.ts";

export default {
  secrets: {
    "source-code": [
      secretCase(
        "python-kwargs",
        "password",
        password,
        (v) => `conn = psycopg2.connect(host="db1", dbname="shop", user="app", password="${v}")`,
      ),
      secretCase(
        "python-getenv-default",
        "password",
        password,
        (v) => `SMTP_PASS = os.getenv("SMTP_PASS", "${v}")`,
      ),
      secretCase(
        "python-tuple-auth",
        "password",
        password,
        (v) => `resp = requests.get(url, auth=("svc-report", "${v}"), timeout=10)`,
      ),
      secretCase(
        "python-dataclass",
        "api-key",
        base62(40),
        (v) =>
          `@dataclass\nclass Settings:\n    region: str = "eu"\n    api_key: str = "${v}"\n    retries: int = 3`,
      ),
      secretCase(
        "js-object-shorthand",
        "token",
        base62(48),
        (v) => `const cfg = {\n  host: 'localhost',\n  accessToken: \`${v}\`,\n  timeout: 3e3,\n};`,
      ),
      secretCase(
        "js-nullish",
        "secret-key",
        hex(64),
        (v) => `app.use(session({ secret: process.env.SESSION_SECRET ?? '${v}', resave: false }));`,
      ),
      secretCase(
        "ts-jwt-sign",
        "signing-secret",
        base62(36),
        (v) =>
          `const jwtSecret: string = "${v}" as const;\nreturn jwt.sign({ sub: user.id }, jwtSecret, { expiresIn: "1h" });`,
      ),
      secretCase(
        "ts-axios-header",
        "token",
        base62(44),
        (v) => `axios.create({ headers: { Authorization: \`Bearer ${v}\` } })`,
      ),
      secretCase(
        "java-setter",
        "password",
        password,
        (v) => `HikariConfig c = new HikariConfig();\nc.setUsername("app");\nc.setPassword("${v}");`,
      ),
      secretCase(
        "java-constant",
        "secret-key",
        base62(32),
        (v) => `private static final String ENCRYPTION_KEY = "${v}";`,
      ),
      secretCase(
        "java-spring-value",
        "password",
        password,
        (v) => `@Value("\${ldap.bind.password:${v}}")\nprivate String bindPassword;`,
      ),
      secretCase(
        "java-char-array",
        "password",
        weakPassword,
        (v) =>
          `KeyStore ks = KeyStore.getInstance("PKCS12");\nks.load(in, "${v}".toCharArray()); // keystore password`,
      ),
      secretCase(
        "kotlin-val",
        "api-key",
        hex(40),
        (v) => `companion object {\n    private const val WEATHER_API_KEY = "${v}"\n}`,
      ),
      secretCase(
        "kotlin-gradle-signing",
        "password",
        password,
        (v) =>
          `signingConfigs {\n    create("release") {\n        storeFile = file("upload.jks")\n        storePassword = "${v}"\n    }\n}`,
      ),
      secretCase(
        "go-struct",
        "password",
        password,
        (v) =>
          `rdb := redis.NewClient(&redis.Options{\n\tAddr:     "cache:6379",\n\tPassword: "${v}",\n\tDB:       0,\n})`,
      ),
      secretCase(
        "go-const-block",
        "token",
        hex(48),
        (v) => `const (\n\tbaseURL   = "https://api.acme.dev"\n\tauthToken = "${v}"\n)`,
      ),
      secretCase("go-setbasicauth", "password", password, (v) => `req.SetBasicAuth("ci-bot", "${v}")`),
      secretCase("rust-const", "api-key", base62(40), (v) => `pub const API_SECRET: &str = "${v}";`),
      secretCase(
        "rust-builder",
        "password",
        password,
        (v) =>
          `let creds = Credentials::new("mailer@acme.dev".to_owned(), "${v}".to_owned()); // smtp login + password`,
      ),
      secretCase(
        "csharp-networkcredential",
        "password",
        password,
        (v) => `client.Credentials = new NetworkCredential("svc_backup", "${v}", "CORP");`,
      ),
      secretCase(
        "csharp-verbatim",
        "password",
        password,
        (v) => `var options = new DbOptions { User = "sa", Password = @"${v}" };`,
      ),
      secretCase(
        "php-define",
        "password",
        password,
        (v) => `define('DB_NAME', 'blog');\ndefine('DB_PASSWORD', '${v}');`,
      ),
      secretCase(
        "php-array-arrow",
        "password",
        password,
        (v) =>
          `'mysql' => [\n    'host' => '127.0.0.1',\n    'username' => 'forge',\n    'password' => '${v}',\n],`,
      ),
      secretCase(
        "php-pdo-positional",
        "password",
        password,
        (v) => `$pdo = new PDO('mysql:host=db;dbname=crm', 'crm', '${v}');`,
      ),
      secretCase(
        "ruby-hash-symbol",
        "secret-key",
        base62(40),
        (v) =>
          `Aws.config.update(credentials: Aws::Credentials.new(id, key))\nStripeConfig = { :webhook_secret => "${v}" }`,
      ),
      secretCase("ruby-fetch", "token", hex(40), (v) => `token = ENV.fetch("METRICS_TOKEN") { "${v}" }`),
      secretCase(
        "swift-let",
        "api-key",
        base62(36),
        (v) => `enum Secrets {\n    static let apiKey = "${v}"\n}`,
      ),
      secretCase(
        "objc-nsstring",
        "client-secret",
        base62(32),
        (v) => `static NSString *const kClientSecret = @"${v}";`,
      ),
      secretCase(
        "c-define",
        "password",
        weakPassword,
        (v) => `#define WIFI_SSID "Workshop"\n#define WIFI_PASS "${v}"`,
      ),
      secretCase("cpp-constexpr", "token", hex(32), (v) => `constexpr std::string_view kAuthToken{"${v}"};`),
      secretCase(
        "arduino-char",
        "password",
        weakPassword,
        (v) => `const char* ssid     = "lab-2g";\nconst char* password = "${v}";`,
      ),
      secretCase(
        "scala-config",
        "password",
        password,
        (v) => `val props = new Properties()\nprops.put("user", "etl")\nprops.put("password", "${v}")`,
      ),
      secretCase(
        "elixir-config",
        "secret-key",
        token("", "base64", 64),
        (v) => `config :shop, ShopWeb.Endpoint,\n  secret_key_base: "${v}"`,
      ),
      secretCase(
        "perl-dbi",
        "password",
        password,
        (v) =>
          `my $dbh = DBI->connect("dbi:Pg:dbname=stats;host=db2", 'stats', '${v}', { RaiseError => 1 });`,
      ),
      secretCase(
        "lua-table",
        "token",
        base62(32),
        (v) => `local opts = { url = "https://hub.acme.dev", auth_token = "${v}" }`,
      ),
      secretCase("r-sys-setenv", "token", hex(40), (v) => `Sys.setenv(CENSUS_API_KEY = "${v}")`),
      secretCase("dart-const", "api-key", base62(39), (v) => `const String kApiSecret = '${v}';`),
      secretCase(
        "powershell-securestring",
        "password",
        password,
        (v) =>
          `$sec = ConvertTo-SecureString "${v}" -AsPlainText -Force\n$cred = New-Object PSCredential("CORP\\svc", $sec)`,
      ),
      secretCase(
        "sql-create-role",
        "password",
        password,
        (v) => `CREATE ROLE reporting LOGIN PASSWORD '${v}';\nGRANT CONNECT ON DATABASE shop TO reporting;`,
      ),
      secretCase(
        "sql-identified-by",
        "password",
        password,
        (v) => `CREATE USER 'etl'@'10.%' IDENTIFIED BY '${v}';`,
      ),
      secretCase(
        "sql-set-secret-duckdb",
        "secret-key",
        token("", "base64", 40),
        (v) => `CREATE SECRET s3 (TYPE S3, KEY_ID 'x1', SECRET '${v}', REGION 'eu-west-1');`,
      ),
      secretCase(
        "groovy-jenkinsfile",
        "password",
        password,
        (v) => `environment {\n  NEXUS_USER = 'ci'\n  NEXUS_PASSWORD = '${v}'\n}`,
      ),
      secretCase(
        "vue-import-meta",
        "token",
        uuid,
        (v) => `+const adminToken = import.meta.env.VITE_ADMIN_TOKEN || "${v}"\n-const adminToken = ""`,
      ),
      secretCase(
        "python-b64-basic",
        "password",
        (r) => `deploy:${password(r)}`,
        (v) => `headers["Authorization"] = "Basic ${v}"`,
        "base64",
      ),
      secretCase(
        "haskell-record",
        "password",
        password,
        (v) =>
          `defaultConnectInfo { connectUser = "app", connectPassword = "${v}", connectDatabase = "app" }`,
      ),
      secretCase(
        "test-fixture-login",
        "password",
        password,
        (v) =>
          `await page.getByLabel("Password").fill("${v}");\nawait page.getByRole("button", { name: "Sign in" }).click();`,
      ),
      secretCase(
        "cypress-type",
        "password",
        password,
        (v) => `cy.get('#username').type('admin');\ncy.get('#password').type('${v}{enter}');`,
      ),
      secretCase(
        "comment-todo",
        "password",
        password,
        (v) => `# FIXME: remove before merge, root pw on staging is ${v}\ndef connect(): ...`,
      ),
      secretCase(
        "multiline-concat",
        "token",
        (r) => base64(r.bytes(33)),
        (v) => `String bearerToken =\n    "${v}"\n    + suffix;`,
      ),
    ],
  },
} satisfies BlindFile;
