package io.outrider.service.releases;

import io.outrider.service.database.Database;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Rollouts in waves: the next one begins when each device of the wave has reported success or failure, or has been silent for too
 * long, which counts as a failure; with too many failures, or without a device that is left, the rollout stops. Any thread.
 */
public record Rollouts(Database database, ReleaseDevices devices, Clock clock) {
    private static final String WAVE = Database.statement("releases/wave");

    /** Looks at all rollouts; several instances may, as one after the other decides on a rollout. */
    public void advance() {
        for (long id : database.list(Long.class, "SELECT id FROM release WHERE state = 'rolling'")) {
            if (database.read().withHandle(handle -> wave(handle, id)).isPresent()) {
                database.write().useTransaction(handle -> advance(handle, id));
            }
        }
    }

    /** Present wave of a rollout, and what its devices have reported. */
    private record Wave(String rollout, int wave, long waveAt, int devices, int applied, int failed, long now) {
        int setting(String name) {
            return ReleaseJson.tree(rollout).get(name).asInt();
        }

        boolean isOver() {
            return now - waveAt > Micros.SECOND * setting("wait");
        }

        int silent() {
            return devices - applied - failed;
        }

        /** A wave whose devices have all gone has tested nothing. */
        boolean hasFailed() {
            return devices == 0 || (failed + (isOver() ? silent() : 0)) * 100 > devices * setting("max_failed");
        }

        String reason() {
            String silence = isOver() && silent() > 0 ? ", and " + silent() + " were silent for too long" : "";
            return devices == 0
                    ? "no device of wave " + wave + " is left"
                    : failed + " of " + devices + " devices of wave " + wave + " failed" + silence;
        }
    }

    /** @return empty while nothing is to be decided */
    private Optional<Wave> wave(Handle handle, long id) {
        return Database.find(handle, Wave.class, WAVE, Micros.of(clock.instant()), id)
                .filter(each -> each.hasFailed() || each.silent() == 0 || each.isOver());
    }

    private void advance(Handle handle, long id) {
        // locks the row: another instance sees what this one has decided
        handle.execute("UPDATE release SET reason = NULL WHERE id = ? AND state = 'rolling'", id);
        wave(handle, id).ifPresent(wave -> {
            if (wave.hasFailed()) {
                handle.execute("UPDATE release SET state = 'stopped', reason = ? WHERE id = ?", wave.reason(), id);
            } else {
                publishNext(handle, id, devices, Micros.of(clock.instant()));
            }
        });
    }

    /** Publishes the next wave; after the last one the release is published. */
    static void publishNext(Handle handle, long id, ReleaseDevices devices, long now) {
        String waves = "SELECT DISTINCT wave FROM release_device WHERE release = ? AND published = 0 ORDER BY wave";
        List<Integer> left = Database.list(handle, Integer.class, waves, id);
        if (!left.isEmpty()) {
            String publish = "UPDATE release_device SET published = 1, state_at = ? WHERE release = ? AND wave = ?";
            handle.execute(publish, now, id, left.get(0));
            devices.releaseDue(handle, id);
        }
        String update = "UPDATE release SET state = ?, wave = COALESCE(?, wave), wave_at = ? WHERE id = ?";
        String state = left.size() > 1 ? "rolling" : "published";
        handle.execute(update, state, left.isEmpty() ? null : left.get(0), now, id);
    }
}
