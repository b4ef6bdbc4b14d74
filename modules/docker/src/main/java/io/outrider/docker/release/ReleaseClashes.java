package io.outrider.docker.release;

import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.VolumeParameters.Bind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Check of names and ports of the host over all projects; the earlier project of the document wins. What images expose in a
 * network of the host is not known here.
 */
final class ReleaseClashes {
    private final Set<String> projects = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final Set<String> removed = new HashSet<>();
    private final Map<String, List<HostPort>> ports = new HashMap<>();

    private final OwnerPolicy policy;
    private final List<Bind> binds = new ArrayList<>();

    ReleaseClashes(OwnerPolicy policy) {
        this.policy = policy;
    }

    /** Adds a project, unless it fails. */
    void add(DocumentValue where, Project project) throws Failure {
        if (projects.contains(project.name())) {
            throw clash(where.member("name"), "an earlier project has the name " + project.name());
        }
        List<DocumentValue> places = where.member("containers").list(Integer.MAX_VALUE);
        Set<String> own = new HashSet<>();
        Map<String, List<HostPort>> wanted = new HashMap<>();
        for (int i = 0; i < places.size(); i++) {
            ContainerSpec container = project.containers().get(i);
            if (names.contains(container.name()) || removed.contains(container.name()) || !own.add(container.name())) {
                String sentence = "another container of the releases has the name " + container.name()
                        + ", or an earlier one removes it";
                throw clash(places.get(i), sentence);
            }
            for (HostPort each :
                    HostPort.of(container.name(), container.config().path("HostConfig"))) {
                List<HostPort> same = wanted.computeIfAbsent(
                        each.port(), port -> new ArrayList<>(ports.getOrDefault(port, List.of())));
                HostPort other = same.stream().filter(each::clashes).findFirst().orElse(null);
                if (other != null) {
                    throw clash(places.get(i), "port " + each.port() + " of the unit belongs to " + other.container());
                }
                same.add(each);
            }
        }
        List<Bind> mounted = new ArrayList<>(binds);
        project.containers().forEach(each -> mounted.addAll(VolumeParameters.of(each.config())));
        for (Bind each : mounted) {
            if (policy.limitsPaths() && mounted.stream().anyMatch(each::isReplacedBy)) {
                String sentence = "mounts " + Excerpt.ofWord(each.source()) + " below a path that a container may write"
                        + " to, though bind_below in [releases] limits paths: mount one of them, or the upper one with :ro";
                throw where.member("containers").failure(DockerErrors.POLICY_FORBIDS, sentence);
            }
        }
        for (String initial : project.initial()) {
            if (names.contains(initial)) {
                throw clash(where.member("remove_containers"), initial + " is a container of an earlier project");
            }
        }
        binds.clear();
        binds.addAll(mounted);
        projects.add(project.name());
        names.addAll(own);
        ports.putAll(wanted);
        removed.addAll(project.initial());
    }

    private static Failure clash(DocumentValue where, String sentence) {
        return where.failure(DockerErrors.RELEASE_CLASH, sentence + "; take another");
    }
}
