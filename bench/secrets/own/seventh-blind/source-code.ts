import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const key32: Value = (r) => base64(r.bytes(32));

export default {
  secrets: {
    "source-code": [
      secretCase(
        "py-psycopg",
        "password",
        password,
        (v) => `conn = psycopg2.connect(
    host="db.internal", dbname="shop", user="shop", password="${v}"
)`,
      ),
      secretCase(
        "py-django-db",
        "password",
        weakPassword,
        (v) => `DATABASES = {
    'default': {
        'ENGINE': 'django.db.backends.postgresql',
        'USER': 'web',
        'PASSWORD': '${v}',
    }
}`,
      ),
      secretCase(
        "py-django-secret",
        "secret",
        token("django-insecure-", "base36", 50),
        (v) => `SECRET_KEY = '${v}'`,
      ),
      secretCase("py-getenv-default", "password", password, (v) => `DB_PASS = os.getenv("DB_PASS", "${v}")`),
      secretCase(
        "py-requests-auth",
        "password",
        password,
        (v) => `resp = requests.get(url, auth=("svc-report", "${v}"), timeout=10)`,
      ),
      secretCase(
        "py-paramiko",
        "password",
        weakPassword,
        (v) => `ssh.connect("10.0.4.17", 22, "deploy", "${v}", look_for_keys=False)`,
      ),
      secretCase(
        "py-dataclass",
        "api-key",
        base62(32),
        (v) => `@dataclass
class Settings:
    debug: bool = False
    api_key: str = "${v}"`,
      ),
      secretCase(
        "py-smtplib",
        "password",
        password,
        (v) => `server = smtplib.SMTP_SSL("smtp.example.org", 465)
server.login("alerts@example.org", "${v}")`,
      ),
      secretCase(
        "js-object",
        "password",
        password,
        (v) => `module.exports = {
  development: { username: 'root', password: '${v}', dialect: 'mysql' },
};`,
      ),
      secretCase(
        "js-jwt-sign",
        "secret",
        base62(32),
        (v) => `const t = jwt.sign({ sub: user.id }, '${v}', { expiresIn: '1h' });`,
      ),
      secretCase(
        "js-env-or",
        "secret",
        hex(48),
        (v) => `const secret = process.env.SESSION_SECRET || "${v}";`,
      ),
      secretCase(
        "js-session",
        "secret",
        base62(28),
        (v) => `app.use(session({ secret: '${v}', resave: false, saveUninitialized: true }));`,
      ),
      secretCase(
        "js-nodemailer",
        "password",
        password,
        (v) => `const mail = nodemailer.createTransport({
  host: "smtp.example.org",
  auth: { user: "bot@example.org", pass: "${v}" },
});`,
      ),
      secretCase(
        "ts-const",
        "token",
        base62(40),
        (v) => `export const ADMIN_TOKEN: string = "${v}" as const;`,
      ),
      secretCase(
        "ts-headers",
        "api-key",
        hex(32),
        (v) => `const res = await fetch(\`\${base}/v1/jobs\`, {
  headers: { "x-api-key": "${v}", accept: "application/json" },
});`,
      ),
      secretCase(
        "ts-playwright",
        "password",
        weakPassword,
        (v) => `await page.getByLabel("Password").fill("${v}");\nawait page.getByRole("button").click();`,
      ),
      secretCase(
        "ts-mongoose",
        "password",
        password,
        (v) => `await mongoose.connect(uri, { user: "root", pass: "${v}", authSource: "admin" });`,
      ),
      secretCase(
        "go-const",
        "token",
        base62(36),
        (v) => `const (
	defaultTimeout = 30 * time.Second
	authToken      = "${v}"
)`,
      ),
      secretCase(
        "go-struct",
        "password",
        password,
        (v) => `rdb := redis.NewClient(&redis.Options{
	Addr:     "cache:6379",
	Password: "${v}",
	DB:       0,
})`,
      ),
      secretCase("go-setbasicauth", "password", password, (v) => `req.SetBasicAuth("admin", "${v}")`),
      secretCase("go-byte-key", "secret", base62(32), (v) => `var jwtKey = []byte("${v}")`),
      secretCase(
        "go-flag-default",
        "password",
        weakPassword,
        (v) => `pw := flag.String("db-password", "${v}", "password of the database")`,
      ),
      secretCase(
        "java-field",
        "password",
        password,
        (v) => `private static final String KEYSTORE_PASSWORD = "${v}";`,
      ),
      secretCase(
        "java-drivermanager",
        "password",
        password,
        (v) => `Connection c = DriverManager.getConnection(url, "sa", "${v}");`,
      ),
      secretCase(
        "java-setter",
        "password",
        weakPassword,
        (v) => `dataSource.setUsername("app");
dataSource.setPassword("${v}");`,
      ),
      secretCase(
        "java-spring-value",
        "secret",
        base62(24),
        (v) => `@Value("\${app.jwt.secret:${v}}")
private String jwtSecret;`,
      ),
      secretCase(
        "java-chararray",
        "password",
        password,
        (v) =>
          `KeyStore ks = KeyStore.getInstance("JKS");\nks.load(in, "${v}".toCharArray()); // store password`,
      ),
      secretCase(
        "kotlin-val",
        "api-key",
        hex(40),
        (v) => `companion object {
    private const val API_KEY = "${v}"
}`,
      ),
      secretCase(
        "kotlin-gradle-signing",
        "password",
        password,
        (v) => `signingConfigs {
    create("release") {
        storePassword = "${v}"
        keyAlias = "upload"
    }
}`,
      ),
      secretCase(
        "csharp-networkcred",
        "password",
        password,
        (v) => `client.Credentials = new NetworkCredential("svc_mail", "${v}", "CORP");`,
      ),
      secretCase(
        "csharp-property",
        "password",
        weakPassword,
        (v) => `public string SqlPassword { get; set; } = "${v}";`,
      ),
      secretCase(
        "csharp-signing",
        "secret",
        key32,
        (v) => `var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes("${v}"));`,
      ),
      secretCase(
        "php-define",
        "password",
        password,
        (v) => `/** MySQL database password */
define( 'DB_PASSWORD', '${v}' );`,
      ),
      secretCase(
        "php-array",
        "password",
        weakPassword,
        (v) => `'mysql' => [
    'username' => env('DB_USERNAME', 'forge'),
    'password' => env('DB_PASSWORD', '${v}'),
],`,
      ),
      secretCase(
        "php-pdo",
        "password",
        password,
        (v) => `$pdo = new PDO('mysql:host=localhost;dbname=shop', 'shop', '${v}');`,
      ),
      secretCase("php-wp-salt", "secret", base62(64), (v) => `define('SECURE_AUTH_SALT', '${v}');`),
      secretCase(
        "ruby-hash",
        "password",
        password,
        (v) => `ActionMailer::Base.smtp_settings = { user_name: "apikey", password: "${v}", port: 587 }`,
      ),
      secretCase("ruby-fetch", "token", hex(40), (v) => `token = ENV.fetch("DEPLOY_TOKEN") { "${v}" }`),
      secretCase("rust-const", "token", base62(32), (v) => `const API_TOKEN: &str = "${v}";`),
      secretCase(
        "rust-builder",
        "password",
        password,
        (v) => `let opts = PgConnectOptions::new()
    .username("app")
    .password("${v}")
    .database("shop");`,
      ),
      secretCase(
        "swift-let",
        "api-key",
        hex(32),
        (v) => `enum Secrets {
    static let apiKey = "${v}"
}`,
      ),
      secretCase(
        "cpp-wifi",
        "password",
        weakPassword,
        (v) => `const char* ssid = "lab-2g";
const char* password = "${v}";
WiFi.begin(ssid, password);`,
      ),
      secretCase("c-define", "password", password, (v) => `#define MQTT_PASSWORD "${v}"`),
      secretCase("dart", "api-key", base62(39), (v) => `static const String apiKey = '${v}';`),
      secretCase(
        "sql-create-user",
        "password",
        password,
        (v) => `CREATE ROLE reporting WITH LOGIN PASSWORD '${v}';\nGRANT SELECT ON orders TO reporting;`,
      ),
      secretCase(
        "sql-identified",
        "password",
        weakPassword,
        (v) => `ALTER USER 'root'@'localhost' IDENTIFIED WITH caching_sha2_password BY '${v}';`,
      ),
      secretCase(
        "scala",
        "password",
        password,
        (v) => `spark.read.format("jdbc")
  .option("user", "etl").option("password", "${v}").load()`,
      ),
      secretCase(
        "elixir",
        "secret",
        key32,
        (v) => `config :shop, ShopWeb.Endpoint,
  url: [host: "localhost"],
  secret_key_base: "${v}"`,
      ),
      secretCase(
        "powershell-secure",
        "password",
        password,
        (v) => `$pw = ConvertTo-SecureString "${v}" -AsPlainText -Force`,
      ),
      secretCase(
        "r-dbconnect",
        "password",
        password,
        (v) => `con <- dbConnect(RPostgres::Postgres(), user = "ana", password = "${v}")`,
      ),
    ],
  },
  harmless: {
    "source-code": [
      { id: "param", text: () => "function login(username: string, password: string): Promise<Session> {" },
      { id: "getpass", text: () => 'password = getpass.getpass("Password: ")' },
      { id: "env", text: () => "const token = process.env.API_TOKEN;" },
      { id: "hash-call", text: () => "user.passwordHash = await bcrypt.hash(password, 12);" },
      {
        id: "compare",
        text: () => "if (!password || password.length < MIN_PASSWORD_LENGTH) throw new WeakPassword();",
      },
      { id: "go-err", text: () => 'return fmt.Errorf("invalid token: %w", err)' },
      { id: "enum", text: () => "enum TokenKind { Identifier, StringLiteral, Keyword }" },
      { id: "lexer", text: () => "Token token = lexer.nextToken();" },
      {
        id: "i18n",
        text: () => '"password.label": "Password",\n"password.forgot": "Forgot your password?",',
      },
      { id: "sql-column", text: () => "ALTER TABLE users ADD COLUMN password_hash varchar(255) NOT NULL;" },
      {
        id: "react",
        text: () => '<input type="password" name="password" autoComplete="current-password" />',
      },
      { id: "zod", text: () => "password: z.string().min(8).max(72)," },
      { id: "csrf", text: () => '{% csrf_token %}\n<input type="submit" value="Sign in">' },
      { id: "java-getter", text: () => "public String getPassword() { return this.password; }" },
      { id: "key-event", text: () => 'if (event.key === "ArrowDown") moveSelection(1);' },
      { id: "react-key", text: () => "{items.map((item) => <Row key={item.id} token={item.token} />)}" },
      { id: "cache-key", text: (r) => `const cacheKey = "user-profile-v${r.int(9)}";` },
      { id: "secret-manager", text: () => 'secret := client.GetSecret(ctx, "prod-db-password")' },
      {
        id: "rust-fn",
        text: () => "fn parse_token(&mut self, token: &Token) -> Result<Expr, ParseError> {",
      },
      { id: "primary-key", text: () => "id = Column(Integer, primary_key=True)\nforeign_key = 'users.id'" },
      {
        id: "max-tokens",
        text: (r) => `model="claude-sonnet", max_tokens=${r.int(9) + 1}024, temperature=0.2`,
      },
      { id: "test-name", text: () => 'it("rejects a wrong password with 401", async () => {' },
      { id: "php-post", text: () => "$password = $_POST['password'] ?? '';" },
      { id: "header-const", text: () => 'public static final String API_KEY_HEADER = "X-Api-Key";' },
    ],
  },
} satisfies BlindFile;
