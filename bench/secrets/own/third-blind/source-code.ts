import type { BlindFile } from "../../blind.ts";
import { secretCase as s } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, weakPassword } from "../../random.ts";

export default {
  secrets: {
    "source-code": [
      s(
        "py-dataclass-default",
        "password",
        password,
        (v) =>
          `@dataclass\nclass Settings:\n    host: str = "db.internal"\n    password: str = "${v}"\n    port: int = 5432`,
      ),
      s(
        "py-kwargs-multiline",
        "password",
        password,
        (v) =>
          `conn = psycopg2.connect(\n    dbname="billing",\n    user="svc",\n    password="${v}",\n    host="10.0.0.4",\n)`,
      ),
      s(
        "py-dict-update",
        "secret",
        base62(32),
        (v) => `app.config.update(SESSION_COOKIE_SECURE=True, JWT_SECRET_KEY='${v}', TESTING=False)`,
      ),
      s("py-getenv-default", "password", password, (v) => `PASSWORD = os.environ.get("DB_PASSWORD", "${v}")`),
      s(
        "py-fstring",
        "token",
        base62(40),
        (v) => `resp = requests.get(url, headers={"Authorization": f"Bearer ${v}"}, timeout=10)`,
      ),
      s(
        "py-auth-tuple",
        "password",
        password,
        (v) => `r = requests.post("https://nexus.acme.io/service/rest/v1/x", auth=("deployer", "${v}"))`,
      ),
      s(
        "py-smtplib-login",
        "password",
        password,
        (v) =>
          `server = smtplib.SMTP("smtp.acme.io", 587)\nserver.starttls()\nserver.login("noreply@acme.io", "${v}")`,
      ),
      s(
        "py-paramiko",
        "password",
        password,
        (v) => `ssh = paramiko.SSHClient()\nssh.connect("10.1.1.9", 22, "root", password='${v}')`,
      ),
      s(
        "py-fernet-bytes",
        "key",
        (r) => base64(r.bytes(32)).replaceAll("+", "-").replaceAll("/", "_"),
        (v) => `FERNET_KEY = b"${v}"\ncipher = Fernet(FERNET_KEY)`,
      ),
      s("py-typed-secretstr", "secret", base62(28), (v) => `api_key: SecretStr = SecretStr("${v}")`),
      s(
        "js-object-shorthand",
        "password",
        password,
        (v) => `const pool = mysql.createPool({ host, user: 'root', password: '${v}', database: 'shop' })`,
      ),
      s("js-nullish", "secret", base62(32), (v) => `const secret = process.env.JWT_SECRET ?? "${v}";`),
      s("js-or-fallback", "api-key", hex(32), (v) => "const API_KEY = process.env.API_KEY || `" + v + "`"),
      s(
        "js-jwt-sign",
        "secret",
        base62(24),
        (v) => `const t = jwt.sign({ id: user.id }, '${v}', { expiresIn: '7d' });`,
      ),
      s(
        "js-session",
        "secret",
        base62(22),
        (v) => `app.use(session({\n  secret: "${v}",\n  resave: false,\n  saveUninitialized: false,\n}));`,
      ),
      s(
        "js-nodemailer",
        "password",
        password,
        (v) =>
          `nodemailer.createTransport({ service: "gmail", auth: { user: "jo@gmail.com", pass: "${v}" } });`,
      ),
      s(
        "ts-readonly-class",
        "token",
        base62(36),
        (v) =>
          `export class ApiClient {\n  private readonly accessToken: string = "${v}";\n  constructor(private http: HttpClient) {}\n}`,
      ),
      s(
        "ts-as-const",
        "secret",
        base62(30),
        (v) => `export const creds = { clientId: "web", clientSecret: "${v}" } as const;`,
      ),
      s(
        "ts-playwright-fill",
        "password",
        password,
        (v) =>
          `await page.getByLabel("Email").fill("qa@acme.io");\nawait page.getByLabel("Password").fill("${v}");`,
      ),
      s(
        "js-cypress-type",
        "password",
        weakPassword,
        (v) => `cy.get('input[name="password"]').type('${v}{enter}')`,
      ),
      s(
        "js-axios-defaults",
        "api-key",
        base62(32),
        (v) => `axios.defaults.headers.common["X-API-Key"] = "${v}";`,
      ),
      s(
        "js-crypto-hmac",
        "secret",
        base62(32),
        (v) => `const sig = crypto.createHmac("sha256", "${v}").update(body).digest("hex");`,
      ),
      s(
        "java-static-final",
        "password",
        password,
        (v) => `private static final String DB_PASSWORD = "${v}";`,
      ),
      s(
        "java-drivermanager",
        "password",
        password,
        (v) => `Connection c = DriverManager.getConnection("jdbc:postgresql://db/app", "app", "${v}");`,
      ),
      s(
        "java-setter",
        "password",
        password,
        (v) => `HikariConfig cfg = new HikariConfig();\ncfg.setUsername("app");\ncfg.setPassword("${v}");`,
      ),
      s(
        "java-value-annotation",
        "password",
        password,
        (v) => '@Value("${mail.password:' + v + '}")\nprivate String mailPassword;',
      ),
      s(
        "java-keystore-chararray",
        "password",
        password,
        (v) => `KeyStore ks = KeyStore.getInstance("JKS");\nks.load(in, "${v}".toCharArray());`,
      ),
      s("java-props-put", "password", password, (v) => `props.put("ssl.truststore.password", "${v}");`),
      s(
        "java-sasl-jaas",
        "password",
        password,
        (v) =>
          `props.put(SaslConfigs.SASL_JAAS_CONFIG, "org.apache.kafka.common.security.plain.PlainLoginModule required username=\\"u\\" password=\\"${v}\\";");`,
      ),
      s(
        "kotlin-const",
        "api-key",
        base62(32),
        (v) => `companion object {\n    const val WEATHER_API_KEY = "${v}"\n}`,
      ),
      s(
        "kotlin-gradle-signing",
        "password",
        password,
        (v) =>
          `signingConfigs {\n    create("release") {\n        keyAlias = "upload"\n        keyPassword = "${v}"\n    }\n}`,
      ),
      s(
        "groovy-buildconfig",
        "api-key",
        base62(32),
        (v) => `buildConfigField "String", "MAPS_API_KEY", "\\"${v}\\""`,
      ),
      s(
        "scala-case",
        "password",
        password,
        (v) => `val db = DbConfig(user = "etl", password = "${v}", pool = 8)`,
      ),
      s(
        "go-struct-literal",
        "password",
        password,
        (v) => 'cfg := mysql.Config{\n\tUser:   "root",\n\tPasswd: "' + v + '",\n\tNet:    "tcp",\n}',
      ),
      s(
        "go-const-block",
        "secret",
        base62(32),
        (v) => `const (\n\tissuer     = "acme"\n\tsigningKey = "${v}"\n)`,
      ),
      s("go-byte-slice", "secret", base62(32), (v) => `var jwtSecret = []byte("${v}")`),
      s("go-setbasicauth", "password", password, (v) => `req.SetBasicAuth("ci", "${v}")`),
      s("go-flag-default", "token", base62(40), (v) => `token := flag.String("token", "${v}", "API token")`),
      s("rust-const", "api-key", base62(32), (v) => `pub const API_KEY: &str = "${v}";`),
      s(
        "rust-builder",
        "token",
        base62(40),
        (v) => `let res = client.get(url).bearer_auth("${v}").send().await?;`,
      ),
      s(
        "rust-struct-into",
        "password",
        password,
        (v) =>
          `let creds = Credentials::new("noreply@acme.io".to_string(), "${v}".to_string()); // lettre smtp user, password`,
      ),
      s(
        "c-define",
        "password",
        password,
        (v) => `#define WIFI_SSID     "lab-2g"\n#define WIFI_PASSWORD "${v}"`,
      ),
      s("c-array", "password", password, (v) => `static const char mqtt_pass[] = "${v}";`),
      s("cpp-brace", "secret", base62(32), (v) => `const std::string kClientSecret{"${v}"};`),
      s(
        "arduino-begin",
        "password",
        weakPassword,
        (v) => `const char* ssid = "Home";\nconst char* pass = "${v}";\nWiFi.begin(ssid, pass);`,
      ),
      s(
        "csharp-networkcredential",
        "password",
        password,
        (v) => `smtp.Credentials = new NetworkCredential("noreply@acme.io", "${v}");`,
      ),
      s("csharp-verbatim", "password", password, (v) => `var pwd = @"${v}";`),
      s("csharp-property", "secret", base62(40), (v) => `public string ClientSecret { get; set; } = "${v}";`),
      s(
        "csharp-securestring",
        "password",
        password,
        (v) =>
          `var secure = new SecureString();\nforeach (char c in "${v}") secure.AppendChar(c); // admin password`,
      ),
      s(
        "vb-dim",
        "password",
        password,
        (v) => `Dim strPassword As String\nstrPassword = "${v}" ' sa account`,
      ),
      s(
        "php-define",
        "password",
        password,
        (v) => `define('DB_USER', 'wp');\ndefine('DB_PASSWORD', '${v}');`,
      ),
      s(
        "php-array-arrow",
        "password",
        password,
        (v) => `return [\n  'username' => 'shop',\n  'password' => '${v}',\n];`,
      ),
      s(
        "php-pdo",
        "password",
        password,
        (v) => `$pdo = new PDO('mysql:host=127.0.0.1;dbname=shop', 'shop', '${v}');`,
      ),
      s(
        "php-mysqli",
        "password",
        password,
        (v) => `$link = mysqli_connect("localhost", "root", "${v}", "shop");`,
      ),
      s("php-property", "secret", base62(32), (v) => `private string $webhookSecret = '${v}';`),
      s(
        "ruby-symbol",
        "password",
        password,
        (v) => `Mysql2::Client.new(host: "db", username: "root", password: "${v}")`,
      ),
      s(
        "ruby-rocket",
        "password",
        password,
        (v) => `Net::SSH.start("10.0.0.1", "deploy", :password => '${v}')`,
      ),
      s("ruby-env-fetch", "token", base62(32), (v) => `token = ENV.fetch("SERVICE_TOKEN") { "${v}" }`),
      s(
        "ruby-capybara",
        "password",
        weakPassword,
        (v) => `fill_in "Password", with: "${v}"\nclick_button "Log in"`,
      ),
      s(
        "perl-dbi",
        "password",
        password,
        (v) => `my $dbh = DBI->connect("DBI:mysql:shop", "root", '${v}') or die;`,
      ),
      s("perl-my", "password", password, (v) => `my $passwd = q{${v}};`),
      s("swift-let", "api-key", base62(32), (v) => `enum Secrets {\n    static let apiKey = "${v}"\n}`),
      s("objc", "secret", base62(32), (v) => `static NSString *const kAppSecret = @"${v}";`),
      s(
        "dart",
        "password",
        password,
        (v) => `await supabase.auth.signInWithPassword(\n  email: 'qa@acme.io',\n  password: '${v}',\n);`,
      ),
      s(
        "elixir-config",
        "secret",
        base62(64),
        (v) => `config :acme, AcmeWeb.Endpoint,\n  secret_key_base: "${v}"`,
      ),
      s(
        "erlang-tuple",
        "password",
        password,
        (v) => `{epgsql, [{host, "db"}, {username, "app"}, {password, "${v}"}]}.`,
      ),
      s(
        "clojure-map",
        "password",
        password,
        (v) => `(def db {:dbtype "postgresql" :user "app" :password "${v}"})`,
      ),
      s(
        "haskell-record",
        "password",
        password,
        (v) => `defaultConnectInfo { connectHost = "db", connectPassword = "${v}" }`,
      ),
      s(
        "lua-table",
        "password",
        password,
        (v) => `local opts = { host = "127.0.0.1", auth = "${v}" } -- redis password`,
      ),
      s(
        "r-dbconnect",
        "password",
        password,
        (v) => `con <- dbConnect(RPostgres::Postgres(), user = "ana", password = "${v}")`,
      ),
      s("r-sys-setenv", "token", base62(32), (v) => `Sys.setenv(QUALTRICS_API_KEY = "${v}")`),
      s("julia", "token", base62(32), (v) => `const AUTH_TOKEN = "${v}" :: String`),
      s("matlab", "password", password, (v) => `conn = database('sales','ana','${v}'); % user, password`),
      s(
        "powershell-convertto",
        "password",
        password,
        (v) => `$sec = ConvertTo-SecureString "${v}" -AsPlainText -Force`,
      ),
      s("sql-create-user", "password", password, (v) => `CREATE USER 'report'@'%' IDENTIFIED BY '${v}';`),
      s(
        "sql-alter-role",
        "password",
        password,
        (v) => `ALTER ROLE app WITH LOGIN PASSWORD '${v}' VALID UNTIL 'infinity';`,
      ),
      s(
        "sql-mssql-login",
        "password",
        password,
        (v) => `CREATE LOGIN [etl] WITH PASSWORD = N'${v}', CHECK_POLICY = OFF;`,
      ),
      s(
        "sql-pgcrypto",
        "key",
        base62(32),
        (v) => `SELECT pgp_sym_decrypt(ssn, '${v}') FROM people; -- encryption key`,
      ),
      s(
        "vba-connection",
        "password",
        password,
        (v) => `cn.Open "Provider=SQLOLEDB;Data Source=srv;User ID=sa;Password=${v};"`,
      ),
      s(
        "solidity-hardhat",
        "private-key",
        token("0x", "hex", 64),
        (v) =>
          `module.exports = { networks: { sepolia: { url: RPC, accounts: ["${v}"] } } }; // deployer private key`,
      ),
      s("cobol-move", "password", base62(12), (v) => `           MOVE '${v}' TO WS-PASSWORD.`),
      s(
        "react-jsx-prop",
        "api-key",
        base62(32),
        (v) => `<LoadScript googleMapsApiKey="${v}" libraries={["places"]}>`,
      ),
      s(
        "comment-login",
        "password",
        password,
        (v) => `// test login: qa@acme.io / ${v}\nfunc TestLogin(t *testing.T) {`,
      ),
      s(
        "diff-removed",
        "password",
        password,
        (v) => `@@ -11,7 +11,7 @@\n-    "password": "${v}",\n+    "password": os.environ["PW"],`,
      ),
    ],
  },
  harmless: {
    "source-code": [
      {
        id: "py-argparse",
        text: () => 'parser.add_argument("--password", help="database password", required=True)',
      },
      { id: "py-getpass", text: () => 'password = getpass.getpass("Password: ")' },
      {
        id: "js-compare",
        text: () => "if (password !== confirmPassword) throw new Error('passwords do not match');",
      },
      { id: "js-usestate", text: () => 'const [password, setPassword] = useState("");' },
      {
        id: "ts-interface",
        text: () => "interface Credentials { username: string; password: string; token?: string }",
      },
      { id: "java-setter-var", text: () => "user.setPassword(passwordEncoder.encode(dto.getPassword()));" },
      { id: "go-env", text: () => 'token := os.Getenv("API_TOKEN")' },
      { id: "rust-env", text: () => 'let api_key = std::env::var("API_KEY").expect("API_KEY not set");' },
      { id: "php-hash", text: () => "if (password_verify($_POST['password'], $row['password_hash'])) {" },
      {
        id: "ruby-params",
        text: () => "params.require(:user).permit(:email, :password, :password_confirmation)",
      },
      { id: "c-token-enum", text: () => "enum token_type { TOKEN_IDENT, TOKEN_NUMBER, TOKEN_STRING };" },
      { id: "lexer", text: () => 'token = tokens[pos]\nif token.kind == "STRING":\n    key = token.value' },
      { id: "csharp-config", text: () => 'var secret = builder.Configuration["Jwt:Secret"];' },
      { id: "sql-column", text: () => "ALTER TABLE users ADD COLUMN password_hash VARCHAR(255) NOT NULL;" },
      {
        id: "sql-param",
        text: () => "SELECT id FROM users WHERE email = $1 AND password_hash = crypt($2, password_hash)",
      },
      {
        id: "jsx-input",
        text: () =>
          '<input type="password" name="password" placeholder="Enter your password" autoComplete="current-password" />',
      },
      { id: "key-prop", text: () => "{items.map((item) => <Row key={item.id} token={item.token} />)}" },
      { id: "cache-key", text: (r) => `const cacheKey = "user:profile:v${r.int(9)}";` },
      { id: "i18n", text: () => '"login.password": "Password",\n"login.forgot": "Forgot your password?"' },
      { id: "regex-pass", text: () => "const PASSWORD_RE = /^(?=.*[A-Z])(?=.*\\d).{8,}$/;" },
      {
        id: "func-sig",
        text: () =>
          "async def create_access_token(data: dict, expires_delta: timedelta | None = None) -> str:",
      },
      {
        id: "kotlin-keystore",
        text: () => 'keyPassword = providers.gradleProperty("signing.keyPassword").get()',
      },
      { id: "swift-keychain", text: () => "let token = try keychain.get(Keys.accessToken)" },
      {
        id: "max-tokens",
        text: (r) =>
          `response = client.chat(model="m", max_tokens=${100 + r.int(4000)}, tokens=prompt_tokens)`,
      },
      { id: "hash-constant", text: (r) => `EXPECTED_SHA256 = "${r.hex(64)}"  # of the release tarball` },
    ],
  },
} satisfies BlindFile;
