# 24 cmake prefix path
story("cmake",[
F("cmake -S . -B build","""
-- The CXX compiler identification is AppleClang 15.0.0.15000309
CMake Error at CMakeLists.txt:14 (find_package):
  By not providing "FindQt6.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "Qt6", but
  CMake did not find one.

  Could not find a package configuration file provided by "Qt6" with any of
  the following names:

    Qt6Config.cmake
    qt6-config.cmake

-- Configuring incomplete, errors occurred!
"""),
O("ls /opt","Qt  homebrew"),
O("ls /opt/Qt","6.7.2"),
O("sed -n 10,16p CMakeLists.txt","set(CMAKE_CXX_STANDARD 20)\n\nfind_package(Threads REQUIRED)\n\nfind_package(Qt6 REQUIRED COMPONENTS Widgets)"),
O("cmake -S . -B build -DCMAKE_PREFIX_PATH=/opt/Qt/6.7.2/macos","-- Configuring done (2.2s)\n-- Generating done (0.1s)\n-- Build files have been written to: /Users/jun/chartroom/build")],
"-DCMAKE_PREFIX_PATH=/opt/Qt",
F("cmake -S . -B build-rel -DCMAKE_BUILD_TYPE=Release","""
-- The CXX compiler identification is AppleClang 15.0.0.15000309
CMake Error at CMakeLists.txt:16 (find_package):
  By not providing "FindQt6.cmake" in CMAKE_MODULE_PATH this project has
  asked CMake to find a package configuration file provided by "Qt6", but
  CMake did not find one.

  Could not find a package configuration file provided by "Qt6" with any of
  the following names:

    Qt6Config.cmake
    qt6-config.cmake

-- Configuring incomplete, errors occurred!
"""))

# 25 cmake submodule
story("cmake",[
F("cmake --preset ci","""
Preset CMake variables:

  CMAKE_BUILD_TYPE="Debug"

CMake Error at CMakeLists.txt:22 (add_subdirectory):
  The source directory

    /home/pia/anvil/third_party/fmtlite

  does not contain a CMakeLists.txt file.

-- Configuring incomplete, errors occurred!
"""),
O("ls -la third_party/fmtlite","total 0"),
O("cat .gitmodules","[submodule \"third_party/fmtlite\"]\n\tpath = third_party/fmtlite\n\turl = https://code.anvilworks.example/fmtlite.git"),
O("cmake --version | head -1","cmake version 3.28.3"),
O("git submodule update --init --recursive","Submodule 'third_party/fmtlite' registered for path 'third_party/fmtlite'\nCloning into '/home/pia/anvil/third_party/fmtlite'...\nSubmodule path 'third_party/fmtlite': checked out '0c9d2e1'"),
O("cmake --preset ci","-- Configuring done (0.9s)\n-- Generating done (0.0s)\n-- Build files have been written to: /home/pia/anvil/out/ci")],
"git submodule update --init",
F("cmake --preset asan","""
Preset CMake variables:

  CMAKE_BUILD_TYPE="Debug"

CMake Error at CMakeLists.txt:22 (add_subdirectory):
  The source directory

    /tmp/wt-6613/anvil/third_party/fmtlite

  does not contain a CMakeLists.txt file.

-- Configuring incomplete, errors occurred!
"""))

# 26 git upstream
story("git",[
F("git push","""
fatal: The current branch fix/rounding has no upstream branch.
To push the current branch and set the remote as upstream, use

    git push --set-upstream origin fix/rounding

To have this happen automatically for branches without a tracking
upstream, see 'push.autoSetupRemote' in 'git help config'.
"""),
O("git log --oneline -2","51e0d3f round half even\naa0912b add invoice totals"),
O("git remote -v","origin\tgit@code.juniper-row.example:acct/totals.git (fetch)\norigin\tgit@code.juniper-row.example:acct/totals.git (push)"),
O("git push --set-upstream origin HEAD","To code.juniper-row.example:acct/totals.git\n * [new branch]      HEAD -> fix/rounding\nbranch 'fix/rounding' set up to track 'origin/fix/rounding'.")],
"--set-upstream origin HEAD",
F("git push","""
fatal: The current branch feat/credit-notes has no upstream branch.
To push the current branch and set the remote as upstream, use

    git push --set-upstream origin feat/credit-notes

To have this happen automatically for branches without a tracking
upstream, see 'push.autoSetupRemote' in 'git help config'.
"""))

# 27 git identity
story("git",[
F("git commit -m 'Trim the log prefix'","""
Author identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: unable to auto-detect email address (got 'dev@5be01f7c2a90.(none)')
"""),
O("git diff --cached --stat"," src/log.ts | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)"),
O("git log -1 --format='%an <%ae>'","Sunniva Birk <sunniva@wexcombe.example>"),
O("git config user.email sunniva@wexcombe.example && git config user.name 'Sunniva Birk'",""),
O("git commit -m 'Trim the log prefix'","[main 2fd14c8] Trim the log prefix\n 1 file changed, 2 insertions(+), 2 deletions(-)")],
"git config user.email",
F("git commit -am 'Rename the queue'","""
Author identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: unable to auto-detect email address (got 'dev@c07d9a1184ee.(none)')
"""))

# 28 dotnet tool restore
story(".NET",[
F("dotnet ef database update","""
Could not execute because the specified command or file was not found.
Possible reasons for this include:
  * You misspelled a built-in dotnet command.
  * You intended to execute a .NET program, but dotnet-ef does not exist.
  * You intended to run a global tool, but a dotnet-prefixed executable with this name could not be found on the PATH.
"""),
O("dotnet --version","8.0.401"),
O("cat .config/dotnet-tools.json","{ \"version\": 1, \"isRoot\": true, \"tools\": { \"dotnet-ef\": { \"version\": \"8.0.8\", \"commands\": [\"dotnet-ef\"] } } }"),
O("ls src","Sandpiper.Api  Sandpiper.Data"),
O("dotnet tool restore","Tool 'dotnet-ef' (version '8.0.8') was restored. Available commands: dotnet-ef\n\nRestore was successful."),
O("dotnet ef database update","Build started...\nBuild succeeded.\nApplying migration '20240903112510_Initial'.\nDone.")],
"dotnet tool restore",
F("dotnet ef migrations add AddTenant","""
Could not execute because the specified command or file was not found.
Possible reasons for this include:
  * You misspelled a built-in dotnet command.
  * You intended to execute a .NET program, but dotnet-ef does not exist.
  * You intended to run a global tool, but a dotnet-prefixed executable with this name could not be found on the PATH.
"""))

# 29 dotnet multiple projects
story(".NET",[
F("dotnet build -c Release","""
MSBUILD : error MSB1011: Specify which project or solution file to use because this folder contains more than one project or solution file.
"""),
O("ls *.sln","Ternhouse.Legacy.sln\nTernhouse.sln"),
O("git log -1 --format=%cr Ternhouse.Legacy.sln","3 years ago"),
O("dotnet build Ternhouse.sln -c Release","  Determining projects to restore...\n  Ternhouse.Core -> /src/Ternhouse.Core/bin/Release/net8.0/Ternhouse.Core.dll\n\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)")],
"Ternhouse.sln",
F("dotnet build -c Debug","""
MSBUILD : error MSB1011: Specify which project or solution file to use because this folder contains more than one project or solution file.
"""))

# 30 nuget.config created
story(".NET",[
F("dotnet restore Fenwick.Web","""
  Determining projects to restore...
/src/Fenwick.Web/Fenwick.Web.csproj : error NU1101: Unable to find package Fenwick.Telemetry. No packages exist with this id in source(s): nuget.org
  Failed to restore /src/Fenwick.Web/Fenwick.Web.csproj (in 1.31 sec).
"""),
O("dotnet nuget list source","Registered Sources:\n  1.  nuget.org [Enabled]\n      https://api.nuget.org/v3/index.json"),
O("grep -rn Fenwick.Telemetry --include=*.csproj .","./Fenwick.Web/Fenwick.Web.csproj:18:    <PackageReference Include=\"Fenwick.Telemetry\" Version=\"3.0.2\" />"),
R("docs/setup.md","Our packages live on https://pkgs.fenwick.example/v3/index.json"),
E("nuget.config"),
O("dotnet restore Fenwick.Web","  Determining projects to restore...\n  Restored /src/Fenwick.Web/Fenwick.Web.csproj (in 4.8 sec).")],
"nuget.config",
F("dotnet restore Fenwick.Jobs","""
  Determining projects to restore...
/src/Fenwick.Jobs/Fenwick.Jobs.csproj : error NU1101: Unable to find package Fenwick.Telemetry. No packages exist with this id in source(s): nuget.org
  Failed to restore /src/Fenwick.Jobs/Fenwick.Jobs.csproj (in 988 ms).
"""))

# 31 ruby bundle exec
story("ruby",[
F("rake spec","""
rake aborted!
Gem::LoadError: You have already activated rake 13.2.1, but your Gemfile requires rake 13.0.6. Prepending `bundle exec` to your command may solve this.
/home/nils/marram/Rakefile:1:in `<top (required)>'
(See full trace by running task with --trace)
"""),
O("ruby -v","ruby 3.2.4 (2024-04-23 revision af471c0e01) [x86_64-linux]"),
O("grep -n rake Gemfile.lock","88:    rake (13.0.6)\n141:  rake (= 13.0.6)"),
O("bundle exec rake spec","........................................\n\nFinished in 1.93 seconds (files took 0.8 seconds to load)\n40 examples, 0 failures")],
"bundle exec",
F("rake lint","""
rake aborted!
Gem::LoadError: You have already activated rake 13.2.1, but your Gemfile requires rake 13.0.6. Prepending `bundle exec` to your command may solve this.
/home/nils/marram/Rakefile:1:in `<top (required)>'
(See full trace by running task with --trace)
"""))

# 32 rails credentials / redis
story("ruby",[
F("bin/rspec spec/jobs","""
An error occurred while loading rails_helper.
Failure/Error: ActiveRecord::Migration.maintain_test_schema!

ActiveRecord::PendingMigrationError:

  Migrations are pending. To resolve this issue, run:

        bin/rails db:migrate RAILS_ENV=test

  You have 1 pending migration:

  20250114093012_add_due_on_to_loans.rb
"""),
R("spec/rails_helper.rb","require 'rspec/rails'"),
O("git log --oneline -1 -- db/migrate","6cc21aa loans get a due date"),
O("bin/rails db:migrate RAILS_ENV=test","== 20250114093012 AddDueOnToLoans: migrating ==================================\n-- add_column(:loans, :due_on, :date)\n   -> 0.0021s\n== 20250114093012 AddDueOnToLoans: migrated (0.0022s) ========================="),
O("bin/rubocop app/jobs","4 files inspected, no offenses detected"),
O("bin/rspec spec/jobs","......\n\n6 examples, 0 failures")],
"db:migrate RAILS_ENV=test",
F("bin/rspec spec/models/member_spec.rb","""
An error occurred while loading rails_helper.
Failure/Error: ActiveRecord::Migration.maintain_test_schema!

ActiveRecord::PendingMigrationError:

  Migrations are pending. To resolve this issue, run:

        bin/rails db:migrate RAILS_ENV=test

  You have 1 pending migration:

  20250303161544_add_phone_to_members.rb
"""))

# 33 php composer ext
story("php",[
F("composer install","""
Installing dependencies from lock file (including require-dev)
Verifying lock file contents can be installed on current platform.
Your lock file does not contain a compatible set of packages. Please run composer update.

  Problem 1
    - Root composer.json requires PHP extension ext-intl * but it is missing from your system. Install or enable PHP's intl extension.

To enable extensions, verify that they are enabled in your .ini files:
    - /etc/php/8.3/cli/php.ini
You can also run `php --ini` in a terminal to see which files are used by PHP in CLI mode.
"""),
O("php -m | grep -i -c mbstring","1"),
O("composer --version","Composer version 2.7.9 2024-09-04 14:43:28"),
O("apt-get install -y php8.3-intl","Setting up php8.3-intl (8.3.6-0ubuntu0.24.04.2) ...\nCreating config file /etc/php/8.3/mods-available/intl.ini with new version"),
O("ls var","cache  log"),
O("composer install","Installing dependencies from lock file (including require-dev)\nPackage operations: 97 installs, 0 updates, 0 removals\nGenerating autoload files")],
"php8.3-intl",
F("composer install --no-dev","""
Installing dependencies from lock file
Verifying lock file contents can be installed on current platform.
Your lock file does not contain a compatible set of packages. Please run composer update.

  Problem 1
    - Root composer.json requires PHP extension ext-intl * but it is missing from your system. Install or enable PHP's intl extension.

To enable extensions, verify that they are enabled in your .ini files:
    - /etc/php/8.3/cli/php.ini
You can also run `php --ini` in a terminal to see which files are used by PHP in CLI mode.
"""))

# 34 phpstan memory
story("php",[
F("vendor/bin/phpstan analyse src","""
 512/1804 [=======>--------------------]  28%

PHPStan process crashed because it reached configured PHP memory limit: 128M
Increase your memory limit in php.ini or run PHPStan with --memory-limit CLI option.
"""),
O("cat phpstan.neon","parameters:\n    level: 6"),
O("php -r 'echo ini_get(\"memory_limit\");'","128M"),
O("vendor/bin/phpstan analyse src --memory-limit=1G"," 1804/1804 [============================] 100%\n\n [OK] No errors")],
"--memory-limit=1G",
F("vendor/bin/phpstan analyse src tests","""
 641/2210 [========>-------------------]  29%

PHPStan process crashed because it reached configured PHP memory limit: 128M
Increase your memory limit in php.ini or run PHPStan with --memory-limit CLI option.
"""))

# 35 swift toolchain / xcode select
story("swift",[
F("xcodebuild -scheme Lantern -showBuildSettings","""
xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance
"""),
O("ls /Applications | grep Xcode","Xcode-15.4.app"),
O("swift --version","Apple Swift version 5.10"),
O("DEVELOPER_DIR=/Applications/Xcode-15.4.app/Contents/Developer xcodebuild -scheme Lantern -showBuildSettings","Build settings for action build and target Lantern:\n    ACTION = build\n    AD_HOC_CODE_SIGNING_ALLOWED = NO")],
"DEVELOPER_DIR=/Applications/Xcode-15.4.app",
F("xcodebuild -scheme Lantern test -destination 'platform=iOS Simulator,name=iPhone 15'","""
xcode-select: error: tool 'xcodebuild' requires Xcode, but active developer directory '/Library/Developer/CommandLineTools' is a command line tools instance
"""))

# 36 swift package edit tools version
story("swift",[
F("swift build","""
error: 'beacon': Source files for target BeaconTests should be located under 'Tests/BeaconTests', or a custom sources path can be set with the 'path' property in Package.swift
"""),
O("ls","Package.swift  README.md  Sources  UnitTests"),
R("Package.swift","// swift-tools-version:5.9\nimport PackageDescription\nlet package = Package(name: \"beacon\", targets: [.target(name: \"Beacon\"), .testTarget(name: \"BeaconTests\", dependencies: [\"Beacon\"])])"),
O("git log --oneline -1","e4471b0 tidy folders"),
E("Package.swift"),
O("swift build","Building for debugging...\n[14/14] Linking beacon\nBuild complete! (9.41s)")],
"Package.swift",
F("swift test","""
error: 'harbourlight': Source files for target HarbourlightTests should be located under 'Tests/HarbourlightTests', or a custom sources path can be set with the 'path' property in Package.swift
"""))

# 37 kubectl namespace
story("kubectl",[
F("kubectl rollout status deploy/pricing","""
Error from server (NotFound): deployments.apps "pricing" not found
"""),
O("kubectl config current-context","stg-eu-2"),
O("kubectl get ns","NAME              STATUS   AGE\ndefault           Active   211d\nkube-system       Active   211d\nshop-core         Active   190d"),
O("kubectl rollout status deploy/pricing -n shop-core","deployment \"pricing\" successfully rolled out")],
"-n shop-core",
F("kubectl rollout status deploy/pricing","""
Error from server (NotFound): deployments.apps "pricing" not found
"""))

# 38 kubectl login
story("kubectl",[
F("kubectl get pods -n ingest","""
error: You must be logged in to the server (Unauthorized)
"""),
O("kubectl version --client","Client Version: v1.30.4\nKustomize Version: v5.0.4"),
O("ls ~/.kube","cache  config"),
O("aws sso login --profile moorland-dev","Attempting to automatically open the SSO authorization page in your default browser.\nSuccessfully logged into Start URL: https://moorland.awsapps.example/start"),
O("helm list -n ingest --short","ingest-main"),
O("kubectl get pods -n ingest","NAME                           READY   STATUS    RESTARTS   AGE\ningest-main-6f8d9c7b5d-2xkqp   1/1     Running   0          4d2h")],
"aws sso login --profile moorland-dev",
F("kubectl get events -n ingest","""
error: You must be logged in to the server (Unauthorized)
"""))

# 39 psql service start
story("psql",[
F("psql -h localhost -U reed reed_dev -c '\\dt'","""
psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused
	Is the server running on that host and accepting TCP/IP connections?
"""),
O("which psql","/opt/homebrew/bin/psql"),
O("tail -2 /opt/homebrew/var/log/postgresql@16.log","2025-01-29 18:02:51.120 CET [811] LOG:  received fast shutdown request\n2025-01-29 18:02:51.192 CET [811] LOG:  database system is shut down"),
O("brew services start postgresql@16","==> Successfully started `postgresql@16` (label: homebrew.mxcl.postgresql@16)"),
O("psql -h localhost -U reed reed_dev -c '\\dt'","         List of relations\n Schema |   Name   | Type  | Owner\n--------+----------+-------+-------\n public | readings | table | reed\n(1 row)")],
"brew services start postgresql@16",
F("psql -h localhost -U reed reed_dev -f seeds.sql","""
psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused
	Is the server running on that host and accepting TCP/IP connections?
"""))

# 40 psql create db
story("psql",[
F("psql -U postgres -d thicket_test -f schema.sql","""
psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: FATAL:  database "thicket_test" does not exist
"""),
O("head -3 schema.sql","create table plots (\n  id bigint primary key,\n  area numeric not null"),
O("psql -U postgres -Atc 'select datname from pg_database'","postgres\ntemplate1\ntemplate0\nthicket_dev"),
O("createdb -U postgres thicket_test",""),
O("psql -U postgres -d thicket_test -f schema.sql","CREATE TABLE\nCREATE TABLE\nCREATE INDEX")],
"createdb -U postgres thicket_test",
F("psql -U postgres -d thicket_test -f fixtures.sql","""
psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed: FATAL:  database "thicket_test" does not exist
"""))

# 41 elixir deps
story("elixir",[
F("mix test","""
Unchecked dependencies for environment test:
* mox (Hex package)
  the dependency is not available, run "mix deps.get"
* oban (Hex package)
  lock mismatch: the dependency is out of date. To fetch locked version run "mix deps.get"
** (Mix) Can't continue due to errors on dependencies
"""),
O("elixir --version | tail -1","Elixir 1.17.2 (compiled with Erlang/OTP 27)"),
O("git diff HEAD~2 --stat -- mix.lock"," mix.lock | 4 +++-"),
O("mix deps.get","Resolving Hex dependencies...\nResolution completed in 0.08s\n* Getting mox (Hex package)\n* Updating oban (Hex package)"),
O("ls test","support  thrift_test.exs  test_helper.exs"),
O("mix test","..............................\nFinished in 0.7 seconds (0.4s async, 0.2s sync)\n30 tests, 0 failures")],
"mix deps.get",
F("mix test test/orders_test.exs","""
Unchecked dependencies for environment test:
* ex_machina (Hex package)
  the dependency is not available, run "mix deps.get"
** (Mix) Can't continue due to errors on dependencies
"""))

# 42 elixir secret env
story("elixir",[
F("MIX_ENV=prod mix phx.digest","""
** (RuntimeError) environment variable SECRET_KEY_BASE is missing.
You can generate one by calling: mix phx.gen.secret

    /home/yrsa/fjordpost/config/runtime.exs:34: (file)
    (elixir 1.17.2) src/elixir.erl:386: :elixir.eval_external_handler/3
    (stdlib 6.0) erl_eval.erl:919: :erl_eval.do_apply/7
"""),
R("config/runtime.exs","secret_key_base =\n  System.get_env(\"SECRET_KEY_BASE\") ||"),
O("ls priv/static","assets  favicon.ico  robots.txt"),
O("SECRET_KEY_BASE=$(mix phx.gen.secret) MIX_ENV=prod mix phx.digest","Check your digested files at \"priv/static\"")],
"SECRET_KEY_BASE=$(mix phx.gen.secret)",
F("MIX_ENV=prod mix release","""
** (RuntimeError) environment variable SECRET_KEY_BASE is missing.
You can generate one by calling: mix phx.gen.secret

    /home/yrsa/fjordpost/config/runtime.exs:34: (file)
    (elixir 1.17.2) src/elixir.erl:386: :elixir.eval_external_handler/3
    (stdlib 6.0) erl_eval.erl:919: :erl_eval.do_apply/7
"""))

# 43 npm script name
story("npm",[
F("npm run typecheck","""
npm error Missing script: "typecheck"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm error A complete log of this run can be found in: /Users/jun/.npm/_logs/2025-02-06T09_31_55_004Z-debug-0.log
"""),
O("npm run","Lifecycle scripts included in tallow@1.1.0:\n  test\n    vitest run\n\navailable via `npm run-script`:\n  check:types\n    tsc --noEmit\n  fmt\n    prettier -w ."),
O("cat tsconfig.json","{ \"extends\": \"./tsconfig.base.json\", \"include\": [\"src\"] }"),
O("npm run check:types","\n> tallow@1.1.0 check:types\n> tsc --noEmit\n")],
"check:types",
F("npm run typecheck","""
npm error Missing script: "typecheck"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm error A complete log of this run can be found in: /Users/jun/.npm/_logs/2025-02-20T13_08_17_662Z-debug-0.log
"""))

# 44 prisma generate
story("pnpm",[
F("pnpm tsx scripts/backfill.ts","""
/srv/app/node_modules/.pnpm/@prisma+client@5.19.1/node_modules/.prisma/client/default.js:43
    throw new Error('@prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.');
          ^

Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
    at new PrismaClient (/srv/app/node_modules/.pnpm/@prisma+client@5.19.1/node_modules/.prisma/client/default.js:43:11)
    at <anonymous> (/srv/app/scripts/backfill.ts:6:16)

Node.js v22.8.0
"""),
O("ls prisma","migrations  schema.prisma"),
O("sed -n 1,8p scripts/backfill.ts","import { PrismaClient } from '@prisma/client'\n\nconst BATCH = 500"),
O("pnpm prisma generate","Prisma schema loaded from prisma/schema.prisma\n\n✔ Generated Prisma Client (v5.19.1) to ./node_modules/.pnpm/@prisma+client@5.19.1/node_modules/@prisma/client in 142ms"),
O("pnpm tsx scripts/backfill.ts","backfilled 3120 rows")],
"prisma generate",
F("pnpm tsx scripts/export-members.ts","""
/srv/app/node_modules/.pnpm/@prisma+client@5.20.0/node_modules/.prisma/client/default.js:43
    throw new Error('@prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.');
          ^

Error: @prisma/client did not initialize yet. Please run "prisma generate" and try to import it again.
    at new PrismaClient (/srv/app/node_modules/.pnpm/@prisma+client@5.20.0/node_modules/.prisma/client/default.js:43:11)
    at <anonymous> (/srv/app/scripts/export-members.ts:9:16)

Node.js v22.8.0
"""))

# 45 ansible / helm: helm repo
story("helm",[
F("helm upgrade --install cache stonecrop/redis-lite --version 0.8.1","""
Release "cache" does not exist. Installing it now.
Error: repo stonecrop not found
"""),
O("helm repo list","NAME    \tURL\nmetrics \thttps://charts.metrics-hut.example"),
O("cat deploy/values.yaml","replicas: 2\nmaxmemory: 256mb"),
O("helm repo add stonecrop https://charts.stonecrop.example","\"stonecrop\" has been added to your repositories"),
O("kubectl get ns | wc -l","9"),
O("helm upgrade --install cache stonecrop/redis-lite --version 0.8.1","Release \"cache\" does not exist. Installing it now.\nNAME: cache\nSTATUS: deployed\nREVISION: 1")],
"helm repo add stonecrop",
F("helm template cache stonecrop/redis-lite --version 0.9.0","""
Error: repo stonecrop not found
"""))
