package io.outrider.bench.measure;

import io.outrider.bench.daemon.DaemonProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measurement of what each flag of the start script is for: the installed daemon with the flag turned round, beside the daemon as it
 * is installed. All daemons drive at the same time.
 */
final class JvmFlags {
    private static final int STARTS = 5;
    private static final int DRIVE_SECONDS = 120;
    private static final String INSTALLED = "as installed";

    /** Flags of the start script, and what turns them round. */
    static final Map<String, String> OPPOSITES = opposites();

    private JvmFlags() {}

    private static Map<String, String> opposites() {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put("-XX:+UseSerialGC", "-XX:-UseSerialGC -XX:+UseG1GC");
        flags.put("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4");
        flags.put("-XX:CompileThresholdScaling=16", "-XX:CompileThresholdScaling=1");
        flags.put("-XX:-UsePerfData", "-XX:+UsePerfData");
        flags.put("-Xss512k", "-Xss1m");
        flags.put("-Xms6m", "-Xms48m");
        flags.put("-Xmx48m", "-Xmx512m");
        flags.put("-Xmn2m", "-Xmn16m");
        flags.put("-XX:StringTableSize=4096", "-XX:StringTableSize=65536 -XX:SymbolTableSize=32768");
        flags.put("-XX:MaxHeapFreeRatio=25", "-XX:MinHeapFreeRatio=40 -XX:MaxHeapFreeRatio=70 -XX:+ShrinkHeapInSteps");
        flags.put("-XX:ArchiveRelocationMode=0", "-XX:ArchiveRelocationMode=1");
        flags.put("-XX:TrimNativeHeapInterval=60000", "-XX:TrimNativeHeapInterval=0");
        flags.put("-Djava.locale.providers=SPI", "-Djava.locale.providers=CLDR,COMPAT");
        flags.put("-Xshare:auto", "-Xshare:off");
        return flags;
    }

    /** Milliseconds of processor time to the link, which other programs at work stretch less, and megabytes on a drive. */
    private record FlagEffect(double processor, double drive) {
        String text() {
            return String.format(Locale.ROOT, "processor %.0f ms until linked, on a drive %.1f MB", processor, drive);
        }
    }

    static List<Figure> measure(Path folder) throws Exception {
        Map<String, String> variants = new LinkedHashMap<>();
        variants.put(INSTALLED, "");
        variants.putAll(OPPOSITES);
        Map<String, DaemonProcess> daemons = new LinkedHashMap<>();
        Map<String, List<Double>> processor = new LinkedHashMap<>();
        try (DrivingPackage drive = new DrivingPackage(folder)) {
            for (Map.Entry<String, String> each : variants.entrySet()) {
                daemons.put(each.getKey(), drive.daemon("flag" + daemons.size(), "", each.getValue()));
                processor.put(each.getKey(), new ArrayList<>());
            }
            for (int i = 0; i <= STARTS; i++) {
                for (Map.Entry<String, DaemonProcess> each : daemons.entrySet()) {
                    each.getValue().startLinked();
                    double millis = CpuUsage.now(each.getValue().pid()).cpuSeconds() * 1_000;
                    each.getValue().stop();
                    if (i > 0) { // the first connects the watcher, too
                        processor.get(each.getKey()).add(millis);
                    }
                }
            }
            for (DaemonProcess each : daemons.values()) {
                each.startLinked();
            }
            Thread.sleep(DRIVE_SECONDS * 1_000L); // the drive that is measured
            Map<String, FlagEffect> effects = new LinkedHashMap<>();
            for (Map.Entry<String, DaemonProcess> each : daemons.entrySet()) {
                effects.put(
                        each.getKey(),
                        new FlagEffect(
                                StartTimes.median(processor.get(each.getKey())),
                                each.getValue().memory().now()));
            }
            return figures(effects);
        }
    }

    private static List<Figure> figures(Map<String, FlagEffect> effects) {
        FlagEffect installed = effects.get(INSTALLED);
        List<Figure> figures = new ArrayList<>();
        OPPOSITES.forEach((flag, opposite) -> figures.add(new Figure(
                "instead of " + flag + " " + opposite,
                effects.get(flag).text(),
                INSTALLED + " " + installed.text(),
                effects.get(flag).drive() / installed.drive(),
                "none",
                true)));
        return figures;
    }
}
