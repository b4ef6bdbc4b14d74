package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.fault.FaultOrder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Check of the demo, on a virtual bus. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SAME_THREAD)
@Tag("slow")
class DemoCheckTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private int check(Demo demo) throws Exception {
        return new DemoCheck(demo, new PrintStream(printed, true, StandardCharsets.UTF_8)).run();
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void allChecksPass() throws Exception {
        try (Demo demo = new Demo(Demo.buses(null))) {
            int code = check(demo);
            assertThat(lines()).noneMatch(line -> line.startsWith("WRONG"));
            assertThat(lines())
                    .filteredOn(line -> line.startsWith("ok    outrider "))
                    .hasSizeGreaterThan(15);
            assertThat(lines().get(lines().size() - 1)).matches("\\d+ passed, 0 failed");
            assertThat(code).isZero();
        }
    }

    @Test
    void missingAnswersAreDetected() throws Exception {
        try (Demo demo = new Demo(Demo.buses(null))) {
            demo.car().faults().set(List.of(FaultOrder.parse("silence")));
            assertThat(check(demo)).isOne();
            assertThat(lines())
                    .anyMatch(line -> line.startsWith("WRONG outrider obd.query RPM"))
                    .anyMatch(line -> line.contains("NO_DATA"))
                    .anyMatch(line -> line.contains("expected 0; the vehicle: "));
            assertThat(lines().get(lines().size() - 1)).doesNotEndWith(" 0 failed");
        }
    }
}
