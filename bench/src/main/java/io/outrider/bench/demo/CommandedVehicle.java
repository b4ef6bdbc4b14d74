package io.outrider.bench.demo;

import com.sun.net.httpserver.HttpServer;
import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import io.outrider.bench.car.drive.VehicleMotion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/** Vehicle in town, which is parked and drives again by HTTP requests of {@code /park} and {@code /drive}. Any thread. */
final class CommandedVehicle implements VehicleMotion, AutoCloseable {
    private final VehicleMotion town = ScriptedDrive.inTown();
    private final DriveState asleep;
    private final HttpServer server;
    private volatile boolean driving = true;

    CommandedVehicle() throws IOException {
        ScriptedDrive whole = new ScriptedDrive(1);
        asleep = whole.at(whole.startOf(Phase.ASLEEP) + 1);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/park", false, "the vehicle is parked");
        answer("/drive", true, "the vehicle drives");
        server.start();
    }

    private void answer(String path, boolean drives, String sentence) {
        server.createContext(path, exchange -> {
            driving = drives;
            byte[] text = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public DriveState at(double seconds) {
        return driving ? town.at(seconds) : asleep;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
