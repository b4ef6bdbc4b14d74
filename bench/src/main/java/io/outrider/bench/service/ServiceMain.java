package io.outrider.bench.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Folders;
import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ResourceCloser;
import io.outrider.bench.daemon.ServedVehicle;
import io.outrider.bench.daemon.UnitBuilder;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Program {@code bench/service}: the fleet service, a unit that enrols by code, and a simulated vehicle, on one machine. It prints
 * lines to type; {@code --check} runs the client of the specification instead.
 */
public final class ServiceMain {
    private static final String USAGE = "usage: bench/service [--check]";
    private static final String UNIT = "van-12";

    private final Path temporary;
    private final ResourceCloser closer = new ResourceCloser();

    private ServiceMain(Path temporary) {
        this.temporary = temporary;
    }

    public static void main(String[] words) throws Exception {
        boolean check = List.of(words).contains("--check");
        if (words.length > (check ? 1 : 0)) {
            System.out.println(USAGE);
            System.exit(List.of(words).contains("--help") ? 0 : 2);
        }
        Path temporary = Files.createTempDirectory("outrider-service");
        int code;
        try {
            code = new ServiceMain(temporary).run(check);
        } finally {
            Folders.delete(temporary);
        }
        System.exit(code);
    }

    private int run(boolean check) throws Exception {
        try {
            ServiceProcess service = closer.add(new ServiceProcess(
                    ServiceProcess.built(), temporary.resolve("service"), "[callbacks]\nallow = [\"127.0.0.0/8\"]\n"));
            service.start();
            System.out.println("the service runs at " + service.url());
            JsonNode enrolled = enrol(service);
            DaemonProcess unit = startUnit(enrolled);
            System.out.println("unit " + UNIT + " enrolled, and runs with a simulated vehicle");
            String device = enrolled.get("device_id").textValue();
            return check ? check(service, device) : show(service, unit, device);
        } finally {
            closer.close();
        }
    }

    private static JsonNode enrol(ServiceProcess service) throws IOException, InterruptedException {
        String code = service.command("device", "code", "fleet").out().strip();
        HttpURLConnection request = (HttpURLConnection)
                URI.create(service.url() + "/enrol/").toURL().openConnection();
        request.setDoOutput(true);
        request.setRequestProperty("Content-Type", "application/json");
        request.getOutputStream()
                .write(("{\"code\": \"" + code + "\", \"unit_id\": \"" + UNIT + "\"}")
                        .getBytes(StandardCharsets.UTF_8));
        return new ObjectMapper().readTree(request.getInputStream());
    }

    private DaemonProcess startUnit(JsonNode enrolled) throws Exception {
        Path password = Files.writeString(
                temporary.resolve("password"), enrolled.get("password").textValue() + "\n");
        Files.setPosixFilePermissions(password, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        DaemonProcess unit = closer.add(new UnitBuilder(temporary.resolve("unit"), UNIT)
                .localApi()
                .link("url = \"%s\"%nuser = \"%s\"%npassword_file = \"%s\""
                        .formatted(enrolled.get("broker").textValue(), UNIT, password))
                .settings("[upload]\nage = 2\n")
                .vehicle(closer.add(new ServedVehicle("drive0")), new Installation(temporary.resolve("outrider")))
                .build());
        unit.startAccepting();
        return unit;
    }

    private static int check(ServiceProcess service, String device) throws Exception {
        Path client = root().resolve("bench/client.py");
        Process process = new ProcessBuilder("python3", client.toString(), service.url(), device)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        process.getOutputStream().write((service.token() + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        int code = process.waitFor();
        if (code != 0) {
            System.out.println("the log of the service:\n" + Files.readString(service.log()));
        }
        int stopped = service.stop();
        System.out.println((stopped == 143 || stopped == 0 ? "ok    " : "WRONG ") + "the service stops at SIGTERM");
        return code != 0 ? code : stopped == 143 || stopped == 0 ? 0 : 1;
    }

    private static Path root() {
        return ServiceProcess.built()
                .getParent()
                .getParent()
                .getParent()
                .getParent()
                .getParent();
    }

    private static int show(ServiceProcess service, DaemonProcess unit, String device) throws Exception {
        String curl = "curl -s -H \"Authorization: APIToken $token\" ";
        String path = service.url() + "/dongle/devices/" + device;
        System.out.println();
        System.out.println("token=" + service.token());
        System.out.println(curl + service.url() + "/dongle/devices/");
        System.out.println(curl + path + "/execute/ -d '{\"command\": \"obd.query\", \"arg\": [\"RPM\"]}'");
        System.out.println(curl + path + "/job/JID/");
        System.out.println(curl + "'" + service.url() + "/logbook/storage/read/?device_id=" + device
                + "&field=obd.rpm.value&field_type=float&from_utc='$(date -u -d '-1 hour' +%FT%TZ)");
        System.out.println("\nthe log of the unit: " + unit.log() + "; Ctrl-C ends everything");
        CountDownLatch forEver = new CountDownLatch(1);
        forEver.await();
        return 0;
    }
}
