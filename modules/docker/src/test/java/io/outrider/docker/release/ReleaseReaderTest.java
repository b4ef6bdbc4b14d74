package io.outrider.docker.release;

import static io.outrider.docker.release.Documents.map;
import static io.outrider.docker.release.Documents.policy;
import static io.outrider.docker.release.Documents.project;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Releases.RefusedProject;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleaseReaderTest {
    private static final OwnerPolicy FREE = OwnerPolicy.DEFAULT;
    private static final String REGISTRIES =
            "'registries': [{'name': 'own', 'url': 'https://r.example.com:5000/v2/', 'username': 'u',"
                    + " 'password': 'secret'}, {'name': 'bad'}, {'name': 'half', 'url': 'h.x', 'username': 'u'}]";

    private static Releases read(String document) throws Failure {
        return Documents.reader(FREE).read(map(document));
    }

    /** The only refusal of a document. */
    private static Failure refusal(String document, ErrorCode code) throws Failure {
        List<RefusedProject> refused = read(document).refused();
        assertThat(refused).hasSize(1);
        Failure why = refused.get(0).why();
        assertThat(why.code()).as(why.getMessage()).isEqualTo(code.name());
        assertThat(why.getMessage()).startsWith(why.path() + ": ");
        return why;
    }

    private static ContainerSpec container(String members) throws Failure {
        return Documents.container(FREE, members);
    }

    @Test
    void anEmptyDocumentHasNoReleases() throws Failure {
        assertThat(Documents.reader(FREE).read(Map.of())).isEqualTo(Releases.NONE);
        assertThat(read("{'projects': null, 'registries': [], 'whitelist': null, 'loggers': 5}"))
                .isEqualTo(Releases.NONE);
    }

    @Test
    void aProjectIsReadWhole() throws Failure {
        Releases releases =
                read("{" + REGISTRIES + ", 'whitelist': ['keep'], 'projects': [{'name': 'test', 'version': '1.0.7',"
                        + " 'version_hash': '96a7191f', 'containers': [{'name': 'arm_hello', 'image': 'hello', 'tag': '1', 'registry': 'own',"
                        + " 'required_tags': ['0.9', 'other/x:2'], 'startup_parameters': {'environment': ['A=1'], 'labels': {'l': 'x'}}}],"
                        + " 'fallback_containers': [{'name': 'arm_hello', 'image': 'hello', 'fully_qualified_name': 'test-arm_hello-1.0.6'}],"
                        + " 'remove_containers': ['old', 'old']}]}");
        assertThat(releases.refused()).isEmpty();
        assertThat(releases.whitelist()).containsExactly("keep");
        Project project = releases.projects().get(0);
        assertThat(project.name() + project.version() + project.versionHash()).isEqualTo("test1.0.796a7191f");
        assertThat(project.initial()).containsExactly("old");
        ContainerSpec container = project.containers().get(0);
        assertThat(container.name()).isEqualTo("test-arm_hello-1.0.7");
        assertThat(container.shortName()).isEqualTo("arm_hello");
        assertThat(container.image()).hasToString("r.example.com:5000/hello:1");
        assertThat(container.required().toString())
                .isEqualTo("[r.example.com:5000/hello:0.9, r.example.com:5000/other/x:2]");
        assertThat(container.registry().credentials().password()).isEqualTo("secret");
        assertThat(container.purge()).isEmpty();
        assertThat((JsonNode) container.config())
                .isEqualTo(
                        Documents.tree("{'Image': 'r.example.com:5000/hello:1', 'Env': ['A=1', 'AUTOPI_UNIT_ID=unit-1',"
                                + " 'OUTRIDER_UNIT_ID=unit-1'], 'Labels': {'l': 'x', 'project': 'test', 'io.outrider.project': 'test',"
                                + " 'release': '1.0.7', 'release_hash': '96a7191f'}}"));
        assertThat(project.fallback().get(0).name()).isEqualTo("test-arm_hello-1.0.6");
        assertThat(project.fallback().get(0).registry()).isNull();
    }

    @Test
    void aWrongProjectIsRefusedAlone() throws Failure {
        String bad = project("bad", "'startup_parameters': {'port_bindings': ['x']}");
        Releases releases = read("{'projects': [" + bad + "," + project("good", "") + ", 5]}");
        assertThat(releases.projects()).extracting(Project::name).containsExactly("good");
        RefusedProject refused = releases.refused().get(0);
        assertThat(refused.name() + refused.version() + refused.versionHash()).isEqualTo("bad1.0abcd1234");
        assertThat(refused.why().path()).isEqualTo("projects[0].containers[0].startup_parameters.port_bindings[0]");
        assertThat(releases.refused().get(1).name()).isEmpty();
    }

    @Test
    void aDocumentWhoseMembersAreNoListsIsRefusedWhole() {
        for (String document :
                List.of("{'projects': {}}", "{'projects': 'x'}", "{'registries': 5}", "{'whitelist': [5.5]}")) {
            assertThatThrownBy(() -> read(document)).as(document).isInstanceOf(Failure.class);
        }
        Map<String, ?> many = Map.of("projects", Collections.nCopies(101, Map.of()));
        assertThatThrownBy(() -> Documents.reader(FREE).read(many)).hasMessageContaining("at most 100");
    }

    @Test
    void whatAProjectNeedsIsNamed() throws Failure {
        String[][] table = {
            {"{'version': '1', 'containers': []}", "projects[0].name"},
            {"{'name': 'p', 'containers': []}", "projects[0].version"},
            {"{'name': 'p', 'version': 1.10, 'containers': []}", "projects[0].version"},
            {"{'name': 'p', 'version': '1'}", "projects[0].containers"},
            {"{'name': 'p', 'version': '1', 'containers': [{'name': 'c'}]}", "projects[0].containers[0].image"},
            {"{'name': 'p', 'version': '1', 'containers': [{'image': 'c'}]}", "projects[0].containers[0].name"},
            {
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'a b', 'image': 'c'}]}",
                "projects[0].containers[0].fully_qualified_name"
            },
            {
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'a', 'image': 'C'}]}",
                "projects[0].containers[0].image"
            },
            {
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'a', 'image': 'c', 'required_tags': [{}]}]}",
                "projects[0].containers[0].required_tags[0]"
            },
            {
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'a', 'image': 'c', 'registry': 'nope'}]}",
                "projects[0].containers[0].registry"
            },
            {
                "{'name': 'p', 'version': '1', 'containers': [], 'remove_containers': 'x'}",
                "projects[0].remove_containers"
            },
            {"{'name': 'p', 'version': '1', 'containers': [], 'version_hash': {'a': 1}}", "projects[0].version_hash"},
        };
        for (String[] row : table) {
            assertThat(refusal("{'projects': [" + row[0] + "]}", DockerErrors.RELEASE_INVALID)
                            .path())
                    .isEqualTo(row[1]);
        }
    }

    @Test
    void theRefusalOfANameSaysItsLengthAndCharacters() throws Failure {
        for (String name : List.of("X", "x".repeat(201))) {
            String container = "{'name': 'c', 'fully_qualified_name': '" + name + "', 'image': 'c'}";
            assertThat(refusal(
                            "{'projects': [{'name': 'p', 'version': '1', 'containers': [" + container + "]}]}",
                            DockerErrors.RELEASE_INVALID))
                    .hasMessageContaining("must be 2 to 200 letters");
        }
        assertThat(refusal(
                        "{'projects': [{'name': 'new\\nline', 'version': '1', 'containers': []}]}",
                        DockerErrors.RELEASE_INVALID))
                .hasMessageContaining("must have 1 to 128 characters, and no line break");
    }

    @Test
    void aReleaseMayHaveNoContainers() throws Failure {
        assertThat(read("{'projects': [{'name': 'p', 'version': 2, 'containers': []}]}")
                        .projects()
                        .get(0)
                        .version())
                .isEqualTo("2");
    }

    @Test
    void aHashThatIsMissingIsMadeOfTheContent() throws Failure {
        String one = "{'projects': [{'name': 'p', 'version': '1', 'containers': []}]}";
        String hash = read(one).projects().get(0).versionHash();
        assertThat(hash).matches("[0-9a-f]{8}");
        assertThat(read("{'projects': [{'version': '1', 'containers': [], 'name': 'p'}]}")
                        .projects()
                        .get(0)
                        .versionHash())
                .isEqualTo(hash);
        assertThat(read(one.replace("'1'", "'2'")).projects().get(0).versionHash())
                .isNotEqualTo(hash);
    }

    @Test
    void aFallbackContainerThatIsWrongOrWithoutAVersionIsLeftOut() throws Failure {
        String json =
                "{'projects': [{'name': 'p', 'version': '2', 'containers': [], 'fallback_containers': [{'name': 'a', 'image': 'x'},"
                        + " {'name': 'b', 'image': 'x', 'version': '1'}, {'name': 'c', 'image': 'x', 'version': '1', 'startup_parameters':"
                        + " {'wrong': 1}}]}]}";
        Project project = read(json).projects().get(0);
        assertThat(project.fallback()).extracting(ContainerSpec::name).containsExactly("p-b-1");
        assertThat(project.fallback()
                        .get(0)
                        .config()
                        .path("Labels")
                        .path("release")
                        .asText())
                .isEqualTo("1");
    }

    @Test
    void aRegistryThatIsWrongIsRefusedWhereItIsUsed() throws Failure {
        String projects = ", 'projects': [" + project("p", "'registry': '%s'") + "]}";
        String bad = "{" + REGISTRIES + projects.formatted("bad");
        assertThat(read(bad).registries()).extracting(Registry::host).contains("r.example.com:5000");
        Failure half = refusal("{" + REGISTRIES + projects.formatted("half"), DockerErrors.RELEASE_INVALID);
        assertThat(half.path()).isEqualTo("registries[2]");
    }

    @Test
    void aPasswordIsNeitherInATextNorInAFailure() throws Failure {
        Releases releases = read("{" + REGISTRIES + "}");
        assertThat(releases.toString()).contains("own").doesNotContain("secret");
        String url = "{'registries': [{'name': 'x', 'url': 'https://u:secret@r.x'}], 'projects': ["
                + project("p", "'registry': 'x'") + "]}";
        assertThat(refusal(url, DockerErrors.RELEASE_INVALID).getMessage()).doesNotContain("secret");
    }

    @Test
    void anImagesOwnHostWinsAndItsRegistryIsThatOfTheHost() throws Failure {
        Releases releases = read("{" + REGISTRIES + ", 'projects': ["
                + project("a", "'image': 'x.y/app', 'registry': 'own'") + ","
                + project("b", "'image': 'r.example.com:5000/app'") + ","
                + project("c", "'image': 'app', 'registry': 'https://r.example.com:5000'") + ","
                + project("d", "'image': 'app', 'registry': 'x.y'") + "]}");
        assertThat(releases.projects())
                .extracting(each -> each.containers().get(0).image().toString())
                .containsExactly(
                        "x.y/app:latest",
                        "r.example.com:5000/app:latest",
                        "r.example.com:5000/app:latest",
                        "x.y/app:latest");
        assertThat(releases.projects())
                .extracting(each -> each.containers().get(0).registry())
                .containsExactly(
                        null,
                        releases.registries().get(0),
                        releases.registries().get(0),
                        null);
    }

    @Test
    void unitIdsOfTheUserDoNotWin() throws Failure {
        JsonNode env = container(
                        "'startup_parameters': {'environment': {'AUTOPI_UNIT_ID': 'x', 'B': 1, 'OUTRIDER_UNIT_ID': 'y'}}")
                .config()
                .path("Env");
        assertThat(env).isEqualTo(Documents.tree("['B=1', 'AUTOPI_UNIT_ID=unit-1', 'OUTRIDER_UNIT_ID=unit-1']"));
    }

    @Test
    void theLocalApiIsInTheEnvironmentOfAContainerInTheNetworkOfTheHost() throws Failure {
        JsonNode config = container("'startup_parameters': {'local_api': true, 'network_mode': 'host'}")
                .config();
        assertThat(config.path("Env"))
                .isEqualTo(Documents.tree("['AUTOPI_UNIT_ID=unit-1', 'OUTRIDER_API=http://127.0.0.1:9000',"
                        + " 'OUTRIDER_TOKEN=p-c-1.0.0ff1ce', 'OUTRIDER_UNIT_ID=unit-1']"));
        assertThat(config.has("local_api")).isFalse();
        assertThat(container("'startup_parameters': {'local_api': false}")
                        .config()
                        .path("Env"))
                .hasSize(2);
        assertThat(config.path("HostConfig").has("Mounts")).isFalse();
    }

    @Test
    void aContainerInAnyOtherNetworkHasTheSocketOfTheLocalApiWhateverTheOwnerForbids() throws Failure {
        for (String network : List.of("", ", 'network_mode': 'none'")) {
            JsonNode config = Documents.container(
                            Documents.policy("privileged", "network", "paths"),
                            "'startup_parameters': {'local_api': true" + network + "}")
                    .config();
            assertThat(config.path("Env").toString()).contains("OUTRIDER_API=unix:///run/outrider/api.sock");
            assertThat(config.at("/HostConfig/Mounts"))
                    .isEqualTo(Documents.tree(
                            "[{'Type': 'bind', 'Source': '/api', 'Target': '/run/outrider', 'ReadOnly': true}]"));
        }
        Failure twice = refusal(
                "{'projects': ["
                        + project("p", "'startup_parameters': {'local_api': true, 'volumes': ['/data:/run/outrider']}")
                        + "]}",
                DockerErrors.PARAMETER_INVALID);
        assertThat(twice.getMessage()).contains("/run/outrider, where the container has a volume already");
    }

    @Test
    void projectsThatADocumentDoesNotNameStayWhereSignaturesAreRequired() throws Failure {
        Map<String, Object> none = Documents.map("{'projects': []}");
        assertThat(Documents.reader(Documents.policy("signature")).read(none).keepsOthers())
                .isTrue();
        assertThat(Documents.reader(FREE).read(none).keepsOthers()).isFalse();
    }

    @Test
    void projectsStayWhileANameCannotBeRead() throws Failure {
        for (String name : List.of("null", "[]", "''", "'" + "x".repeat(129) + "'", "'a\\u0000'")) {
            Map<String, Object> unnamed = Documents.map("{'projects': [{'name': " + name + ", 'version': '1'}]}");
            assertThat(Documents.reader(FREE).read(unnamed).keepsOthers())
                    .as(name)
                    .isTrue();
        }
        Map<String, Object> nothing = Documents.map("{'projects': [null]}");
        assertThat(Documents.reader(FREE).read(nothing).keepsOthers()).isTrue();
        Map<String, Object> wrong = Documents.map("{'projects': [{'name': 'p', 'version': 1.5}]}");
        assertThat(Documents.reader(FREE).read(wrong).refused()).hasSize(1);
        assertThat(Documents.reader(FREE).read(wrong).keepsOthers()).isFalse();
    }

    @Test
    void withoutALocalApiItCannotBeWanted() throws Failure {
        Releases releases = new ReleaseReader(FREE, "u", null, Path.of("/nowhere"))
                .read(Documents.of("'startup_parameters': {'local_api': true, 'network_mode': 'host'}"));
        assertThat(releases.refused()).hasSize(1);
    }

    @Test
    void twoProjectsOfOneNameClash() throws Failure {
        Failure failure = refusal(
                "{'projects': [" + project("p", "") + "," + project("p", "") + "]}", DockerErrors.RELEASE_CLASH);
        assertThat(failure.path()).isEqualTo("projects[1].name");
    }

    @Test
    void namesOfContainersAreUniqueOverAllProjects() throws Failure {
        String named = "'fully_qualified_name': 'x1'";
        refusal("{'projects': [" + project("p", named) + "," + project("q", named) + "]}", DockerErrors.RELEASE_CLASH);
        String remover = "{'name': 'r', 'version': '1', 'containers': [], 'remove_containers': ['x1']}";
        refusal("{'projects': [" + project("p", named) + "," + remover + "]}", DockerErrors.RELEASE_CLASH);
        refusal("{'projects': [" + remover + "," + project("p", named) + "]}", DockerErrors.RELEASE_CLASH);
        String twice =
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'c', 'image': 'x'}, {'name': 'c', 'image': 'y'}]}";
        assertThat(refusal("{'projects': [" + twice + "]}", DockerErrors.RELEASE_CLASH)
                        .path())
                .isEqualTo("projects[0].containers[1]");
        String self =
                "{'name': 'p', 'version': '1', 'containers': [{'name': 'c', 'image': 'x'}], 'remove_containers': ['p-c-1']}";
        assertThat(read("{'projects': [" + self + "]}").projects())
                .as("a container by hand is replaced")
                .hasSize(1);
    }

    @Test
    void portsOfTheUnitAreUniqueOverAllProjects() throws Failure {
        String[][] table = {
            {"'8080:80'", "'8080:81'", "clash"},
            {"'127.0.0.1:8080:80'", "'8080:80'", "clash"},
            {"'127.0.0.1:8080:80'", "'127.0.0.2:8080:80'", ""},
            {"'8080:80/tcp'", "'8080:80/udp'", ""},
            {"80", "80", ""},
            {"'8080:80', '8080:81'", "'9:9'", "clash"},
        };
        for (String[] row : table) {
            String first = project("p", "'startup_parameters': {'port_bindings': [" + row[0] + "]}");
            String second = project("q", "'startup_parameters': {'port_bindings': [" + row[1] + "]}");
            String document = "{'projects': [" + first + "," + second + "]}";
            assertThat(read(document).refused()).as(document).hasSize(row[2].isEmpty() ? 0 : 1);
        }
        String host = project("p", "'startup_parameters': {'network_mode': 'host', 'ports': ['80:80']}");
        assertThat(read("{'projects': [" + host + "," + host.replace("'p'", "'q'") + "]}")
                        .refused())
                .as("nothing is published in the network of the host")
                .isEmpty();
    }

    @Test
    void aRefusedProjectHoldsNoPorts() throws Failure {
        String first = project("p", "'startup_parameters': {'port_bindings': ['1:1']}");
        String second = project("q", "'startup_parameters': {'port_bindings': ['2:2', '1:1']}");
        String third = project("r", "'startup_parameters': {'port_bindings': ['2:2']}");
        Releases releases = read("{'projects': [" + first + "," + second + "," + third + "]}");
        assertThat(releases.projects()).extracting(Project::name).containsExactly("p", "r");
    }

    @Test
    void largeAndDeepDocumentsAreRefused() throws Failure {
        Object deep = "x";
        for (int i = 0; i < 100_000; i++) {
            deep = List.of(deep);
        }
        Map<String, Object> project = map(project("p", ""));
        project.put("extra", deep);
        Releases releases = Documents.reader(FREE).read(Map.of("projects", List.of(project, map(project("q", "")))));
        assertThat(releases.projects()).extracting(Project::name).containsExactly("q");
        assertThat(releases.refused().get(0).name()).isEqualTo("p");
        String large = "'startup_parameters': {'environment': ['A=" + "x".repeat(70_000) + "']}";
        assertThat(refusal("{'projects': [" + project("p", large) + "]}", DockerErrors.PARAMETER_INVALID)
                        .getMessage())
                .contains("65536");
    }

    @Test
    void aFailureOfOneContainerIsAFailure() {
        assertThat(catchThrowableOfType(Failure.class, () -> Documents.container(policy("digest"), ""))
                        .code())
                .isEqualTo(DockerErrors.POLICY_FORBIDS.name());
    }
}
