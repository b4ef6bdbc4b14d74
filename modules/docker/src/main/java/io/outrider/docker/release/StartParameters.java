package io.outrider.docker.release;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.EditDistance;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Table of the start parameters: the keywords of Salt's docker_container.running and of docker-py, and their places in the engine's API. */
final class StartParameters {
    static final String LOCAL_API = "local_api";

    /** Conversion of a value into its place in the body of a creation. */
    @FunctionalInterface
    private interface Writer {
        void write(DocumentValue value, ObjectNode body) throws Failure;
    }

    @FunctionalInterface
    private interface Form {
        JsonNode read(DocumentValue value) throws Failure;
    }

    /**
     * Start parameter.
     *
     * @param names with one meaning; one of them may be given
     * @param target in the engine's API, for the documentation
     * @param form of its value, for the documentation
     */
    private record Row(List<String> names, String target, String form, Writer writer) {}

    private static final String TEXT = "text";
    private static final String BOOL = "true or false";
    private static final String INTEGER = "integer";
    private static final String BYTES = "bytes: `268435456`, `\"256m\"`, `\"1.5g\"`; `-1` is no limit";
    private static final String TEXTS = "list, or one text with commas";
    private static final String WORDS = "list of words, or text that is split as a shell does it";
    private static final String PAIRS = "map, list of `name=value` or of maps, or one text with commas";
    private static final String PORTS =
            "list or text of `8080:80`, `127.0.0.1:8080:80/tcp`, `53:53/udp`, `80`, ranges `8000-8009:80-89`;"
                    + " map from `80/tcp` to a port, `[ip, port]`, `{HostIp, HostPort}` or a list of them";
    private static final String VOLUMES =
            "list or text of `/host:/container[:mode]`, `volume:/container[:mode]`, `/container`;"
                    + " map from `/host` to `/container[:mode]` or `{bind, mode}`";

    /** Keywords of Salt and docker-py without a meaning here. */
    private static final Set<String> IGNORED = Set.of(
            "client_timeout",
            "detach",
            "force",
            "ignore_collisions",
            "shutdown_timeout",
            "skip_translate",
            "start",
            "validate_input",
            "validate_ip_addrs",
            "watch_action");

    /** Keywords that are refused, with the reason. */
    private static final Map<String, String> REFUSED = Map.of(
            "name", "is set by fully_qualified_name of the container, beside startup_parameters",
            "image", "is set by image and tag of the container, beside startup_parameters",
            "tag", "is set by tag of the container, beside startup_parameters",
            "auto_remove", "would leave nothing to go back to; releases remove containers themselves",
            "remove", "would leave nothing to go back to; releases remove containers themselves");

    private static final List<Row> TABLE = List.of(
            row(
                    "Env",
                    "map, list of `NAME=VALUE` or of maps, or text with one in each line",
                    StartParameters::environment,
                    "environment",
                    "env"),
            special("HostConfig.Binds, Volumes", VOLUMES, VolumeParameters::volumes, "volumes"),
            special("HostConfig.Binds, Volumes", VOLUMES, VolumeParameters::volumes, "binds"),
            special("HostConfig.PortBindings, ExposedPorts", PORTS, PortParameters::bindings, "port_bindings"),
            special(
                    "ExposedPorts",
                    "list or text of `80`, `53/udp`; with ports of the host as port_bindings",
                    PortParameters::ports,
                    "ports"),
            row(
                    "HostConfig.RestartPolicy",
                    "`no`, `always`, `unless-stopped`, `on-failure`, `on-failure:3`, or `{Name, MaximumRetryCount}`",
                    ObjectParameters::restartPolicy,
                    "restart_policy"),
            row(
                    "HostConfig.NetworkMode",
                    "`bridge`, `host`, `none`, `container:NAME`, or a network's name",
                    ObjectParameters::networkMode,
                    "network_mode"),
            row("HostConfig.Privileged", BOOL, ParameterForms::bool, "privileged"),
            row(
                    "HostConfig.Devices",
                    "list or text of `/dev/x`, `/dev/x:/dev/y[:rwm]`, or list of `{PathOnHost, PathInContainer, CgroupPermissions}`",
                    ObjectParameters::devices,
                    "devices"),
            row("HostConfig.CapAdd", TEXTS, ParameterForms::texts, "cap_add"),
            row("HostConfig.CapDrop", TEXTS, ParameterForms::texts, "cap_drop"),
            row("Labels", PAIRS, ObjectParameters::labels, "labels", "label"),
            row("Cmd", WORDS, ParameterForms::words, "command", "cmd"),
            row("Entrypoint", WORDS, ParameterForms::words, "entrypoint"),
            row("User", TEXT, ParameterForms::text, "user"),
            row("WorkingDir", TEXT, ParameterForms::text, "working_dir", "workdir"),
            row("Hostname", TEXT, ParameterForms::text, "hostname"),
            row("Domainname", TEXT, ParameterForms::text, "domainname"),
            row("HostConfig.Memory", BYTES, ParameterForms::bytes, "mem_limit", "memory"),
            row("HostConfig.MemorySwap", BYTES, ParameterForms::bytes, "memswap_limit", "memory_swap"),
            row("HostConfig.MemoryReservation", BYTES, ParameterForms::bytes, "mem_reservation"),
            row("HostConfig.NanoCpus", "number of CPUs: `1.5`", ParameterForms::cpus, "cpus"),
            row("HostConfig.NanoCpus", "billionths of a CPU", ParameterForms::count, "nano_cpus"),
            row("HostConfig.CpuShares", INTEGER, ParameterForms::count, "cpu_shares"),
            row("HostConfig.CpusetCpus", "text: `0-2`, `0,1`", ParameterForms::text, "cpuset_cpus", "cpuset"),
            row("HostConfig.CpuQuota", "microseconds; `-1` is no limit", ParameterForms::integer, "cpu_quota"),
            row("HostConfig.CpuPeriod", "microseconds", ParameterForms::count, "cpu_period"),
            row("HostConfig.PidsLimit", "integer; `-1` is no limit", ParameterForms::integer, "pids_limit"),
            row("HostConfig.LogConfig.Type", TEXT, ParameterForms::text, "log_driver"),
            row(
                    "HostConfig.LogConfig.Config",
                    PAIRS,
                    value -> ParameterForms.object(ParameterForms.pairs(value)),
                    "log_opt",
                    "log_opts"),
            row("HostConfig.LogConfig", "`{Type, Config}`", ObjectParameters::logConfig, "log_config"),
            row(
                    "Healthcheck",
                    "`{test, interval, timeout, start_period, retries}`; test: text for the shell, or list that begins with `CMD`, `CMD-SHELL` or `NONE`; times: `30s`, `1m30s`, or nanoseconds",
                    ObjectParameters::healthCheck,
                    "healthcheck"),
            row("Tty", BOOL, ParameterForms::bool, "tty"),
            row("OpenStdin", BOOL, ParameterForms::bool, "stdin_open", "interactive"),
            row("HostConfig.Init", BOOL, ParameterForms::bool, "init"),
            row("HostConfig.ReadonlyRootfs", BOOL, ParameterForms::bool, "read_only"),
            row(
                    "HostConfig.Tmpfs",
                    "map from a path to options, or list of `/path[:options]`",
                    value -> ParameterForms.object(ParameterForms.pairs(value, ':', ",(?=/)", true)),
                    "tmpfs"),
            row("HostConfig.ShmSize", BYTES, ParameterForms::bytes, "shm_size"),
            row(
                    "HostConfig.Ulimits",
                    "list of `nofile=1024:2048` or of `{Name, Soft, Hard}`, or map from names to a number or `{soft, hard}`",
                    ObjectParameters::ulimits,
                    "ulimits"),
            row("HostConfig.Sysctls", PAIRS, value -> ParameterForms.object(ParameterForms.pairs(value)), "sysctls"),
            row("HostConfig.SecurityOpt", TEXTS, ParameterForms::texts, "security_opt"),
            row(
                    "HostConfig.ExtraHosts",
                    "map from names to addresses, or list of `name:address`",
                    ObjectParameters::extraHosts,
                    "extra_hosts"),
            row("HostConfig.Dns", TEXTS, ParameterForms::texts, "dns"),
            row("HostConfig.DnsSearch", TEXTS, ParameterForms::texts, "dns_search"),
            row("HostConfig.DnsOptions", TEXTS, ParameterForms::texts, "dns_opt"),
            row("StopSignal", TEXT, ParameterForms::text, "stop_signal"),
            row("StopTimeout", "seconds: `10` or `10s`", ParameterForms::seconds, "stop_timeout"),
            row("HostConfig.IpcMode", TEXT, ParameterForms::text, "ipc_mode"),
            row("HostConfig.PidMode", TEXT, ParameterForms::text, "pid_mode"),
            row("HostConfig.UTSMode", TEXT, ParameterForms::text, "uts_mode"),
            row("HostConfig.UsernsMode", TEXT, ParameterForms::text, "userns_mode"),
            row("HostConfig.GroupAdd", TEXTS, ParameterForms::texts, "group_add"),
            row("HostConfig.OomScoreAdj", "integer from -1000 to 1000", ParameterForms::integer, "oom_score_adj"),
            special(
                    "Env",
                    "true or false: address and token of the unit's local API as `OUTRIDER_API` and `OUTRIDER_TOKEN`",
                    (value, body) -> value.bool(),
                    LOCAL_API));

    private StartParameters() {}

    private static Row row(String target, String form, Form reader, String... names) {
        int dot = target.lastIndexOf('.');
        String parent = "/" + target.substring(0, Math.max(dot, 0)).replace('.', '/');
        return special(
                target,
                form,
                (value, body) -> {
                    JsonNode read = reader.read(value);
                    (dot < 0 ? body : body.withObject(parent)).set(target.substring(dot + 1), read);
                },
                names);
    }

    private static Row special(String target, String form, Writer writer, String... names) {
        return new Row(List.of(names), target, form, writer);
    }

    /** Body of a creation with the parameters. */
    static ObjectNode body(DocumentValue parameters) throws Failure {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (parameters.absent()) {
            return body;
        }
        Map<String, DocumentValue> given = parameters.members();
        given.values().removeIf(DocumentValue::absent);
        for (Row row : TABLE) {
            DocumentValue first = null;
            for (String name : row.names()) {
                DocumentValue value = given.remove(name);
                if (first != null && value != null) {
                    throw value.invalid("means the same as " + row.names().get(0) + "; give one of them");
                }
                first = value == null ? first : value;
            }
            if (first != null) {
                row.writer().write(first, body);
            }
        }
        given.keySet().removeAll(IGNORED);
        for (Map.Entry<String, DocumentValue> other : given.entrySet()) {
            if (REFUSED.containsKey(other.getKey())) {
                throw other.getValue().invalid(REFUSED.get(other.getKey()));
            }
            throw other.getValue().failure(DockerErrors.PARAMETER_UNKNOWN, "is not known" + nearest(other.getKey()));
        }
        return body;
    }

    private static String nearest(String word) {
        String shown = Excerpt.ofWord(word);
        return TABLE.stream()
                .flatMap(row -> row.names().stream())
                .filter(name -> EditDistance.of(shown, name) <= Math.max(1, name.length() / 3))
                .min(Comparator.comparingInt(name -> EditDistance.of(shown, name)))
                .map(name -> "; the nearest is " + name)
                .orElse("; docs/start-parameters.md lists all");
    }

    private static JsonNode environment(DocumentValue value) throws Failure {
        boolean text = value.value() instanceof String;
        Map<String, String> pairs = ParameterForms.pairs(value, '=', "\n", false);
        return ParameterForms.array(pairs.entrySet().stream()
                .map(each -> each.getKey() + "="
                        + (text ? each.getValue().replaceFirst("^(['\"])(.*)\\1$", "$2") : each.getValue()))
                .toList());
    }

    /** Rows of the table as the documentation has them. */
    static String documentation() {
        StringBuilder text = new StringBuilder("| parameter | value | in the engine's API |\n|---|---|---|\n");
        for (Row row : TABLE) {
            String names = "`" + String.join("`, `", row.names()) + "`";
            text.append("| " + names + " | " + row.form() + " | `" + row.target() + "` |\n");
        }
        return text.toString();
    }

    /** Words of the ignored keywords as the documentation has them. */
    static List<String> ignored() {
        return IGNORED.stream().sorted().toList();
    }
}
