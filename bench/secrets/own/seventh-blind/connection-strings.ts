import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const odd: Value = token("", "printable", 16);
const b64key: Value = (r) => base64(r.bytes(32));

export default {
  secrets: {
    "connection-strings": [
      secretCase(
        "postgres-env",
        "password",
        password,
        (v) => `DATABASE_URL=postgresql://app:${v}@db:5432/shop?sslmode=require`,
      ),
      secretCase("postgres-encoded", "password", odd, (v) => `postgres://app:${v}@10.0.0.4/shop`, "url"),
      secretCase(
        "postgres-asyncpg",
        "password",
        password,
        (v) => `engine = create_async_engine("postgresql+asyncpg://app:${v}@localhost/shop", echo=True)`,
      ),
      secretCase(
        "postgres-prisma",
        "password",
        password,
        (v) => `datasource db {
  provider = "postgresql"
  url      = "postgresql://prisma:${v}@localhost:5432/app?schema=public"
}`,
      ),
      secretCase(
        "postgres-query",
        "password",
        weakPassword,
        (v) => `postgresql:///shop?host=/var/run/pg&user=app&password=${v}`,
      ),
      secretCase(
        "libpq-kv",
        "password",
        password,
        (v) => `psql "host=db port=5432 dbname=shop user=app password=${v}"`,
      ),
      secretCase(
        "libpq-quoted",
        "password",
        (r) => `${r.word()} ${password(r)}`,
        (v) => `dsn := "host=db user=app password='${v}' sslmode=disable"`,
      ),
      secretCase(
        "supabase-pooler",
        "password",
        base62(16),
        (v, r) =>
          `postgres://postgres.${r.hex(20)}:${v}@aws-0-eu-central-1.pooler.supabase.com:6543/postgres`,
      ),
      secretCase(
        "mysql-url",
        "password",
        weakPassword,
        (v) => `mysql://root:${v}@127.0.0.1:3306/wp?charset=utf8mb4`,
      ),
      secretCase(
        "mysql-go",
        "password",
        password,
        (v) => `db, err := sql.Open("mysql", "app:${v}@tcp(db:3306)/shop?parseTime=true")`,
      ),
      secretCase(
        "mysql-pymysql",
        "password",
        password,
        (v) => `SQLALCHEMY_DATABASE_URI = 'mysql+pymysql://web:${v}@db/web'`,
      ),
      secretCase(
        "mongo-srv",
        "password",
        base62(16),
        (v) => `mongodb+srv://admin:${v}@cluster0.ab1cd.mongodb.net/?retryWrites=true&w=majority`,
      ),
      secretCase(
        "mongo-replica",
        "password",
        password,
        (v) => `mongodb://app:${v}@m1:27017,m2:27017,m3:27017/shop?replicaSet=rs0&authSource=admin`,
      ),
      secretCase(
        "mongo-shell",
        "password",
        weakPassword,
        (v) => `mongorestore --uri="mongodb://root:${v}@localhost" dump/`,
      ),
      secretCase("redis-no-user", "password", password, (v) => `REDIS_URL=redis://:${v}@cache:6379/0`),
      secretCase(
        "rediss-user",
        "password",
        base62(32),
        (v) => `rediss://default:${v}@eu1-fast.upstash.io:6379`,
      ),
      secretCase(
        "redis-celery",
        "password",
        password,
        (v) => `app = Celery("tasks", broker="redis://:${v}@redis:6379/1")`,
      ),
      secretCase(
        "redis-stackexchange",
        "password",
        password,
        (v) => `"Redis": "cache.example.org:6380,password=${v},ssl=True,abortConnect=False"`,
      ),
      secretCase("amqp", "password", password, (v) => `amqp://worker:${v}@mq.internal:5672/%2Fjobs`),
      secretCase(
        "amqps-py",
        "password",
        odd,
        (v) => `pika.URLParameters("amqps://svc:${v}@mq:5671/prod?heartbeat=30")`,
        "url",
      ),
      secretCase(
        "smtp-url",
        "password",
        password,
        (v) => `MAILER_DSN=smtp://robot:${v}@mail.example.org:587`,
      ),
      secretCase(
        "smtps-email",
        "password",
        odd,
        (v) => `EMAIL_URL=smtps://bot%40example.org:${v}@smtp.example.org:465`,
        "url",
      ),
      secretCase(
        "jdbc-mysql",
        "password",
        password,
        (v) => `jdbc:mysql://db:3306/shop?user=shop&password=${v}&useSSL=false`,
      ),
      secretCase(
        "jdbc-postgres",
        "password",
        weakPassword,
        (v) => `String url = "jdbc:postgresql://db/shop?user=a&password=${v}";`,
      ),
      secretCase(
        "jdbc-sqlserver",
        "password",
        password,
        (v) => `jdbc:sqlserver://sql01:1433;databaseName=crm;user=sa;password=${v};encrypt=true;`,
      ),
      secretCase(
        "jdbc-oracle",
        "password",
        password,
        (v) => `jdbc:oracle:thin:scott/${v}@//ora1:1521/ORCLPDB1`,
      ),
      secretCase(
        "jdbc-redshift",
        "password",
        password,
        (v) => `jdbc:redshift://wh.example.org:5439/dev;UID=etl;PWD=${v}`,
      ),
      secretCase(
        "oracle-sqlplus",
        "password",
        weakPassword,
        (v) => `sqlplus system/${v}@//localhost:1521/XEPDB1`,
      ),
      secretCase(
        "ado-net",
        "password",
        password,
        (v) =>
          `Server=tcp:acme.database.windows.net;Initial Catalog=crm;User ID=a;Password=${v};Encrypt=True;`,
      ),
      secretCase(
        "ado-json",
        "password",
        token("", "symbols", 14),
        (v) => `"ConnectionStrings": {
  "Default": "Server=.;Database=Shop;User Id=sa;Password='${v}';Encrypt=true"
}`,
      ),
      secretCase(
        "ado-short",
        "password",
        weakPassword,
        (v) => `Data Source=sql01;Initial Catalog=hr;uid=hr;pwd=${v}`,
      ),
      secretCase(
        "ado-webconfig",
        "password",
        password,
        (v) => `<add name="Db" providerName="System.Data.SqlClient"
  connectionString="Data Source=sql1;Initial Catalog=Db;User ID=web;Password=${v}" />`,
        "xml",
      ),
      secretCase(
        "odbc-driver",
        "password",
        password,
        (v) => `conn = pyodbc.connect("DRIVER={ODBC Driver 18 for SQL Server};SERVER=s;UID=app;PWD=${v}")`,
      ),
      secretCase(
        "odbc-braced",
        "password",
        (r) => `${password(r)};${r.base62(4)}`,
        (v) => `Driver={PostgreSQL Unicode};Server=db;Uid=app;Pwd={${v}};Database=shop`,
      ),
      secretCase(
        "npgsql",
        "password",
        password,
        (v) => `Host=db;Port=5432;Username=app;Password=${v};Database=shop`,
      ),
      secretCase(
        "servicebus",
        "key",
        b64key,
        (v) => `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${v}`,
      ),
      secretCase(
        "iothub",
        "key",
        b64key,
        (v) => `HostName=acme.azure-devices.net;DeviceId=d1;SharedAccessKey=${v}`,
      ),
      secretCase(
        "cosmos-conn",
        "key",
        (r) => base64(r.bytes(64)),
        (v) => `AccountEndpoint=https://shop.documents.azure.com:443/;AccountKey=${v};`,
      ),
      secretCase(
        "app-config-azure",
        "secret",
        b64key,
        (v, r) => `Endpoint=https://acme.azconfig.io;Id=${r.base62(4)}-l0-s0:${r.base62(20)};Secret=${v}`,
      ),
      secretCase(
        "sentry-legacy",
        "secret",
        hex(32),
        (v, r) => `SENTRY_DSN=https://${r.hex(32)}:${v}@sentry.example.org/4`,
      ),
      secretCase("ftp-url", "password", weakPassword, (v) => `lftp ftp://web:${v}@ftp.example.org/htdocs`),
      secretCase(
        "sftp-url",
        "password",
        password,
        (v) => `backup_target: sftp://backup:${v}@nas.local:22/volume1`,
      ),
      secretCase(
        "http-proxy",
        "password",
        password,
        (v) => `export https_proxy=http://ann:${v}@proxy.corp:3128`,
      ),
      secretCase(
        "pip-index",
        "token",
        base62(52),
        (v) => `[global]\nextra-index-url = https://build:${v}@pkgs.example.org/simple/`,
      ),
      secretCase(
        "git-clone",
        "password",
        base62(20),
        (v) => `git clone https://ann:${v}@git.example.org/acme/shop.git
Cloning into 'shop'...`,
      ),
      secretCase(
        "ldap",
        "password",
        password,
        (v) => `ldapsearch -x -D cn=admin,dc=acme -w ${v} -b dc=acme -H ldap://ldap1`,
      ),
      secretCase(
        "mqtt",
        "password",
        weakPassword,
        (v) => `mqtt.connect("mqtt://sensor:${v}@broker.local:1883")`,
      ),
      secretCase(
        "clickhouse",
        "password",
        password,
        (v) => `clickhouse://default:${v}@ch.internal:9440/logs?secure=True`,
      ),
      secretCase(
        "snowflake",
        "password",
        password,
        (v) => `snowflake://REPORT:${v}@xy12345.eu-west-1/DWH/PUBLIC?warehouse=S`,
      ),
      secretCase(
        "rtsp",
        "password",
        weakPassword,
        (v) => `ffmpeg -i rtsp://admin:${v}@192.168.1.64:554/Streaming/101 -t 10 o.mp4`,
      ),
    ],
  },
  harmless: {
    "connection-strings": [
      { id: "no-password", text: () => "postgres://localhost:5432/shop_test" },
      { id: "user-only", text: () => "git clone ssh://git@github.com:22/acme/shop.git" },
      { id: "env-inside", text: () => "DATABASE_URL=postgres://app:${DB_PASSWORD}@db:5432/shop" },
      { id: "template", text: () => 'f"postgresql://{user}:{password}@{host}/{db}"' },
      { id: "syntax", text: () => "The syntax is scheme://user:password@host:port/path." },
      { id: "masked", text: () => "Connecting to postgres://app:***@db:5432/shop" },
      { id: "redis-plain", text: () => "REDIS_URL=redis://localhost:6379/0" },
      {
        id: "trusted",
        text: () => "Server=.;Database=Shop;Trusted_Connection=True;TrustServerCertificate=true",
      },
      { id: "mail-uri", text: () => "mailto:support@example.org?subject=Password%20reset" },
      { id: "mongo-local", text: () => "mongodb://localhost:27017,localhost:27018/?replicaSet=rs0" },
      { id: "jdbc-h2", text: () => "jdbc:h2:mem:testdb;DB_CLOSE_DELAY=-1;MODE=PostgreSQL" },
      { id: "jdbc-sso", text: () => "jdbc:sqlserver://sql01;databaseName=crm;integratedSecurity=true;" },
      { id: "npm-scope", text: () => "https://registry.npmjs.org/@types/node/-/node-22.1.0.tgz" },
      { id: "medium", text: (r) => `https://medium.com/@ann/how-we-store-passwords-${r.hex(12)}` },
      { id: "time-at", text: () => "Meeting: 10:30@room 4, bring the http://wiki/agenda link" },
      { id: "docker-host", text: () => "DOCKER_HOST=tcp://127.0.0.1:2375" },
      { id: "sentry-new", text: () => "Sentry DSNs have the form https://<public key>@<host>/<project>." },
      { id: "ado-doc", text: () => "Use `Password=` or `Pwd=` in the connection string." },
      { id: "s3-uri", text: (r) => `s3://acme-backups/2025/0${r.int(9) + 1}/shop-${r.hex(16)}.dump` },
      { id: "git-ssh", text: () => "git@gitlab.com:acme/infra.git" },
      { id: "port-map", text: () => "ports: ['127.0.0.1:5432:5432', '8080:80']" },
      { id: "kafka", text: () => "bootstrap.servers=kafka1:9092,kafka2:9092\nsecurity.protocol=SASL_SSL" },
      { id: "sqlite", text: () => "sqlite:////var/lib/app/data.db?mode=ro&cache=shared" },
      {
        id: "refused",
        text: () => "dial tcp 10.0.0.4:5432: connect: connection refused (user=app database=shop)",
      },
    ],
  },
} satisfies BlindFile;
