package io.outrider.docker.registry;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import java.util.List;

/**
 * Verdict on a project's release before it is applied, as the report has it.
 *
 * @param bytes to be pulled, each layer once
 * @param diskNeeded estimate, with what the projects before it need
 * @param diskFree with what the clean-up frees; -1 if unknown
 */
public record ProjectVerdict(
        String name,
        String version,
        @JsonProperty("version_hash") String versionHash,
        long bytes,
        @JsonProperty("disk_needed") long diskNeeded,
        @JsonProperty("disk_free") long diskFree,
        List<Finding> errors,
        List<OfContainer> containers) {
    /** Reason that the application will fail, or may. */
    public record Finding(ErrorCode code, String message) {
        Finding(Failure failure) {
            this(failure.errorCode(), failure.getMessage());
        }
    }

    /**
     * Verdict on one container with its own image and the required ones.
     *
     * @param digest of its own image at the registry; null if unknown
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
