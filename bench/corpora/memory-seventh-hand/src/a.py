S=[]
def F(c,o): return {"tool":"Bash","command":c,"output":o.strip("\n"),"failed":True}
def O(c,o=""): return {"tool":"Bash","command":c,"output":o.strip("\n"),"failed":False}
def E(p): return {"tool":"Edit","command":p,"output":"edited","failed":False}
def R(p,o): return {"tool":"Read","command":p,"output":o.strip("\n"),"failed":False}
def story(eco,steps,cure,rep):
    S.append((eco,steps,cure,rep))

# 1 npm peer deps
story("npm",[
F("npm ci","""
npm error code EUSAGE
npm error
npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.
npm error
npm error Missing: @floating-ui/dom@1.6.11 from lock file
npm error Missing: @floating-ui/utils@0.2.8 from lock file
npm error
npm error A complete log of this run can be found in: /home/ines/.npm/_logs/2025-03-11T08_14_22_317Z-debug-0.log
"""),
O("git log --oneline -3 -- package.json","9ab01ce add floating tooltip\n41d77f0 bump vite\ne0c6a11 initial import"),
O("node --version","v20.17.0"),
O("npm install --package-lock-only","\nup to date, audited 412 packages in 3s\n\n88 packages are looking for funding\n  run `npm fund` for details\n\nfound 0 vulnerabilities"),
O("git diff --stat","package-lock.json | 23 +++++++++++++++++++++++\n 1 file changed, 23 insertions(+)"),
O("npm ci","\nadded 411 packages, and audited 412 packages in 9s\n\nfound 0 vulnerabilities")],
"npm install --package-lock-only",
F("npm ci","""
npm error code EUSAGE
npm error
npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.
npm error
npm error Missing: date-fns@4.1.0 from lock file
npm error
npm error A complete log of this run can be found in: /home/ines/.npm/_logs/2025-04-02T15_40_09_881Z-debug-0.log
"""))

# 2 node heap
story("npm",[
F("npm run build","""
> tidepool-admin@3.2.0 build
> webpack --mode production

<--- Last few GCs --->

[18422:0x6a1b2f0]    48812 ms: Mark-Compact 2041.7 (2083.2) -> 2040.9 (2084.0) MB, 1312.43 / 0.00 ms  (average mu = 0.112, current mu = 0.021) allocation failure; scavenge might not succeed

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----
Aborted (core dumped)
"""),
O("free -h","               total        used        free      shared  buff/cache   available\nMem:            15Gi       4.1Gi       7.9Gi       312Mi       3.6Gi        11Gi\nSwap:          2.0Gi          0B       2.0Gi"),
R("webpack.config.js","const path = require('path');\nmodule.exports = { entry: './src/main.tsx', devtool: 'source-map' };"),
O("du -sh src","14M\tsrc"),
O("NODE_OPTIONS=--max-old-space-size=6144 npm run build","> tidepool-admin@3.2.0 build\n> webpack --mode production\n\nasset main.4c1f.js 3.91 MiB [emitted] [immutable] [minimized]\nwebpack 5.94.0 compiled successfully in 71203 ms")],
"NODE_OPTIONS=--max-old-space-size=6144",
F("npm run build","""
> tidepool-admin@3.3.1 build
> webpack --mode production

<--- Last few GCs --->

[2207:0x5f0e3c0]    51377 ms: Mark-Compact 2043.1 (2084.6) -> 2042.5 (2085.4) MB, 1287.90 / 0.00 ms  (average mu = 0.098, current mu = 0.017) allocation failure; scavenge might not succeed

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----
Aborted (core dumped)
"""))

# 3 pnpm filter name
story("pnpm",[
F("pnpm --filter web test --run","""
No projects matched the filters in "/srv/work/larkspur"
"""),
O("ls apps packages","apps:\nstorefront  worker\n\npackages:\nui  tsconfig"),
O("cat apps/storefront/package.json | head -4","{\n  \"name\": \"@larkspur/storefront\",\n  \"private\": true,\n  \"version\": \"0.0.0\","),
O("git status -sb","## main...origin/main"),
O("pnpm --filter @larkspur/storefront test --run","\n> @larkspur/storefront@0.0.0 test /srv/work/larkspur/apps/storefront\n> vitest \"--run\"\n\n Test Files  18 passed (18)\n      Tests  131 passed (131)")],
"--filter @larkspur/storefront",
F("pnpm --filter web test --run","""
No projects matched the filters in "/srv/work/larkspur"
"""))

# 4 yarn corepack
story("yarn",[
F("yarn install","""
error This project's package.json defines "packageManager": "yarn@4.5.0". However the current global version of Yarn is 1.22.22.

Presence of the "packageManager" field indicates that the project is meant to be used with Corepack, a tool included by default with all official Node.js distributions starting from 16.9 and 14.19.
Corepack must currently be enabled by running corepack enable in your terminal. For more information, check out https://yarnpkg.com/corepack.
"""),
O("which -a yarn","/usr/local/bin/yarn"),
O("cat .yarnrc.yml","nodeLinker: node-modules"),
O("corepack enable",""),
O("grep -n engines -A3 package.json","22:  \"engines\": {\n23-    \"node\": \">=20\"\n24-  }"),
O("yarn install","➤ YN0000: · Yarn 4.5.0\n➤ YN0000: ┌ Resolution step\n➤ YN0000: └ Completed\n➤ YN0000: ┌ Fetch step\n➤ YN0000: └ Completed in 6s 12ms\n➤ YN0000: · Done in 14s 220ms")],
"corepack enable",
F("yarn install --immutable","""
error This project's package.json defines "packageManager": "yarn@4.5.0". However the current global version of Yarn is 1.22.22.

Presence of the "packageManager" field indicates that the project is meant to be used with Corepack, a tool included by default with all official Node.js distributions starting from 16.9 and 14.19.
Corepack must currently be enabled by running corepack enable in your terminal. For more information, check out https://yarnpkg.com/corepack.
"""))

# 5 cargo openssl
story("cargo",[
F("cargo build","""
   Compiling openssl-sys v0.9.103
error: failed to run custom build command for `openssl-sys v0.9.103`

Caused by:
  process didn't exit successfully: `/home/dov/pelican/target/debug/build/openssl-sys-2a7d61c0f3e9b884/build-script-main` (exit status: 101)
  --- stderr
  thread 'main' panicked at /home/dov/.cargo/registry/src/index.crates.io-6f17d22bba15001f/openssl-sys-0.9.103/build/find_normal.rs:190:5:

  Could not find directory of OpenSSL installation, and this `-sys` crate cannot
  proceed without this knowledge. If OpenSSL is installed and this crate had
  trouble finding it,  you can set the `OPENSSL_DIR` environment variable for the
  compilation process.
"""),
O("cargo tree -i openssl-sys --depth 2","openssl-sys v0.9.103\n├── native-tls v0.2.12\n└── openssl v0.10.66"),
O("cat Cargo.toml | sed -n 1,12p","[package]\nname = \"pelican\"\nversion = \"0.4.2\"\nedition = \"2021\""),
O("sudo apt-get install -y pkg-config libssl-dev","Reading package lists... Done\nSetting up libssl-dev:amd64 (3.0.13-0ubuntu3.4) ...\nSetting up pkg-config:amd64 (1.8.1-2build1) ..."),
O("ls tests","api.rs  common"),
O("cargo build","   Compiling openssl-sys v0.9.103\n   Compiling native-tls v0.2.12\n   Compiling pelican v0.4.2 (/home/dov/pelican)\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 41.77s")],
"libssl-dev",
F("cargo build --release","""
   Compiling openssl-sys v0.9.104
error: failed to run custom build command for `openssl-sys v0.9.104`

Caused by:
  process didn't exit successfully: `/work/grebe/target/release/build/openssl-sys-81f0ce54aa02d7b3/build-script-main` (exit status: 101)
  --- stderr
  thread 'main' panicked at /root/.cargo/registry/src/index.crates.io-6f17d22bba15001f/openssl-sys-0.9.104/build/find_normal.rs:190:5:

  Could not find directory of OpenSSL installation, and this `-sys` crate cannot
  proceed without this knowledge. If OpenSSL is installed and this crate had
  trouble finding it,  you can set the `OPENSSL_DIR` environment variable for the
  compilation process.
"""))

# 6 cargo sqlx offline
story("cargo",[
F("cargo check -p ledger-store","""
    Checking ledger-store v0.2.0 (/home/dov/ledger/crates/store)
error: set `DATABASE_URL` to use query macros online, or run `cargo sqlx prepare` to update the query cache
  --> crates/store/src/accounts.rs:48:15
   |
48 |     let row = sqlx::query!("select id, balance from accounts where id = $1", id)
   |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = note: this error originates in the macro `$crate::sqlx_macros::expand_query`

error: could not compile `ledger-store` (lib) due to 1 previous error
"""),
R("crates/store/src/accounts.rs","pub async fn find(pool: &PgPool, id: Uuid) -> Result<Account> {"),
O("ls migrations","20240911_init.sql  20241002_balances.sql"),
O("rg -n 'postgres' compose.yaml","7:    image: postgres:16\n9:      POSTGRES_DB: ledger"),
O("DATABASE_URL=postgres://ledger:ledger@localhost:5433/ledger cargo check -p ledger-store","    Checking ledger-store v0.2.0 (/home/dov/ledger/crates/store)\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 6.02s")],
"DATABASE_URL=postgres://",
F("cargo check -p ledger-store --tests","""
    Checking ledger-store v0.2.1 (/home/dov/ledger/crates/store)
error: set `DATABASE_URL` to use query macros online, or run `cargo sqlx prepare` to update the query cache
  --> crates/store/src/postings.rs:112:16
   |
112|     let rows = sqlx::query!("select id, amount from postings where account_id = $1", id)
   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   |
   = note: this error originates in the macro `$crate::sqlx_macros::expand_query`

error: could not compile `ledger-store` (lib) due to 1 previous error
"""))

# 7 go private module
story("go",[
F("go mod download","""
go: git.brackenfield.example/platform/authkit@v1.8.0: reading https://proxy.golang.org/git.brackenfield.example/platform/authkit/@v/v1.8.0.info: 404 Not Found
	server response: not found: git.brackenfield.example/platform/authkit@v1.8.0: unrecognized import path "git.brackenfield.example/platform/authkit": https fetch: Get "https://git.brackenfield.example/platform/authkit?go-get=1": dial tcp: lookup git.brackenfield.example on 8.8.8.8:53: no such host
"""),
O("go version","go version go1.23.1 linux/amd64"),
O("go env GOPROXY GONOSUMDB","https://proxy.golang.org,direct\n"),
O("cat go.mod | head -8","module git.brackenfield.example/platform/gateway\n\ngo 1.23\n\nrequire (\n\tgit.brackenfield.example/platform/authkit v1.8.0"),
O("GOPRIVATE=git.brackenfield.example/* go mod download","")],
"GOPRIVATE=git.brackenfield.example",
F("go mod download","""
go: git.brackenfield.example/platform/queuekit@v0.3.4: reading https://proxy.golang.org/git.brackenfield.example/platform/queuekit/@v/v0.3.4.info: 404 Not Found
	server response: not found: git.brackenfield.example/platform/queuekit@v0.3.4: unrecognized import path "git.brackenfield.example/platform/queuekit": https fetch: Get "https://git.brackenfield.example/platform/queuekit?go-get=1": dial tcp: lookup git.brackenfield.example on 8.8.8.8:53: no such host
"""))

# 8 go generate mocks
story("go",[
F("go test ./internal/billing/...","""
# brook/internal/billing [brook/internal/billing.test]
internal/billing/service_test.go:31:11: undefined: mocks.NewMockInvoiceRepo
internal/billing/service_test.go:58:11: undefined: mocks.NewMockInvoiceRepo
FAIL	brook/internal/billing [build failed]
FAIL
"""),
O("ls internal/billing/mocks","doc.go"),
O("grep -rn 'go:generate' internal","internal/billing/repo.go:9://go:generate mockgen -destination mocks/repo.go -package mocks . InvoiceRepo"),
O("git check-ignore -v internal/billing/mocks/repo.go",".gitignore:6:**/mocks/repo.go\tinternal/billing/mocks/repo.go"),
O("go generate ./internal/billing/...",""),
O("wc -l internal/billing/mocks/repo.go","96 internal/billing/mocks/repo.go"),
O("go test ./internal/billing/...","ok  \tbrook/internal/billing\t0.412s")],
"go generate ./internal/billing",
F("go test ./internal/billing/... -run TestRefund","""
# brook/internal/billing [brook/internal/billing.test]
internal/billing/refund_test.go:19:10: undefined: mocks.NewMockInvoiceRepo
FAIL	brook/internal/billing [build failed]
FAIL
"""))

# 9 gradle JAVA_HOME
story("gradle",[
F("./gradlew assembleDebug","""
FAILURE: Build failed with an exception.

* What went wrong:
An exception occurred applying plugin request [id: 'com.android.application']
> Failed to apply plugin 'com.android.internal.application'.
   > Android Gradle plugin requires Java 17 to run. You are currently using Java 11.
      Your current JDK is located in /usr/lib/jvm/java-11-openjdk-amd64
      You can try some of the following options:
       - changing the IDE settings.
       - changing the JAVA_HOME environment variable.
       - changing `org.gradle.java.home` in `gradle.properties`.

BUILD FAILED in 7s
"""),
O("ls /usr/lib/jvm","java-11-openjdk-amd64\njava-17-openjdk-amd64"),
O("cat settings.gradle.kts | tail -3","rootProject.name = \"Wherry\"\ninclude(\":app\")"),
O("JAVA_HOME=/usr/lib/jvm/java-17-openjdk-amd64 ./gradlew assembleDebug","> Task :app:compileDebugKotlin\n> Task :app:assembleDebug\n\nBUILD SUCCESSFUL in 1m 4s\n36 actionable tasks: 36 executed")],
"JAVA_HOME=/usr/lib/jvm/java-17-openjdk-amd64",
F("./gradlew lintDebug","""
FAILURE: Build failed with an exception.

* What went wrong:
An exception occurred applying plugin request [id: 'com.android.application']
> Failed to apply plugin 'com.android.internal.application'.
   > Android Gradle plugin requires Java 17 to run. You are currently using Java 11.
      Your current JDK is located in /usr/lib/jvm/java-11-openjdk-amd64
      You can try some of the following options:
       - changing the IDE settings.
       - changing the JAVA_HOME environment variable.
       - changing `org.gradle.java.home` in `gradle.properties`.

BUILD FAILED in 5s
"""))

# 10 gradle local.properties
story("gradle",[
F("./gradlew :mobile:testDebugUnitTest","""
FAILURE: Build failed with an exception.

* What went wrong:
Could not determine the dependencies of task ':mobile:testDebugUnitTest'.
> SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file at '/home/marit/skiff/local.properties'.

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 2s
"""),
O("ls ~/Android","Sdk"),
O("cat .gitignore | grep local","local.properties"),
O("./gradlew --version | head -4","\n------------------------------------------------------------\nGradle 8.9\n------------------------------------------------------------"),
E("local.properties"),
O("./gradlew :mobile:testDebugUnitTest","> Task :mobile:testDebugUnitTest\n\nBUILD SUCCESSFUL in 38s\n24 actionable tasks: 24 executed")],
"local.properties",
F("./gradlew :mobile:assembleRelease","""
FAILURE: Build failed with an exception.

* What went wrong:
Could not determine the dependencies of task ':mobile:compileReleaseJavaWithJavac'.
> SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file at '/home/marit/worktrees/skiff-2/local.properties'.

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 1s
"""))

# 11 maven sibling module
story("maven",[
F("mvn -q -pl order-api test","""
[ERROR] Failed to execute goal on project order-api: Could not resolve dependencies for project com.quillmoor:order-api:jar:2.4.0-SNAPSHOT: The following artifacts could not be resolved: com.quillmoor:order-model:jar:2.4.0-SNAPSHOT (absent): Could not find artifact com.quillmoor:order-model:jar:2.4.0-SNAPSHOT -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR]
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException
"""),
O("grep -n '<module>' pom.xml","31:    <module>order-model</module>\n32:    <module>order-api</module>\n33:    <module>order-batch</module>"),
O("git diff HEAD~1 --stat","order-api/src/main/java/com/quillmoor/OrderController.java | 8 ++++----"),
O("mvn -q -pl order-api -am test","")],
"-am",
F("mvn -q -pl order-batch test","""
[ERROR] Failed to execute goal on project order-batch: Could not resolve dependencies for project com.quillmoor:order-batch:jar:2.5.0-SNAPSHOT: The following artifacts could not be resolved: com.quillmoor:order-model:jar:2.5.0-SNAPSHOT (absent): Could not find artifact com.quillmoor:order-model:jar:2.5.0-SNAPSHOT -> [Help 1]
[ERROR]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.
[ERROR] Re-run Maven using the -X switch to enable full debug logging.
[ERROR]
[ERROR] For more information about the errors and possible solutions, please read the following articles:
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/DependencyResolutionException
"""))

# 12 maven wrong folder
story("maven",[
F("mvn spotless:check","""
[INFO] Scanning for projects...
[INFO] ------------------------------------------------------------------------
[INFO] BUILD FAILURE
[INFO] ------------------------------------------------------------------------
[ERROR] No plugin found for prefix 'spotless' in the current project and in the plugin groups [org.apache.maven.plugins, org.codehaus.mojo] available from the repositories [local (/home/teo/.m2/repository), central (https://repo.maven.apache.org/maven2)] -> [Help 1]
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/NoPluginFoundForPrefixException
"""),
O("pwd","/home/teo/cormorant"),
O("find . -name pom.xml -not -path '*/target/*'","./backend/pom.xml"),
O("cat README.md | head -5","# Cormorant\n\n- backend/ Java service\n- web/ Vue front end"),
O("cd backend && mvn spotless:check","[INFO] Spotless.Java is keeping 148 files clean - 0 needs changes to be clean\n[INFO] BUILD SUCCESS")],
"cd backend",
F("mvn spotless:check","""
[INFO] Scanning for projects...
[INFO] ------------------------------------------------------------------------
[INFO] BUILD FAILURE
[INFO] ------------------------------------------------------------------------
[ERROR] No plugin found for prefix 'spotless' in the current project and in the plugin groups [org.apache.maven.plugins, org.codehaus.mojo] available from the repositories [local (/home/teo/.m2/repository), central (https://repo.maven.apache.org/maven2)] -> [Help 1]
[ERROR] [Help 1] http://cwiki.apache.org/confluence/display/MAVEN/NoPluginFoundForPrefixException
"""))

# 13 pip externally managed
story("pip",[
F("pip install -r requirements-dev.txt","""
error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install
    python3-xyz, where xyz is the package you are trying to
    install.

    If you wish to install a non-Debian-packaged Python package,
    create a virtual environment using python3 -m venv path/to/venv.

note: If you believe this is a mistake, please contact your Python installation or OS distribution provider. You can override this, at the risk of breaking your Python installation or OS, by passing --break-system-packages.
hint: See PEP 668 for the detailed specification.
"""),
O("cat requirements-dev.txt","pytest==8.3.3\nruff==0.6.8\nmypy==1.11.2"),
O("python3 --version","Python 3.12.3"),
O("python3 -m venv .venv",""),
O(".venv/bin/pip install -r requirements-dev.txt","Collecting pytest==8.3.3\n  Using cached pytest-8.3.3-py3-none-any.whl (342 kB)\nSuccessfully installed mypy-1.11.2 pytest-8.3.3 ruff-0.6.8")],
"python3 -m venv .venv",
F("pip install -r requirements.txt","""
error: externally-managed-environment

× This environment is externally managed
╰─> To install Python packages system-wide, try apt install
    python3-xyz, where xyz is the package you are trying to
    install.

    If you wish to install a non-Debian-packaged Python package,
    create a virtual environment using python3 -m venv path/to/venv.

note: If you believe this is a mistake, please contact your Python installation or OS distribution provider. You can override this, at the risk of breaking your Python installation or OS, by passing --break-system-packages.
hint: See PEP 668 for the detailed specification.
"""))

# 14 pytest pythonpath
story("python",[
F("pytest tests/test_tariff.py -q","""
==================================== ERRORS ====================================
____________________ ERROR collecting tests/test_tariff.py _____________________
ImportError while importing test module '/home/ola/gridmeter/tests/test_tariff.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/test_tariff.py:3: in <module>
    from gridmeter.tariff import Band
E   ModuleNotFoundError: No module named 'gridmeter'
=========================== short test summary info ============================
ERROR tests/test_tariff.py
1 error in 0.09s
"""),
O("ls","pyproject.toml  src  tests"),
O("ls src/gridmeter","__init__.py  readings.py  tariff.py"),
O("git log -1 --format=%s","move package under src/"),
O("PYTHONPATH=src pytest tests/test_tariff.py -q","............                                                             [100%]\n12 passed in 0.21s")],
"PYTHONPATH=src",
F("pytest tests/test_readings.py -q","""
==================================== ERRORS ====================================
___________________ ERROR collecting tests/test_readings.py ____________________
ImportError while importing test module '/home/ola/gridmeter/tests/test_readings.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
tests/test_readings.py:5: in <module>
    from gridmeter.readings import Series
E   ModuleNotFoundError: No module named 'gridmeter'
=========================== short test summary info ============================
ERROR tests/test_readings.py
1 error in 0.07s
"""))

# 15 uv group
story("uv",[
F("uv run mkdocs build --strict","""
error: Failed to spawn: `mkdocs`
  Caused by: No such file or directory (os error 2)
"""),
O("uv --version","uv 0.5.4"),
O("sed -n '/dependency-groups/,$p' pyproject.toml","[dependency-groups]\ndev = [\"pytest>=8\"]\ndocs = [\"mkdocs-material>=9.5\"]"),
O("ls docs","index.md  reference  guides"),
O("uv run --group docs mkdocs build --strict","Installed 24 packages in 61ms\nINFO    -  Cleaning site directory\nINFO    -  Building documentation to directory: /home/ola/heron/site\nINFO    -  Documentation built in 1.88 seconds")],
"--group docs",
F("uv run mkdocs serve -a 127.0.0.1:8055","""
error: Failed to spawn: `mkdocs`
  Caused by: No such file or directory (os error 2)
"""))

# 16 poetry lock
story("poetry",[
F("poetry install","""
Installing dependencies from lock file

pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock [--no-update]` to fix the lock file.
"""),
O("git status --short"," M pyproject.toml"),
O("poetry --version","Poetry (version 1.8.3)"),
O("git diff pyproject.toml","@@ -14,6 +14,7 @@\n httpx = \"^0.27\"\n+structlog = \"^24.4\""),
O("poetry lock --no-update","Resolving dependencies... (4.1s)\n\nWriting lock file"),
O("poetry install","Installing dependencies from lock file\n\nPackage operations: 1 install, 0 updates, 0 removals\n\n  - Installing structlog (24.4.0)\n\nInstalling the current project: plover (0.9.0)")],
"poetry lock --no-update",
F("poetry install --with dev","""
Installing dependencies from lock file

pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock [--no-update]` to fix the lock file.
"""))

# 17 django migrate
story("python",[
F("python manage.py loaddata seeds/branches.json","""
Traceback (most recent call last):
  File "/opt/venvs/lib/python3.11/site-packages/django/db/backends/sqlite3/base.py", line 329, in execute
    return super().execute(query, params)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
django.db.utils.OperationalError: Problem installing fixture '/home/rhea/lendery/seeds/branches.json': Could not load catalog.Branch(pk=1): no such table: catalog_branch
"""),
O("head -c 200 seeds/branches.json","[{\"model\": \"catalog.branch\", \"pk\": 1, \"fields\": {\"name\": \"Eastgate\", \"opens\": \"09:00\"}}"),
R("catalog/models.py","class Branch(models.Model):\n    name = models.CharField(max_length=80)"),
O("python manage.py check","System check identified no issues (0 silenced)."),
O("python manage.py migrate","Operations to perform:\n  Apply all migrations: admin, auth, catalog, contenttypes, sessions\nRunning migrations:\n  Applying catalog.0001_initial... OK\n  Applying catalog.0002_branch... OK"),
O("python manage.py loaddata seeds/branches.json","Installed 14 object(s) from 1 fixture(s)")],
"manage.py migrate",
F("python manage.py loaddata seeds/titles.json","""
Traceback (most recent call last):
  File "/opt/venvs/lib/python3.11/site-packages/django/db/backends/sqlite3/base.py", line 329, in execute
    return super().execute(query, params)
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
django.db.utils.OperationalError: Problem installing fixture '/home/rhea/lendery/seeds/titles.json': Could not load catalog.Title(pk=1): no such table: catalog_title
"""))

# 18 docker network external
story("docker",[
F("docker compose up -d","""
[+] Running 0/0
network edge-shared declared as external, but could not be found
"""),
O("docker network ls --format '{{.Name}}'","bridge\nhost\nnone"),
O("cat compose.yaml | tail -5","networks:\n  default:\n  edge-shared:\n    external: true"),
O("docker network create edge-shared","b2f0c7716b4e9c6e0a2f4f9d7c8e1d0a93b55c417f2a6d0e8b11f2730a9c4d51"),
O("docker image ls -q | wc -l","11"),
O("docker compose up -d","[+] Running 3/3\n ✔ Container kestrel-db-1     Started\n ✔ Container kestrel-api-1    Started\n ✔ Container kestrel-proxy-1  Started")],
"docker network create edge-shared",
F("docker compose up -d --build","""
[+] Running 0/0
network edge-shared declared as external, but could not be found
"""))

# 19 docker platform
story("docker",[
F("docker run --rm harbor.osprey.example/tools/geoindex:2.1 --version","""
Unable to find image 'harbor.osprey.example/tools/geoindex:2.1' locally
2.1: Pulling from tools/geoindex
docker: no matching manifest for linux/arm64/v8 in the manifest list entries.
See 'docker run --help'.
"""),
O("uname -m","arm64"),
O("docker context ls","NAME       DESCRIPTION   DOCKER ENDPOINT\ndefault *                unix:///var/run/docker.sock"),
O("docker run --rm --platform linux/amd64 harbor.osprey.example/tools/geoindex:2.1 --version","2.1: Pulling from tools/geoindex\nStatus: Downloaded newer image for harbor.osprey.example/tools/geoindex:2.1\ngeoindex 2.1.0")],
"--platform linux/amd64",
F("docker run --rm -v $PWD:/data harbor.osprey.example/tools/geoindex:2.3 build /data","""
Unable to find image 'harbor.osprey.example/tools/geoindex:2.3' locally
2.3: Pulling from tools/geoindex
docker: no matching manifest for linux/arm64/v8 in the manifest list entries.
See 'docker run --help'.
"""))

# 20 terraform init
story("terraform",[
F("terraform plan","""
╷
│ Error: Module not installed
│
│   on network.tf line 1:
│    1: module "vpc" {
│
│ This module is not yet installed. Run "terraform init" to install all modules
│ required by this configuration.
╵
"""),
O("terraform version","Terraform v1.9.5\non linux_amd64"),
O("cat network.tf","module \"vpc\" {\n  source = \"./modules/vpc\"\n  cidr   = var.cidr\n}"),
O("terraform fmt -check",""),
O("terraform init","Initializing the backend...\nInitializing modules...\n- vpc in modules/vpc\nInitializing provider plugins...\nTerraform has been successfully initialized!"),
O("terraform plan","Plan: 7 to add, 0 to change, 0 to destroy.")],
"terraform init",
F("terraform plan -out=tf.plan","""
╷
│ Error: Module not installed
│
│   on dns.tf line 4:
│    4: module "zone" {
│
│ This module is not yet installed. Run "terraform init" to install all modules
│ required by this configuration.
╵
"""))

# 21 terraform var-file
story("terraform",[
F("terraform plan -input=false","""
╷
│ Error: No value for required variable
│
│   on variables.tf line 9:
│    9: variable "cluster_size" {
│
│ The root module input variable "cluster_size" is not set, and has no default
│ value. Use a -var or -var-file command line argument to provide a value for
│ this variable.
╵
"""),
O("ls","backend.tf  envs  main.tf  variables.tf"),
O("ls envs","prod.tfvars  staging.tfvars"),
O("terraform workspace show","staging"),
O("terraform plan -input=false -var-file=envs/staging.tfvars","No changes. Your infrastructure matches the configuration.")],
"-var-file=envs/staging.tfvars",
F("terraform apply -input=false -auto-approve","""
╷
│ Error: No value for required variable
│
│   on variables.tf line 9:
│    9: variable "cluster_size" {
│
│ The root module input variable "cluster_size" is not set, and has no default
│ value. Use a -var or -var-file command line argument to provide a value for
│ this variable.
╵
"""))

# 22 make needs GNU make
story("make",[
F("make dist","""
make: "/usr/home/bram/siskin/Makefile" line 4: Missing dependency operator
make: "/usr/home/bram/siskin/Makefile" line 6: Need an operator
make: "/usr/home/bram/siskin/Makefile" line 11: Missing dependency operator
make: Fatal errors encountered -- cannot continue
make: stopped in /usr/home/bram/siskin
"""),
O("uname -sr","FreeBSD 14.1-RELEASE"),
O("sed -n 1,7p Makefile","VERSION := $(shell git describe --tags)\nOUT := dist\n\nifeq ($(DEBUG),1)\nCFLAGS += -g\nendif"),
O("gmake dist","mkdir -p dist\ncc -O2 -o dist/siskin src/main.c src/wire.c\ntar czf dist/siskin-0.7.tgz -C dist siskin")],
"gmake dist",
F("make check","""
make: "/usr/home/bram/siskin/Makefile" line 4: Missing dependency operator
make: "/usr/home/bram/siskin/Makefile" line 6: Need an operator
make: "/usr/home/bram/siskin/Makefile" line 11: Missing dependency operator
make: Fatal errors encountered -- cannot continue
make: stopped in /usr/home/bram/siskin
"""))

# 23 make .env missing
story("make",[
F("make serve","""
Makefile:2: .env: No such file or directory
make: *** No rule to make target '.env'.  Stop.
"""),
O("head -3 Makefile","SHELL := /bin/bash\ninclude .env\nexport"),
O("ls -a","."+"\n..\n.env.example\n.git\nMakefile\ncmd\nweb"),
O("git log --oneline -2","c11f92a docs\n7d0be43 serve target"),
O("cp .env.example .env",""),
O("make serve","go run ./cmd/server\n2025/02/19 10:11:43 listening on :8090")],
"cp .env.example .env",
F("make worker","""
Makefile:2: .env: No such file or directory
make: *** No rule to make target '.env'.  Stop.
"""))
