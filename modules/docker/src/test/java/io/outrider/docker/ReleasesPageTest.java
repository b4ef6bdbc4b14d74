package io.outrider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.apply.ProjectReports;
import io.outrider.docker.apply.ReleasePhase;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.plan.World;
import io.outrider.docker.registry.ProjectVerdict;
import io.outrider.docker.release.OwnerPolicy;
import io.outrider.docker.release.Project;
import io.outrider.docker.release.ReleaseReader;
import io.outrider.docker.release.Releases;
import io.outrider.testkit.DocumentExamples;
import io.outrider.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page docs/releases.md: its table of transitions, codes, documents and signatures. */
class ReleasesPageTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern QUOTED = Pattern.compile("`([A-Za-z_]+)`");

    @TempDir
    private Path folder;

    private String page;
    private DocumentExamples examples;

    @BeforeEach
    void readPage() throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/releases.md"))) {
            at = at.getParent();
        }
        page = Files.readString(at.resolve("docs/releases.md"));
        examples = new DocumentExamples("releases.md");
    }

    /** Cells of the first table after a heading. */
    private List<List<String>> rowsAfter(String heading) {
        return page.substring(page.indexOf("\n" + heading + "\n"))
                .lines()
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .toList();
    }

    private static List<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map(each -> each.group(1)).toList();
    }

    private static List<String> phases() {
        return Stream.of(ReleasePhase.values()).map(ReleasePhase::text).toList();
    }

    @Test
    void theTableHasTheStatesOfTheCodeAndEachIsReachedAndLeft() {
        Map<String, Set<String>> next = new HashMap<>();
        for (List<String> row : rowsAfter("## The life of a release")) {
            assertThat(quoted(row.get(3))).as(row.toString()).hasSize(1).allMatch(phases()::contains);
            assertThat(quoted(row.get(1))).as(row.toString()).allMatch(phases()::contains);
            List<String> states = row.get(1).equals("–") ? List.of("") : quoted(row.get(1));
            states.forEach(
                    each -> next.computeIfAbsent(each, state -> new HashSet<>()).addAll(quoted(row.get(3))));
        }
        assertThat(next.keySet()).containsExactlyInAnyOrderElementsOf(withNone(phases()));
        Set<String> reached = new HashSet<>(Set.of(""));
        while (reached.addAll(reached.stream()
                .flatMap(each -> next.getOrDefault(each, Set.of()).stream())
                .toList())) {
            // until there is no further one
        }
        assertThat(reached).containsExactlyInAnyOrderElementsOf(withNone(phases()));
    }

    private static List<String> withNone(List<String> states) {
        return Stream.concat(Stream.of(""), states.stream()).toList();
    }

    @Test
    void theDrawingShowsEachState() {
        String drawing = page.split("```\n", 3)[1];
        assertThat(drawing).contains(phases());
    }

    @Test
    void eachCodeHasOneRow() {
        List<String> codes = rowsAfter("## Codes").stream()
                .flatMap(row -> quoted(row.get(1)).stream())
                .toList();
        assertThat(codes)
                .containsExactlyInAnyOrderElementsOf(
                        DockerErrors.ALL.stream().map(ErrorCode::name).toList());
    }

    @Test
    void theDocumentOfTheExampleIsARelease() throws Exception {
        MatchResult document = Pattern.compile("<<END\n(.*?)\nEND\n", Pattern.DOTALL)
                .matcher(examples.get("first release"))
                .results()
                .findFirst()
                .orElseThrow();
        Releases releases = read(document.group(1).replace("$REGISTRY", "127.0.0.1:5000"), OwnerPolicy.DEFAULT);
        assertThat(releases.refused()).isEmpty();
        assertThat(releases.registries().get(0).host()).isEqualTo("127.0.0.1:5000");
        assertThat(releases.projects().get(0).containers().get(0).name()).isEqualTo("fleet-app-1.0.0");
        assertThat(releases.projects().get(0).containers().get(0).image()).hasToString("127.0.0.1:5000/team/app:1");
    }

    @Test
    void theReportOfTheExampleIsWhatIsReported() throws Exception {
        Project project = read(
                        "{\"projects\": [{\"name\": \"fleet\", \"version\": \"1.1.0\", \"version_hash\": \"5d41402a\","
                                + " \"containers\": [{\"name\": \"app\", \"image\": \"127.0.0.1:5000/team/app:2\"}]}]}",
                        OwnerPolicy.DEFAULT)
                .projects()
                .get(0);
        Clock clock = Clock.fixed(Instant.parse("2026-11-23T10:15:00Z"), ZoneOffset.UTC);
        ProjectReports reports = new ProjectReports(clock, () -> {});
        reports.containers(project, new World(List.of(), List.of(), Set.of(), Set.of(), Map.of(), Map.of()));
        Failure failure = new Failure(
                DockerErrors.CONTAINER_EXITED,
                "fleet-app-1.1.0 ended with 7 within its probation; its last log lines are in the report");
        reports.failed(project, failure, List.of("no such file: /etc/app.conf"), true);
        assertThat(JSON.readTree(JSON.writeValueAsBytes(Map.of("projects", reports.projects()))))
                .isEqualTo(JSON.readTree(examples.get("reported")));
    }

    /** The first cells of a table of docs/wire.md, by its heading. */
    private static List<String> members(String heading) throws IOException {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.exists(at.resolve("docs/wire.md"))) {
            at = at.getParent();
        }
        return Files.readAllLines(at.resolve("docs/wire.md")).stream()
                .dropWhile(line -> !line.equals("| " + heading + " | |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .flatMap(line -> quoted(line.split("\\|")[1]).stream())
                .toList();
    }

    @Test
    void wireHasTheMembersOfTheReport() throws Exception {
        Project project = new Project("fleet", "1", "hash", List.of(), List.of(), List.of());
        ProjectVerdict verdict = new ProjectVerdict("fleet", "1", "hash", 0, 0, 0, List.of(), List.of());
        ProjectReports reports = new ProjectReports(Clock.systemUTC(), () -> {});
        Set<String> all = new HashSet<>();
        List<Runnable> changes = List.of(
                () -> reports.phase(project, ReleasePhase.WAITING, "the vehicle is in use"),
                () -> reports.checked(project, verdict),
                () -> reports.pulling(project, "app:1", 1, 2, null),
                () -> reports.containers(
                        project, new World(List.of(), List.of(), Set.of(), Set.of(), Map.of(), Map.of())),
                () -> reports.failed(project, new Failure(DockerErrors.PULL_FAILED, "no"), List.of(), true));
        for (Runnable change : changes) {
            change.run();
            all.addAll(reports.projects().get(0).keySet());
        }
        assertThat(members("in `projects` of `reported`")).containsExactlyInAnyOrderElementsOf(all);
        List<String> ofCheck = new ArrayList<>();
        JSON.valueToTree(verdict).fieldNames().forEachRemaining(ofCheck::add);
        assertThat(members("in `check`")).containsExactlyInAnyOrderElementsOf(ofCheck);
    }

    @Test
    void aProjectThatIsSignedAsShownIsAcceptedAndAnAlteredOneIsNot() throws Exception {
        String project = """
                {"version": "1.0", "name": "fleet", "containers": [{"name": "app",
                  "image": "r.example.com/team/app:1",
                  "startup_parameters": {"environment": {"TEXT": "a \\"b\\"\\n/é"}, "cpus": 1.5, "privileged": false}}]}
                """;
        Files.writeString(folder.resolve("project.json"), project);
        String script = examples.get("key") + "\n" + examples.get("signature");
        Programs.run("bash", "-euc", "cd " + folder + "\n" + script);
        String signed = Files.readString(folder.resolve("signed.json"));
        assertThat(signed).contains("\"signature\"");
        OwnerPolicy policy = new OwnerPolicy(true, true, List.of(), Set.of(), false, true, List.of());
        assertThat(read("{\"projects\": [" + signed + "]}", policy).refused()).isEmpty();
        String altered = signed.replace("team/app:1", "team/app:2");
        assertThat(read("{\"projects\": [" + altered + "]}", policy).refused())
                .hasSize(1)
                .allSatisfy(each ->
                        assertThat(each.why().is(DockerErrors.SIGNATURE_WRONG)).isTrue());
        assertThat(read("{\"projects\": [" + project + "]}", policy).refused())
                .allSatisfy(each -> assertThat(each.why().is(DockerErrors.SIGNATURE_MISSING))
                        .isTrue())
                .hasSize(1);
    }

    private Releases read(String document, OwnerPolicy policy) throws Exception {
        Map<String, Object> members = JSON.readValue(document, new TypeReference<>() {});
        return new ReleaseReader(policy, "u1", null, folder).read(members);
    }
}
