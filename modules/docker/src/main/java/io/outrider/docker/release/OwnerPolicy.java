package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.VolumeParameters.Bind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Policy of the unit's owner: the settings of {@code [releases]} of the same names. It looks at what the engine would be given, so
 * that the form of a start parameter does not matter. Symbolic links are not followed here.
 *
 * <p>Without {@code privileged}, a container may have: the engine's default capabilities and few others that do not reach beyond it;
 * devices of buses, cameras and the like, but no disk or memory; no namespace of the host or of another container, and no weaker
 * security profile.
 *
 * @param bindBelow folders at or below which paths of the host may be mounted; {@code /} for all, empty for none
 * @param registriesOnly hosts of the registries that images may come from; empty for all
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

    private static final Set<String> CAPABILITIES = Set.of(
            "AUDIT_WRITE",
            "CHOWN",
            "DAC_OVERRIDE",
            "FOWNER",
            "FSETID",
            "IPC_LOCK",
            "KILL",
            "LEASE",
            "MKNOD",
            "NET_ADMIN",
            "NET_BIND_SERVICE",
            "NET_BROADCAST",
            "NET_RAW",
            "SETFCAP",
            "SETGID",
            "SETPCAP",
            "SETUID",
            "SYS_CHROOT",
            "SYS_NICE");

    private static final Pattern DEVICES =
            Pattern.compile("/dev/(tty(USB|ACM|AMA|S|O|mxc|THS)[0-9]+|serial[0-9]+|serial/.+|i2c-[0-9]+"
                    + "|spidev[0-9.]+|gpiochip[0-9]+|video[0-9]+|media[0-9]+|snd(/.+)?|bus/usb(/.+)?|input(/.+)?|hidraw[0-9]+"
                    + "|rfcomm[0-9]+|dri(/.+)?|net/tun|null|zero|full|u?random)");

    private static final List<String> NAMESPACES = List.of("PidMode", "IpcMode", "UTSMode", "UsernsMode");
    private static final Set<String> OWN_NAMESPACE = Set.of("", "none", "private", "shareable");

    /** @param registriesOnly hosts or urls */
    public OwnerPolicy {
        bindBelow = bindBelow.stream().map(Path::normalize).toList();
        purgeBelow = purgeBelow.stream().map(Path::normalize).toList();
        registriesOnly = Set.copyOf(registriesOnly);
    }

    /** Checks the body of a creation. */
    void check(DocumentValue parameters, ObjectNode body) throws Failure {
        JsonNode host = body.path("HostConfig");
        if (!allowPrivileged) {
            checkPrivileges(parameters, host);
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

    private static void checkPrivileges(DocumentValue parameters, JsonNode host) throws Failure {
        List<String> wanted = new ArrayList<>();
        if (host.path("Privileged").asBoolean()) {
            wanted.add("privileged");
        }
        for (JsonNode each : host.path("CapAdd")) {
            if (!CAPABILITIES.contains(each.asText().toUpperCase(Locale.ROOT).replaceFirst("^CAP_", ""))) {
                wanted.add("the capability " + each.asText());
            }
        }
        for (JsonNode each : host.path("Devices")) {
            if (!DEVICES.matcher(each.path("PathOnHost").asText()).matches()) {
                wanted.add("the device " + each.path("PathOnHost").asText());
            }
        }
        for (JsonNode each : host.path("SecurityOpt")) {
            if (!each.asText().matches("no-new-privileges([:=]true)?")) {
                wanted.add("the security option " + each.asText());
            }
        }
        for (String namespace : NAMESPACES) {
            if (!OWN_NAMESPACE.contains(host.path(namespace).asText())) {
                wanted.add(namespace + " " + host.path(namespace).asText());
            }
        }
        if (!wanted.isEmpty()) {
            throw forbidden(parameters, Excerpt.ofWord(wanted.get(0)), "allow_privileged");
        }
    }

    void check(DocumentValue where, ImageName image) throws Failure {
        if (!registriesOnly.isEmpty() && registriesOnly.stream().noneMatch(each -> isHost(each, image.host()))) {
            throw forbidden(where, "images of the registry " + image.host(), "registries_only");
        }
        if (requireDigest && image.digest() == null) {
            throw forbidden(where, "images without a digest", "require_digest");
        }
    }

    private static boolean isHost(String listed, String host) {
        try {
            return Registry.hostOf(listed).equals(host);
        } catch (Failure e) {
            return false; // allows nothing
        }
    }

    /** Folders of the host that the container writes to; one that lies below another is part of it. */
    List<Path> purge(DocumentValue where, ObjectNode body) throws Failure {
        List<Path> folders = VolumeParameters.of(body).stream()
                .filter(bind -> bind.isHostPath() && !bind.isReadOnly())
                .map(bind -> Path.of(bind.source()))
                .sorted()
                .distinct()
                .toList();
        for (Path folder : folders) {
            if (purgeBelow.stream().noneMatch(root -> folder.startsWith(root) && !folder.equals(root))) {
                throw where.failure(
                        DockerErrors.PURGE_FORBIDDEN,
                        Excerpt.ofWord(folder.toString())
                                + " is not below a folder of purge_below in [releases]; mount it read-only, or add its parent there");
            }
            if (folder.toString().endsWith(".bak")) {
                throw where.failure(
                        DockerErrors.PURGE_FORBIDDEN,
                        Excerpt.ofWord(folder.toString())
                                + " has the suffix of folders that are set aside; take another name");
            }
        }
        return folders.stream()
                .filter(folder ->
                        folders.stream().noneMatch(other -> !other.equals(folder) && folder.startsWith(other)))
                .toList();
    }

    private static Failure forbidden(DocumentValue where, String what, String setting) {
        return where.failure(
                DockerErrors.POLICY_FORBIDS,
                "the owner of the unit forbids " + what + ": " + setting + " in [releases]");
    }
}
