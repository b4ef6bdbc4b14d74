package io.outrider.docker.release;

import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registries of the desired document, by which images are resolved. One that is wrong is refused where it is used. */
final class RegistryList {
    private static final Logger log = LoggerFactory.getLogger(RegistryList.class);
    private static final int MOST = 100;

    private final Map<String, Registry> byName = new LinkedHashMap<>();
    private final Map<String, Failure> wrong = new LinkedHashMap<>();

    RegistryList(DocumentValue registries) throws Failure {
        for (DocumentValue each : registries.list(MOST)) {
            try {
                add(each);
            } catch (Failure e) {
                wrong.put(each.value() instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : "", e);
                log.warn("a registry is left out: {}", e.getMessage());
            }
        }
    }

    private void add(DocumentValue registry) throws Failure {
        DocumentValue url = registry.firstOf("url", "name");
        String host = host(url);
        String name = registry.firstOf("name", "url").text();
        DocumentValue user = registry.member("username");
        DocumentValue password = registry.member("password");
        if (user.absent() != password.absent()) {
            throw registry.invalid("needs username and password, or neither");
        }
        Registry read = new Registry(
                name, url.text(), host, user.absent() ? null : user.text(), user.absent() ? null : password.text());
        if (byName.putIfAbsent(name, read) != null) {
            throw registry.invalid("has the name of another registry");
        }
    }

    private static String host(DocumentValue url) throws Failure {
        String text = url.text();
        try {
            return Registry.hostOf(text);
        } catch (Failure e) {
            throw url.invalid(e.getMessage());
        }
    }

    List<Registry> all() {
        return List.copyOf(byName.values());
    }

    /**
     * @param reference name, url or host of a registry; absent for Docker Hub
     * @return host
     */
    String resolve(DocumentValue reference) throws Failure {
        if (reference.absent()) {
            return ImageName.HUB;
        }
        String text = reference.text();
        if (byName.containsKey(text)) {
            return byName.get(text).host();
        }
        if (wrong.containsKey(text)) {
            throw wrong.get(text);
        }
        if (!text.matches("hub|localhost|.*[.:].*")) {
            throw reference.invalid("names no registry of the document, and is no host of one");
        }
        return host(reference);
    }

    /** Registry of a host, preferably that of the reference; null if none is in the document. */
    Registry of(String host, DocumentValue reference) {
        List<Registry> fitting = new ArrayList<>();
        for (Registry each : byName.values()) {
            if (each.host().equals(host)) {
                fitting.add(each.name().equals(reference.value()) ? 0 : fitting.size(), each);
            }
        }
        return fitting.isEmpty() ? null : fitting.get(0);
    }

    /** True if the host is what the document's list, and not the project, says. */
    boolean names(DocumentValue reference) {
        return reference.value() instanceof String text && byName.containsKey(text);
    }
}
