package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.Database;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Rollouts in waves: the next one begins when each device of the wave has reported success or failure, or has been silent for too
 * long, which counts as a failure; with too many failures the rollout stops. Any thread.
 */
public final class Rollouts {
    private final Database database;
    private final ReleaseDevices devices;
    private final Clock clock;

    public Rollouts(Database database, ReleaseDevices devices, Clock clock) {
        this.database = database;
        this.devices = devices;
        this.clock = clock;
    }

    /** Looks at all rollouts; several instances may, as one after the other decides on a rollout. */
    void advance() {
        List<Long> rolling = database.read()
                .withHandle(handle -> handle.createQuery("SELECT id FROM release WHERE state = 'rolling'")
                        .mapTo(Long.class)
                        .list());
        rolling.forEach(id -> database.write().useTransaction(handle -> advance(handle, id)));
    }

    private void advance(Handle handle, long id) {
        record Rolling(JsonNode settings, int wave, long waveAt) {}
        // the update locks the row: another instance sees what this one has decided
        List<Rolling> found = handle.createQuery("UPDATE release SET reason = NULL WHERE id = :id AND state = 'rolling'"
                        + " RETURNING rollout, wave, wave_at")
                .bind("id", id)
                .map((row, context) -> new Rolling(
                        ReleaseJson.tree(row.getString("rollout")), row.getInt("wave"), row.getLong("wave_at")))
                .list();
        if (found.isEmpty()) {
            return;
        }
        Rolling rollout = found.get(0);
        long now = Micros.of(clock.instant());
        boolean over = now - rollout.waveAt()
                > Micros.SECOND * rollout.settings().get("wait").asLong();
        Map<String, Integer> counts = new HashMap<>();
        handle.createQuery("SELECT state, COUNT(*) AS count FROM release_device WHERE release = :id AND wave = :wave"
                        + " GROUP BY state")
                .bind("id", id)
                .bind("wave", rollout.wave())
                .map((row, context) -> counts.put(row.getString("state"), row.getInt("count")))
                .list();
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int applied = counts.getOrDefault("applied", 0);
        int failed = counts.getOrDefault("failed", 0);
        int silent = all - applied - failed;
        int bad = failed + (over ? silent : 0);
        if (bad * 100 > all * rollout.settings().get("max_failed").asInt()) {
            stop(
                    handle,
                    id,
                    failed + " of " + all + " devices of wave " + rollout.wave() + " failed"
                            + (over && silent > 0 ? ", and " + silent + " were silent for too long" : ""));
        } else if (silent == 0 || over) {
            publishNext(handle, id, devices, now);
        }
    }

    private static void stop(Handle handle, long id, String reason) {
        handle.createUpdate("UPDATE release SET state = 'stopped', reason = :reason WHERE id = :id")
                .bind("reason", reason)
                .bind("id", id)
                .execute();
    }

    /** Publishes the next wave; after the last one the release is published. */
    static void publishNext(Handle handle, long id, ReleaseDevices devices, long now) {
        List<Integer> left = handle.createQuery(
                        "SELECT DISTINCT wave FROM release_device WHERE release = :id AND published = 0"
                                + " ORDER BY wave")
                .bind("id", id)
                .mapTo(Integer.class)
                .list();
        if (!left.isEmpty()) {
            handle.createUpdate(
                            "UPDATE release_device SET published = 1, state_at = :now WHERE release = :id AND wave = :wave")
                    .bind("now", now)
                    .bind("id", id)
                    .bind("wave", left.get(0))
                    .execute();
            devices.releaseDue(handle, id);
        }
        handle.createUpdate(
                        "UPDATE release SET state = :state, wave = COALESCE(:wave, wave), wave_at = :now WHERE id = :id")
                .bind("state", left.size() > 1 ? "rolling" : "published")
                .bind("wave", left.isEmpty() ? null : left.get(0))
                .bind("now", now)
                .bind("id", id)
                .execute();
    }
}
