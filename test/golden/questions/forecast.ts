import type { Questions } from "../dsl.ts";
import { forecast as project } from "../projects/forecast.ts";

export const forecast: Questions = {
  project,
  prompts: [
    { prompt: "Is Epiphany a public holiday in the forecast for Bavaria, by region?" },
    {
      prompt: "load_history is slow again for one store_id, are the Parquet partitions filtered?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "Write tests for features like test_promotions.py, with a promotions fixture" },
    { prompt: "mypy strict models baseline.py" },
    { prompt: "Are parquet files partitioned by store or by day?" },
    {
      prompt: "The nightly DAG has an import error again, no module named forecast",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    {
      prompt: "Does the rolling mean leak the day that it predicts? The MAPE looks too good",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "How many active runs may a backfill have on the warehouse?" },
    {
      prompt: "Which features fail the leakage test? The weather one, wasn't it?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "Is mypy strict for the models and what was wrong in baseline.py?" },
  ],
  silent: [
    { prompt: "yes" },
    { prompt: "Thank you very much" },
    { prompt: "Run the tests" },
    { prompt: "Why are gift vouchers rounded half to even in the basket?" },
    { prompt: "Draft a job advertisement for a data engineer" },
    { prompt: "What is the capital of Norway?" },
    { prompt: "Bump the version number" },
    { prompt: "Explain this function to me" },
    {
      prompt: "Add a feature for school holidays in the region",
      wrong: "two words in common, in a small project",
    },
    { prompt: "Plot the forecast for each store on a map" },
    { prompt: "Show the mean of the last year in the dashboard" },
  ],
  files: [
    { read: "src/forecast/features/holidays.py" },
    { read: "src/forecast/api/history.py" },
    { edit: "dags/nightly_forecast.py" },
    { edit: "src/forecast/features/rolling.py" },
    { read: "tests/conftest.py" },
    { edit: "docker/airflow.Dockerfile" },
    { read: "README.md" },
  ],
  failures: [
    {
      command: "uv run pytest tests/features",
      error:
        "FAILED tests/features/test_holidays.py::test_epiphany - TypeError: holiday_flag() missing 1 required positional argument: 'region'",
    },
    {
      command: "uv run pytest",
      error: "E   KeyError: 'promotion_id'\nFAILED tests/test_clean.py::test_join",
    },
    {
      command: "uv sync --locked",
      error:
        "error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided. To update the lockfile, run `uv lock`.",
      wrong: "`uv lock` cured it and was not learned (M2).",
    },
    {
      command: "uv run pytest tests/features/test_weather.py",
      error: "E       fixture 'promotions' not found\nERROR tests/features/test_weather.py::test_uplift",
    },
    {
      command: "uv run mypy src/forecast/models",
      whole: true,
      error: "src/forecast/models/baseline.py:31: error: Missing return statement  [return]",
    },
    {
      command: "uv run mypy src/forecast/models",
      error: "src/forecast/models/arima.py:12: error: Missing return statement  [return]",
      wrong: "The edit of baseline.py is offered for arima.py, which the error does not concern (R1, R7).",
    },
    {
      command: "airflow dags list-import-errors",
      error: "dags/nightly_forecast.py | ModuleNotFoundError: No module named 'forecast'",
    },
    {
      command: "airflow dags backfil hourly_forecast",
      error:
        "airflow dags command error: argument COMMAND: invalid choice: 'backfil' (choose from 'backfill')",
      exit: 2,
      wrong: "The right spelling followed at once and was not learned (M2).",
    },
    {
      command: "uv run python -m forecast.train",
      error: "MemoryError: Unable to allocate 14.9 GiB for an array with shape (2000000000,)",
    },
  ],
  searches: [
    { for: "holiday" },
    { for: "holidays bavaria" },
    { for: "holiday_flag" },
    { for: "load_history", type: "observation" },
    { for: "partitons parquet" },
    { for: '"rolling mean"' },
    { for: "leakage", since: "2026-02-20T00:00:00Z" },
    { for: "tests/features/test_promotions.py" },
    { for: "UTC dashboard", type: "memory" },
    { for: "fixture promotions", type: "solution" },
    { for: "voucher" },
    { for: "store_id" },
  ],
  starts: [
    {
      start: "the backfill session goes on",
      at: "2026-02-27T09:00:00Z",
      source: "resume",
      resumes: "fc08-backfill",
    },
    { start: "the Monday after", at: "2026-03-02T09:00:00Z" },
    { start: "after /clear", at: "2026-03-02T09:30:00Z", source: "clear", whole: true },
  ],
  subagents: [{ prompt: "Which other features leak the day that they predict, like the rolling mean did?" }],
};
