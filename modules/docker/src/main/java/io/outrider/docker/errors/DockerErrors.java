package io.outrider.docker.errors;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of containers and releases. */
public final class DockerErrors {
    // engine
    public static final ErrorCode ENGINE_ABSENT = new ErrorCode(
            "ENGINE_ABSENT",
            Actor.OPERATOR,
            "No container engine answers at the socket of the settings.",
            "Install and start Docker, and let the daemon use its socket: `socket` in [docker] names it.");

    public static final ErrorCode ENGINE_FAILED = new ErrorCode(
            "ENGINE_FAILED",
            Actor.OPERATOR,
            "The container engine reports an error of its own.",
            "Look into the engine's log if it happens again.");

    public static final ErrorCode ENGINE_SLOW = new ErrorCode(
            "ENGINE_SLOW",
            Actor.OPERATOR,
            "The container engine does not end a call in time, though it answers others.",
            "Look into the engine's log if it happens again, or raise `timeout` in [docker].");

    public static final ErrorCode ENGINE_DISK = new ErrorCode(
            "ENGINE_DISK",
            Actor.OPERATOR,
            "The disk of the container engine is full.",
            "Free space, or let `docker.prune all=true` remove images that nobody needs.");

    public static final ErrorCode ENGINE_REFUSED = new ErrorCode(
            "ENGINE_REFUSED",
            Actor.CALLER,
            "The container engine does not take a value.",
            "Correct what the engine's text names.");

    public static final ErrorCode NO_SUCH_CONTAINER = new ErrorCode(
            "NO_SUCH_CONTAINER",
            Actor.CALLER,
            "The engine has no container of this name.",
            "Take a name that `docker.ps all=true` lists.");

    public static final ErrorCode NO_SUCH_IMAGE = new ErrorCode(
            "NO_SUCH_IMAGE", Actor.CALLER, "The engine has no such image.", "Pull it first: `docker.pull`.");

    public static final ErrorCode NAME_IN_USE = new ErrorCode(
            "NAME_IN_USE",
            Actor.CALLER,
            "The name belongs to a container that is no release's.",
            "Remove or rename that container, or name it in remove_containers.");

    public static final ErrorCode PORT_IN_USE = new ErrorCode(
            "PORT_IN_USE",
            Actor.CALLER,
            "A port of the host that a container wants is in use.",
            "Free the port, or take another one.");

    // registries
    public static final ErrorCode REGISTRY_UNREACHABLE = new ErrorCode(
            "REGISTRY_UNREACHABLE",
            Actor.NETWORK,
            "A container registry does not answer.",
            "Check the network, and its url if it stays; a release asks again by itself.");

    public static final ErrorCode REGISTRY_LOGIN = new ErrorCode(
            "REGISTRY_LOGIN",
            Actor.OPERATOR,
            "A container registry does not take the credentials, or wants some.",
            "Correct user name and password of the registry in the fleet service.");

    public static final ErrorCode REGISTRY_BUSY = new ErrorCode(
            "REGISTRY_BUSY",
            Actor.NETWORK,
            "A container registry has too many requests or a fault of its own.",
            "Wait; a release asks again by itself.");

    public static final ErrorCode IMAGE_NOT_FOUND = new ErrorCode(
            "IMAGE_NOT_FOUND",
            Actor.CALLER,
            "The registry has no such image or tag.",
            "Push it, or correct image and tag.");

    public static final ErrorCode IMAGE_PLATFORM = new ErrorCode(
            "IMAGE_PLATFORM",
            Actor.CALLER,
            "The registry has the image, but not for the processor of this unit.",
            "Push the image for the platform that the message names.");

    public static final ErrorCode PULL_FAILED = new ErrorCode(
            "PULL_FAILED",
            Actor.NETWORK,
            "An image could not be pulled.",
            "Pull it again, which a release does by itself.");

    public static final ErrorCode PULL_BUDGET = new ErrorCode(
            "PULL_BUDGET",
            Actor.OPERATOR,
            "The bytes that releases may pull in a day are used up.",
            "Wait for the next day, or raise `pull_bytes_per_day` in [releases].");

    // release documents
    public static final ErrorCode RELEASE_INVALID = new ErrorCode(
            "RELEASE_INVALID",
            Actor.CALLER,
            "The release in the desired document cannot be used.",
            "Correct the member that the message names.");

    public static final ErrorCode PARAMETER_UNKNOWN = new ErrorCode(
            "PARAMETER_UNKNOWN",
            Actor.CALLER,
            "A start parameter is not known.",
            "Take one that docs/start-parameters.md lists; the message has the nearest.");

    public static final ErrorCode PARAMETER_INVALID = new ErrorCode(
            "PARAMETER_INVALID",
            Actor.CALLER,
            "A start parameter has a value that cannot be used.",
            "Correct it as the message says.");

    public static final ErrorCode POLICY_FORBIDS = new ErrorCode(
            "POLICY_FORBIDS",
            Actor.OPERATOR,
            "The owner of the unit forbids what the release wants.",
            "Change the release, or the setting in [releases] that the message names.");

    public static final ErrorCode SIGNATURE_MISSING = new ErrorCode(
            "SIGNATURE_MISSING",
            Actor.OPERATOR,
            "The owner of the unit wants signed releases, and this one is not signed.",
            "Sign the release with a key of the folder that the message names.");

    public static final ErrorCode SIGNATURE_WRONG = new ErrorCode(
            "SIGNATURE_WRONG",
            Actor.CALLER,
            "The signature of a release does not match it, or its key is unknown.",
            "Sign the release as it is, with a key that the unit has.");

    public static final ErrorCode RELEASE_CLASH = new ErrorCode(
            "RELEASE_CLASH",
            Actor.CALLER,
            "Two containers of the desired releases want the same name or port.",
            "Give one of them another.");

    public static final ErrorCode DISK_TOO_SMALL = new ErrorCode(
            "DISK_TOO_SMALL",
            Actor.OPERATOR,
            "The images of a release do not fit on the disk.",
            "Free as much as the message says.");

    public static final ErrorCode PURGE_FORBIDDEN = new ErrorCode(
            "PURGE_FORBIDDEN",
            Actor.OPERATOR,
            "A folder is not below those that releases may purge, has a symbolic link in its path, or is mounted by another container.",
            "Change the release, that container, or `purge_below` in [releases].");

    // the application of releases
    public static final ErrorCode PURGE_FAILED = new ErrorCode(
            "PURGE_FAILED",
            Actor.OPERATOR,
            "A folder could not be set aside, or put back.",
            "Let the daemon rename it: the message has the reason.");

    public static final ErrorCode AUTO_REMOVE = new ErrorCode(
            "AUTO_REMOVE",
            Actor.OPERATOR,
            "A container that a release replaces runs with `--rm`: the engine would remove it with its stop, and nothing be there to go back to.",
            "Stop it with `docker.stop`, or start it without `--rm`.");

    public static final ErrorCode START_FAILED = new ErrorCode(
            "START_FAILED",
            Actor.CALLER,
            "A container of the release does not start.",
            "Correct the release; the message has the engine's text.");

    public static final ErrorCode CONTAINER_EXITED = new ErrorCode(
            "CONTAINER_EXITED",
            Actor.CALLER,
            "A container of the release ended within its probation.",
            "Look at its last log lines in the report, correct the image, and release it anew.");

    public static final ErrorCode CONTAINER_RESTARTS = new ErrorCode(
            "CONTAINER_RESTARTS",
            Actor.CALLER,
            "A container of the release ended and was restarted within its probation.",
            "Look at its last log lines in the report, correct the image, and release it anew.");

    public static final ErrorCode CONTAINER_UNHEALTHY = new ErrorCode(
            "CONTAINER_UNHEALTHY",
            Actor.CALLER,
            "The health check of a container failed, or did not succeed in time.",
            "Look at its output at the end of `logs` in the report; `health_timeout` in [releases] has the time.");

    public static final ErrorCode RELEASE_BUSY = new ErrorCode(
            "RELEASE_BUSY",
            Actor.CALLER,
            "A release is being applied now.",
            "Wait for its end; `docker.release` shows it.");

    public static final ErrorCode RELEASE_INTERRUPTED = new ErrorCode(
            "RELEASE_INTERRUPTED",
            Actor.OPERATOR,
            "The power or the agent went while a release was applied; the containers from before run again.",
            "Nothing: it is tried again when the vehicle goes idle.");

    public static final ErrorCode RELEASE_CHANGED = new ErrorCode(
            "RELEASE_CHANGED",
            Actor.CALLER,
            "A newer desired document came while the release was prepared.",
            "Nothing: the newer one is applied.");

    public static final ErrorCode RELEASE_SUSPENDED = new ErrorCode(
            "RELEASE_SUSPENDED",
            Actor.CALLER,
            "A release failed several times and is not tried again by itself.",
            "Correct it and release it anew, or try it now with `state.sls docker.release`.");

    public static final ErrorCode ROLLED_BACK = new ErrorCode(
            "ROLLED_BACK",
            Actor.CALLER,
            "The project was rolled back.",
            "`state.sls docker.release` applies its release again; a newer one is applied by itself.");

    public static final ErrorCode NO_WAY_BACK = new ErrorCode(
            "NO_WAY_BACK",
            Actor.CALLER,
            "There is no earlier release for a rollback, or its image is not on the unit.",
            "Release the earlier version from the fleet service.");

    public static final ErrorCode WAY_BACK_FAILED = new ErrorCode(
            "WAY_BACK_FAILED",
            Actor.OPERATOR,
            "The containers from before could not all be started again.",
            "It is tried again until it succeeds; the message has the reason.");

    public static final ErrorCode RELEASE_DISK = new ErrorCode(
            "RELEASE_DISK",
            Actor.OPERATOR,
            "A file of releases in the daemon's folder cannot be read or written.",
            "Free space, let the daemon read and write there, or look at `dmesg`: the message has file and reason.");

    // the module
    public static final ErrorCode CONTAINERS_OFF = new ErrorCode(
            "CONTAINERS_OFF",
            Actor.OPERATOR,
            "Containers are switched off on this unit.",
            "Set `[docker] enabled = true`, and let the daemon use the engine's socket.");

    public static final ErrorCode PULL_WAITS = new ErrorCode(
            "PULL_WAITS",
            Actor.OPERATOR,
            "The settings of the unit allow no pull at this time.",
            "Wait, or change `pull` in [releases]; `state.sls docker.release` pulls at once.");

    public static final ErrorCode VEHICLE_STARTED = new ErrorCode(
            "VEHICLE_STARTED",
            Actor.VEHICLE,
            "The vehicle was started before its release was applied.",
            "Nothing: it is applied when the vehicle is idle again.");

    public static final List<ErrorCode> ALL = List.of(
            CONTAINERS_OFF,
            PULL_WAITS,
            VEHICLE_STARTED,
            ENGINE_ABSENT,
            ENGINE_FAILED,
            ENGINE_SLOW,
            ENGINE_DISK,
            ENGINE_REFUSED,
            NO_SUCH_CONTAINER,
            NO_SUCH_IMAGE,
            NAME_IN_USE,
            PORT_IN_USE,
            REGISTRY_UNREACHABLE,
            REGISTRY_LOGIN,
            REGISTRY_BUSY,
            IMAGE_NOT_FOUND,
            IMAGE_PLATFORM,
            PULL_FAILED,
            PULL_BUDGET,
            RELEASE_INVALID,
            PARAMETER_UNKNOWN,
            PARAMETER_INVALID,
            POLICY_FORBIDS,
            SIGNATURE_MISSING,
            SIGNATURE_WRONG,
            RELEASE_CLASH,
            DISK_TOO_SMALL,
            PURGE_FORBIDDEN,
            PURGE_FAILED,
            AUTO_REMOVE,
            START_FAILED,
            CONTAINER_EXITED,
            CONTAINER_RESTARTS,
            CONTAINER_UNHEALTHY,
            RELEASE_BUSY,
            RELEASE_INTERRUPTED,
            RELEASE_CHANGED,
            RELEASE_SUSPENDED,
            ROLLED_BACK,
            NO_WAY_BACK,
            WAY_BACK_FAILED,
            RELEASE_DISK);

    private DockerErrors() {}
}
