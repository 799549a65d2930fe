import type { BlindFile } from "../../blind.ts";
import { secretCase as c } from "../../corpus-case.ts";
import { base62, base64, hex, password, type Value, weakPassword } from "../../random.ts";

const P = "password";
const odd: Value = (r) => `${r.word()}@${r.base62(4)}/${r.base62(4)}?#${r.word()}`;
const amp: Value = (r) => `${r.Word()}&${r.base62(5)}<${r.word()}"${r.base62(2)}`;
const key64: Value = (r) => base64(r.bytes(64));

export default {
  secrets: {
    "connection-strings": [
      c(
        "pg-env",
        P,
        password,
        (v) => `DATABASE_URL=postgresql://app:${v}@db.acme.io:5432/shop?sslmode=require`,
      ),
      c("pg-odd", P, odd, (v) => `url = "postgres://app:${v}@db:5432/shop"`, "url"),
      c(
        "pg-dsn",
        P,
        password,
        (v) => `dsn := "host=db user=app password=${v} dbname=shop port=5432 sslmode=disable"`,
      ),
      c(
        "pg-psql-arg",
        P,
        password,
        (v) => `psql "postgresql://postgres.abc:${v}@aws-0-eu.pooler.supabase.com:6543/postgres"`,
      ),
      c(
        "pg-sqlalchemy",
        P,
        password,
        (v) => `engine = create_engine("postgresql+asyncpg://app:${v}@localhost/app")`,
      ),
      c("pg-query", P, password, (v) => `jdbc:postgresql://db:5432/shop?user=app&password=${v}&ssl=true`),
      c("pg-error", P, password, (v) => `Error: P1001: Can't reach database at postgres://u:${v}@10.0.0.1/x`),
      c("mysql-url", P, password, (v) => `mysql://root:${v}@127.0.0.1:3306/wordpress`),
      c(
        "mysql-pymysql",
        P,
        weakPassword,
        (v) => `SQLALCHEMY_DATABASE_URI: mysql+pymysql://root:${v}@mysql/app?charset=utf8`,
      ),
      c(
        "mysql-go",
        P,
        password,
        (v) => `db, err := sql.Open("mysql", "app:${v}@tcp(db:3306)/shop?parseTime=true")`,
      ),
      c(
        "mysql-jdbc-xml",
        P,
        amp,
        (v) => `<property name="url" value="jdbc:mysql://db/x"/>\n<property name="password" value="${v}"/>`,
        "xml",
      ),
      c(
        "mongo-srv",
        P,
        password,
        (v) => `mongoose.connect("mongodb+srv://app:${v}@cluster0.ab1cd.mongodb.net/shop")`,
      ),
      c("mongo-multi", P, password, (v) => `mongodb://root:${v}@m1:27017,m2:27017,m3:27017/?replicaSet=rs0`),
      c(
        "mongo-ask",
        P,
        weakPassword,
        (v) => `why does mongodb://admin:${v}@localhost:27017 say auth failed?`,
      ),
      c("redis-nouser", P, password, (v) => `REDIS_URL=redis://:${v}@cache:6379/0`),
      c("rediss-default", P, base62(44), (v) => `rediss://default:${v}@eu1-fond-owl-31.upstash.io:6379`),
      c(
        "redis-stackexchange",
        P,
        password,
        (v) => `"Redis": "acme.redis.cache.windows.net:6380,password=${v},ssl=True"`,
      ),
      c("celery", P, password, (v) => `broker_url = 'amqp://worker:${v}@rabbit:5672//'`),
      c(
        "amqps-log",
        P,
        password,
        (v) => `Connected to amqps://guest:${v}@b-1.mq.eu-west-1.amazonaws.com:5671`,
      ),
      c(
        "ado-sql",
        P,
        password,
        (v) => `Server=tcp:acme.database.windows.net,1433;Database=x;User ID=sa;Password=${v};`,
      ),
      c(
        "ado-pwd",
        P,
        weakPassword,
        (v) => `Data Source=SQL01;Initial Catalog=ERP;uid=erp;pwd=${v};MultipleActiveResultSets=true`,
      ),
      c(
        "ado-json",
        P,
        amp,
        (v) => `{"ConnectionStrings":{"Default":"Host=db;Username=app;Password=${v}"}}`,
        "json",
      ),
      c(
        "ado-xml",
        P,
        password,
        (v) =>
          `<add name="Main" connectionString="Server=db;User Id=sa;Password=${v}" ` +
          `providerName="System.Data.SqlClient"/>`,
      ),
      c(
        "odbc",
        P,
        password,
        (v) => `DRIVER={ODBC Driver 18 for SQL Server};SERVER=db;UID=app;PWD=${v};Encrypt=yes`,
      ),
      c(
        "odbc-braces",
        P,
        password,
        (v) => `Driver={MySQL ODBC 8.0};Server=db;User=root;Password={${v}};Option=3;`,
      ),
      c("odbc-dsn-py", P, weakPassword, (v) => `pyodbc.connect("DSN=warehouse;UID=etl;PWD=${v}")`),
      c(
        "jdbc-sqlserver",
        P,
        password,
        (v) => `jdbc:sqlserver://db:1433;databaseName=x;user=sa;password=${v};encrypt=false`,
      ),
      c("jdbc-oracle", P, weakPassword, (v) => `jdbc:oracle:thin:scott/${v}@db1:1521:ORCL`),
      c(
        "jdbc-snowflake",
        P,
        password,
        (v) => `jdbc:snowflake://ab1.eu.snowflakecomputing.com/?user=etl&password=${v}&warehouse=w`,
      ),
      c(
        "snowflake-url",
        P,
        password,
        (v) => `snowflake://etl:${v}@ab1-xy2/prod/public?warehouse=wh&role=etl`,
      ),
      c("clickhouse", P, password, (v) => `clickhouse://default:${v}@ch:9440/logs?secure=true`),
      c("smtp-url", P, password, (v) => `MAILER_DSN=smtp://no-reply%40acme.io:${v}@mail.acme.io:587`),
      c("smtp-django", P, odd, (v) => `EMAIL_URL=smtp+tls://jo:${v}@smtp.acme.io:587`, "url"),
      c("imap", P, password, (v) => `imaps://jo%40acme.io:${v}@imap.acme.io:993/INBOX`),
      c("ftp", P, weakPassword, (v) => `lftp -e "mirror -R dist /www; quit" ftp://web:${v}@ftp.acme.io`),
      c("sftp", P, password, (v) => `sftp://upload:${v}@files.acme.io:22/incoming`),
      c("proxy", P, weakPassword, (v) => `export https_proxy=http://jo:${v}@proxy.corp:3128`),
      c(
        "git-https",
        P,
        base62(24),
        (v) => `fatal: unable to access 'https://ci:${v}@git.acme.io/a.git/': 502`,
      ),
      c("sentry-dsn", "secret", hex(32), (v, r) => `SENTRY_DSN=https://${r.hex(32)}:${v}@sentry.acme.io/4`),
      c(
        "azure-storage",
        "api-key",
        key64,
        (v) =>
          `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${v};EndpointSuffix=core.windows.net`,
      ),
      c("ldap", P, password, (v) => `ldap_url: "ldaps://cn=svc:${v}@ldap.acme.io:636/dc=acme"`),
      c("elastic", P, password, (v) => `ELASTICSEARCH_HOSTS=https://elastic:${v}@es01:9200`),
      c(
        "kafka-jaas",
        P,
        password,
        (v) => `sasl.jaas.config=o.a.k.PlainLoginModule required username="app" password="${v}";`,
      ),
      c("neo4j", P, weakPassword, (v) => `NEO4J_AUTH=neo4j/${v}`),
      c("rtsp", P, weakPassword, (v) => `ffplay rtsp://admin:${v}@192.168.1.64:554/Streaming/Channels/101`),
      c(
        "pg-cut-line",
        P,
        password,
        (v) => `DATABASES = {"default": dj_database_url.parse(\n  "postgres://u:${v}@h/db")}`,
      ),
    ],
  },
  harmless: {
    "connection-strings": [
      { id: "no-creds", text: () => "postgresql://localhost:5432/shop?sslmode=disable" },
      { id: "user-only", text: () => "psql postgres://app@db.acme.io/shop" },
      { id: "var", text: () => "DATABASE_URL=postgres://${DB_USER}:${DB_PASSWORD}@${DB_HOST}:5432/app" },
      { id: "placeholder", text: () => "mysql://<user>:<password>@<host>:3306/<database>" },
      { id: "masked", text: () => "Connecting to postgres://app:****@db:5432/shop" },
      {
        id: "integrated",
        text: () => "Server=SQL01;Database=ERP;Integrated Security=true;TrustServerCertificate=true",
      },
      { id: "redis-plain", text: () => "redis://cache:6379/0" },
      { id: "amqp-vhost", text: (r) => `amqp://rabbit:5672/${r.word()}` },
      { id: "ssh-git", text: (r) => `git@github.com:acme/${r.word()}.git` },
      { id: "mailto", text: () => "mailto:help@acme.io?subject=Password%20reset" },
      { id: "port", text: (r) => `http://localhost:${3000 + r.int(999)}/@vite/client` },
      { id: "npm-scope", text: () => "https://unpkg.com/@acme/ui@2.1.0/dist/index.js" },
      { id: "sqlite", text: (r) => `sqlite:////var/lib/${r.word()}.db` },
      { id: "fstring", text: () => 'url = f"postgresql://{user}:{password}@{host}/{name}"' },
      { id: "jdbc-plain", text: () => "jdbc:mysql://db:3306/shop?useSSL=false&serverTimezone=UTC" },
      { id: "mongo-local", text: () => "mongodb://127.0.0.1:27017/test?directConnection=true" },
      { id: "medium", text: (r) => `https://medium.com/@${r.word()}/tokens-${r.hex(12)}` },
      { id: "trusted", text: () => "Data Source=.;Initial Catalog=x;Trusted_Connection=yes;" },
      { id: "refused", text: () => "connect ECONNREFUSED 127.0.0.1:5432" },
      { id: "docker-host", text: () => "DOCKER_HOST=tcp://10.0.0.2:2376" },
      { id: "sentry-public", text: () => "Put the DSN from Settings > Client Keys into SENTRY_DSN." },
      { id: "time", text: () => "Deployed at 12:30:45@main by ops" },
      { id: "maps", text: (r) => `https://www.google.com/maps/@52.5${r.int(99)},13.4,15z` },
      { id: "format-doc", text: () => "The format is scheme://user:password@host:port/database." },
    ],
  },
} satisfies BlindFile;
