export { en as zhCN } from "../en/index.ts";
