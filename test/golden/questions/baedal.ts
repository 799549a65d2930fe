import type { Questions } from "../dsl.ts";
import { baedal as project } from "../projects/baedal.ts";

export const baedal: Questions = {
  project,
  prompts: [
    { prompt: "조리 중인 주문 취소는 OrderCancelService에서 어떻게 막나요?" },
    {
      prompt: "조리가 시작된 주문을 취소하면 환불은 누가 처리하나요?",
      wrong:
        "Only the two rarest words are looked up among memories, and those of the prompt itself, recorded just before, are the rarest.",
    },
    { prompt: "환불 상담원 처리" },
    {
      prompt: "쿠폰 중복 사용은 CouponService에서 어떻게 막았죠?",
      wrong: "The session that answered it stays below the threshold (M12).",
    },
    { prompt: "이미 조리 중인 주문도 취소되나요? OrderCancelService 주문 상태" },
    {
      prompt: "MySQL 테이블 utf8mb4 로 만들어야 하나요?",
      wrong:
        "Only the two rarest words are looked up among memories, and those of the prompt itself, recorded just before, are the rarest.",
    },
    { prompt: "RiderMatcher 라이더 배정 반경이 얼마인가요?" },
    { prompt: "이모지 리뷰 저장, review 테이블 utf8mb4" },
    { prompt: "배달 완료 푸시 알림 DeliveryPushListener 트랜잭션", whole: true },
  ],
  silent: [
    { prompt: "네" },
    { prompt: "고마워요!" },
    { prompt: "계속해 주세요" },
    { prompt: "가게 목록 화면에 지도를 추가해 주세요" },
    { prompt: "오늘 점심 뭐 먹을까요?" },
    { prompt: "Explain what a monad is" },
    { prompt: "쿠폰 목록 화면을 만들어 주세요" },
    { prompt: "주문 목록에 상태를 표시해 주세요" },
    { prompt: "The inline parser panics at a char boundary" },
  ],
  files: [
    { read: "src/main/kotlin/order/OrderCancelService.kt" },
    { edit: "src/main/kotlin/coupon/CouponService.kt" },
    { read: "src/main/kotlin/rider/RiderMatcher.kt" },
    { edit: "src/main/kotlin/push/DeliveryPushListener.kt" },
    { read: "build.gradle.kts" },
  ],
  failures: [
    {
      command: "./gradlew test",
      error: "OrderTest > 주문이 접수된다 FAILED\n    java.lang.NullPointerException",
    },
    {
      command: "./gradlew integrationTest",
      error:
        "Caused by: java.net.ConnectException: Connection refused: localhost/127.0.0.1:3306\nFAILURE: Build failed with an exception.",
    },
    {
      command: "./gradlew ktlintCheck",
      wrong: "ktlintFormat cured it and was not learned (M2).",
      error: "src/main/kotlin/menu/MenuController.kt:9:1 Unused import (no-unused-imports)",
    },
    {
      command: "./gradlew build",
      wrong: "The import that cured it was not learned, since the error names the file by its URL (M2).",
      error:
        "e: file:///golden/baedal/src/main/kotlin/coupon/CouponService.kt:40:18 Unresolved reference 'BigDecimal'.",
    },
    {
      command: "./gradlew test --tests '*Coupon*'",
      error: "org.springframework.dao.InvalidDataAccessApiUsageException: no transaction is in progress",
    },
    { command: "./gradlew bootRun", error: "Web server failed to start. Port 8080 was already in use." },
  ],
  searches: [
    { for: "주문 취소" },
    { for: "취소" },
    { for: "라이더 배정" },
    { for: "쿠폰", type: "response" },
    { for: "OrderCancelService" },
    { for: '"중복 사용"' },
    { for: "utf8mb4", type: "memory" },
    { for: "이모지 리뷰", everywhere: true },
    { for: "3306", type: "solution" },
    { for: "배달", since: "2026-02-20T00:00:00Z" },
    { for: "test", everywhere: true, limit: 3, type: "prompt" },
  ],
  starts: [
    {
      start: "the coupon session goes on",
      at: "2026-02-25T01:00:00Z",
      source: "resume",
      resumes: "bd06-coupon",
    },
    { start: "the Monday after", at: "2026-03-02T09:00:00Z" },
  ],
  subagents: [{ prompt: "쿠폰 중복 사용이 CouponService 말고 다른 곳에서도 가능한지 찾아 주세요" }],
};
