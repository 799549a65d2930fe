import type { Template } from "../corpus-case.ts";
import { base62, password } from "../random.ts";
import { forms } from "./form.ts";

export const connections: readonly Template[] = [
  ...forms("password", password, [
    "postgres://app:§@db.internal:5432/shop",
    "DATABASE_URL=postgresql://app:§@db/shop?sslmode=require",
    "mongodb+srv://app:§@c0.x.mongodb.net/shop",
    "redis://:§@cache:6379/0",
    "amqp://app:§@mq:5672/",
    "mysql+pymysql://app:§@db/shop",
    "https://app:§@x.test/repo.git",
    "ftp://app:§@x.test/a",
    "smtp://app:§@mail.test:587",
    "sqlserver://db:1433;user=app;password=§",
    "jdbc:postgresql://db/shop?user=app&password=§",
    "jdbc:oracle:thin:app/§@//db:1521/x",
    "Server=db;User Id=app;Password=§;Encrypt=yes",
    "Data Source=db;Pwd=§;User=app",
    "host=db port=5432 user=app password=§ dbname=x",
    "ldap://cn=admin:§@ldap.test",
    "socks5://app:§@127.0.0.1:1080",
    "DSN: app:§@tcp(db:3306)/shop",
    "sqlplus app/§@db",
    "clickhouse://default:§@ch:9000",
    "snowflake://app:§@acc/db",
    "git clone https://§@x.test/repo.git",
  ]),
  ...forms("key", base62(44), [
    "DefaultEndpointsProtocol=https;AccountName=logs;AccountKey=§==;EndpointSuffix=core.windows.net",
    "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=§=",
    "HostName=x.azure-devices.net;DeviceId=d;SharedAccessKey=§=",
    "https://x.blob.core.windows.net/c?sv=2022&sig=§%3D",
    "https://x.test/cb#access_token=§&state=1",
    "https://x.test/?token=§",
    "https://§@o1.ingest.sentry.io/1",
    "wss://x.test/socket?auth=§",
    "https://hooks.zapier.com/hooks/catch/123456/§/",
    "https://x.webhook.office.com/?key=§",
  ]),
];
