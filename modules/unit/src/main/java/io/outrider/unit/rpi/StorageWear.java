package io.outrider.unit.rpi;

import io.outrider.api.Check;
import io.outrider.api.CheckReport;
import io.outrider.unit.Sysfs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Check of the wear of eMMC storage, as the card reports it by JEDEC JESD84-B50 (5.0 and later). */
record StorageWear(Sysfs sysfs) {
    private static final String REMEDY =
            "Replace the unit, or its storage, before it takes no more data; have it write less"
                    + " until then (fewer loggers, longer intervals).";

    /** Estimates of {@code life_time}: n for up to 10 n per cent of the life used; 0 for not defined. */
    private static final int EXCEEDED = 11;

    private static final int NEAR = 9;

    Check check() {
        return Check.of("wear", this::reports);
    }

    private List<CheckReport> reports() {
        List<CheckReport> reports = new ArrayList<>();
        for (Path disk : sysfs.entries("block", "mmcblk")) {
            String name = disk.getFileName().toString();
            if (name.matches("mmcblk\\d+")) {
                Path device = disk.resolve("device");
                reports.add(judge(
                        "wear of " + name,
                        Sysfs.text(device.resolve("type")).orElse(""),
                        Sysfs.text(device.resolve("life_time")).orElse(""),
                        Sysfs.text(device.resolve("pre_eol_info")).orElse("")));
            }
        }
        return reports.isEmpty() ? List.of(CheckReport.ok("wear", "not known: only eMMC storage tells it")) : reports;
    }

    /**
     * @param lifeTime of the two types of cells, such as {@code 0x01 0x02}
     * @param reserved state of the reserved blocks: 1 normal, 2 warning, 3 urgent, such as {@code 0x01}
     */
    static CheckReport judge(String name, String type, String lifeTime, String reserved) {
        int used =
                Stream.of(lifeTime.split(" ")).mapToInt(StorageWear::hex).max().orElse(0);
        int blocks = hex(reserved);
        if (used == 0 && blocks == 0) {
            return CheckReport.ok(
                    name,
                    "not known: " + (type.equals("SD") ? "an SD card does not tell it" : "the card does not tell it"));
        }
        String text = (used == 0
                        ? "life used is not known"
                        : used >= EXCEEDED
                                ? "more than its life is used"
                                : "up to " + 10 * used + " % of its life is used")
                + (blocks == 2 ? ", 80 % of the reserved blocks" : blocks == 3 ? ", 90 % of the reserved blocks" : "");
        if (used >= EXCEEDED || blocks >= 3) {
            return CheckReport.bad(name, text, REMEDY);
        }
        return used >= NEAR || blocks == 2 ? CheckReport.look(name, text, REMEDY) : CheckReport.ok(name, text);
    }

    private static int hex(String text) {
        return text.matches("0x[0-9a-fA-F]{1,2}") ? Integer.parseInt(text.substring(2), 16) : 0;
    }
}
