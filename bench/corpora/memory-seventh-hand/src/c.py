# ---- bystanders
story("npm",[
F("npm install","""
npm error code ETIMEDOUT
npm error syscall connect
npm error errno ETIMEDOUT
npm error network request to https://registry.npmjs.org/zod failed, reason: connect ETIMEDOUT 104.16.2.34:443
npm error network This is a problem related to network connectivity.
npm error network In most cases you are behind a proxy or have bad network settings.
"""),
O("ls src","index.ts  routes"),E("src/routes/health.ts"),O("git stash list",""),
O("npm install","\nadded 203 packages, and audited 204 packages in 12s")],None,
F("npm install","""
npm error code ETIMEDOUT
npm error syscall connect
npm error errno ETIMEDOUT
npm error network request to https://registry.npmjs.org/pino failed, reason: connect ETIMEDOUT 104.16.27.34:443
npm error network This is a problem related to network connectivity.
npm error network In most cases you are behind a proxy or have bad network settings.
"""))
story("go",[
F("go test ./pkg/lease -count=1","""
--- FAIL: TestRenewBeforeExpiry (0.31s)
    lease_test.go:77: lease expired early: got 298.114ms, want at least 300ms
FAIL
FAIL	tarn/pkg/lease	0.340s
FAIL
"""),
O("sed -n 60,80p pkg/lease/lease_test.go","func TestRenewBeforeExpiry(t *testing.T) {"),O("go vet ./pkg/lease",""),E("docs/lease.md"),
O("go test ./pkg/lease -count=1","ok  \ttarn/pkg/lease\t0.352s")],None,
F("go test ./pkg/lease -count=1","""
--- FAIL: TestRenewBeforeExpiry (0.32s)
    lease_test.go:77: lease expired early: got 299.407ms, want at least 300ms
FAIL
FAIL	tarn/pkg/lease	0.351s
FAIL
"""))
story("docker",[
F("docker pull registry.gannetry.example/base/jre:21","""
Error response from daemon: received unexpected HTTP status: 503 Service Unavailable
"""),
O("docker ps -q",""),O("df -h / | tail -1","/dev/nvme0n1p2  468G  201G  244G  46% /"),O("cat Dockerfile","FROM registry.gannetry.example/base/jre:21\nCOPY app.jar /app.jar"),
O("docker pull registry.gannetry.example/base/jre:21","21: Pulling from base/jre\nDigest: sha256:5e0c1d8c9a\nStatus: Downloaded newer image for registry.gannetry.example/base/jre:21")],None,
F("docker pull registry.gannetry.example/base/node:20","""
Error response from daemon: received unexpected HTTP status: 503 Service Unavailable
"""))
story("git",[
F("git fetch origin","""
kex_exchange_identification: Connection closed by remote host
Connection closed by 203.0.113.40 port 22
fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.
"""),
O("git branch --show-current","release/5.1"),R("CHANGELOG.md","## 5.1.0 - unreleased"),O("git fetch origin","From code.pennyroyal.example:core/engine\n   0b1d7aa..71f2c10  main       -> origin/main")],None,
F("git pull --rebase origin main","""
kex_exchange_identification: Connection closed by remote host
Connection closed by 203.0.113.40 port 22
fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.
"""))
story("terraform",[
F("terraform apply -auto-approve","""
╷
│ Error: Error acquiring the state lock
│
│ Error message: ConditionalCheckFailedException: The conditional request failed
│ Lock Info:
│   ID:        7c1f3e52-90ab-4d0f-8f6e-1b6a5a2f0c77
│   Path:      knapweed-tfstate/edge/terraform.tfstate
│   Operation: OperationTypeApply
│   Who:       lotte@build-07
│   Created:   2025-03-04 09:12:40.118 +0000 UTC
╵
"""),
O("terraform workspace list","* default\n  edge"),O("terraform fmt","edge.tf"),O("git diff --stat"," edge.tf | 2 +-"),
O("terraform apply -auto-approve","Apply complete! Resources: 1 added, 0 changed, 0 destroyed.")],None,
F("terraform apply -auto-approve","""
╷
│ Error: Error acquiring the state lock
│
│ Error message: ConditionalCheckFailedException: The conditional request failed
│ Lock Info:
│   ID:        e20b8d14-3c6a-47d9-9d55-f4c0a81be3d2
│   Path:      knapweed-tfstate/edge/terraform.tfstate
│   Operation: OperationTypeApply
│   Who:       imre@build-03
│   Created:   2025-03-27 14:55:02.730 +0000 UTC
╵
"""))
story("maven",[
F("mvn -B verify","""
[ERROR] Failed to execute goal on project dovecote: Could not resolve dependencies for project com.ashlar:dovecote:jar:1.0: Could not transfer artifact com.ashlar:pigeonhole:jar:4.2.1 from/to ashlar-releases (https://nexus.ashlar.example/repository/releases): status code: 502, reason phrase: Bad Gateway (502) -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException
"""),
O("mvn -v | head -1","Apache Maven 3.9.9"),R("pom.xml","<artifactId>dovecote</artifactId>"),E("src/main/java/com/ashlar/Loft.java"),
O("mvn -B verify","[INFO] Tests run: 22, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS")],None,
F("mvn -B verify","""
[ERROR] Failed to execute goal on project dovecote: Could not resolve dependencies for project com.ashlar:dovecote:jar:1.1: Could not transfer artifact com.ashlar:pigeonhole:jar:4.3.0 from/to ashlar-releases (https://nexus.ashlar.example/repository/releases): status code: 502, reason phrase: Bad Gateway (502) -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException
"""))
story("ruby",[
F("bin/rspec spec/system/checkout_spec.rb","""
F

Failures:

  1) Checkout pays with a voucher
     Failure/Error: expect(page).to have_content("Thank you")
       expected to find text "Thank you" in "Please wait..."
     # ./spec/system/checkout_spec.rb:41:in `block (2 levels) in <main>'

Finished in 6.2 seconds (files took 2.1 seconds to load)
1 example, 1 failure
"""),
R("app/views/checkout/show.html.erb","<h1><%= t('.wait') %></h1>"),O("bin/rails routes | grep checkout","checkout GET /checkout(.:format) checkout#show"),O("bin/rubocop -A app/helpers","3 files inspected, 1 offense detected, 1 offense corrected"),
O("bin/rspec spec/system/checkout_spec.rb",".\n\nFinished in 3.4 seconds\n1 example, 0 failures")],None,
F("bin/rspec spec/system/checkout_spec.rb","""
F

Failures:

  1) Checkout pays with a voucher
     Failure/Error: expect(page).to have_content("Thank you")
       expected to find text "Thank you" in "Please wait..."
     # ./spec/system/checkout_spec.rb:41:in `block (2 levels) in <main>'

Finished in 6.6 seconds (files took 2.4 seconds to load)
1 example, 1 failure
"""))
story("kubectl",[
F("kubectl get nodes","""
E0311 07:41:19.204415   91120 memcache.go:265] couldn't get current server API group list: Get "https://10.40.2.15:6443/api?timeout=32s": net/http: TLS handshake timeout
Unable to connect to the server: net/http: TLS handshake timeout
"""),
O("kubectl config get-contexts -o name","lab\nprod-nord"),O("cat k8s/kustomization.yaml","resources:\n- deploy.yaml"),O("date","Tue Mar 11 07:55:02 UTC 2025"),
O("kubectl get nodes","NAME     STATUS   ROLES    AGE   VERSION\nnode-a   Ready    <none>   81d   v1.30.2")],None,
F("kubectl get nodes","""
E0402 16:20:44.881207   12077 memcache.go:265] couldn't get current server API group list: Get "https://10.40.2.15:6443/api?timeout=32s": net/http: TLS handshake timeout
Unable to connect to the server: net/http: TLS handshake timeout
"""))
story("psql",[
F("psql \"$REPORT_DSN\" -c 'select count(*) from visits'","""
psql: error: connection to server at "db.saltmarsh.example" (198.51.100.23), port 5432 failed: FATAL:  sorry, too many clients already
"""),
R("reports/visits.sql","select count(*) from visits"),E("reports/weekly.sql"),O("ls reports","visits.sql  weekly.sql"),
O("psql \"$REPORT_DSN\" -c 'select count(*) from visits'"," count\n-------\n 80412\n(1 row)")],None,
F("psql \"$REPORT_DSN\" -f reports/weekly.sql","""
psql: error: connection to server at "db.saltmarsh.example" (198.51.100.23), port 5432 failed: FATAL:  sorry, too many clients already
"""))
story("pip",[
F("pip download scikit-learn==1.5.2 -d wheels","""
Collecting scikit-learn==1.5.2
ERROR: Exception:
Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/pip/_vendor/urllib3/response.py", line 438, in _error_catcher
    yield
pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='files.pythonhosted.org', port=443): Read timed out.
"""),
O("ls wheels","numpy-2.1.1-cp312-cp312-manylinux_2_17_x86_64.whl"),O("python3 -c 'import sys; print(sys.version_info[:2])'","(3, 12)"),E("notebooks/README.md"),
O("pip download scikit-learn==1.5.2 -d wheels","Saved ./wheels/scikit_learn-1.5.2-cp312-cp312-manylinux_2_17_x86_64.whl\nSuccessfully downloaded scikit-learn")],None,
F("pip download pandas==2.2.3 -d wheels","""
Collecting pandas==2.2.3
ERROR: Exception:
Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/pip/_vendor/urllib3/response.py", line 438, in _error_catcher
    yield
pip._vendor.urllib3.exceptions.ReadTimeoutError: HTTPSConnectionPool(host='files.pythonhosted.org', port=443): Read timed out.
"""))
story("cargo",[
F("cargo test -p wick --test soak","""
running 3 tests
test drains_on_close ... ok
test backpressure_holds ... FAILED
test reconnects ... ok

---- backpressure_holds stdout ----
thread 'backpressure_holds' panicked at crates/wick/tests/soak.rs:92:5:
assertion failed: peak <= 64

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 4.07s
error: test failed, to rerun pass `-p wick --test soak`
"""),
R("crates/wick/tests/soak.rs","assert!(peak <= 64);"),O("cargo clippy -p wick","    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2.31s"),E("crates/wick/README.md"),O("uptime"," 11:20:01 up 3 days,  2:14,  2 users,  load average: 0.71, 3.90, 5.22"),
O("cargo test -p wick --test soak","running 3 tests\ntest result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 3.88s")],None,
F("cargo test -p wick --test soak","""
running 3 tests
test drains_on_close ... ok
test backpressure_holds ... FAILED
test reconnects ... ok

---- backpressure_holds stdout ----
thread 'backpressure_holds' panicked at crates/wick/tests/soak.rs:92:5:
assertion failed: peak <= 64

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 4.15s
error: test failed, to rerun pass `-p wick --test soak`
"""))
story("curl",[
F("curl -fsS https://api.staging.mullein.example/v2/status","""
curl: (22) The requested URL returned error: 500
"""),
O("git log --oneline -3","d01a3bc status page copy\n09be112 widen table\n3c77fe0 v2 client"),R("src/client.ts","export const BASE = '/v2'"),O("npx tsc --noEmit",""),
O("curl -fsS https://api.staging.mullein.example/v2/status","{\"ok\":true,\"build\":\"4471\"}")],None,
F("curl -fsS https://api.staging.mullein.example/v2/status","""
curl: (22) The requested URL returned error: 500
"""))
story("gh",[
F("gh pr list --limit 20","""
HTTP 403: API rate limit exceeded for user ID 90417733. If you reach out to GitHub Support for help, please include the request ID D1A2:3F9B0:71C2A0:7E10D4:66F0AA12. (https://api.github.com/graphql)
"""),
O("git branch -a | head -3","* main\n  remotes/origin/HEAD -> origin/main\n  remotes/origin/main"),E("CONTRIBUTING.md"),O("gh --version","gh version 2.57.0 (2024-09-16)"),
O("gh pr list --limit 20","#118  Use the new parser  parser-2  about 3 hours ago")],None,
F("gh pr list --limit 50","""
HTTP 403: API rate limit exceeded for user ID 90417733. If you reach out to GitHub Support for help, please include the request ID 9E04:11C7A2:2B90F1:2F4C88:671B03D9. (https://api.github.com/graphql)
"""))
story("gradle",[
F("./gradlew :sync:integrationTest","""
> Task :sync:integrationTest FAILED

SyncClientIT > resumesAfterDrop() FAILED
    java.util.concurrent.TimeoutException at SyncClientIT.java:118

17 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':sync:integrationTest'.
> There were failing tests. See the report at: file:///home/teo/sedge/sync/build/reports/tests/integrationTest/index.html
"""),
O("git blame -L118,118 sync/src/integrationTest/java/SyncClientIT.java","77c0e9d1 (Ffion 2024-06-02 118)   done.get(5, SECONDS);"),O("./gradlew :sync:dependencies -q | head -2","compileClasspath\n+--- com.squareup.okio:okio:3.9.0"),E("sync/src/main/java/SyncLog.java"),
O("./gradlew :sync:integrationTest","> Task :sync:integrationTest\n\nBUILD SUCCESSFUL in 29s")],None,
F("./gradlew :sync:integrationTest","""
> Task :sync:integrationTest FAILED

SyncClientIT > resumesAfterDrop() FAILED
    java.util.concurrent.TimeoutException at SyncClientIT.java:118

17 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':sync:integrationTest'.
> There were failing tests. See the report at: file:///home/teo/sedge/sync/build/reports/tests/integrationTest/index.html
"""))
story("apt",[
F("sudo apt-get update","""
Get:1 http://archive.ubuntu.com/ubuntu noble InRelease [256 kB]
E: Failed to fetch http://archive.ubuntu.com/ubuntu/dists/noble-updates/main/binary-amd64/Packages.xz  File has unexpected size (561204 != 561188). Mirror sync in progress? [IP: 91.189.91.81 80]
   Hashes of expected file:
    - Filesize:561188 [weak]
E: Some index files failed to download. They have been ignored, or old ones used instead.
"""),
O("lsb_release -cs 2>/dev/null","noble"),O("cat scripts/bootstrap.sh | head -3","#!/bin/sh\nset -eu\nsudo apt-get update"),O("shellcheck scripts/bootstrap.sh",""),
O("sudo apt-get update","Get:1 http://archive.ubuntu.com/ubuntu noble InRelease [256 kB]\nFetched 30.2 MB in 4s (7,511 kB/s)\nReading package lists... Done")],None,
F("sudo apt-get update","""
Get:1 http://archive.ubuntu.com/ubuntu noble InRelease [256 kB]
E: Failed to fetch http://archive.ubuntu.com/ubuntu/dists/noble-updates/universe/binary-amd64/Packages.xz  File has unexpected size (902116 != 902044). Mirror sync in progress? [IP: 185.125.190.83 80]
   Hashes of expected file:
    - Filesize:902044 [weak]
E: Some index files failed to download. They have been ignored, or old ones used instead.
"""))
