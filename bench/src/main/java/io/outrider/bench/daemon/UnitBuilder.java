package io.outrider.bench.daemon;

import io.outrider.testkit.Mosquitto;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Builder of the settings and the daemon process of one unit, in a folder of its own. One thread. */
public final class UnitBuilder {
    final String id;
    final Path home;
    Path program;
    String javaOptions = System.getProperty("outrider.options", "");
    int apiPort;
    int presencePort;
    private String local = "port = 0";
    private String link = "";
    private String more = "";

    /** @param home folder for {@code outrider.toml}, {@code data}, {@code run} and {@code log} */
    public UnitBuilder(Path home, String id) {
        this.home = home;
        this.id = id;
    }

    /** Opens the local API on a free port, without a token. */
    public UnitBuilder localApi() {
        return localApi(Mosquitto.freePort());
    }

    public UnitBuilder localApi(int port) {
        return local(port, "open = true");
    }

    /** @param lines of the section {@code [local]} besides the port */
    public UnitBuilder local(int port, String lines) {
        apiPort = port;
        local = "port = " + port + "\n" + lines;
        return this;
    }

    /** Runs the daemon without a local API. */
    public UnitBuilder noLocalApi() {
        local = "enabled = false";
        return this;
    }

    /** Links the unit to this broker. */
    public UnitBuilder broker(Mosquitto broker) {
        return link("url = \"mqtt://127.0.0.1:" + broker.port() + "\"").presence(broker);
    }

    /** @param lines of the section {@code [link]} */
    public UnitBuilder link(String lines) {
        link = "[link]\n" + lines.strip() + "\n";
        return this;
    }

    /** Broker at which {@link DaemonProcess#startLinked} waits for the unit's presence. */
    public UnitBuilder presence(Mosquitto broker) {
        presencePort = broker.openPort();
        return this;
    }

    /** Adds sections to the settings. */
    public UnitBuilder settings(String toml) {
        more += toml;
        return this;
    }

    /** Adds options of the JVM, separated by blanks. */
    public UnitBuilder javaOptions(String options) {
        javaOptions = (javaOptions + " " + options).strip();
        return this;
    }

    /** Runs this copy of the program. */
    public UnitBuilder program(Installation installation) {
        return program(installation.program());
    }

    /** Runs the program with this start script. */
    public UnitBuilder program(Path script) {
        program = script;
        return this;
    }

    /** Runs this copy of the program on the bus of a vehicle in this process. */
    public UnitBuilder vehicle(ServedVehicle vehicle, Installation installation)
            throws IOException, InterruptedException {
        program = installation.onServedBus().program();
        return javaOptions(vehicle.option());
    }

    /** The settings file. */
    public String toml() {
        return "[unit]\nid = \"%s\"\n[local]\n%s\n%s%s".formatted(id, local.strip(), link, more);
    }

    /** Writes the settings for a daemon that is started otherwise; returns the folder. */
    public Path write() {
        try {
            Files.createDirectories(home);
            Files.writeString(home.resolve("outrider.toml"), toml());
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process, not started yet; of the installed program unless there is a vehicle. */
    public DaemonProcess build() {
        if (program == null) {
            program = DaemonProcess.installed();
        }
        write();
        return new DaemonProcess(this);
    }
}
