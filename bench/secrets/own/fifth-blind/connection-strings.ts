import type { BlindFile } from "../../blind.ts";
import { type Encoding, secretCase as s, type Template } from "../../corpus-case.ts";
import { ALPHABET, base62, hex, password, token, weakPassword } from "../../random.ts";

type Text = Template["text"];
const pw = (id: string, text: Text, encoding?: Encoding) => s(id, "password", password, text, encoding);
const weak = (id: string, text: Text) => s(id, "password", weakPassword, text);
const rnd = (id: string, text: Text) =>
  s(id, "password", (r) => r.chars(ALPHABET.printable, 14), text, "url");

export default {
  secrets: {
    "connection-strings": [
      pw("postgres-env", (v) => `DATABASE_URL=postgres://app:${v}@db.acme.io:5432/shop?sslmode=require`),
      rnd(
        "postgresql-encoded",
        (v) => `engine = create_engine("postgresql+psycopg2://app:${v}@localhost/shop")`,
      ),
      pw("postgres-query", (v) => `postgresql:///shop?host=/run/pg&user=app&password=${v}`, "url"),
      pw(
        "libpq-keywords",
        (v) => `psql "host=db port=5432 dbname=shop user=app password=${v} sslmode=verify-full"`,
      ),
      pw("libpq-quoted", (v) => `dsn := "host=db user=app password='${v}' dbname=shop"`),
      weak(
        "postgres-prose",
        (v) => `I connect with postgres://ann:${v}@10.2.0.4/crm and it times out after 30 s.`,
      ),
      pw("mysql-url", (v) => `mysql2://root:${v}@127.0.0.1:3306/blog?encoding=utf8mb4`),
      pw("go-mysql-dsn", (v) => `db, err := sql.Open("mysql", "app:${v}@tcp(db:3306)/shop?parseTime=true")`),
      pw("pdo-dsn", (v) => `pgsql:host=db;port=5432;dbname=shop;user=app;password=${v}`),
      pw("mysqlx", (v) => `mysqlsh mysqlx://root:${v}@db1:33060 --js`),
      pw("jdbc-pg", (v) => `jdbc:postgresql://db:5432/shop?user=app&password=${v}&ssl=true`),
      pw("jdbc-mysql-props", (v) => `url=jdbc:mysql://db/shop?useSSL=true&user=app&password=${v}`),
      pw(
        "jdbc-sqlserver",
        (v) => `jdbc:sqlserver://sql1:1433;databaseName=crm;user=sa;password=${v};encrypt=true`,
      ),
      weak("jdbc-oracle-thin", (v) => `jdbc:oracle:thin:scott/${v}@ora1:1521:ORCL`),
      pw(
        "jdbc-snowflake",
        (v) => `jdbc:snowflake://acme.snowflakecomputing.com/?user=etl&password=${v}&warehouse=wh`,
      ),
      pw("jdbc-redshift", (v) => `jdbc:redshift://c.eu.redshift.amazonaws.com:5439/dw;UID=etl;PWD=${v}`),
      pw("jdbc-h2", (v) => `jdbc:h2:file:./data;USER=sa;PASSWORD=${v};MODE=PostgreSQL`),
      pw("jdbc-db2", (v) => `jdbc:db2://db2a:50000/SAMPLE:user=db2inst1;password=${v};`),
      pw(
        "adonet",
        (v) => `Server=tcp:acme.database.windows.net,1433;Initial Catalog=crm;User ID=sa;Password=${v};`,
      ),
      pw("adonet-short", (v) => `Data Source=.\\SQLEXPRESS;Initial Catalog=crm;uid=sa;pwd=${v}`),
      pw(
        "adonet-json",
        (v) => `"ConnectionStrings": {"Main": "Host=db;Username=app;Password=${v};Database=shop"}`,
      ),
      pw("npgsql-quoted", (v) => `Host=db;Username=app;Password='${v}';Pooling=true`),
      pw("ole-db", (v) => `Provider=SQLOLEDB;Data Source=sql1;User Id=sa;Password=${v};`),
      pw("odbc-driver", (v) => `DRIVER={PostgreSQL Unicode};SERVER=db;DATABASE=shop;UID=app;PWD=${v};`),
      pw("odbc-braced", (v) => `pyodbc.connect("DSN=crm;UID=sa;PWD={${v}}")`),
      pw("odbc-ini", (v) => `[crm]\nDriver = FreeTDS\nServername = sql1\nUID = sa\nPWD = ${v}\n`),
      weak("oracle-ezconnect", (v) => `cx_Oracle.connect("system/${v}@ora1/XEPDB1")`),
      pw(
        "mongodb-srv",
        (v) => `MONGO_URI="mongodb+srv://app:${v}@cluster0.ab1cd.mongodb.net/?retryWrites=true"`,
      ),
      pw("mongodb-replicas", (v) => `mongodb://root:${v}@m1:27017,m2:27017,m3:27017/?replicaSet=rs0`),
      pw("redis-no-user", (v) => `REDIS_URL=redis://:${v}@cache:6379/0`),
      pw("rediss-default", (v) => `rediss://default:${v}@eu1-tidy-1.upstash.io:6380`),
      pw(
        "redis-stackexchange",
        (v) => `acme.redis.cache.windows.net:6380,password=${v},ssl=True,abortConnect=False`,
      ),
      weak("redis-sentinel", (v) => `redis+sentinel://:${v}@s1:26379,s2:26379/mymaster/0`),
      pw("amqp", (v) => `broker_url = 'amqp://celery:${v}@mq:5672/prod'`),
      rnd("amqps-encoded", (v) => `amqps://svc:${v}@b-1.mq.eu-west-1.amazonaws.com:5671`),
      pw("nats", (v) => `nats://worker:${v}@n1:4222,nats://n2:4222`),
      pw("mqtt", (v) => `mosquitto_pub -L mqtt://sensor:${v}@broker:1883/home/temp -m 21`),
      pw(
        "kafka-jaas",
        (v) => `sasl.jaas.config=o.a.k.c.s.plain.PlainLoginModule required username="a" password="${v}";`,
      ),
      rnd("smtp-url", (v) => `MAILER_DSN=smtp://bot%40acme.io:${v}@mail.acme.io:587`),
      weak("smtps", (v) => `EMAIL_URL=smtps://bot:${v}@smtp.acme.io:465/?tls=true`),
      pw("imap", (v) => `mbsync: imaps://ann:${v}@imap.acme.io/INBOX`),
      pw("ldap", (v) => `ldapsearch -H ldap://dc1 -D "cn=admin,dc=acme,dc=io" -w ${v} -b dc=acme,dc=io`),
      pw("ftp", (v) => `lftp -e 'mirror -R dist /www' ftp://www:${v}@ftp.acme.io`),
      pw("sftp", (v) => `sftp://deploy:${v}@files.acme.io:2222/upload`),
      pw("https-git", (v) => `git clone https://ann:${v}@git.acme.io/web/shop.git`),
      s(
        "https-token-only",
        "token",
        base62(40),
        (v) => `pip install git+https://${v}@git.acme.io/lib/core.git`,
      ),
      pw("http-proxy", (v) => `export https_proxy=http://ann:${v}@proxy.acme.io:3128`),
      pw("apt-proxy", (v) => `Acquire::http::Proxy "http://ann:${v}@proxy:3128/";`),
      pw("elasticsearch", (v) => `ES_HOSTS=https://elastic:${v}@es01:9200`),
      pw("clickhouse", (v) => `clickhouse://default:${v}@ch1:9000/events?compress=true`),
      pw("neo4j", (v) => `NEO4J_AUTH=neo4j/${v}`),
      s(
        "sentry-dsn-legacy",
        "secret",
        hex(32),
        (v, r) => `SENTRY_DSN=https://${r.hex(32)}:${v}@sentry.acme.io/4`,
      ),
      s("libsql", "token", token("", "base64url", 120), (v) => `libsql://shop-ann.turso.io?authToken=${v}`),
      s("sqlcipher", "password", password, (v) => `sqlite> PRAGMA key = '${v}';`),
      pw("rtsp-camera", (v) => `ffplay rtsp://admin:${v}@192.168.1.64:554/Streaming/Channels/101`),
    ],
  },
  harmless: {
    "connection-strings": [
      { id: "no-password", text: () => "DATABASE_URL=postgres://app@localhost:5432/shop?sslmode=disable" },
      { id: "var-password", text: () => "postgres://app:$" + "{DB_PASSWORD}@db:5432/shop" },
      { id: "angle", text: () => "mongodb+srv://<username>:<password>@cluster0.mongodb.net/test" },
      { id: "masked", text: () => "postgres://app:****@db:5432/shop connected in 12 ms" },
      { id: "doc-url", text: () => "Format: mysql://USER:PASSWORD@HOST:PORT/DATABASE" },
      { id: "brackets-doc", text: () => "[scheme]://[user]:[password]@[host]:[port]/[path]" },
      { id: "integrated", text: () => "Server=sql1;Database=crm;Integrated Security=SSPI;Encrypt=true" },
      {
        id: "trusted",
        text: () => "Server=.;Database=x;Trusted_Connection=True;Persist Security Info=False",
      },
      { id: "redis-plain", text: () => "REDIS_URL=redis://cache:6379/1" },
      { id: "amqp-plain", text: () => "amqp://mq.internal:5672/%2Fprod" },
      { id: "ssh-url", text: () => "git clone ssh://git@git.acme.io:2222/web/shop.git" },
      { id: "scp-url", text: () => "origin  git@github.com:acme/shop.git (push)" },
      { id: "jdbc-plain", text: () => "jdbc:postgresql://db:5432/shop?ssl=true&ApplicationName=etl" },
      { id: "at-path", text: () => "https://unpkg.com/@acme/ui@2.3.1/dist/index.js" },
      { id: "time-at", text: () => "Meet https://meet.acme.io/room:42 at 10:30@office" },
      {
        id: "sentry-dsn",
        text: (r) => `Sentry.init({ dsn: "https://o${r.int(99999)}.ingest.sentry.io/${r.int(9999)}" })`,
      },
      { id: "kafka-hosts", text: () => "bootstrap.servers=k1:9092,k2:9092,k3:9092" },
      { id: "proxy", text: () => "http_proxy=http://proxy.acme.io:3128 no_proxy=localhost,127.0.0.1" },
      { id: "env-interp-py", text: () => 'url = f"postgresql://{user}:{password}@{host}/{name}"' },
      { id: "printf", text: () => 'fmt.Sprintf("%s:%s@tcp(%s:%d)/%s", user, password, host, port, name)' },
      { id: "js-template", text: () => "`amqp://$" + "{user}:$" + "{pass}@$" + "{host}`" },
      { id: "mailto", text: () => "mailto:ann@acme.io?subject=password%20reset" },
      { id: "data-source-file", text: () => "Data Source=app.db;Cache=Shared;Mode=ReadWriteCreate" },
      { id: "socket", text: () => "mysql:unix_socket=/run/mysqld/mysqld.sock;dbname=shop;charset=utf8mb4" },
    ],
  },
} satisfies BlindFile;
