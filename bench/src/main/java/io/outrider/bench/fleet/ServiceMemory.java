package io.outrider.bench.fleet;

import io.outrider.bench.service.ServiceProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory of a service, in megabytes: resident now and at most, as the kernel has it, and the heap in use as the service says. */
record ServiceMemory(long resident, long most, long heap) {
    private static final Pattern HEAP = Pattern.compile("(?m)^jvm_memory_used_bytes\\{area=\"heap\"[^}]*} ([0-9.E]+)");

    static ServiceMemory of(ServiceProcess service) throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(service.pid()), "status"));
        HttpURLConnection request = (HttpURLConnection)
                URI.create(service.url() + "/metrics").toURL().openConnection();
        request.setRequestProperty("Authorization", "APIToken " + service.token());
        try (InputStream body = request.getInputStream()) {
            return new ServiceMemory(
                    kilobytes("VmRSS", status) >> 10,
                    kilobytes("VmHWM", status) >> 10,
                    heap(new String(body.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    static long kilobytes(String name, String status) {
        Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+) kB").matcher(status);
        return line.find() ? Long.parseLong(line.group(1)) : 0;
    }

    static long heap(String metrics) {
        double bytes = 0;
        for (Matcher line = HEAP.matcher(metrics); line.find(); ) {
            bytes += Double.parseDouble(line.group(1));
        }
        return (long) bytes >> 20;
    }

    String text() {
        return resident + " MB, at most " + most + " MB, heap in use " + heap + " MB";
    }
}
