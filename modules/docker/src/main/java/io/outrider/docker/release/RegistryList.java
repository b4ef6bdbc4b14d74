package io.outrider.docker.release;

import io.outrider.api.Failure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Registries of the desired document, by which images are resolved. One that is wrong is refused where it is used. */
final class RegistryList {
    private static final int MOST = 100;

    private final Map<String, Registry> byName = new LinkedHashMap<>();
    private final Map<String, Failure> wrong = new LinkedHashMap<>();

    RegistryList(DocumentValue registries) throws Failure {
        for (DocumentValue each : registries.list(MOST)) {
            try {
                add(each);
            } catch (Failure e) {
                wrong.put(each.value() instanceof Map<?, ?> map ? String.valueOf(map.get("name")) : "", e);
            }
        }
    }

    private void add(DocumentValue registry) throws Failure {
        DocumentValue url = registry.member(registry.member("url").absent() ? "name" : "url");
        String host = host(url);
        String name = registry.member("name").textOr(host);
        String user = registry.member("username").textOr(null);
        String password = registry.member("password").textOr(null);
        Registry read = new Registry(name, url.text(), host, user, password);
        if ((user == null) != (password == null) || byName.putIfAbsent(name, read) != null) {
            throw registry.invalid("must have a name of its own, and username and password or neither");
        }
    }

    private static String host(DocumentValue url) throws Failure {
        try {
            return Registry.hostOf(url.text());
        } catch (Failure e) {
            throw url.value() == null ? e : url.invalid(e.getMessage());
        }
    }

    List<Registry> all() {
        return List.copyOf(byName.values());
    }

    /**
     * Host of a registry.
     *
     * @param reference name, url or host of it; absent for Docker Hub
     */
    String resolve(DocumentValue reference) throws Failure {
        String text = reference.textOr("hub");
        if (wrong.containsKey(text)) {
            throw wrong.get(text);
        }
        if (!byName.containsKey(text) && !text.matches("hub|localhost|.*[.:].*")) {
            throw reference.invalid("names no registry of the document, and is no host of one");
        }
        return byName.containsKey(text) ? byName.get(text).host() : host(reference.with(text));
    }

    /** True if a reference means the host without any list. */
    static boolean isNamed(String host, DocumentValue reference) throws Failure {
        try {
            return Registry.hostOf(reference.textOr("hub")).equals(host);
        } catch (Failure e) {
            return false;
        }
    }

    /** Registry of a host, preferably the one that is referred to; null if none is in the document. */
    Registry of(String host, DocumentValue reference) {
        Stream<Registry> named = Stream.ofNullable(byName.get(String.valueOf(reference.value())));
        return Stream.concat(named, byName.values().stream())
                .filter(each -> each.host().equals(host))
                .findFirst()
                .orElse(null);
    }
}
