package io.outrider.docker.release;

import static java.util.Map.entry;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.outrider.api.EditDistance;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Table of the start parameters: keywords of Salt and docker-py, and their places in the body of a creation. */
final class StartParameters {
    static final String LOCAL_API = "local_api";

    /** Form of values. Some write to other places of the body too. */
    @FunctionalInterface
    private interface Form {
        JsonNode read(DocumentValue value, ObjectNode body) throws Failure;
    }

    /** @param names with one meaning, of which one may be given */
    record StartParameter(String form, String target, List<String> names) {}

    private static final int MOST_SECONDS = 600; // as `stop_timeout` in [docker]
    private static final Pattern NETWORK = Pattern.compile("(container:)?[a-zA-Z0-9][a-zA-Z0-9_.-]*");
    private static final String NETWORKS = "must be bridge, host, none, container:NAME or the name of a network";
    private static final Pattern SIGNAL =
            Pattern.compile("(?i)(SIG)?(ABRT|ALRM|BUS|CHLD|CLD|CONT|FPE|HUP|ILL|INT|IO|IOT|KILL"
                    + "|PIPE|POLL|PROF|PWR|QUIT|SEGV|STKFLT|STOP|SYS|TERM|TRAP|TSTP|TTIN|TTOU|URG|USR[12]|VTALRM|WINCH|XCPU|XFSZ"
                    + "|RTMIN([+]([1-9]|1[0-5]))?|RTMAX(-([1-9]|1[0-4]))?)|[1-9]|[1-5][0-9]|6[0-4]");
    private static final String SIGNALS = "must be the name of a signal, such as SIGTERM, or its number from 1 to 64";
    private static final Map<String, Form> FORMS = Map.ofEntries(
            entry("text", (value, body) -> TextNode.valueOf(value.text())),
            entry("boolean", (value, body) -> BooleanNode.valueOf(value.bool())),
            entry("integer", (value, body) -> ParameterForms.number(value.integer(-1000, Long.MAX_VALUE))),
            entry("seconds", (value, body) -> ParameterForms.number(value.integer(0, MOST_SECONDS))),
            entry("bytes", (value, body) -> ParameterForms.bytes(value)),
            entry("cpus", (value, body) -> ParameterForms.times(value, 1_000_000_000)),
            entry("texts", (value, body) -> ParameterForms.texts(value)),
            entry("words", (value, body) -> ParameterForms.words(value)),
            entry("pairs", (value, body) -> ParameterForms.object(ParameterForms.pairs(value, '=', ",", false))),
            entry("labels", (value, body) -> ObjectParameters.labels(value)),
            entry("environment", (value, body) -> ParameterForms.environment(value)),
            entry("mounts", (value, body) -> VolumeParameters.volumes(value, body)),
            entry("published", (value, body) -> PortParameters.ports(value, body, true)),
            entry("exposed", (value, body) -> PortParameters.ports(value, body, false)),
            entry("restart", (value, body) -> ObjectParameters.restartPolicy(value)),
            entry("network", (value, body) -> TextNode.valueOf(value.text(NETWORK, NETWORKS))),
            entry("signal", (value, body) -> TextNode.valueOf(value.text(SIGNAL, SIGNALS))),
            entry("devices", (value, body) -> ObjectParameters.devices(value)),
            entry("log", (value, body) -> ObjectParameters.object(value, "Type", "Config")),
            entry("health", (value, body) -> ObjectParameters.healthCheck(value)),
            entry("limits", (value, body) -> ObjectParameters.ulimits(value)),
            entry("hosts", (value, body) -> ParameterForms.hosts(value)),
            entry("tmpfs", (value, body) -> ParameterForms.object(ParameterForms.pairs(value, ':', ",(?=/)", true))));

    /** In each line a form, and the places with the names of their parameters. */
    static final List<StartParameter> TABLE =
            """
            environment Env=environment|env
            mounts HostConfig.Binds=volumes HostConfig.Binds=binds
            published HostConfig.PortBindings=port_bindings
            exposed HostConfig.PortBindings=ports
            restart HostConfig.RestartPolicy=restart_policy
            network HostConfig.NetworkMode=network_mode
            boolean HostConfig.Privileged=privileged HostConfig.Init=init HostConfig.ReadonlyRootfs=read_only
            boolean Tty=tty OpenStdin=stdin_open|interactive
            devices HostConfig.Devices=devices
            texts HostConfig.CapAdd=cap_add HostConfig.CapDrop=cap_drop HostConfig.SecurityOpt=security_opt
            texts HostConfig.GroupAdd=group_add
            texts HostConfig.Dns=dns HostConfig.DnsSearch=dns_search HostConfig.DnsOptions=dns_opt
            labels Labels=labels|label
            words Cmd=command|cmd Entrypoint=entrypoint
            text User=user WorkingDir=working_dir|workdir Hostname=hostname Domainname=domainname
            text HostConfig.IpcMode=ipc_mode HostConfig.PidMode=pid_mode HostConfig.UTSMode=uts_mode
            text HostConfig.UsernsMode=userns_mode
            signal StopSignal=stop_signal
            text HostConfig.CpusetCpus=cpuset_cpus|cpuset
            bytes HostConfig.Memory=mem_limit|memory HostConfig.MemorySwap=memswap_limit|memory_swap
            bytes HostConfig.MemoryReservation=mem_reservation HostConfig.ShmSize=shm_size
            cpus HostConfig.NanoCpus=cpus
            integer HostConfig.NanoCpus=nano_cpus HostConfig.CpuShares=cpu_shares
            integer HostConfig.CpuQuota=cpu_quota HostConfig.CpuPeriod=cpu_period HostConfig.PidsLimit=pids_limit
            integer HostConfig.OomScoreAdj=oom_score_adj
            seconds StopTimeout=stop_timeout
            log HostConfig.LogConfig=log_config
            text HostConfig.LogConfig.Type=log_driver
            pairs HostConfig.LogConfig.Config=log_opt|log_opts HostConfig.Sysctls=sysctls
            health Healthcheck=healthcheck
            tmpfs HostConfig.Tmpfs=tmpfs
            limits HostConfig.Ulimits=ulimits
            hosts HostConfig.ExtraHosts=extra_hosts
            boolean local_api=local_api
            """.lines().flatMap(StartParameters::rows).toList();

    /** Keywords of Salt and docker-py without a meaning here. */
    static final Set<String> IGNORED = Set.of(("client_timeout detach force ignore_collisions shutdown_timeout"
                    + " skip_translate start validate_input validate_ip_addrs watch_action")
            .split(" "));

    /** Keywords that are refused, with the reason. */
    private static final Map<String, String> REFUSED = Map.of(
            "name", "is set by fully_qualified_name, beside startup_parameters",
            "image", "is set by image and tag, beside startup_parameters",
            "auto_remove", "would leave nothing to go back to; releases remove containers themselves");

    private StartParameters() {}

    private static Stream<StartParameter> rows(String line) {
        String form = line.substring(0, line.indexOf(' '));
        return Stream.of(line.split(" "))
                .skip(1)
                .map(each -> each.split("="))
                .map(each -> new StartParameter(form, each[0], List.of(each[1].split("\\|"))));
    }

    /** Body of a creation with the parameters; {@link #LOCAL_API} is left in it as it is. */
    static ObjectNode body(DocumentValue parameters) throws Failure {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        Map<String, DocumentValue> given = parameters.absent() ? new TreeMap<>() : parameters.members();
        given.values().removeIf(DocumentValue::absent);
        for (StartParameter row : TABLE) {
            List<DocumentValue> values = row.names().stream()
                    .map(given::remove)
                    .filter(Objects::nonNull)
                    .toList();
            if (values.size() > 1) {
                throw values.get(1).invalid("means the same as " + row.names().get(0) + "; give one of them");
            }
            JsonNode read = values.isEmpty()
                    ? MissingNode.getInstance()
                    : FORMS.get(row.form()).read(values.get(0), body);
            if (!read.isEmpty() || read.isValueNode()) {
                JsonPointer place = JsonPointer.compile("/" + row.target().replace('.', '/'));
                body.withObject(place.head()).set(place.last().getMatchingProperty(), read);
            }
        }
        given.keySet().removeAll(IGNORED);
        for (Map.Entry<String, DocumentValue> other : given.entrySet()) {
            if (REFUSED.containsKey(other.getKey())) {
                throw other.getValue().invalid(REFUSED.get(other.getKey()));
            }
            String nearest = nearest(Excerpt.ofWord(other.getKey()));
            throw other.getValue().failure(DockerErrors.PARAMETER_UNKNOWN, "is not known; " + nearest);
        }
        return body;
    }

    private static String nearest(String word) {
        return TABLE.stream()
                .flatMap(row -> row.names().stream())
                .filter(name -> EditDistance.of(word, name) <= Math.max(1, name.length() / 3))
                .min(Comparator.comparingInt(name -> EditDistance.of(word, name)))
                .map(name -> "the nearest is " + name)
                .orElse("docs/start-parameters.md lists all");
    }
}
