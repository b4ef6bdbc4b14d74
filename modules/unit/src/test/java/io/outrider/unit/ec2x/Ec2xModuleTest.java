package io.outrider.unit.ec2x;

import static io.outrider.unit.FunctionCalls.call;
import static io.outrider.unit.FunctionCalls.missing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.unit.Sysfs;
import io.outrider.unit.Tree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Ec2xModuleTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2023-08-28T12:22:31.253543Z"), ZoneOffset.UTC);

    @TempDir
    private Path root;

    private Tree tree;

    @BeforeEach
    void open() {
        tree = new Tree(root);
        network("eth0", 1, 2);
    }

    private void network(String name, long sent, long received) {
        tree.with("class/net/" + name + "/statistics/tx_bytes", sent)
                .with("class/net/" + name + "/statistics/rx_bytes", received);
    }

    private Ec2xModule module(String networkInterface) {
        return new Ec2xModule(tree.sysfs(), new Ec2xModule.Ec2xSettings(networkInterface), CLOCK);
    }

    private long sent(String networkInterface) throws Exception {
        return call(module(networkInterface), "ec2x.data_usage").get("sent").asLong();
    }

    @Test
    void theModemsBytesAreReturned() throws Exception {
        network("wwan0", 12_345_678_901L, 98_765);
        assertThat(call(module(null), "ec2x.data_usage"))
                .hasToString("{\"_type\":\"data_usage\",\"sent\":12345678901,\"recv\":98765,"
                        + "\"_stamp\":\"2023-08-28T12:22:31.253543\"}");
    }

    @Test
    void aModemIsRecognisedByTheNameOfItsInterface() throws Exception {
        network("usb0", 10, 0);
        assertThat(sent(null)).isEqualTo(10);
        network("ppp0", 20, 0);
        assertThat(sent(null)).isEqualTo(20);
        network("wwan1", 30, 0);
        assertThat(sent(null)).isEqualTo(30);
        network("wwan0", 40, 0);
        assertThat(sent(null)).isEqualTo(40);
    }

    @Test
    void theSettingNamesAnother() throws Exception {
        network("wwan0", 40, 0);
        network("eth00", 50, 0);
        assertThat(sent("eth0")).isEqualTo(1);
        assertThat(missing(module("eth"), "ec2x.data_usage"))
                .contains("there is no network interface eth:")
                .contains("[ec2x] network_interface");
    }

    @Test
    void aMissingModemIsReportedAndAnAppearingOneIsFound() throws Exception {
        Ec2xModule module = module(null);
        assertThat(missing(module, "ec2x.data_usage")).contains("connect the modem");
        network("wwan0", 40, 0);
        assertThat(call(module, "ec2x.data_usage").get("recv").asLong()).isZero();
        tree.without("class/net/wwan0/statistics/rx_bytes");
        assertThat(missing(module, "ec2x.data_usage")).contains("connect the modem");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..", ".", "../net/eth0", "a/b", "sixteencharacter", "a b", "a\0"})
    void anInvalidNameIsRejected(String name) {
        assertThatThrownBy(() -> new Ec2xModule.Ec2xSettings(name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("network_interface: what is set is not");
    }

    @Test
    void theKernelOfThisMachineCounts() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/sys/class/net/lo/statistics/tx_bytes")), "no /sys here");
        Ec2xModule here = new Ec2xModule(Sysfs.ofThisMachine(), new Ec2xModule.Ec2xSettings("lo"), CLOCK);
        JsonNode usage = call(here, "ec2x.data_usage");
        assertThat(usage.get("sent").asLong())
                .isEqualTo(usage.get("recv").asLong())
                .isNotNegative();
    }
}
