import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import {
  ALPHABET,
  base62,
  base64,
  hex,
  password,
  token,
  uuid,
  type Value,
  weakPassword,
} from "../../random.ts";

const mixed: Value = (r) => `${r.base62(5)}#${r.base62(4)}@${r.base62(4)}`;

export default {
  secrets: {
    "source-code": [
      secretCase(
        "py-const",
        "password",
        password,
        (v) => `DB_HOST = "10.0.0.4"\nDB_PASSWORD = "${v}"\n\ndef connect(): ...`,
      ),
      secretCase(
        "py-kwarg",
        "password",
        mixed,
        (v) => `conn = psycopg2.connect(host=HOST, dbname="app", user="app", password='${v}')`,
      ),
      secretCase(
        "py-dict",
        "password",
        password,
        (v) =>
          `DATABASES = {\n    "default": {\n        "ENGINE": "django.db.backends.mysql",\n        "USER": "shop",\n        "PASSWORD": "${v}",\n    }\n}`,
      ),
      secretCase(
        "django-secret-key",
        "secret-key",
        token("django-insecure-", "base36", 50),
        (v) => `# SECURITY WARNING: keep the secret key used in production secret!\nSECRET_KEY = '${v}'`,
      ),
      secretCase(
        "py-getenv-default",
        "password",
        password,
        (v) => `PASSWORD = os.getenv("SMTP_PASSWORD", "${v}")`,
      ),
      secretCase(
        "py-pydantic",
        "password",
        password,
        (v) =>
          `class Settings(BaseSettings):\n    redis_password: SecretStr = SecretStr("${v}")\n    debug: bool = False`,
      ),
      secretCase(
        "py-requests-auth",
        "password",
        weakPassword,
        (v) => `r = requests.get(f"{BASE}/report", auth=HTTPBasicAuth("svc_report", "${v}"), timeout=10)`,
      ),
      secretCase(
        "py-paramiko",
        "password",
        mixed,
        (v) =>
          `ssh = paramiko.SSHClient()\nssh.connect("bastion.acme.io", username="ops", password="${v}", look_for_keys=False)`,
      ),
      secretCase(
        "py-smtp-login",
        "password",
        weakPassword,
        (v) =>
          `with smtplib.SMTP("smtp.acme.io", 587) as s:\n    s.starttls()\n    s.login("noreply@acme.io", "${v}")\n    s.send_message(msg)`,
      ),
      secretCase(
        "flask-config",
        "secret-key",
        hex(48),
        (v) => `app.config["SECRET_KEY"] = "${v}"\napp.config["DEBUG"] = True`,
      ),
      secretCase(
        "jwt-encode",
        "secret-key",
        base62(40),
        (v) => `token = jwt.encode({"sub": user.id}, "${v}", algorithm="HS256")`,
      ),
      secretCase(
        "js-sign",
        "secret-key",
        base62(32),
        (v) => `const t = jwt.sign({ id: user._id }, '${v}', { expiresIn: '7d' });`,
      ),
      secretCase(
        "js-fallback",
        "secret-key",
        base62(24),
        (v) => `const secret = process.env.SESSION_SECRET || "${v}";`,
      ),
      secretCase(
        "express-session",
        "secret-key",
        password,
        (v) =>
          "app.use(session({\n  resave: false,\n  secret: '" + v + "',\n  cookie: { secure: true },\n}));",
      ),
      secretCase(
        "ts-readonly",
        "api-key",
        base62(40),
        (v) =>
          `export class Billing {\n  private readonly apiKey: string = "${v}";\n  constructor(private http: HttpClient) {}\n}`,
      ),
      secretCase(
        "ts-axios-header",
        "token",
        base62(48),
        (v) =>
          `const api = axios.create({\n  baseURL: "https://api.acme.io",\n  headers: { Authorization: \`Bearer ${v}\` },\n});`,
      ),
      secretCase(
        "js-nodemailer",
        "password",
        weakPassword,
        (v) =>
          `nodemailer.createTransport({ host: 'mail.acme.io', port: 465, auth: { user: 'bot', pass: '${v}' } })`,
      ),
      secretCase(
        "playwright-fill",
        "password",
        password,
        (v) =>
          `await page.getByLabel('Email').fill('qa@acme.io');\nawait page.getByLabel('Password').fill('${v}');\nawait page.getByRole('button', { name: 'Sign in' }).click();`,
      ),
      secretCase(
        "cypress-type",
        "password",
        password,
        (v) => `cy.get('input[name=password]').type('${v}{enter}')`,
      ),
      secretCase(
        "selenium-java",
        "password",
        password,
        (v) => `driver.findElement(By.id("password")).sendKeys("${v}");`,
      ),
      secretCase(
        "java-final",
        "password",
        password,
        (v) => `private static final String KEYSTORE_PASSWORD = "${v}";`,
      ),
      secretCase(
        "java-chars",
        "password",
        weakPassword,
        (v) =>
          `KeyStore ks = KeyStore.getInstance("JKS");\nchar[] password = "${v}".toCharArray();\nks.load(in, password);`,
      ),
      secretCase(
        "java-drivermanager",
        "password",
        password,
        (v) =>
          `Connection c = DriverManager.getConnection("jdbc:oracle:thin:@db1:1521/ORCL", "scott", "${v}");`,
      ),
      secretCase(
        "java-setter",
        "password",
        password,
        (v) => `HikariConfig cfg = new HikariConfig();\ncfg.setUsername("app");\ncfg.setPassword("${v}");`,
      ),
      secretCase(
        "spring-value",
        "password",
        password,
        (v) => `@Value("\${mail.password:${v}}")\nprivate String mailPassword;`,
      ),
      secretCase(
        "kotlin-val",
        "api-key",
        base62(36),
        (v) => `object Keys {\n    const val PAYMENTS_API_KEY = "${v}"\n}`,
      ),
      secretCase(
        "gradle-signing",
        "password",
        weakPassword,
        (v) =>
          `signingConfigs {\n    release {\n        storeFile file("release.jks")\n        storePassword "${v}"\n        keyAlias "upload"\n    }\n}`,
      ),
      secretCase(
        "gradle-kts",
        "password",
        password,
        (v) =>
          `maven {\n  url = uri("https://nexus.acme.io/repo")\n  credentials {\n    username = "ci"\n    password = "${v}"\n  }\n}`,
      ),
      secretCase(
        "scala-conf",
        "password",
        password,
        (v) => `val db = Database.forURL(url, user = "sa", password = "${v}", driver = "org.h2.Driver")`,
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
        hex(40),
        (v) => `const (\n\tbaseURL  = "https://api.acme.io"\n\tapiToken = "${v}"\n\tretries  = 3\n)`,
      ),
      secretCase("go-bytes", "secret-key", base62(32), (v) => `var jwtSecret = []byte("${v}")`),
      secretCase("go-setbasicauth", "password", password, (v) => `req.SetBasicAuth("prometheus", "${v}")`),
      secretCase(
        "go-ssh",
        "password",
        mixed,
        (v) => `Auth: []ssh.AuthMethod{\n\t\tssh.Password("${v}"),\n\t},`,
      ),
      secretCase("rust-const", "api-key", base62(32), (v) => `const API_KEY: &str = "${v}";`),
      secretCase(
        "rust-builder",
        "password",
        password,
        (v) =>
          `let opts = PgConnectOptions::new()\n    .host("db")\n    .username("app")\n    .password("${v}")\n    .database("app");`,
      ),
      secretCase(
        "rust-creds",
        "password",
        password,
        (v) => `let creds = Credentials::new("smtp_user".to_owned(), "${v}".to_owned());`,
      ),
      secretCase(
        "c-define",
        "password",
        weakPassword,
        (v) => `#include <WiFi.h>\n#define WIFI_SSID "acme-iot"\n#define WIFI_PASS "${v}"\n`,
      ),
      secretCase(
        "arduino-const",
        "password",
        weakPassword,
        (v) =>
          `const char* ssid     = "HomeNet";\nconst char* password = "${v}";\nvoid setup() { WiFi.begin(ssid, password); }`,
      ),
      secretCase("cpp-string", "secret-key", hex(64), (v) => `static const std::string kHmacSecret{"${v}"};`),
      secretCase(
        "curl-easyopt",
        "password",
        password,
        (v) => `curl_easy_setopt(curl, CURLOPT_USERPWD, "deploy:${v}");`,
      ),
      secretCase(
        "cs-credential",
        "password",
        password,
        (v) => `client.Credentials = new NetworkCredential("reports@acme.io", "${v}");`,
      ),
      secretCase(
        "cs-verbatim",
        "password",
        password,
        (v) => `public string DbPassword { get; set; } = @"${v}";`,
      ),
      secretCase(
        "cs-symmetric",
        "secret-key",
        base62(48),
        (v) => `var key = new SymmetricSecurityKey(Encoding.UTF8.GetBytes("${v}"));`,
      ),
      secretCase(
        "vb",
        "password",
        password,
        (v) => `Dim strPwd As String = "${v}"\nconn.Open("DSN=acme", "sa", strPwd)`,
      ),
      secretCase(
        "php-define",
        "password",
        password,
        (v) =>
          `define( 'DB_USER', 'wp' );\ndefine( 'DB_PASSWORD', '${v}' );\ndefine( 'DB_HOST', 'localhost' );`,
      ),
      secretCase(
        "wp-salt",
        "secret-key",
        (r) => r.chars(`${ALPHABET.base62}!@#%^&*()-_[]{}<>~+=:?|`, 64),
        (v) => `define('AUTH_KEY',         '${v}');\ndefine('WP_DEBUG', false);`,
      ),
      secretCase(
        "php-pdo",
        "password",
        password,
        (v) => `$pdo = new PDO('mysql:host=db;dbname=shop', 'shop', '${v}', [PDO::ATTR_ERRMODE => 2]);`,
      ),
      secretCase(
        "php-array",
        "password",
        password,
        (v) =>
          `return [\n    'mail' => [\n        'username' => 'web1',\n        'password' => '${v}',\n    ],\n];`,
      ),
      secretCase(
        "php-mysqli",
        "password",
        weakPassword,
        (v) => `$link = mysqli_connect("127.0.0.1", "root", "${v}", "shop") or die("x");`,
      ),
      secretCase(
        "rb-hash",
        "password",
        password,
        (v) => `Net::SSH.start('web1', 'deploy', password: '${v}') { |s| puts s.exec!('uptime') }`,
      ),
      secretCase(
        "rb-rocket",
        "api-key",
        hex(32),
        (v) => `Geocoder.configure(:lookup => :google, :api_key => "${v}", :timeout => 5)`,
      ),
      secretCase(
        "devise",
        "secret-key",
        hex(128),
        (v) => `Devise.setup do |config|\n  config.secret_key = '${v}'\nend`,
      ),
      secretCase(
        "elixir",
        "secret-key",
        token("", "base64", 64),
        (v) => `config :shop, ShopWeb.Endpoint,\n  url: [host: "localhost"],\n  secret_key_base: "${v}"`,
      ),
      secretCase(
        "erlang",
        "password",
        password,
        (v) =>
          `{ok, C} = epgsql:connect(#{host => "db", username => "app", password => "${v}", timeout => 4000}).`,
      ),
      secretCase(
        "perl-dbi",
        "password",
        password,
        (v) => `my $dbh = DBI->connect("dbi:Pg:dbname=app", "app", "${v}", { RaiseError => 1 });`,
      ),
      secretCase("perl-var", "password", mixed, (v) => `use strict;\nmy $passwd = '${v}';\n`),
      secretCase("swift", "token", base62(40), (v) => `struct API {\n    static let accessToken = "${v}"\n}`),
      secretCase("objc", "api-key", base62(32), (v) => `static NSString *const kAPISecret = @"${v}";`),
      secretCase(
        "dart",
        "api-key",
        uuid,
        (v) => `final headers = {'x-api-key': '${v}', 'accept': 'application/json'};`,
      ),
      secretCase(
        "lua",
        "password",
        password,
        (v) => `local ok, err = red:auth("${v}")\nif not ok then ngx.log(ngx.ERR, err) end`,
      ),
      secretCase(
        "r-dbconnect",
        "password",
        password,
        (v) => `con <- dbConnect(RPostgres::Postgres(), host = "dw", user = "analyst", password = "${v}")`,
      ),
      secretCase(
        "julia",
        "token",
        base62(32),
        (v) => `conn = LibPQ.Connection("host=dw"); ENV["API_TOKEN"] = "${v}"`,
      ),
      secretCase(
        "ps-securestring",
        "password",
        mixed,
        (v) =>
          `$pw = ConvertTo-SecureString '${v}' -AsPlainText -Force\n$cred = New-Object PSCredential ('ACME\\svc', $pw)`,
      ),
      secretCase(
        "bash-var",
        "password",
        password,
        (v) =>
          `#!/usr/bin/env bash\nset -euo pipefail\nPGPASSWORD='${v}'\nexport PGPASSWORD\npsql -h db -U app -c 'select 1'`,
      ),
      secretCase(
        "sql-create-user",
        "password",
        password,
        (v) =>
          `CREATE USER report WITH LOGIN PASSWORD '${v}';\nGRANT SELECT ON ALL TABLES IN SCHEMA public TO report;`,
      ),
      secretCase(
        "mysql-identified",
        "password",
        password,
        (v) => `ALTER USER 'root'@'localhost' IDENTIFIED WITH mysql_native_password BY '${v}';`,
      ),
      secretCase(
        "tsql-login",
        "password",
        mixed,
        (v) => `CREATE LOGIN [acme_app] WITH PASSWORD = N'${v}', CHECK_POLICY = ON;`,
      ),
      secretCase(
        "oracle-identified",
        "password",
        weakPassword,
        (v) => `CREATE USER hr IDENTIFIED BY "${v}" DEFAULT TABLESPACE users;`,
      ),
      secretCase(
        "mongo-createuser",
        "password",
        password,
        (v) => `db.createUser({ user: "app", pwd: "${v}", roles: ["readWrite"] })`,
      ),
      secretCase(
        "clojure",
        "password",
        password,
        (v) => `(def db-spec {:dbtype "postgresql" :user "app" :password "${v}"})`,
      ),
      secretCase(
        "haskell",
        "password",
        password,
        (v) => `conn <- connect defaultConnectInfo { connectUser = "app", connectPassword = "${v}" }`,
      ),
      secretCase(
        "cobol-free-matlab",
        "password",
        password,
        (v) => `opts = weboptions('Username','sensor','Password','${v}');`,
      ),
      secretCase(
        "graphql-mutation",
        "password",
        password,
        (v) => `mutation { login(email: "qa@acme.io", password: "${v}") { token } }`,
      ),
      secretCase(
        "comment",
        "password",
        weakPassword,
        (v) =>
          `function login(user) {\n  // admin password is ${v} on staging\n  return post("/login", user);\n}`,
      ),
      secretCase(
        "b64-inline",
        "password",
        (r) => `svc:${password(r)}`,
        (v) => `headers["Authorization"] = "Basic ${v}"`,
        "base64",
      ),
      secretCase(
        "aes-key-py",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) => `fernet = Fernet(b"${v}")`,
      ),
    ],
  },
  harmless: {
    "source-code": [
      { id: "prompt", text: () => 'password = getpass.getpass("Password: ")' },
      { id: "env", text: () => "const password = process.env.DB_PASSWORD ?? '';" },
      {
        id: "func",
        text: () =>
          "def verify_password(plain_password: str, hashed_password: str) -> bool:\n    return pwd_context.verify(plain_password, hashed_password)",
      },
      {
        id: "type",
        text: () => "interface Login { username: string; password: string; rememberMe?: boolean }",
      },
      {
        id: "compare",
        text: () => 'if (password !== confirmPassword) { setError("Passwords do not match"); }',
      },
      {
        id: "label",
        text: () =>
          '<label for="password">Password</label><input type="password" id="password" autocomplete="current-password">',
      },
      {
        id: "reset",
        text: () => "user.resetPasswordToken = undefined;\nuser.resetPasswordExpires = undefined;",
      },
      { id: "tokenize", text: () => "let tokens = tokenizer.encode(text); let token = tokens[index];" },
      { id: "key", text: () => "for (const key of Object.keys(secrets)) delete secrets[key];" },
      {
        id: "go-field",
        text: () => 'type Config struct {\n\tPassword string `yaml:"password" env:"APP_PASSWORD"`\n}',
      },
      { id: "migration", text: () => 't.string :encrypted_password, null: false, default: ""' },
      { id: "i18n", text: () => '"password.too_short": "Password must have at least 12 characters"' },
      { id: "sql", text: () => "SELECT id, password_hash, reset_token FROM users WHERE email = $1;" },
      {
        id: "regex",
        text: () => "const strong = /^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d@$!%*?&]{8,}$/.test(password);",
      },
      { id: "cancel", text: () => "public async Task Run(CancellationToken cancellationToken = default)" },
      {
        id: "csrf",
        text: () => "const csrfToken = document.querySelector('meta[name=csrf-token]').content;",
      },
      { id: "mask", text: (r) => `logger.info("connecting with password %s", "*".repeat(${r.int(9)}));` },
      {
        id: "hash-check",
        text: () => "const ok = await bcrypt.compare(req.body.password, user.passwordHash);",
      },
      {
        id: "enum",
        text: () => "enum TokenType { ACCESS = 'access', REFRESH = 'refresh', PASSWORD = 'password' }",
      },
      { id: "import", text: () => "import { PasswordInput } from '@/components/password-input';" },
      {
        id: "jsx",
        text: () =>
          '<Input type="password" placeholder="Enter your password" value={password} onChange={onChange} />',
      },
      { id: "test-name", text: () => 'it("returns 401 when the token is missing", async () => {})' },
      { id: "java-get", text: () => 'String password = config.getString("db.password");' },
    ],
  },
} satisfies BlindFile;
