package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Division of a release's devices into waves.
 *
 * @param settings of the rollout with defaults; JSON's null if all devices get the release at once
 * @param byDevice wave of each device, from 0
 */
record Waves(JsonNode settings, Map<Long, Integer> byDevice, int count) {
    /** Wave of devices that are added to a release that is not published to all yet. */
    static final int LAST = 1_000;

    private static final int DEFAULT_WAIT_SECONDS = 7 * 24 * 3_600;

    /**
     * Canaries first, then the others in the order of their ids up to each percentage.
     *
     * @param rollout member of the body; missing or null for none
     * @throws Problem if it is wrong
     */
    static Waves of(JsonNode rollout, Map<String, Long> devices) {
        Map<Long, Integer> byDevice = new LinkedHashMap<>();
        JsonNode settings = settings(rollout);
        if (settings.isNull()) {
            devices.values().forEach(each -> byDevice.put(each, 0));
            return new Waves(settings, byDevice, 1);
        }
        int wave = 0;
        for (JsonNode each : settings.get("canary")) {
            Long number = devices.get(each.textValue());
            if (number == null) {
                throw Problem.body("rollout.canary", "'" + each.textValue() + "' is none of the release's devices");
            }
            byDevice.put(number, 0);
            wave = 1;
        }
        List<Long> rest = new ArrayList<>(devices.values());
        rest.removeAll(byDevice.keySet());
        int begun = 0;
        int percentBefore = 0;
        for (JsonNode each : settings.get("waves")) {
            if (each.intValue() <= percentBefore) {
                throw Problem.body("rollout.waves", "'rollout.waves' are percentages that rise to 100");
            }
            percentBefore = each.intValue();
            int end = (int) Math.ceil(rest.size() * each.intValue() / 100.0);
            for (long device : rest.subList(begun, end)) {
                byDevice.put(device, wave);
            }
            wave += end > begun ? 1 : 0;
            begun = end;
        }
        if (percentBefore != 100) {
            throw Problem.body("rollout.waves", "'rollout.waves' are percentages that rise to 100");
        }
        return new Waves(settings, byDevice, Math.max(1, wave));
    }

    /** Rollout with its defaults; null of JSON if all devices get the release at once. */
    static JsonNode settings(JsonNode rollout) {
        if (!rollout.isObject()) {
            return ReleaseJson.MAPPER.nullNode();
        }
        ObjectNode settings = ReleaseJson.object();
        settings.putArray("canary");
        settings.putArray("waves").add(100);
        settings.put("max_failed", 0).put("wait", DEFAULT_WAIT_SECONDS);
        return settings.setAll((ObjectNode) rollout);
    }
}
