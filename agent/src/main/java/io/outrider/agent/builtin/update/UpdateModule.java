package io.outrider.agent.builtin.update;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.storage.AtomicFile;
import io.outrider.agent.telemetry.upload.UploadBudget;
import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Inhibitors;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.IoReason;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.SmallFile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Module of {@code agent.update}: fetches and checks a package, and asks root's {@code outrider-update} to install it. */
public final class UpdateModule implements Module {
    private static final Signature<Arguments> UPDATE = new Signature<>(
            "agent.update",
            "Fetches a package of outrider, checks it and has it installed; goes back if it does not reach the fleet",
            Arguments.class);
    private static final Signature<NoArguments> UPDATE_STATUS = new Signature<>(
            "agent.update_status",
            "The installed version, an update under way, and the outcome of the last one",
            NoArguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(UPDATE, UPDATE_STATUS);

    private static final Duration OUTCOME_CHECK = Duration.ofSeconds(10);
    private static final Duration INSTALLATION =
            Duration.ofMinutes(10); // in which it has stopped this daemon, or failed
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final String OWN_JOB = "job " + UPDATE.name();

    record Arguments(
            @JsonProperty(required = true) @JsonPropertyDescription("http or https address of the package")
            String url,

            @JsonProperty(required = true) @JsonPropertyDescription("its SHA-256 digest, 64 hexadecimal digits")
            String sha256,

            @JsonPropertyDescription("Ed25519 signature of the digest by a key of update-keys.d, in Base64")
            String signature,

            @JsonPropertyDescription("also a version that is not newer than the installed one")
            @JsonProperty(defaultValue = "false")
            boolean downgrade,

            @JsonPropertyDescription("also while the vehicle is in use, or a release or another job runs")
            @JsonProperty(defaultValue = "false")
            boolean force) {
        Arguments {
            if (url != null && !url.matches("https?://[^\\s@/?#]+/[^\\s]*") || url != null && !isUri(url)) {
                throw new InvalidArgumentException(
                        "url", "takes http:// or https://, a server and a path, without a user");
            }
            sha256 = sha256 == null ? null : sha256.toLowerCase(Locale.ROOT);
            if (sha256 != null && !sha256.matches("[0-9a-f]{64}")) {
                throw new InvalidArgumentException("sha256", "takes 64 hexadecimal digits");
            }
            if (signature != null && !signature.matches("[A-Za-z0-9+/]{86}==")) {
                throw new InvalidArgumentException("signature", "takes the 64 bytes of an Ed25519 signature in Base64");
            }
        }

        private static boolean isUri(String url) {
            try {
                return URI.create(url).getHost() != null;
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
    }

    private final Inhibitors inhibitors;
    private final UpdateSettings settings;
    private final UpdatePaths paths;
    private final UpdateKeys keys;
    private final UpdateOutcome outcome;
    private final UploadBudget budget;
    private final PackageFetch fetch;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile List<Inhibitors.Handle> installation = List.of();

    public UpdateModule(ModuleContext context, UpdateSettings settings, TimeSource time, UpdatePaths paths) {
        this.inhibitors = context.inhibitors();
        this.settings = settings;
        this.paths = paths;
        keys = new UpdateKeys(paths.config());
        outcome = new UpdateOutcome(paths, context.events());
        budget = new UploadBudget(paths.fetched().resolve("usage.json"), time, context.ticker(), settings.budgetMb());
        fetch = new PackageFetch(paths.fetched(), budget, context.ticker(), PackageFetch.MOST, LONGEST_PAUSE);
        if (Files.exists(paths.state())) { // this daemon was started by the installation
            inhibit("an update is being proved");
        }
        context.every(OUTCOME_CHECK, this::checkOutcome);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(UPDATE.with(this::update), UPDATE_STATUS.with((NoArguments none) -> status()));
    }

    private Object update(Arguments arguments, Call call) throws Failure, InterruptedException {
        if (!busy.compareAndSet(false, true)) {
            throw new Failure(CommonErrors.BUSY, "another update is being fetched: wait for its end");
        }
        try {
            DebianPackage installed = DebianPackage.installed(paths.dpkg());
            requireIdle(arguments);
            keys.check(arguments.sha256(), arguments.signature());
            Path file = fetch.fetch(URI.create(arguments.url()), arguments.sha256(), call);
            DebianPackage fetched = DebianPackage.read(file);
            check(fetched, installed, arguments.downgrade());
            requireIdle(arguments);
            request(file, arguments, fetched);
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("from", installed.version());
            result.put("to", fetched.version());
            result.put("state", "installation begins");
            return result;
        } finally {
            busy.set(false);
        }
    }

    private static void check(DebianPackage fetched, DebianPackage installed, boolean downgrade)
            throws Failure, InterruptedException {
        if (!fetched.name().equals(installed.name())) {
            throw new Failure(AgentErrors.UPDATE_PACKAGE, "the package is another one than " + installed.name());
        }
        if (!fetched.architecture().equals(installed.architecture())) {
            throw new Failure(
                    AgentErrors.UPDATE_PACKAGE,
                    "the package is for " + fetched.architecture() + ": take the one for " + installed.architecture());
        }
        if (!downgrade && !fetched.isNewerThan(installed)) {
            throw new Failure(
                    AgentErrors.UPDATE_OLDER,
                    fetched.version() + " is not newer than the installed " + installed.version()
                            + ": downgrade=true installs it nevertheless");
        }
    }

    private void requireIdle(Arguments arguments) throws Failure {
        if (Files.exists(paths.request()) || Files.exists(paths.state())) {
            throw new Failure(CommonErrors.BUSY, "an update is being installed: wait for its end");
        }
        Optional<String> reason = Stream.of(Activity.MAINTENANCE, Activity.SLEEP)
                .flatMap(each -> inhibitors.active(each).stream())
                .map(Inhibition::reason)
                .filter(each -> !each.equals(OWN_JOB))
                .findFirst();
        if (reason.isPresent() && !arguments.force()) {
            throw new Failure(
                    AgentErrors.UPDATE_WAITS,
                    "the unit is not idle (" + reason.get() + "): repeat the call later, or force=true");
        }
    }

    /** Moves the package to where root looks for it, and writes the request, at which systemd starts root's part. */
    private void request(Path part, Arguments arguments, DebianPackage fetched) throws Failure {
        String text = "sha256=" + arguments.sha256()
                + "\nsignature=" + (arguments.signature() == null ? "" : arguments.signature())
                + "\ndowngrade=" + (arguments.downgrade() ? "yes" : "no")
                + "\nlink_s=" + settings.linkS() + "\n";
        try {
            Files.move(part, paths.fetched().resolve("package.deb"), StandardCopyOption.ATOMIC_MOVE);
            inhibit("update to " + fetched.version());
            AtomicFile.write(paths.request(), text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            endInhibition();
            throw new Failure(AgentErrors.AGENT_DISK, paths.fetched() + " cannot be written: " + IoReason.of(e), e);
        }
    }

    private void inhibit(String reason) {
        Duration time = INSTALLATION.plusSeconds(settings.linkS());
        installation = List.of(
                inhibitors.inhibit(Activity.SLEEP, reason, time),
                inhibitors.inhibit(Activity.MAINTENANCE, reason, time));
    }

    private void endInhibition() {
        installation.forEach(Inhibitors.Handle::close);
        installation = List.of();
    }

    private void checkOutcome() {
        if (outcome.publish()) {
            endInhibition();
        }
    }

    private Object status() throws InterruptedException {
        Map<String, Object> status = new LinkedHashMap<>();
        try {
            status.put("installed", DebianPackage.installed(paths.dpkg()).version());
        } catch (Failure e) {
            status.put("installed", null);
        }
        status.put("state", state());
        status.put("last", outcome.read());
        return status;
    }

    /** State of an update: none, fetching, requested, or root's word for its step. */
    private String state() {
        try {
            String text = new String(SmallFile.read(paths.state(), 1000), StandardCharsets.US_ASCII);
            return text.lines()
                    .filter(each -> each.startsWith("step="))
                    .map(each -> each.substring("step=".length()))
                    .findFirst()
                    .orElse("none");
        } catch (NoSuchFileException e) {
            return Files.exists(paths.request()) ? "requested" : busy.get() ? "fetching" : "none";
        } catch (IOException e) {
            return "installing";
        }
    }

    @Override
    public void close() {
        budget.close();
    }
}
