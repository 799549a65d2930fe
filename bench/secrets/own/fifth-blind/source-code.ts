import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { base62, hex, password, token, weakPassword } from "../../random.ts";

const pw = (id: string, text: Template["text"], encoding?: Encoding) => secret(id, password, text, encoding);
const weak = (id: string, text: Template["text"]) => secret(id, weakPassword, text);
const secret = (id: string, value: Template["value"], text: Template["text"], encoding?: Encoding) =>
  s(id, "password", value, text, encoding);
const key = (id: string, text: Template["text"]) => s(id, "api-key", base62(32), text);

export default {
  secrets: {
    "source-code": [
      pw("py-const", (v) => `DB_HOST = "10.0.0.4"\nDB_PASSWORD = "${v}"\n`),
      pw(
        "py-kwargs",
        (v) => `conn = psycopg2.connect(host="db", user="app", password='${v}', dbname="shop")`,
      ),
      weak(
        "py-smtp-login",
        (v) => `server = smtplib.SMTP("mail.acme.io", 587)\nserver.login("bot@acme.io", "${v}")`,
      ),
      weak("py-requests-auth", (v) => `r = requests.get(url, auth=("admin", "${v}"), timeout=5)`),
      key("py-dict-header", (v) => `headers = {"X-Api-Key": "${v}", "Accept": "application/json"}`),
      weak("py-default-arg", (v) => `def connect(host="localhost", user="root", passwd="${v}"):\n    pass`),
      pw("py-getenv-default", (v) => `PASSWORD = os.getenv("ADMIN_PASSWORD", "${v}")`),
      pw("py-paramiko", (v) => `ssh.connect("10.1.2.3", port=22, username="deploy", password="${v}")`),
      key(
        "py-class-attr",
        (v) => `class Settings(BaseSettings):\n    api_key: str = "${v}"\n    debug: bool = False`,
      ),
      pw("js-const", (v) => `const dbPassword = '${v}';`),
      pw("js-object", (v) => `const pool = new Pool({ host: 'db', user: 'app', password: '${v}', max: 5 })`),
      key("js-env-or", (v) => `const apiKey = process.env.API_KEY || "${v}";`),
      key("ts-nullish", (v) => `export const authToken: string = Bun.env.AUTH_TOKEN ?? \`${v}\`;`),
      key("js-jwt-sign", (v) => `const t = jwt.sign({ id: user.id }, "${v}", { expiresIn: "1h" });`),
      weak(
        "js-mongoose",
        (v) => `mongoose.connect(uri, { user: "root", pass: "${v}", authSource: "admin" })`,
      ),
      weak("js-nodemailer", (v) => `  auth: {\n    user: "noreply@acme.io",\n    pass: "${v}",\n  },`),
      weak("js-playwright", (v) => `await page.getByLabel("Password").fill("${v}");`),
      weak("js-cypress", (v) => `cy.get('input[name=password]').type('${v}{enter}')`),
      key("js-axios-bearer", (v) => "axios.defaults.headers.common['Authorization'] = " + `'Bearer ${v}';`),
      weak("js-compare", (v) => `if (req.body.password === "${v}") {\n  return next();\n}`),
      key(
        "js-session",
        (v) => `app.use(session({ secret: "${v}", resave: false, saveUninitialized: true }));`,
      ),
      pw("java-field", (v) => `private static final String DB_PASSWORD = "${v}";`),
      pw("java-drivermanager", (v) => `Connection c = DriverManager.getConnection(url, "scott", "${v}");`),
      pw("java-setter", (v) => `ds.setUsername("app");\nds.setPassword("${v}");`),
      pw("java-keystore", (v) => `ks.load(new FileInputStream("server.jks"), "${v}".toCharArray());`),
      pw("java-value", (v) => `@Value("\${spring.mail.password:${v}}")\nprivate String mailPassword;`),
      weak("java-authenticator", (v) => `return new PasswordAuthentication("bot", "${v}");`),
      pw("java-builder", (v) => `var cfg = Config.builder().user("app").password("${v}").build();`),
      pw("kotlin-val", (v) => `val keystorePassword: String = "${v}"`),
      pw(
        "kotlin-gradle",
        (v) => `signingConfigs {\n    create("release") {\n        storePassword = "${v}"\n    }\n}`,
      ),
      key("go-const", (v) => `const (\n\tbaseURL = "https://api.acme.io"\n\tapiKey  = "${v}"\n)`),
      weak("go-basicauth", (v) => `req.SetBasicAuth("admin", "${v}")`),
      pw("go-struct", (v) => `opts := &redis.Options{\n\tAddr:     "cache:6379",\n\tPassword: "${v}",\n}`),
      key("go-header-set", (v) => `req.Header.Set("Authorization", "Bearer "+"${v}")`),
      key("rust-const", (v) => `const API_TOKEN: &str = "${v}";`),
      pw(
        "rust-builder",
        (v) => `let c = PgConnectOptions::new().host("db").username("app").password("${v}");`,
      ),
      pw("cs-property", (v) => `public string Password { get; set; } = "${v}";`),
      weak("cs-networkcred", (v) => `client.Credentials = new NetworkCredential("svc-backup", "${v}");`),
      pw("cs-verbatim", (v) => `var cs = @"Server=db;Database=shop;User Id=sa;Password=${v};";`),
      pw("php-array", (v) => `return [\n    'username' => 'app',\n    'password' => '${v}',\n];`),
      pw("php-define", (v) => `define('DB_PASSWORD', '${v}');`),
      weak("php-mysqli", (v) => `$link = mysqli_connect("localhost", "root", "${v}", "shop");`),
      weak("php-pdo", (v) => `$pdo = new PDO('mysql:host=db;dbname=shop', 'app', '${v}');`),
      pw("ruby-hash", (v) => `Mysql2::Client.new(host: "db", username: "app", password: "${v}")`),
      key("swift-let", (v) => `    private let apiSecret = "${v}"`),
      key("objc-define", (v) => `#define kAPISecret @"${v}"`),
      pw("c-define", (v) => `#define WIFI_SSID "lab"\n#define WIFI_PASSWORD "${v}"`),
      weak(
        "arduino-begin",
        (v) => `const char* ssid = "home";\nconst char* pass = "${v}";\nWiFi.begin(ssid, pass);`,
      ),
      key("elixir", (v) => `config :app, AppWeb.Endpoint, secret_key_base: "${v}"`),
      pw("perl-dbi", (v) => `my $dbh = DBI->connect("dbi:mysql:shop", "app", "${v}", { RaiseError => 1 });`),
      pw("r-dbconnect", (v) => `con <- dbConnect(RPostgres::Postgres(), user = "app", password = "${v}")`),
      pw("powershell-secure", (v) => `$p = ConvertTo-SecureString "${v}" -AsPlainText -Force`),
      pw("sql-create-user", (v) => `CREATE USER 'app'@'%' IDENTIFIED BY '${v}';`),
      pw("sql-alter-role", (v) => `ALTER ROLE app WITH LOGIN ENCRYPTED PASSWORD '${v}';`),
      s(
        "lua",
        "token",
        hex(40),
        (v) => `local auth_token = "${v}"\nngx.req.set_header("X-Auth", auth_token)`,
      ),
      s(
        "diff-line",
        "secret",
        token("", "base64url", 43),
        (v) => `@@ -3,2 +3,2 @@\n-client_secret = "${v}"\n+client_secret = env`,
      ),
    ],
  },
  harmless: {
    "source-code": [
      { id: "getpass", text: () => 'password = getpass.getpass("Password: ")' },
      {
        id: "type-field",
        text: () => "interface Login {\n  user: string;\n  password: string;\n  token?: string | null;\n}",
      },
      { id: "zod", text: () => "password: z.string().min(12).max(128)," },
      { id: "hash-call", text: () => "user.passwordHash = await bcrypt.hash(password, SALT_ROUNDS);" },
      {
        id: "compare-empty",
        text: () => 'if (password === "" || password !== confirmPassword) throw new Error("x");',
      },
      { id: "java-getter", text: () => "String token = request.getHeader(AUTHORIZATION);" },
      { id: "go-env", text: () => 'apiKey := os.Getenv("ACME_API_KEY")' },
      { id: "rust-env", text: () => 'let token = std::env::var("API_TOKEN").expect("API_TOKEN missing");' },
      {
        id: "lexer",
        text: () => "const token = lexer.next();\nif (token.kind === TokenKind.Identifier) advance();",
      },
      {
        id: "csrf-meta",
        text: () => "const csrfToken = document.querySelector('meta[name=csrf-token]').content;",
      },
      {
        id: "i18n",
        text: () => '"login.password": "Your password", "login.forgot": "Forgot your password?"',
      },
      {
        id: "html-input",
        text: () => '<input type="password" name="password" autocomplete="current-password">',
      },
      { id: "react-key", text: () => "{rows.map((row) => <Row key={row.id} secret={false} />)}" },
      { id: "cs-config", text: () => 'var password = Configuration["Smtp:Password"];' },
      { id: "php-post", text: () => "$password = $_POST['password'] ?? null;" },
      { id: "ruby-env", text: () => 'password: <%= ENV.fetch("DATABASE_PASSWORD") %>' },
      { id: "key-code", text: () => 'if (event.key === "Enter" && event.shiftKey) submit();' },
      {
        id: "max-tokens",
        text: (r) => `const maxTokens = ${4096 + r.int(9999)}; // output tokens per request`,
      },
      { id: "cache-key", text: (r) => `const cacheKey = "user:profile:${r.word()}:v2";` },
      {
        id: "primary-key",
        text: () => "ALTER TABLE orders ADD PRIMARY KEY (id), ADD KEY user_idx (user_id);",
      },
      { id: "password-regex", text: () => "const PASSWORD_PATTERN = /^(?=.*[A-Z])(?=.*\\d).{12,}$/;" },
      { id: "error-message", text: () => 'throw new AuthError("invalid password or token");' },
      {
        id: "sql-column",
        text: () => "password_hash VARCHAR(255) NOT NULL, reset_token_expires_at TIMESTAMP",
      },
      {
        id: "py-import",
        text: () => "from secrets import token_urlsafe\nfrom app.auth import password_reset_token",
      },
    ],
  },
} satisfies BlindFile;
