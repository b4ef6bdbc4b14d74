package io.outrider.unit.rpi;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.CheckReport;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.unit.Tree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StorageWearTest {
    @TempDir
    private Path root;

    private List<CheckReport> reports(Tree tree) throws Exception {
        return new RpiModule(tree.sysfs()).checks().get(0).work().run();
    }

    @Test
    void theWearOfEachCardIsReported() throws Exception {
        Tree tree = new Tree(root)
                .with("block/mmcblk0/device/type", "MMC")
                .with("block/mmcblk0/device/life_time", "0x01 0x02")
                .with("block/mmcblk0/device/pre_eol_info", "0x01")
                .with("block/mmcblk0boot0/size", "8192")
                .with("block/mmcblk1/device/type", "SD")
                .with("block/sda/size", "1000");
        assertThat(reports(tree))
                .containsExactly(
                        CheckReport.ok("wear of mmcblk0", "up to 20 % of its life is used"),
                        CheckReport.ok("wear of mmcblk1", "not known: an SD card does not tell it"));
    }

    @Test
    void otherStorageTellsNothing() throws Exception {
        assertThat(reports(new Tree(root).with("block/nvme0n1/size", "1")))
                .containsExactly(CheckReport.ok("wear", "not known: only eMMC storage tells it"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0x08 0x01 | 0x01 | OK   | up to 80 % of its life is used
            0x01 0x09 | 0x01 | LOOK | up to 90 % of its life is used
            0x0a 0x0A | 0x01 | LOOK | up to 100 % of its life is used
            0x0B 0x01 | 0x01 | BAD  | more than its life is used
            0x02 0x02 | 0x02 | LOOK | up to 20 % of its life is used, 80 % of the reserved blocks
            0x02 0x02 | 0x03 | BAD  | up to 20 % of its life is used, 90 % of the reserved blocks
            0x00 0x00 | 0x03 | BAD  | life used is not known, 90 % of the reserved blocks
            0x00 0x00 | 0x00 | OK   | not known: the card does not tell it
            rubbish   | -1   | OK   | not known: the card does not tell it
            """)
    void bothEstimatesAreJudged(String lifeTime, String reserved, Verdict verdict, String text) {
        CheckReport report = StorageWear.judge("wear of mmcblk0", "MMC", lifeTime, reserved);
        assertThat(report.verdict()).isEqualTo(verdict);
        assertThat(report.text()).isEqualTo(text);
        assertThat(report.remedy().isEmpty()).isEqualTo(verdict == Verdict.OK);
    }
}
