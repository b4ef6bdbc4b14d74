package io.outrider.docker.release;

import io.outrider.api.Failure;
import io.outrider.api.LocalApiAccess;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Releases.RefusedProject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the members {@code registries}, {@code projects} and {@code whitelist} of the desired document. A project that is
 * wrong is refused alone. A fallback container that is wrong is left out: this unit would have refused it as well, so it never
 * ran.
 *
 * @param api null if there is none
 * @param keys folder of the public keys of releases, which need not be there
 */
public record ReleaseReader(OwnerPolicy policy, String unitId, LocalApiAccess api, Path keys) {
    private static final Logger LOG = LoggerFactory.getLogger(ReleaseReader.class);

    private static final int MOST_PROJECTS = 100;
    private static final int MOST_CONTAINERS = 100;
    private static final int MOST_NAMES = 1000;
    private static final int MOST_BYTES = 1 << 20;
    private static final Pattern LABEL = Pattern.compile("[^\\p{Cntrl}]{1,128}");
    private static final String SENTENCE =
            "must have 1 to 128 characters, and no line break or other control character";

    /**
     * @param members of the desired document by name, of JSON's types; others are ignored
     * @throws Failure if no project can be read
     */
    public Releases read(Map<String, ?> members) throws Failure {
        DocumentValue document = new DocumentValue(DockerErrors.RELEASE_INVALID, "", members);
        Set<String> whitelist = Set.copyOf(texts(document.member("whitelist")));
        RegistryList registries = new RegistryList(document.member("registries"));
        ContainerReader containers = new ContainerReader(policy, unitId, api, registries);
        SignatureCheck signatures = new SignatureCheck(keys, policy.requireSignature());
        ReleaseClashes clashes = new ReleaseClashes(policy);
        List<Project> projects = new ArrayList<>();
        List<RefusedProject> refused = new ArrayList<>();
        for (DocumentValue each : document.member("projects").list(MOST_PROJECTS)) {
            String hash = "";
            try {
                byte[] canonical = CanonicalJson.of(each, "signature", MOST_BYTES);
                hash = hash(each, canonical);
                signatures.check(each, canonical);
                Project project = project(each, hash, containers);
                clashes.add(each, project);
                projects.add(project);
            } catch (Failure e) {
                refused.add(new RefusedProject(word(each, "name"), word(each, "version"), hash, e));
            }
        }
        boolean keeps = policy.requireSignature()
                || refused.stream().anyMatch(each -> each.name().isEmpty());
        return new Releases(registries.all(), List.copyOf(projects), List.copyOf(refused), whitelist, keeps);
    }

    private static Project project(DocumentValue project, String hash, ContainerReader reader) throws Failure {
        String name = project.member("name").text(LABEL, SENTENCE);
        String version = project.member("version").text(LABEL, SENTENCE);
        DocumentValue list = project.member("containers");
        if (list.value() == null) {
            throw list.invalid("is missing; an empty list stands for no containers");
        }
        List<ContainerSpec> containers = new ArrayList<>();
        for (DocumentValue each : list.list(MOST_CONTAINERS)) {
            containers.add(reader.read(each, name, version, hash));
        }
        List<ContainerSpec> fallback = new ArrayList<>();
        for (DocumentValue each : project.member("fallback_containers").list(MOST_CONTAINERS)) {
            try {
                fallback.add(reader.read(each, name, null, ""));
            } catch (Failure e) {
                LOG.warn("a fallback container is left out: {}", e.getMessage());
            }
        }
        List<String> initial = texts(project.member("remove_containers"));
        return new Project(name, version, hash, List.copyOf(containers), List.copyOf(fallback), initial);
    }

    private static List<String> texts(DocumentValue value) throws Failure {
        Set<String> texts = new LinkedHashSet<>();
        for (DocumentValue each : value.list(MOST_NAMES)) {
            texts.add(each.text(LABEL, SENTENCE));
        }
        return List.copyOf(texts);
    }

    private static String hash(DocumentValue project, byte[] canonical) throws Failure {
        DocumentValue given = project.member("version_hash");
        return given.absent() ? ContainerSpec.hash(canonical, 4) : given.text(LABEL, SENTENCE);
    }

    /** Member of a wrong project, as far as it can be read. */
    private static String word(DocumentValue project, String name) {
        try {
            return project.member(name).text(LABEL, SENTENCE);
        } catch (Failure e) {
            return "";
        }
    }
}
