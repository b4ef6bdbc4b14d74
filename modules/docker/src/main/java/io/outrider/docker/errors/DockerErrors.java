package io.outrider.docker.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;
import java.util.stream.Stream;

/** Error codes of containers and releases. */
public final class DockerErrors {
    /** In each row the code, who has to act and what has happened; in the line below it what to do. */
    public static final List<ErrorCode> ALL =
            Stream.of("""
            CONTAINERS_OFF OPERATOR Containers are switched off on this unit.
                Set `[docker] enabled = true`, and let the daemon use the engine's socket.
            PULL_WAITS OPERATOR The settings of the unit allow no pull at this time.
                Wait, or change `pull` in [releases]; `state.sls docker.release` pulls at once.
            VEHICLE_STARTED VEHICLE The vehicle was started before its release was applied.
                Nothing: it is applied when the vehicle is idle again.
            ENGINE_ABSENT OPERATOR No container engine answers at the socket of the settings.
                Install and start Docker, and let the daemon use its socket: `socket` in [docker] names it.
            ENGINE_FAILED OPERATOR The container engine reports an error of its own.
                Look into the engine's log if it happens again.
            ENGINE_SLOW OPERATOR The container engine does not end a call in time, though it answers others.
                Look into the engine's log if it happens again, or raise `timeout` in [docker].
            ENGINE_DISK OPERATOR The disk of the container engine is full.
                Free space, or let `docker.prune all=true` remove images that nobody needs.
            ENGINE_REFUSED CALLER The container engine does not take a value.
                Correct what the engine's text names.
            NO_SUCH_CONTAINER CALLER The engine has no container of this name.
                Take a name that `docker.ps all=true` lists.
            NO_SUCH_IMAGE CALLER The engine has no such image.
                Pull it first: `docker.pull`.
            NAME_IN_USE CALLER The name belongs to a container that is no release's.
                Remove or rename that container, or name it in remove_containers.
            PORT_IN_USE CALLER A port of the host that a container wants is in use.
                Free the port, or take another one.
            REGISTRY_UNREACHABLE NETWORK A container registry does not answer.
                Check the network, and its url if it stays; a release asks again by itself.
            REGISTRY_LOGIN OPERATOR A container registry does not take the credentials, or wants some.
                Correct user name and password of the registry in the fleet service.
            REGISTRY_BUSY NETWORK A container registry has too many requests or a fault of its own.
                Wait; a release asks again by itself.
            IMAGE_NOT_FOUND CALLER The registry has no such image or tag.
                Push it, or correct image and tag.
            IMAGE_PLATFORM CALLER The registry has the image, but not for the processor of this unit.
                Push the image for the platform that the message names.
            PULL_FAILED NETWORK An image could not be pulled.
                Pull it again, which a release does by itself.
            PULL_BUDGET OPERATOR The bytes that releases may pull in a day are used up.
                Wait for the next day, or raise `pull_bytes_per_day` in [releases].
            RELEASE_INVALID CALLER The release in the desired document cannot be used.
                Correct the member that the message names.
            PARAMETER_UNKNOWN CALLER A start parameter is not known.
                Take one that docs/start-parameters.md lists; the message has the nearest.
            PARAMETER_INVALID CALLER A start parameter has a value that cannot be used.
                Correct it as the message says.
            POLICY_FORBIDS OPERATOR The owner of the unit forbids what the release wants.
                Change the release, or the setting in [releases] that the message names.
            SIGNATURE_MISSING OPERATOR The owner of the unit wants signed releases, and this one is not signed.
                Sign the release with a key of the folder that the message names.
            SIGNATURE_WRONG CALLER The signature of a release does not match it, or its key is unknown.
                Sign the release as it is, with a key that the unit has.
            RELEASE_CLASH CALLER Two containers of the desired releases want the same name or port.
                Give one of them another.
            DISK_TOO_SMALL OPERATOR The images of a release do not fit on the disk.
                Free as much as the message says.
            PURGE_FORBIDDEN OPERATOR A folder is not below those that releases may purge, has a symbolic link in its\
             path, or is mounted by another container.
                Change the release, that container, or `purge_below` in [releases].
            PURGE_FAILED OPERATOR A folder could not be set aside, or put back.
                Let the daemon rename it: the message has the reason.
            AUTO_REMOVE OPERATOR A container that a release replaces runs with `--rm`: the engine would remove it\
             with its stop, and nothing be there to go back to.
                Stop it with `docker.stop`, or start it without `--rm`.
            START_FAILED CALLER A container of the release does not start.
                Correct the release; the message has the engine's text.
            CONTAINER_EXITED CALLER A container of the release ended within its probation.
                Look at its last log lines in the report, correct the image, and release it anew.
            CONTAINER_RESTARTS CALLER A container of the release ended and was restarted within its probation.
                Look at its last log lines in the report, correct the image, and release it anew.
            CONTAINER_UNHEALTHY CALLER The health check of a container failed, or did not succeed in time.
                Look at its output at the end of `logs` in the report; `health_timeout` in [releases] has the time.
            RELEASE_BUSY CALLER A release is being applied now.
                Wait for its end; `docker.release` shows it.
            RELEASE_INTERRUPTED OPERATOR The power or the agent went while a release was applied; the containers from\
             before run again.
                Nothing: it is tried again when the vehicle goes idle.
            RELEASE_CHANGED CALLER A newer desired document came while the release was prepared.
                Nothing: the newer one is applied.
            RELEASE_SUSPENDED CALLER A release failed several times and is not tried again by itself.
                Correct it and release it anew, or try it now with `state.sls docker.release`.
            ROLLED_BACK CALLER The project was rolled back.
                `state.sls docker.release` applies its release again; a newer one is applied by itself.
            NO_WAY_BACK CALLER There is no earlier release for a rollback, or its image is not on the unit.
                Release the earlier version from the fleet service.
            WAY_BACK_FAILED OPERATOR The containers from before could not all be started again.
                It is tried again until it succeeds; the message has the reason.
            RELEASE_DISK OPERATOR A file of releases in the daemon's folder cannot be read or written.
                Free space, let the daemon read and write there, or look at `dmesg`: the message has file and reason.
            """.split("\n(?! )")).map(DockerErrors::row).toList();

    public static final ErrorCode CONTAINERS_OFF = code("CONTAINERS_OFF");
    public static final ErrorCode PULL_WAITS = code("PULL_WAITS");
    public static final ErrorCode VEHICLE_STARTED = code("VEHICLE_STARTED");
    public static final ErrorCode ENGINE_ABSENT = code("ENGINE_ABSENT");
    public static final ErrorCode ENGINE_FAILED = code("ENGINE_FAILED");
    public static final ErrorCode ENGINE_SLOW = code("ENGINE_SLOW");
    public static final ErrorCode ENGINE_DISK = code("ENGINE_DISK");
    public static final ErrorCode ENGINE_REFUSED = code("ENGINE_REFUSED");
    public static final ErrorCode NO_SUCH_CONTAINER = code("NO_SUCH_CONTAINER");
    public static final ErrorCode NO_SUCH_IMAGE = code("NO_SUCH_IMAGE");
    public static final ErrorCode NAME_IN_USE = code("NAME_IN_USE");
    public static final ErrorCode PORT_IN_USE = code("PORT_IN_USE");
    public static final ErrorCode REGISTRY_UNREACHABLE = code("REGISTRY_UNREACHABLE");
    public static final ErrorCode REGISTRY_LOGIN = code("REGISTRY_LOGIN");
    public static final ErrorCode REGISTRY_BUSY = code("REGISTRY_BUSY");
    public static final ErrorCode IMAGE_NOT_FOUND = code("IMAGE_NOT_FOUND");
    public static final ErrorCode IMAGE_PLATFORM = code("IMAGE_PLATFORM");
    public static final ErrorCode PULL_FAILED = code("PULL_FAILED");
    public static final ErrorCode PULL_BUDGET = code("PULL_BUDGET");
    public static final ErrorCode RELEASE_INVALID = code("RELEASE_INVALID");
    public static final ErrorCode PARAMETER_UNKNOWN = code("PARAMETER_UNKNOWN");
    public static final ErrorCode PARAMETER_INVALID = code("PARAMETER_INVALID");
    public static final ErrorCode POLICY_FORBIDS = code("POLICY_FORBIDS");
    public static final ErrorCode SIGNATURE_MISSING = code("SIGNATURE_MISSING");
    public static final ErrorCode SIGNATURE_WRONG = code("SIGNATURE_WRONG");
    public static final ErrorCode RELEASE_CLASH = code("RELEASE_CLASH");
    public static final ErrorCode DISK_TOO_SMALL = code("DISK_TOO_SMALL");
    public static final ErrorCode PURGE_FORBIDDEN = code("PURGE_FORBIDDEN");
    public static final ErrorCode PURGE_FAILED = code("PURGE_FAILED");
    public static final ErrorCode AUTO_REMOVE = code("AUTO_REMOVE");
    public static final ErrorCode START_FAILED = code("START_FAILED");
    public static final ErrorCode CONTAINER_EXITED = code("CONTAINER_EXITED");
    public static final ErrorCode CONTAINER_RESTARTS = code("CONTAINER_RESTARTS");
    public static final ErrorCode CONTAINER_UNHEALTHY = code("CONTAINER_UNHEALTHY");
    public static final ErrorCode RELEASE_BUSY = code("RELEASE_BUSY");
    public static final ErrorCode RELEASE_INTERRUPTED = code("RELEASE_INTERRUPTED");
    public static final ErrorCode RELEASE_CHANGED = code("RELEASE_CHANGED");
    public static final ErrorCode RELEASE_SUSPENDED = code("RELEASE_SUSPENDED");
    public static final ErrorCode ROLLED_BACK = code("ROLLED_BACK");
    public static final ErrorCode NO_WAY_BACK = code("NO_WAY_BACK");
    public static final ErrorCode WAY_BACK_FAILED = code("WAY_BACK_FAILED");
    public static final ErrorCode RELEASE_DISK = code("RELEASE_DISK");

    private DockerErrors() {}

    private static ErrorCode row(String row) {
        String[] lines = row.split("\\n *");
        String[] words = lines[0].split(" ", 3);
        return new ErrorCode(words[0], Actor.valueOf(words[1]), words[2], lines[1]);
    }

    private static ErrorCode code(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }
}
