package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;

/** Module of {@code grains.*}: facts about the unit, by AutoPi's names. */
public record GrainsModule(String unitId, String version) implements Module {
    private static final Signature<NoArguments> ITEMS =
            new Signature<>("grains.items", "What the unit is", NoArguments.class);
    private static final Signature<GrainArguments> GET =
            new Signature<>("grains.get", "One of the facts of grains.items", GrainArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(ITEMS, GET);

    record GrainArguments(@JsonProperty(required = true) String key) {}

    @Override
    public List<Function<?>> functions() {
        return List.of(ITEMS.with((NoArguments none) -> items()), GET.with(this::get));
    }

    private Object get(GrainArguments arguments) throws Failure {
        Map<String, Object> all = items();
        if (!all.containsKey(arguments.key())) {
            throw Failure.argument("key", "there is no such grain; there are: " + String.join(", ", all.keySet()));
        }
        return all.get(arguments.key());
    }

    /** Unreadable facts are absent. Without the machine id, which must stay on the machine. */
    private Map<String, Object> items() {
        Map<String, Object> all = new TreeMap<>();
        String host = read("/proc/sys/kernel/hostname");
        all.put("id", unitId);
        all.put("host", host);
        all.put("localhost", host);
        all.put("nodename", host);
        all.put("os", value("/etc/os-release", "NAME", "="));
        all.put("osrelease", value("/etc/os-release", "VERSION_ID", "="));
        all.put("kernel", read("/proc/sys/kernel/ostype"));
        all.put("kernelrelease", read("/proc/sys/kernel/osrelease"));
        all.put("cpuarch", System.getProperty("os.arch").replace("amd64", "x86_64"));
        all.put("cpu_model", value("/proc/cpuinfo", "model name", ":"));
        all.put("num_cpus", Runtime.getRuntime().availableProcessors());
        String memory = value("/proc/meminfo", "MemTotal", ":");
        all.put("mem_total", memory.isEmpty() ? "" : Long.parseLong(memory.split(" ")[0]) / 1024);
        all.put("serialnumber", read("/proc/device-tree/serial-number"));
        all.put("ip4_interfaces", addresses());
        all.put("virtual", virtual());
        all.put("outrider_version", version);
        all.put("java_version", System.getProperty("java.version"));
        all.put("timezone_offset", TimeZone.getDefault().getRawOffset() / 60_000);
        all.values().removeIf(""::equals);
        return all;
    }

    private static String read(String file) {
        try {
            return new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8)
                    .replace("\0", "")
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static String value(String file, String key, String separator) {
        for (String line : read(file).split("\n")) {
            String[] pair = line.split(separator, 2);
            if (pair.length == 2 && pair[0].strip().equals(key)) {
                return pair[1].strip().replace("\"", "");
            }
        }
        return "";
    }

    private static String virtual() {
        if (Files.exists(Path.of("/.dockerenv")) || Files.exists(Path.of("/run/systemd/container"))) {
            return "container";
        }
        return List.of(value("/proc/cpuinfo", "flags", ":").split(" ")).contains("hypervisor") ? "vm" : "physical";
    }

    private static Map<String, List<String>> addresses() {
        Map<String, List<String>> all = new TreeMap<>();
        try {
            for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                all.put(
                        each.getName(),
                        Collections.list(each.getInetAddresses()).stream()
                                .filter(Inet4Address.class::isInstance)
                                .map(InetAddress::getHostAddress)
                                .toList());
            }
        } catch (SocketException e) {
            return Map.of();
        }
        return all;
    }
}
