/** 배달 주문 서버: Kotlin, Spring Boot, Gradle, MySQL. A team that speaks Korean. */
import { agent, answer, ask, edit, fail, memory, type Project, read, run, session, write } from "../dsl.ts";

export const baedal: Project = {
  name: "baedal",
  past: [
    memory("project://rules/language", "2026-01-05T01:00:00Z", "커밋 메시지와 주석은 한국어로 쓴다.", {
      priority: 1,
    }),
    memory(
      "project://orders/cancel",
      "2026-02-10T01:00:00Z",
      "조리가 시작된 주문은 취소할 수 없다. 환불은 상담원만 처리한다.",
      {
        disclosure: "src/main/kotlin/order/ 에서 작업할 때",
      },
    ),
    memory(
      "project://db/charset",
      "2026-02-02T01:00:00Z",
      "MySQL 테이블은 모두 utf8mb4_0900_ai_ci 로 만든다.",
    ),

    session(
      "bd01-cancel",
      "2026-01-12T01:00:00Z",
      ask("주문 취소 API에서 이미 조리 중인 주문도 취소됩니다. 원인을 찾아서 고쳐 주세요."),
      read("src/main/kotlin/order/OrderCancelService.kt", "fun cancel(id: Long) { order.status = CANCELED }"),
      edit(
        "src/main/kotlin/order/OrderCancelService.kt",
        "order.status = CANCELED",
        'check(order.status == ACCEPTED) { "조리 중인 주문은 취소할 수 없습니다" }\n        order.status = CANCELED',
      ),
      run("./gradlew test --tests '*OrderCancel*'", "BUILD SUCCESSFUL in 14s"),
      answer("조리 중인 주문은 이제 취소되지 않습니다. OrderCancelService에서 주문 상태를 먼저 확인합니다."),
    ),

    session(
      "bd02-rider",
      "2026-01-14T01:00:00Z",
      ask("라이더 배정이 비 오는 날 너무 오래 걸려요"),
      agent(
        "Explore",
        "RiderMatcher는 모든 라이더를 거리순으로 정렬한다. 반경 제한이 없다.",
        read("src/main/kotlin/rider/RiderMatcher.kt", "riders.sortedBy { it.distanceTo(store) }"),
      ),
      edit(
        "src/main/kotlin/rider/RiderMatcher.kt",
        "riders.sortedBy",
        "riders.filter { it.distanceTo(store) < RADIUS }.sortedBy",
      ),
      run("./gradlew test --tests '*RiderMatcher*'", "BUILD SUCCESSFUL in 9s"),
      answer("라이더 배정은 반경 3km 안에서만 찾습니다. 배정 시간이 2.4초에서 0.2초로 줄었습니다."),
      ask("앞으로는 항상 테스트를 먼저 작성해 주세요."),
      answer("알겠습니다."),
    ),

    session(
      "bd03-gradle",
      "2026-01-19T01:00:00Z",
      ask("빌드가 깨졌어요"),
      fail(
        "./gradlew build",
        "e: file:///golden/baedal/src/main/kotlin/coupon/CouponService.kt:21:18 Unresolved reference 'BigDecimal'.\n\nFAILURE: Build failed with an exception.",
      ),
      edit(
        "src/main/kotlin/coupon/CouponService.kt",
        "package coupon",
        "package coupon\n\nimport java.math.BigDecimal",
      ),
      run("./gradlew build", "BUILD SUCCESSFUL in 31s"),
      answer("CouponService에 import가 빠져 있었습니다. 빌드가 다시 됩니다."),
    ),

    session(
      "bd04-docker",
      "2026-01-23T01:00:00Z",
      ask("로컬에서 통합 테스트를 돌리고 싶어요"),
      fail(
        "./gradlew integrationTest",
        "Caused by: java.net.ConnectException: Connection refused: localhost/127.0.0.1:3306\nFAILURE: Build failed with an exception.",
      ),
      run("docker compose up -d mysql", " Container baedal-mysql-1  Started"),
      run("./gradlew integrationTest", "BUILD SUCCESSFUL in 52s"),
      answer("통합 테스트에는 MySQL 컨테이너가 필요합니다. docker compose up -d mysql 을 먼저 실행하세요."),
    ),

    session(
      "bd05-emoji",
      "2026-02-02T01:00:00Z",
      ask("리뷰에 이모지를 쓰면 저장이 안 됩니다: Incorrect string value '\\xF0\\x9F\\x98\\x8B'"),
      write(
        "src/main/resources/db/migration/V42__review_utf8mb4.sql",
        "ALTER TABLE review CONVERT TO CHARACTER SET utf8mb4;",
      ),
      run(
        "./gradlew flywayMigrate",
        "Successfully applied 1 migration to schema `baedal`, now at version v42",
      ),
      answer("리뷰 테이블을 utf8mb4로 바꿨습니다. 이모지가 있는 리뷰도 저장됩니다."),
    ),

    session(
      "bd06-coupon",
      "2026-02-06T01:00:00Z",
      ask("쿠폰이 중복으로 사용되는 문제가 있어요. 동시에 두 번 누르면 할인이 두 번 들어갑니다."),
      edit(
        "src/main/kotlin/coupon/CouponService.kt",
        "val coupon = repository.findById(id)",
        "val coupon = repository.findByIdForUpdate(id)",
      ),
      fail(
        "./gradlew test --tests '*Coupon*'",
        "CouponServiceTest > 쿠폰은 한 번만 사용된다 FAILED\n    org.springframework.dao.InvalidDataAccessApiUsageException: no transaction is in progress",
      ),
      edit(
        "src/main/kotlin/coupon/CouponService.kt",
        "fun use(id: Long)",
        "@Transactional\n    fun use(id: Long)",
      ),
      run("./gradlew test --tests '*Coupon*'", "BUILD SUCCESSFUL in 11s"),
      answer("쿠폰 사용은 트랜잭션 안에서 행을 잠급니다. 쿠폰 중복 사용이 막혔습니다."),
    ),

    session(
      "bd07-ktlint",
      "2026-02-12T01:00:00Z",
      ask("ktlint 오류를 정리해 주세요"),
      fail(
        "./gradlew ktlintCheck",
        "src/main/kotlin/store/StoreController.kt:12:1 Unused import (no-unused-imports)\nFAILURE: Build failed with an exception.",
      ),
      run("./gradlew ktlintFormat", "BUILD SUCCESSFUL in 6s"),
      run("./gradlew ktlintCheck", "BUILD SUCCESSFUL in 5s"),
      answer("ktlintFormat으로 정리했습니다."),
    ),

    session(
      "bd08-push",
      "2026-02-24T01:00:00Z",
      ask("배달 완료 푸시 알림이 두 번 갑니다"),
      edit("src/main/kotlin/push/DeliveryPushListener.kt", "@EventListener", "@TransactionalEventListener"),
      run("./gradlew test --tests '*DeliveryPush*'", "BUILD SUCCESSFUL in 8s"),
      answer("배달 완료 푸시 알림은 트랜잭션이 끝난 뒤 한 번만 보냅니다."),
    ),
  ],
};
