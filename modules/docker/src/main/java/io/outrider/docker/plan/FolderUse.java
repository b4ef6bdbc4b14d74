package io.outrider.docker.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.docker.engine.EngineContainer;
import java.nio.file.Path;
import java.util.List;

/** Use of a folder of the host by containers. */
record FolderUse(Path folder) {
    /** True if the container mounts the folder or something in it, or a folder above that it may write to. */
    boolean isBy(EngineContainer container) {
        for (JsonNode each : container.hostConfig().path("Binds")) {
            String[] parts = each.asText().split(":", 3);
            boolean readOnly = parts.length == 3 && List.of(parts[2].split(",")).contains("ro");
            if (isIn(parts[0], readOnly)) {
                return true;
            }
        }
        for (JsonNode each : container.hostConfig().path("Mounts")) {
            if (isIn(each.path("Source").asText(), each.path("ReadOnly").asBoolean())) {
                return true;
            }
        }
        return false;
    }

    private boolean isIn(String source, boolean readOnly) {
        Path mounted = Path.of(source).normalize();
        return mounted.isAbsolute() && (mounted.startsWith(folder) || !readOnly && folder.startsWith(mounted));
    }
}
