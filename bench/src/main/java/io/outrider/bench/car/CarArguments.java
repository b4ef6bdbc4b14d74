package io.outrider.bench.car;

import io.outrider.bench.car.fault.FaultOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Arguments of {@link CarMain}.
 *
 * @param can name of the SocketCAN interface; null only with {@code help}
 * @param speed factor of the drive to the clock
 * @param from start of the drive in seconds
 * @param seed of the drive
 */
record CarArguments(
        String can,
        double speed,
        double from,
        long seed,
        List<FaultOrder> faults,
        CarSettings settings,
        boolean quiet,
        boolean help) {
    static final String USAGE = """
            car --can IFACE [--speed FACTOR] [--from SECONDS] [--seed N] [--fault FAULT]... [--vin VIN]
                [--broadcast] [--quiet]

              --can IFACE       the SocketCAN interface to be on, such as vcan0
              --speed FACTOR    go through the drive so many times as fast (1)
              --from SECONDS    begin so far into the drive (0)
              --seed N          which drive (1)
              --fault FAULT     late=MS, pending=TIMES[,every=MS], lost=N, wrong-sequence=N, doubled=N, swapped=N,
                                silence, endless; with ,ecu=ID for the ECU that answers with that id only
              --vin VIN         17 characters
              --broadcast       also send unasked: 130, 316, 545
              --quiet           no line each second
            """;

    /** @throws IllegalArgumentException with the error for the user */
    static CarArguments parse(String... args) {
        String can = null;
        double speed = 1;
        double from = 0;
        long seed = 1;
        List<FaultOrder> faults = new ArrayList<>();
        CarSettings settings = CarSettings.DEFAULT;
        boolean quiet = false;
        boolean help = false;
        Iterator<String> rest = List.of(args).iterator();
        while (rest.hasNext()) {
            String option = rest.next();
            switch (option) {
                case "--can" -> can = value(option, rest);
                case "--speed" -> speed = number(option, value(option, rest), Double.MIN_NORMAL, 1_000);
                case "--from" -> from = number(option, value(option, rest), 0, 1e9);
                case "--seed" -> seed = (long) number(option, value(option, rest), -1e15, 1e15);
                case "--fault" -> faults.add(FaultOrder.parse(value(option, rest)));
                case "--vin" -> settings = new CarSettings(value(option, rest), settings.broadcast());
                case "--broadcast" -> settings = settings.withBroadcast();
                case "--quiet" -> quiet = true;
                case "--help", "-h" -> help = true;
                default -> throw new IllegalArgumentException("'" + option + "' is not known; see --help");
            }
        }
        if (can == null && !help) {
            throw new IllegalArgumentException("say on which interface: --can IFACE; see --help");
        }
        return new CarArguments(can, speed, from, seed, List.copyOf(faults), settings, quiet, help);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value; see --help");
        }
        return rest.next();
    }

    private static double number(String option, String text, double least, double most) {
        double number;
        try {
            number = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + ": '" + text + "' is not a number", e);
        }
        if (!(number >= least && number <= most)) {
            throw new IllegalArgumentException(
                    option + ": " + text + " is not from " + (least > 0 ? "above 0" : least) + " to " + most);
        }
        return number;
    }
}
