package io.outrider.docker.release;

import static java.util.stream.Collectors.toMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.VolumeParameters.Bind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Policy of the unit's owner: the settings of {@code [releases]} of the same names. It looks at what the engine would be given, so
 * that the form of a start parameter does not matter. Symbolic links are followed by {@link #checkLinks} only.
 *
 * <p>Without {@code privileged}, a container may have: the engine's default capabilities and few others that do not reach beyond it;
 * devices of buses, cameras and the like, but no disk or memory; no socket or folder of the system that makes it its master; no
 * namespace of the host or of another container, and no weaker security profile.
 *
 * @param bindBelow folders at or below which paths of the host may be mounted; {@code /} for all, empty for none
 * @param registriesOnly hosts ({@link Registry#hostOf}) that images may come from; empty for all
 * @param purgeBelow folders strictly below which {@code purge_data} may set folders aside; empty for none
 */
public record OwnerPolicy(
        boolean allowPrivileged,
        boolean allowHostNetwork,
        List<Path> bindBelow,
        Set<String> registriesOnly,
        boolean requireDigest,
        boolean requireSignature,
        List<Path> purgeBelow) {
    /** Policy of a unit without settings: all that AutoPi allows; data may be purged below one folder. */
    public static final OwnerPolicy DEFAULT = new OwnerPolicy(
            true, true, List.of(Path.of("/")), Set.of(), false, false, List.of(Path.of("/var/lib/outrider-data")));

    private static final String ASIDE = ".bak"; // a folder that is set aside gets it

    /** In each line a place in the body and what a container without privileges may have there. */
    private static final Map<String, String> HARMLESS =
            """
            Privileged false
            Binds [^/].*|/etc/(localtime|timezone):[^:]*:ro|(?!/(:|(bin|boot|dev|etc|lib[^/:]*|proc|root|run|sbin|sys|usr\
            |var/run|var/lib/(docker|containerd|containers|balena.*|outrider)|var/spool/cron)[/:]|var(/lib|/spool)?:\
            |[^:]*[.]sock:)).*
            CapAdd (?i)(CAP_)?(AUDIT_WRITE|CHOWN|DAC_OVERRIDE|FOWNER|FSETID|IPC_LOCK|KILL|LEASE|MKNOD|NET_ADMIN\
            |NET_BIND_SERVICE|NET_BROADCAST|NET_RAW|SETFCAP|SETGID|SETPCAP|SETUID|SYS_CHROOT|SYS_NICE)
            Devices /dev/(tty(USB|ACM|AMA|S|O|mxc|THS)[0-9]+|serial[0-9]+|serial/.+|i2c-[0-9]+|spidev[0-9.]+\
            |gpiochip[0-9]+|video[0-9]+|media[0-9]+|snd(/.+)?|bus/usb(/.+)?|input(/.+)?|hidraw[0-9]+|rfcomm[0-9]+\
            |dri(/.+)?|net/tun|null|zero|full|u?random)
            SecurityOpt no-new-privileges([:=]true)?
            PidMode none|private|shareable
            IpcMode none|private|shareable
            UTSMode none|private|shareable
            UsernsMode none|private|shareable
            """.lines().collect(toMap(line -> line.split(" ")[0], line -> line.split(" ")[1]));

    public OwnerPolicy {
        bindBelow = bindBelow.stream().map(Path::normalize).toList();
        purgeBelow = purgeBelow.stream().map(Path::normalize).toList();
        registriesOnly = Set.copyOf(registriesOnly);
    }

    /** Checks the body of a creation. */
    void check(DocumentValue parameters, ObjectNode body) throws Failure {
        JsonNode host = body.path("HostConfig");
        for (String name : allowPrivileged ? Set.<String>of() : HARMLESS.keySet()) {
            JsonNode place = host.path(name);
            for (JsonNode each : place.isArray() ? place : List.of(place)) {
                String word = each.path("PathOnHost").asText(each.asText());
                if (!place.isMissingNode() && !word.matches(HARMLESS.get(name))) {
                    throw forbidden(parameters, name + " " + Excerpt.ofWord(word), "allow_privileged");
                }
            }
        }
        String network = host.path("NetworkMode").asText();
        if (!allowHostNetwork && (network.equals("host") || network.startsWith("container:"))) {
            throw forbidden(parameters, "the network of the host or of another container", "allow_host_network");
        }
        for (Bind bind : VolumeParameters.of(body)) {
            if (bind.isHostPath() && bindBelow.stream().noneMatch(Path.of(bind.source())::startsWith)) {
                throw forbidden(parameters, "the path " + Excerpt.ofWord(bind.source()) + " of the host", "bind_below");
            }
        }
    }

    boolean limitsPaths() {
        return !allowPrivileged || !bindBelow.contains(Path.of("/"));
    }

    /** Checks where the folders of the host are that a container mounts, just before it is created. */
    public void checkLinks(ContainerSpec container) throws Failure {
        for (Bind bind : VolumeParameters.of(container.config())) {
            if (!bind.isHostPath() || !limitsPaths()) {
                continue;
            }
            Path source = Path.of(bind.source());
            Path real = real(source);
            boolean below = real != null
                    && bindBelow.stream()
                            .filter(source::startsWith)
                            .map(OwnerPolicy::real)
                            .filter(Objects::nonNull)
                            .anyMatch(real::startsWith);
            boolean harmless = allowPrivileged
                    || source.startsWith("/etc") // only of the time zone, and a link on most systems
                    || (real + ":" + bind.target() + ":" + bind.mode()).matches(HARMLESS.get("Binds"));
            if (!below || !harmless) {
                throw new Failure(
                        DockerErrors.POLICY_FORBIDS,
                        container.name() + " mounts " + Excerpt.ofWord(bind.source())
                                + ", where a symbolic link leads to another place, or that cannot be looked at: "
                                + (below ? "allow_privileged" : "bind_below") + " in [releases]");
            }
        }
    }

    /** Path without links, of which the last elements may not exist yet; null if it cannot be looked at. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (NoSuchFileException e) {
            Path parent = Files.isSymbolicLink(path) ? null : real(path.getParent());
            return parent == null ? null : parent.resolve(path.getFileName());
        } catch (IOException e) {
            return null;
        }
    }

    void check(DocumentValue where, ImageName image) throws Failure {
        if (!registriesOnly.isEmpty() && !registriesOnly.contains(image.host())) {
            throw forbidden(where, "images of the registry " + image.host(), "registries_only");
        }
        if (requireDigest && image.digest() == null) {
            throw forbidden(where, "images without a digest", "require_digest");
        }
    }

    /** Folders of the host that the container writes to. */
    List<Path> purge(DocumentValue where, ObjectNode body) throws Failure {
        List<Path> folders = new ArrayList<>();
        for (Bind bind : VolumeParameters.of(body)) {
            Path folder = Path.of(bind.source());
            boolean below = purgeBelow.stream().anyMatch(root -> folder.startsWith(root) && !folder.equals(root));
            if (!bind.isHostPath() || bind.isReadOnly()) {
                continue;
            } else if (!below || folder.toString().endsWith(ASIDE)) {
                String sentence = " is not below a folder of purge_below in [releases], or ends with " + ASIDE
                        + "; mount it read-only, or correct the setting";
                throw where.failure(DockerErrors.PURGE_FORBIDDEN, Excerpt.ofWord(bind.source()) + sentence);
            }
            folders.add(folder);
        }
        return folders;
    }

    private static Failure forbidden(DocumentValue where, String what, String setting) {
        String sentence = "the owner of the unit forbids " + what + ": " + setting + " in [releases]";
        return where.failure(DockerErrors.POLICY_FORBIDS, sentence);
    }
}
