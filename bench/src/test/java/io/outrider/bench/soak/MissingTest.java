package io.outrider.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outrider.bench.daemon.ProcessOutput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Root in a container often may do less than root elsewhere: what it may not is missing, and no fault of the unit. */
class MissingTest {
    public static void main(String[] arguments) {
        for (FaultInjection each : List.of(new FullDisk(), new PacketLoss())) {
            System.out.println(each.name() + ": " + each.missing());
        }
    }

    @Test
    void rootWithoutTheRightsOfRootLacksThem() throws Exception {
        assumeTrue(new FullDisk().missing() == null, "needs " + new FullDisk().missing());
        ProcessOutput said = ProcessOutput.by(
                "setpriv",
                "--bounding-set",
                "-sys_admin,-net_admin",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                MissingTest.class.getName());
        assertThat(said.code()).as(said.err()).isZero();
        assertThat(said.out())
                .contains("full-disk: root that may mount a file system")
                .contains("packet-loss: root that may make a network");
    }
}
