package io.outrider.bench.fleet;

import java.util.List;

/**
 * Options of {@code bench/fleet}.
 *
 * @param driving percent of the units that drive; the others are parked
 * @param commands a second
 * @param postgresql whether the database is a server, not the embedded one
 */
record FleetOptions(int units, int minutes, int driving, int commands, boolean postgresql) {
    static final String USAGE = """
            usage: bench/fleet N [--minutes M] [--driving PERCENT] [--commands PER-SECOND] [--postgresql]
              N           units, each with a connection of its own, which uploads every minute
              --minutes   that are measured, before the service is killed; 5
              --driving   percent of the units with 8 records a second; the others have one in 10 seconds; 25
              --commands  a second, each to a unit by chance; 5
            Exits with 0 only if every target holds.""";

    /** @throws IllegalArgumentException with a sentence */
    static FleetOptions parse(List<String> words) {
        int units = 0;
        int minutes = 5;
        int driving = 25;
        int commands = 5;
        boolean postgresql = false;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            switch (word) {
                case "--minutes" -> minutes = number(words, ++i, 1, 10_000);
                case "--driving" -> driving = number(words, ++i, 0, 100);
                case "--commands" -> commands = number(words, ++i, 1, 1_000);
                case "--postgresql" -> postgresql = true;
                default -> units = number(words, i, 1, 60_000);
            }
        }
        if (units == 0) {
            throw new IllegalArgumentException("the number of units is missing");
        }
        return new FleetOptions(units, minutes, driving, commands, postgresql);
    }

    private static int number(List<String> words, int index, int least, int most) {
        String word = index < words.size() ? words.get(index) : "";
        if (!word.matches("[0-9]{1,6}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw new IllegalArgumentException("'" + word + "' is no number from " + least + " to " + most);
        }
        return Integer.parseInt(word);
    }
}
