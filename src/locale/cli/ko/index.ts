export { en as ko } from "../en/index.ts";
