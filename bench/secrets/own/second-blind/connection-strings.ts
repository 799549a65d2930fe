import type { BlindFile } from "../../blind.ts";
import { secretCase } from "../../corpus-case.ts";
import { base62, hex, password, token, type Value, weakPassword } from "../../random.ts";

const symbols16 = token("", "symbols", 16);
const withAt: Value = (r) => `${r.base62(6)}@${r.base62(5)}`;
const withSemicolon: Value = (r) => `${r.base62(6)};${r.base62(5)}`;

export default {
  secrets: {
    "connection-strings": [
      secretCase(
        "postgres-env",
        "password",
        password,
        (v) => `DATABASE_URL=postgresql://shop:${v}@db.acme.dev:5432/shop?sslmode=require`,
      ),
      secretCase(
        "postgres-encoded",
        "password",
        symbols16,
        (v) => `psql "postgres://app:${v}@10.0.0.9/app"`,
        "url",
      ),
      secretCase(
        "postgres-query-password",
        "password",
        password,
        (v) => `postgresql:///app?host=/var/run/postgresql&user=app&password=${v}`,
      ),
      secretCase(
        "postgres-keyword",
        "password",
        password,
        (v) =>
          `dsn := "host=db user=gorm password=${v} dbname=gorm port=9920 sslmode=disable TimeZone=Asia/Shanghai"`,
      ),
      secretCase(
        "postgres-unescaped-at",
        "password",
        withAt,
        (v) => `SQLALCHEMY_DATABASE_URI = "postgresql+psycopg2://app:${v}@db:5432/app"`,
      ),
      secretCase(
        "mysql-go-dsn",
        "password",
        password,
        (v) => `sql.Open("mysql", "root:${v}@tcp(127.0.0.1:3306)/shop?parseTime=true")`,
      ),
      secretCase(
        "mysql-prisma",
        "password",
        password,
        (v) => `datasource db {\n  provider = "mysql"\n  url      = "mysql://prisma:${v}@mysql:3306/blog"\n}`,
      ),
      secretCase(
        "mongodb-srv",
        "password",
        password,
        (v) =>
          `mongoose.connect('mongodb+srv://api:${v}@cluster0.ab1cd.mongodb.net/prod?retryWrites=true&w=majority')`,
      ),
      secretCase(
        "mongodb-replica",
        "password",
        base62(20),
        (v) => `MONGO_URI=mongodb://root:${v}@m1:27017,m2:27017,m3:27017/?replicaSet=rs0&authSource=admin`,
      ),
      secretCase(
        "redis-no-user",
        "password",
        base62(32),
        (v) => `REDIS_URL=redis://:${v}@cache.acme.dev:6379/0`,
      ),
      secretCase(
        "rediss-default",
        "password",
        base62(36),
        (v) => `rediss://default:${v}@eu1-calm-fox-33012.upstash.io:33012`,
      ),
      secretCase(
        "redis-stackexchange",
        "password",
        token("", "base64", 43, "="),
        (v) => `acme.redis.cache.windows.net:6380,password=${v},ssl=True,abortConnect=False`,
      ),
      secretCase(
        "amqp",
        "password",
        password,
        (v) => `CELERY_BROKER_URL = "amqp://worker:${v}@rabbit:5672//"`,
      ),
      secretCase(
        "amqps-cloud",
        "password",
        base62(32),
        (v) => `amqps://qzxkdmre:${v}@hawk.rmq.cloudamqp.com/qzxkdmre`,
      ),
      secretCase(
        "smtp-url",
        "password",
        password,
        (v) => `MAILER_DSN=smtp://noreply%40acme.dev:${v}@smtp.acme.dev:587?encryption=tls`,
      ),
      secretCase(
        "smtps-nodemailer",
        "password",
        base62(16),
        (v) => `nodemailer.createTransport("smtps://bot%40gmail.com:${v}@smtp.gmail.com")`,
      ),
      secretCase(
        "ftp-url",
        "password",
        weakPassword,
        (v) => `lftp -c "open ftp://web01:${v}@ftp.acme.dev; mirror -R dist /public"`,
      ),
      secretCase(
        "sftp-url",
        "password",
        password,
        (v) => `rclone copyurl sftp://feeds:${v}@sftp.partner.example/out/latest.csv .`,
      ),
      secretCase(
        "https-basic",
        "password",
        password,
        (v) => `npm config set registry https://ci:${v}@nexus.acme.dev/repository/npm-all/`,
      ),
      secretCase(
        "proxy",
        "password",
        password,
        (v) => `export https_proxy=http://kim:${v}@proxy.corp.example:3128`,
      ),
      secretCase(
        "git-remote",
        "password",
        base62(40),
        (v) =>
          `fatal: unable to access 'https://deploy:${v}@git.acme.dev/web.git/': Could not resolve host: git.acme.dev`,
      ),
      secretCase(
        "jdbc-mysql-query",
        "password",
        password,
        (v) => `jdbc:mysql://db:3306/crm?user=crm&password=${v}&useSSL=false`,
      ),
      secretCase(
        "jdbc-oracle-thin",
        "password",
        password,
        (v) => `url=jdbc:oracle:thin:hr/${v}@//ora1.acme.dev:1521/ORCLPDB1`,
      ),
      secretCase(
        "jdbc-sqlserver",
        "password",
        password,
        (v) => `jdbc:sqlserver://sql1:1433;databaseName=erp;user=erp;password=${v};encrypt=true`,
      ),
      secretCase(
        "jdbc-snowflake",
        "password",
        password,
        (v) =>
          `jdbc:snowflake://xy12345.eu-central-1.snowflakecomputing.com/?user=ETL&password=${v}&warehouse=WH1`,
      ),
      secretCase(
        "ado-password",
        "password",
        password,
        (v) =>
          `Server=tcp:acme.database.windows.net,1433;Initial Catalog=shop;User ID=sqladmin;Password=${v};Encrypt=True;`,
      ),
      secretCase(
        "ado-pwd",
        "password",
        password,
        (v) =>
          `"DefaultConnection": "Data Source=SQL1;Initial Catalog=Hr;Uid=hr;Pwd=${v};MultipleActiveResultSets=true"`,
      ),
      secretCase(
        "ado-quoted-semicolon",
        "password",
        withSemicolon,
        (v) => `<add name="Main" connectionString="Server=db;Database=crm;User Id=crm;Password='${v}';" />`,
      ),
      secretCase(
        "odbc-driver",
        "password",
        password,
        (v) =>
          `pyodbc.connect("DRIVER={ODBC Driver 18 for SQL Server};SERVER=sql1;DATABASE=erp;UID=etl;PWD={${v}}")`,
      ),
      secretCase(
        "npgsql",
        "password",
        password,
        (v) => `Host=localhost;Port=5432;Username=postgres;Password=${v};Database=identity`,
      ),
      secretCase(
        "servicebus",
        "account-key",
        token("", "base64", 43, "="),
        (v) =>
          `Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=${v}`,
      ),
      secretCase(
        "iothub-device",
        "account-key",
        token("", "base64", 43, "="),
        (v) => `HostName=acme.azure-devices.net;DeviceId=pi-7;SharedAccessKey=${v}`,
      ),
      secretCase(
        "cosmosdb",
        "account-key",
        token("", "base64", 86, "=="),
        (v) => `AccountEndpoint=https://acme.documents.azure.com:443/;AccountKey=${v};`,
      ),
      secretCase(
        "azure-sas",
        "signature",
        token("", "base64", 43, "="),
        (v) =>
          `azcopy copy ./dist "https://acme.blob.core.windows.net/web?sv=2022-11-02&ss=b&srt=co&sp=rwl&se=2026-12-31T00:00:00Z&sig=${v}" --recursive`,
        "url",
      ),
      secretCase(
        "aws-presigned",
        "signature",
        hex(64),
        (v, r) =>
          `https://acme-dumps.s3.amazonaws.com/db.sql.gz?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA${r.chars("ABCDEFGHIJKLMNOP234567", 16)}%2F20260110%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Expires=604800&X-Amz-Signature=${v}`,
      ),
      secretCase(
        "sentry-old-dsn",
        "client-secret",
        hex(32),
        (v, r) => `SENTRY_DSN=https://${r.hex(32)}:${v}@sentry.acme.dev/4`,
      ),
      secretCase(
        "clickhouse-query",
        "password",
        password,
        (v) => `clickhouse://ch.acme.dev:9440/events?username=ingest&password=${v}&secure=true`,
      ),
      secretCase(
        "kafka-jaas",
        "password",
        password,
        (v) =>
          `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="connect" password="${v}";`,
      ),
      secretCase(
        "mqtt-url",
        "password",
        password,
        (v) => `mosquitto_sub -L mqtts://sensor:${v}@broker.acme.dev/house/#`,
      ),
      secretCase(
        "rtsp-camera",
        "password",
        weakPassword,
        (v) => `ffmpeg -i rtsp://admin:${v}@192.168.1.64:554/Streaming/Channels/101 -frames 1 snap.jpg`,
      ),
      secretCase(
        "ldap-url",
        "password",
        password,
        (v) => `LDAP_URL=ldaps://cn=reader:${v}@ldap.acme.dev:636/dc=acme,dc=dev`,
      ),
      secretCase(
        "couchdb",
        "password",
        weakPassword,
        (v) => `curl -X PUT http://admin:${v}@127.0.0.1:5984/albums`,
      ),
      secretCase(
        "ecto",
        "password",
        password,
        (v) => `export DATABASE_URL=ecto://postgres:${v}@localhost/hello_prod`,
      ),
      secretCase(
        "django-cache-json",
        "password",
        base62(28),
        (v) => `{"CACHES":{"default":{"LOCATION":"redis://:${v}@redis-master:6379/1"}}}`,
      ),
      secretCase(
        "psql-masked-elsewhere",
        "password",
        password,
        (v) => `connecting to postgres://app:***@db/app\nretry with full url postgres://app:${v}@db/app`,
      ),
      secretCase(
        "base64-url-secret",
        "password",
        (r) => `postgres://app:${password(r)}@db.acme.dev:5432/app`,
        (v) => `data:\n  DATABASE_URL: ${v}\n`,
        "base64",
      ),
      secretCase(
        "double-encoded-param",
        "password",
        (r) => `mysql://root:${password(r)}@db/app`,
        (v) => `https://adminer.acme.dev/connect?dsn=${v}&theme=dark`,
        "url",
      ),
    ],
  },
} satisfies BlindFile;
