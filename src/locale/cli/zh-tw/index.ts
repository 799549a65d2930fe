export { en as zhTW } from "../en/index.ts";
