package io.outrider.docker.plan;

import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.release.ImageName;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Images of the unit by their references. */
final class LocalImages {
    private final Map<String, EngineImage> byReference = new HashMap<>();
    private final Map<String, String> digests;

    LocalImages(World world) {
        this.digests = world.digests();
        for (EngineImage image : world.images()) {
            Stream.concat(image.tags().stream(), image.digests().stream())
                    .forEach(reference -> byReference.put(familiar(reference), image));
        }
    }

    /** Null if the unit does not have it. */
    EngineImage find(ImageName name) {
        return byReference.get(name.reference());
    }

    /** True if the unit does not have it, or another one than the registry has now. */
    boolean isToPull(ImageName name) {
        EngineImage image = find(name);
        String digest = digests.get(name.reference());
        return image == null
                || digest != null && image.digests().stream().noneMatch(each -> each.endsWith("@" + digest));
    }

    /** Podman writes Docker Hub's host and library out. */
    static String familiar(String reference) {
        return reference.replaceFirst("^docker\\.io/(library/)?", "");
    }
}
