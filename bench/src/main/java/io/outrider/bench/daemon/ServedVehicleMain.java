package io.outrider.bench.daemon;

import io.outrider.can.BusException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Program that serves a simulated vehicle to a daemon of another processor: {@code ServedVehicleMain FOLDER}. Writes the
 * module {@code served-bus.jar} for that program's folder {@code modules}, then {@code option} with its JVM option. Ends with
 * its input.
 */
public final class ServedVehicleMain {
    private ServedVehicleMain() {}

    public static void main(String[] words) throws Exception {
        serve(Path.of(words[0]), System.in);
    }

    static void serve(Path folder, InputStream until) throws BusException, IOException {
        try (ServedVehicle vehicle = new ServedVehicle("drive0")) {
            Installation.writeServedBus(folder.resolve("served-bus.jar"));
            Path option = Files.writeString(folder.resolve("option.new"), vehicle.option());
            Files.move(option, folder.resolve("option"), StandardCopyOption.ATOMIC_MOVE);
            until.transferTo(OutputStream.nullOutputStream());
        }
    }
}
