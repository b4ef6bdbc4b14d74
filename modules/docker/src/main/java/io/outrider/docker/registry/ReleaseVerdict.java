package io.outrider.docker.registry;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.ErrorCode;
import java.util.List;
import java.util.Map;

/**
 * Verdict on the releases of a desired document before they are applied; all but the digests is for the report.
 *
 * @param digests of tags at their registries, as {@link io.outrider.docker.plan.World#digests}
 */
public record ReleaseVerdict(List<OfProject> projects, Map<String, String> digests) {
    /** Reason that an application will fail, or may. */
    public record Finding(ErrorCode code, String message) {}

    /**
     * Verdict on one project.
     *
     * @param bytes to be pulled, each layer once
     * @param diskNeeded estimate, with what the projects before it need
     * @param diskFree with what clean-up frees; -1 if unknown
     */
    public record OfProject(
            String name,
            String version,
            @JsonProperty("version_hash") String versionHash,
            long bytes,
            @JsonProperty("disk_needed") long diskNeeded,
            @JsonProperty("disk_free") long diskFree,
            List<Finding> errors,
            List<OfContainer> containers) {
        /** True if nothing is known against the application. */
        public boolean passes() {
            return errors.isEmpty()
                    && containers.stream().allMatch(each -> each.errors().isEmpty());
        }
    }

    /**
     * Verdict on one container with its own image and the required ones.
     *
     * @param image its own
     * @param digest of the image at its registry; null if unknown
     * @param bytes to be pulled
     * @param layers that are missing
     * @param platformOk false if an image is for other processors only
     */
    public record OfContainer(
            String name,
            String image,
            String digest,
            long bytes,
            int layers,
            @JsonProperty("platform_ok") boolean platformOk,
            List<Finding> errors,
            List<Finding> warnings) {}
}
