package io.outrider.docker.release;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;

/**
 * Container of a release.
 *
 * @param name in the engine: {@code fully_qualified_name}, else {@code PROJECT-NAME-VERSION}
 * @param shortName {@code name} of the document
 * @param required images of {@code required_tags}, to be pulled before its own
 * @param registry null if none was given and none of the document has the image's host
 * @param purge folders of the host that are set aside before it starts; empty without {@code purge_data}
 * @param config body for the engine's creation of it, with image, environment and labels; nobody changes it
 */
public record ContainerSpec(
        String name,
        String shortName,
        ImageName image,
        List<ImageName> required,
        Registry registry,
        List<Path> purge,
        ObjectNode config) {}
