import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { ALPHABET, base62, base64, hex, password, token, type Value, weakPassword } from "../../random.ts";

const special: Value = (r) => `${r.base62(5)}@${r.base62(4)}#${r.base62(4)}`;
const strong: Value = (r) => `${r.base62(5)}!${r.base62(4)}$${r.base62(4)}`;

export default {
  secrets: {
    "connection-strings": [
      secretCase(
        "pg-url",
        "password",
        password,
        (v) => `DATABASE_URL=postgresql://app:${v}@db.acme.io:5432/orders?schema=public`,
      ),
      secretCase("pg-url-encoded", "password", special, (v) => `postgres://app_rw:${v}@10.0.0.4/app`, "url"),
      secretCase(
        "pg-asyncpg",
        "password",
        password,
        (v) => `engine = create_async_engine("postgresql+asyncpg://svc:${v}@localhost/app", echo=True)`,
      ),
      secretCase(
        "pg-query-param",
        "password",
        password,
        (v) => `postgresql:///app?host=/var/run/postgresql&user=app&password=${v}`,
      ),
      secretCase(
        "pg-keyvalue",
        "password",
        strong,
        (v) =>
          `dsn := "host=db user=gorm password=${v} dbname=gorm port=9920 sslmode=disable TimeZone=Asia/Shanghai"`,
      ),
      secretCase(
        "pg-keyvalue-quoted",
        "password",
        (r) => `${r.word()} ${r.base62(6)} ${r.int(99)}`,
        (v) => `host=db dbname=app user=app password='${v}' connect_timeout=5`,
      ),
      secretCase(
        "mysql-go",
        "password",
        strong,
        (v) => `sql.Open("mysql", "root:${v}@tcp(127.0.0.1:3306)/shop?parseTime=true")`,
      ),
      secretCase(
        "mysql-url-sentence",
        "password",
        password,
        (v) =>
          `I can't connect, my url is mysql://shop:${v}@mysql.railway.internal:3306/railway - what's wrong?`,
      ),
      secretCase(
        "mysql-pymysql",
        "password",
        password,
        (v) => `SQLALCHEMY_DATABASE_URI = 'mysql+pymysql://wp:${v}@db/wp?charset=utf8mb4'`,
      ),
      secretCase(
        "mariadb-jdbc",
        "password",
        password,
        (v) => `jdbc:mariadb://db:3306/app?user=app&password=${v}&useSSL=true`,
      ),
      secretCase(
        "jdbc-pg",
        "password",
        password,
        (v) =>
          `<property name="url" value="jdbc:postgresql://db/app?user=app&amp;password=${v}&amp;ssl=true"/>`,
        "xml",
      ),
      secretCase(
        "jdbc-sqlserver",
        "password",
        strong,
        (v) =>
          `jdbc:sqlserver://sql1:1433;databaseName=crm;user=sa;password=${v};encrypt=true;trustServerCertificate=true`,
      ),
      secretCase(
        "jdbc-oracle",
        "password",
        weakPassword,
        (v) => `jdbc:oracle:thin:hr/${v}@//ora1:1521/ORCLPDB1`,
      ),
      secretCase(
        "jdbc-snowflake",
        "password",
        password,
        (v) =>
          `jdbc:snowflake://ab123.eu-central-1.snowflakecomputing.com/?user=ETL&password=${v}&warehouse=WH&role=LOADER`,
      ),
      secretCase(
        "jdbc-db2",
        "password",
        password,
        (v) => `jdbc:db2://db2host:50000/SAMPLE:user=db2inst1;password=${v};`,
      ),
      secretCase(
        "jdbc-redshift",
        "password",
        password,
        (v) => `jdbc:redshift://c1.abc.eu-west-1.redshift.amazonaws.com:5439/dev?UID=awsuser&PWD=${v}`,
      ),
      secretCase(
        "ado-sql",
        "password",
        password,
        (v) =>
          `"ConnectionStrings": { "Default": "Server=sql1;Database=Crm;User Id=crm;Password=${v};MultipleActiveResultSets=true" }`,
      ),
      secretCase(
        "ado-pwd-end",
        "password",
        strong,
        (v) => `Data Source=10.0.0.3,1433;Initial Catalog=Shop;UID=shop;PWD=${v}`,
      ),
      secretCase(
        "ado-azure",
        "password",
        password,
        (v) =>
          `Server=tcp:acme.database.windows.net,1433;Initial Catalog=app;Persist Security Info=False;User ID=boss;Password=${v};Encrypt=True;Connection Timeout=30;`,
      ),
      secretCase(
        "ado-xml",
        "password",
        (r) => `${r.base62(5)}&${r.base62(6)}`,
        (v) =>
          `<add name="Main" connectionString="Data Source=.\\SQLEXPRESS;User ID=sa;Password=${v};" providerName="System.Data.SqlClient" />`,
        "xml",
      ),
      secretCase(
        "npgsql",
        "password",
        password,
        (v) => `Host=localhost;Port=5432;Username=postgres;Password=${v};Database=app;Pooling=true`,
      ),
      secretCase(
        "oledb-access",
        "password",
        weakPassword,
        (v) =>
          `Provider=Microsoft.ACE.OLEDB.12.0;Data Source=C:\\data\\x.accdb;Jet OLEDB:Database Password=${v};`,
      ),
      secretCase(
        "odbc-pyodbc",
        "password",
        strong,
        (v) =>
          `pyodbc.connect('DRIVER={ODBC Driver 17 for SQL Server};SERVER=sql1;DATABASE=dw;UID=etl;PWD=${v}')`,
      ),
      secretCase(
        "odbc-ini",
        "password",
        password,
        (v) => `[warehouse]\nDriver=PostgreSQL Unicode\nServername=dw\nUserName=bi\nPassword=${v}\n`,
      ),
      secretCase(
        "odbc-dsn",
        "password",
        password,
        (v) => `dsn=SAPHANA;uid=SYSTEM;pwd=${v};currentschema=SALES`,
      ),
      secretCase(
        "mongo-srv",
        "password",
        base62(16),
        (v) =>
          `mongoose.connect("mongodb+srv://appuser:${v}@cluster0.ab1cd.mongodb.net/app?retryWrites=true&w=majority")`,
      ),
      secretCase(
        "mongo-replica",
        "password",
        password,
        (v) => `MONGO_URI=mongodb://root:${v}@m1:27017,m2:27017,m3:27017/?replicaSet=rs0&authSource=admin`,
      ),
      secretCase(
        "mongo-error",
        "password",
        password,
        (v) => `MongoParseError: Unescaped at-sign in authority section: mongodb://ann:${v}@@host/db`,
      ),
      secretCase("redis-nouser", "password", password, (v) => `REDIS_URL=redis://:${v}@cache.acme.io:6379/0`),
      secretCase(
        "rediss-default",
        "password",
        base62(40),
        (v) => `UPSTASH=rediss://default:${v}@eu1-warm-owl-31337.upstash.io:6379`,
      ),
      secretCase(
        "stackexchange-redis",
        "password",
        (r) => base64(r.bytes(32)),
        (v) => `acme.redis.cache.windows.net:6380,password=${v},ssl=True,abortConnect=False`,
      ),
      secretCase(
        "celery",
        "password",
        password,
        (v) => `celery_app = Celery("jobs", broker="redis://worker:${v}@redis:6379/1", backend="rpc://")`,
      ),
      secretCase(
        "amqp",
        "password",
        password,
        (v) => `amqp://guest2:${v}@rabbitmq:5672/%2Fjobs?heartbeat=30`,
      ),
      secretCase(
        "amqps-cloud",
        "password",
        token("", "base64url", 32),
        (v) => `CLOUDAMQP_URL = amqps://qhzkfrtx:${v}@hawk.rmq.cloudamqp.com/qhzkfrtx`,
      ),
      secretCase("nats", "password", password, (v) => `nats sub -s nats://svc:${v}@nats:4222 "orders.>"`),
      secretCase(
        "nats-token",
        "token",
        base62(32),
        (v) => `nc, err := nats.Connect("nats://${v}@127.0.0.1:4222")`,
      ),
      secretCase(
        "mqtt",
        "password",
        weakPassword,
        (v) => `mqtt.connect("mqtts://sensor1:${v}@broker.acme.io:8883")`,
      ),
      secretCase(
        "kafka-jaas",
        "password",
        password,
        (v) =>
          `sasl.mechanism=PLAIN\nsasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="${v}";`,
      ),
      secretCase(
        "smtp",
        "password",
        password,
        (v) => `EMAIL_SERVER=smtp://noreply%40acme.io:${v}@smtp.acme.io:587`,
      ),
      secretCase(
        "symfony-mailer",
        "password",
        special,
        (v) => `MAILER_DSN=smtps://bot:${v}@mail.acme.io:465?verify_peer=0`,
        "url",
      ),
      secretCase(
        "symfony-mailgun",
        "api-key",
        token("", "hex", 32),
        (v) => `MAILER_DSN=mailgun+api://${v}:mg.acme.io@default?region=eu`,
      ),
      secretCase("imap", "password", weakPassword, (v) => `mutt -f imaps://dana:${v}@imap.acme.io/INBOX`),
      secretCase(
        "ftp",
        "password",
        weakPassword,
        (v) => `deployed to ftp://web:${v}@ftp.acme.io/public_html in 12 s`,
      ),
      secretCase("sftp", "password", password, (v) => `sftp://partner:${v}@sftp.bank.example:2222/in/`),
      secretCase(
        "https-basic",
        "password",
        password,
        (v) => `pip install --index-url https://build:${v}@pypi.acme.io/simple acme-core`,
      ),
      secretCase(
        "https-token-user",
        "token",
        hex(40),
        (v) => `git clone https://${v}@git.acme.io/infra/tf.git`,
      ),
      secretCase(
        "gomod-replace",
        "token",
        base62(36),
        (v) =>
          `git config --global url."https://ci:${v}@github.acme.io/".insteadOf "https://github.acme.io/"`,
      ),
      secretCase(
        "proxy-env",
        "password",
        weakPassword,
        (v) => `export HTTPS_PROXY=http://dana:${v}@proxy.corp:8080 NO_PROXY=localhost`,
      ),
      secretCase(
        "socks",
        "password",
        password,
        (v) => `ALL_PROXY="socks5h://u123:${v}@gate.proxy.example:7000"`,
      ),
      secretCase(
        "elastic-node",
        "password",
        password,
        (v) => `const es = new Client({ node: 'https://elastic:${v}@es.acme.io:9243' })`,
      ),
      secretCase(
        "clickhouse",
        "password",
        password,
        (v) => `clickhouse://default:${v}@ch.acme.io:9440/events?secure=true`,
      ),
      secretCase(
        "clickhouse-http",
        "password",
        password,
        (v) => `http://ch:8123/?user=ro&password=${v}&query=SELECT%201`,
      ),
      secretCase(
        "neo4j",
        "password",
        password,
        (v) => `driver = GraphDatabase.driver("neo4j+s://ab.databases.neo4j.io", auth=("neo4j", "${v}"))`,
      ),
      secretCase(
        "cassandra",
        "password",
        password,
        (v) => `PlainTextAuthProvider(username='cassandra2', password='${v}')`,
      ),
      secretCase(
        "couchdb",
        "password",
        weakPassword,
        (v) => `curl -X PUT http://admin:${v}@127.0.0.1:5984/mydb`,
      ),
      secretCase("influx", "password", password, (v) => `influxdb://telegraf:${v}@influx:8086/metrics`),
      secretCase(
        "libsql",
        "token",
        (r) => base62(60)(r),
        (v) => `libsql://shop-acme.turso.io?authToken=${v}`,
      ),
      secretCase("ldap", "password", password, (v) => `ldap://cn=admin,dc=acme:${v}@ldap.acme.io:389`),
      secretCase(
        "sentry-old-dsn",
        "secret-key",
        hex(32),
        (v, r) => `SENTRY_DSN=https://${r.hex(32)}:${v}@sentry.acme.io/4`,
      ),
      secretCase(
        "snowflake-sqlalchemy",
        "password",
        password,
        (v) => `snowflake://etl:${v}@ab12345/DWH/PUBLIC?warehouse=XS`,
      ),
      secretCase(
        "oracle-easy",
        "password",
        weakPassword,
        (v) => `oracle+cx_oracle://hr:${v}@ora1:1521/?service_name=ORCL`,
      ),
      secretCase(
        "rtsp",
        "password",
        weakPassword,
        (v) =>
          `ffmpeg -rtsp_transport tcp -i "rtsp://admin:${v}@192.168.1.64:554/Streaming/Channels/101" -c copy out.mp4`,
      ),
      secretCase(
        "log-refused",
        "password",
        password,
        (v) =>
          `sqlalchemy.exc.ArgumentError: Could not parse SQLAlchemy URL from string 'postgres//app:${v}@db:5432/app'`,
      ),
      secretCase(
        "prisma-p1000",
        "password",
        password,
        (v) =>
          `Environment variables loaded from .env\nDatasource "db": cockroachdb "postgresql://maxroach:${v}@crdb:26257/defaultdb?sslmode=verify-full"`,
      ),
      secretCase(
        "azure-table-sas",
        "signature",
        (r) => base64(r.bytes(32)),
        (v) =>
          `https://acme.blob.core.windows.net/bak?sv=2022-11-02&ss=b&srt=sco&sp=rl&se=2027-01-01T00:00:00Z&sig=${v}`,
        "url",
      ),
      secretCase(
        "event-hub",
        "secret-key",
        (r) => base64(r.bytes(32)),
        (v) =>
          `EventHubConnection: Endpoint=sb://eh.servicebus.windows.net/;SharedAccessKeyName=send;SharedAccessKey=${v};EntityPath=clicks`,
      ),
      secretCase(
        "s3-url",
        "secret-key",
        token("", "base62", 40),
        (v, r) => `s3://${r.chars(ALPHABET.BASE36, 20)}:${v}@minio.acme.io/backups`,
      ),
      secretCase(
        "git-plus",
        "token",
        base62(30),
        (v) => `"dependencies": { "acme-ui": "git+https://deploy:${v}@git.acme.io/ui.git#v2.1.0" }`,
      ),
    ],
  },
  harmless: {
    "connection-strings": [
      { id: "no-password", text: () => "postgres://app@db.acme.io:5432/orders" },
      { id: "vars", text: () => "postgres://$DB_USER:$DB_PASSWORD@$DB_HOST/app" },
      { id: "braces", text: () => 'f"postgresql://{user}:{quote_plus(password)}@{host}/{db}"' },
      { id: "stars", text: () => "Connecting to postgres://app:****@db:5432/app" },
      {
        id: "integrated",
        text: () => "Server=.;Database=Crm;Integrated Security=True;TrustServerCertificate=True",
      },
      {
        id: "ssh-url",
        text: () => "git@github.com:acme/web.git and ssh://git@gitea.acme.io:2222/ops/tf.git",
      },
      { id: "port-at", text: (r) => `http://localhost:${3000 + r.int(999)}/users/@me?tab=1` },
      { id: "npm-scope", text: () => "https://registry.npmjs.org/@types/node/-/node-22.1.0.tgz" },
      { id: "mail", text: () => "mailto:ann@acme.io?subject=hello:world" },
      { id: "redis-plain", text: () => "redis://cache:6379/0" },
      { id: "docs", text: () => "Format: mysql://USER:PASSWORD@HOST:PORT/DATABASE" },
      { id: "jdbc-plain", text: () => "jdbc:postgresql://db.acme.io:5432/app?ssl=true&sslmode=verify-full" },
      { id: "medium", text: (r) => `https://medium.com/@dana/how-we-scale-${r.hex(12)}` },
      { id: "image", text: (r) => `registry.acme.io:5000/web:1.${r.int(99)}@sha256:${r.hex(64)}` },
      {
        id: "public-dsn",
        text: () => "Sentry DSN docs: https://docs.sentry.io/concepts/key-terms/dsn-explainer/",
      },
      { id: "time", text: () => "meeting at 10:30@room-4, call 12:00@lobby" },
      { id: "ipv6", text: () => "http://[::1]:8080/health and tcp://[fe80::1]:5432" },
      { id: "file", text: () => "sqlite:///var/lib/app/app.db?mode=ro" },
      {
        id: "passwordless",
        text: () => "Authentication=Active Directory Default;Server=tcp:acme.database.windows.net",
      },
      { id: "xml-var", text: () => '<property name="password" value="${jdbc.password}"/>' },
      { id: "kafka", text: () => "bootstrap.servers=k1:9092,k2:9092,k3:9092" },
      { id: "vscode", text: () => "vscode://file/src/app.ts:41:12" },
      { id: "email-list", text: () => "To: ann@acme.io, bob@acme.io; Cc: ops:team@acme.io" },
    ],
  },
} satisfies BlindFile;
