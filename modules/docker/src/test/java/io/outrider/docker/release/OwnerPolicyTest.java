package io.outrider.docker.release;

import static io.outrider.docker.release.Documents.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerPolicyTest {
    private static String parameters(String parameters) {
        return "'startup_parameters': {" + parameters + "}";
    }

    private static void refused(OwnerPolicy policy, String members, ErrorCode code, String word) {
        Failure failure = catchThrowableOfType(Failure.class, () -> Documents.container(policy, members));
        assertThat(failure).as(members).isNotNull();
        assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code.name());
        assertThat(failure.getMessage()).contains(word).startsWith("projects[0].containers[0].");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'privileged': true",
                "'cap_add': ['SYS_ADMIN']",
                "'cap_add': 'ALL'",
                "'cap_add': ['NET_RAW', 'cap_sys_module']",
                "'devices': ['/dev/mem']",
                "'devices': ['/dev/sda']",
                "'devices': ['/dev/mmcblk0:/dev/ttyUSB0']",
                "'devices': ['/dev']",
                "'devices': ['/dev/snd/../sda']",
                "'security_opt': ['seccomp=unconfined']",
                "'security_opt': ['apparmor:unconfined']",
                "'security_opt': ['label=disable']",
                "'security_opt': ['no-new-privileges=false']",
                "'pid_mode': 'host'",
                "'ipc_mode': 'host'",
                "'uts_mode': 'host'",
                "'userns_mode': 'host'",
                "'pid_mode': 'container:x'",
                "'volumes': ['/:/host']",
                "'volumes': ['/:/host:ro']",
                "'binds': ['/run/docker.sock:/s']",
                "'volumes': ['/var/run/../run/docker.sock:/s']",
                "'volumes': ['/var/run:/r']",
                "'volumes': ['/srv/engine.sock:/s']",
                "'volumes': ['/dev:/d']",
                "'volumes': ['/proc/1:/p']",
                "'volumes': ['/sys:/s:ro']",
                "'volumes': ['/etc/localtime:/etc/localtime']",
                "'volumes': ['/etc/cron.d:/c:ro']",
                "'volumes': ['/var/lib/docker/volumes:/v']",
                "'volumes': ['/var:/v']",
                "'volumes': ['/lib64:/l']"
            })
    void whatAmountsToPrivilegedIsForbiddenWithIt(String parameters) throws Failure {
        refused(policy("privileged"), parameters(parameters), DockerErrors.POLICY_FORBIDS, "allow_privileged");
        assertThat(Documents.container(policy("network"), parameters(parameters)))
                .as("without the rule")
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'privileged': false",
                "'cap_add': ['NET_ADMIN', 'CAP_NET_RAW', 'chown']",
                "'cap_drop': ['ALL']",
                "'devices': ['/dev/ttyUSB0', '/dev/i2c-1', '/dev/bus/usb', '/dev/snd', '/dev/null']",
                "'security_opt': ['no-new-privileges:true', 'no-new-privileges']",
                "'ipc_mode': 'private'",
                "'init': true",
                "'volumes': ['/data/x:/x', 'named:/y', '/var/lib/app:/z', '/etc/localtime:/etc/localtime:ro']",
                "'volumes': ['/srv:/x', '/runtime:/r', '/var/log:/l']"
            })
    void whatStaysInTheContainerNeedsNoPrivilege(String parameters) throws Failure {
        assertThat(Documents.container(policy("privileged"), parameters(parameters)))
                .isNotNull();
    }

    @Test
    void theNetworkOfTheHostAndOfOtherContainersCanBeForbidden() throws Failure {
        for (String mode : List.of("host", "container:other")) {
            String members = parameters("'network_mode': '" + mode + "'");
            refused(policy("network"), members, DockerErrors.POLICY_FORBIDS, "allow_host_network");
            assertThat(Documents.container(policy("privileged"), members)).isNotNull();
        }
        assertThat(Documents.container(policy("network"), parameters("'network_mode': 'bridge'")))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "['/etc:/x']",
                "['/data/../etc:/x:ro']",
                "['/database:/x']",
                "['/:/x']",
                "['/var/run/docker.sock:/s']",
                "{'/etc': {'bind': '/x', 'mode': 'ro'}}",
                "['/data/x:/x', '//etc:/y']",
                "['/data/./../etc:/x']"
            })
    void pathsOfTheHostElsewhereAreForbidden(String volumes) throws Failure {
        for (String name : List.of("volumes", "binds")) {
            String members = parameters("'" + name + "': " + volumes);
            refused(policy("paths"), members, DockerErrors.POLICY_FORBIDS, "bind_below");
            assertThat(Documents.container(policy(), members)).isNotNull();
        }
    }

    @Test
    void pathsBelowARootVolumesAndAnonymousOnesAreAllowed() throws Failure {
        String members = parameters("'volumes': ['/data:/a:ro', '/data/x/../y:/b', 'named:/c', '/etc']");
        assertThat(VolumeParameters.of(
                        Documents.container(policy("paths"), members).config()))
                .extracting(VolumeParameters.Bind::source)
                .containsExactly("/data", "/data/y", "named");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'image': 'busybox'",
                "'image': 'x.y/a'",
                "'image': 'r.example.com/a'",
                "'image': 'r.example.com:5000/a', 'required_tags': ['x.y/b:1']"
            })
    void otherRegistriesAreForbidden(String members) {
        refused(policy("registries"), members, DockerErrors.POLICY_FORBIDS, "registries_only");
    }

    @Test
    void aListedRegistryIsAllowed() throws Failure {
        assertThat(Documents.container(policy("registries"), "'image': 'R.example.com:5000/a', 'required_tags': ['b']")
                        .image())
                .hasToString("r.example.com:5000/a:latest");
    }

    @Test
    void digestsCanBeInsistedOn() throws Failure {
        refused(policy("digest"), "'image': 'a:1'", DockerErrors.POLICY_FORBIDS, "require_digest");
        String pinned = "'image': 'a@" + Documents.DIGEST + "'";
        assertThat(Documents.container(policy("digest"), pinned)).isNotNull();
        refused(policy("digest"), pinned + ", 'required_tags': ['1']", DockerErrors.POLICY_FORBIDS, "require_digest");
        assertThat(Documents.container(policy("digest"), "'image': 'a', 'tag': '1@" + Documents.DIGEST + "'"))
                .isNotNull();
    }

    @Test
    void foldersThatAContainerWritesToArePurged() throws Failure {
        String members = "'purge_data': true, "
                + parameters(
                        "'volumes': ['/data/b/c:/1', '/data/a:/2:rw', '/data/b:/3', '/etc:/4:ro,z', 'v1:/5', '/6', '/data/a/:/7']");
        assertThat(Documents.container(policy("purge"), members).purge())
                .containsOnly(Path.of("/data/b/c"), Path.of("/data/a"), Path.of("/data/b"));
        assertThat(Documents.container(policy("purge"), members.replace("true", "false"))
                        .purge())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/data", "/data/..", "/", "/etc", "/data/../etc/x", "/data2/x", "/data/x.bak"})
    void aFolderElsewhereIsNotPurged(String folder) throws Failure {
        String members = "'purge_data': true, " + parameters("'volumes': ['" + folder + ":/x']");
        refused(policy("purge"), members, DockerErrors.PURGE_FORBIDDEN, "purge_below");
        assertThat(Documents.container(policy("purge"), members.replace(":/x", ":/x:ro"))
                        .purge())
                .isEmpty();
        refused(policy(), members, DockerErrors.PURGE_FORBIDDEN, "purge_below");
    }

    @Test
    void aSignedReleaseNamesItsRegistryItself() throws Failure {
        ReleaseReader reader = Documents.reader(policy("signature"));
        String registries = "{'registries': [{'name': 'own', 'url': 'r.x'}], 'projects': [%s]}";
        String project = Documents.project("p", "'image': 'a', 'registry': 'own'");
        RegistryList list = new RegistryList(new DocumentValue(
                DockerErrors.RELEASE_INVALID,
                "r",
                Documents.value("[{'name': 'own', 'url': 'r.x'}, {'name': 'r.y', 'url': 'evil.x'}]")));
        ContainerReader containers = new ContainerReader(policy("signature"), "u", null, list);
        String[][] table = {
            {"{'name': 'c', 'image': 'a', 'registry': 'own'}", "registries_only"},
            {"{'name': 'c', 'image': 'a', 'registry': 'r.x'}", ""},
            {"{'name': 'c', 'image': 'r.x/a', 'registry': 'own'}", ""},
            {"{'name': 'c', 'image': 'a@" + Documents.DIGEST + "', 'registry': 'own'}", ""},
            {"{'name': 'c', 'image': 'a'}", ""},
            {"{'name': 'c', 'image': 'a', 'registry': 'r.y'}", "registries_only"},
            {"{'name': 'c', 'image': 'a', 'registry': 'a b'}", "names no registry"},
        };
        for (String[] row : table) {
            DocumentValue container = new DocumentValue(DockerErrors.RELEASE_INVALID, "c", Documents.value(row[0]));
            Failure failure = catchThrowableOfType(Failure.class, () -> containers.read(container, "p", "1", "h"));
            assertThat(failure == null ? "" : failure.getMessage()).as(row[0]).contains(row[1]);
            assertThat(failure == null).as(row[0]).isEqualTo(row[1].isEmpty());
        }
        assertThat(reader.read(Documents.map(registries.formatted(project)))
                        .refused()
                        .get(0)
                        .why()
                        .code())
                .as("the signature comes first")
                .isEqualTo(DockerErrors.SIGNATURE_MISSING.name());
    }

    @Test
    void aSignedReleaseWithoutARegistryIsOfDockerHubWhateverTheListSays() throws Failure {
        for (String hub : List.of("evil.x", "docker.io")) {
            RegistryList list = new RegistryList(new DocumentValue(
                    DockerErrors.RELEASE_INVALID, "r", Documents.value("[{'name': 'hub', 'url': '" + hub + "'}]")));
            ContainerReader containers = new ContainerReader(policy("signature"), "u", null, list);
            DocumentValue container = new DocumentValue(
                    DockerErrors.RELEASE_INVALID, "c", Documents.value("{'name': 'c', 'image': 'a'}"));
            Failure failure = catchThrowableOfType(Failure.class, () -> containers.read(container, "p", "1", "h"));
            assertThat(failure == null).as(hub).isEqualTo(hub.equals("docker.io"));
            assertThat(failure == null ? "POLICY_FORBIDS" : failure.code()).isEqualTo("POLICY_FORBIDS");
        }
    }

    private static OwnerPolicy below(boolean privileged, Path root) {
        return new OwnerPolicy(privileged, true, List.of(root), Set.of(), false, false, List.of());
    }

    private static void mount(OwnerPolicy policy, Path source) throws Failure {
        policy.checkLinks(Documents.container(policy, parameters("'volumes': ['" + source + ":/x']")));
    }

    @Test
    void aLinkThatLeadsOutOfARootIsRefused(@TempDir Path host) throws Exception {
        Path inside = Files.createDirectories(host.resolve("root/inside"));
        Path root = Files.createSymbolicLink(host.resolve("data"), host.resolve("root"));
        Files.createSymbolicLink(host.resolve("root/same"), inside);
        Files.createSymbolicLink(host.resolve("root/out"), Path.of("/"));
        Files.createSymbolicLink(host.resolve("root/none"), Path.of("/none/of/it"));
        OwnerPolicy policy = below(true, root);
        for (String good : List.of("inside", "same", "new/folder")) {
            mount(policy, root.resolve(good)); // the owner's own link is above them
        }
        for (String bad : List.of("out", "out/data", "none", "none/below")) {
            assertThatThrownBy(() -> mount(policy, root.resolve(bad)))
                    .as(bad)
                    .isInstanceOfSatisfying(
                            Failure.class, e -> assertThat(e.code()).isEqualTo("POLICY_FORBIDS"))
                    .hasMessageContaining("bind_below");
        }
        mount(OwnerPolicy.DEFAULT, root.resolve("out"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/data/x:/x | /data/x/l:/l | false",
                "/data/x/l:/l | /data/x:/x | false",
                "/data/x:/x | /data/x/l:/l:ro | false",
                "/data/x:/x:ro | /data/x/l:/l | true",
                "/data/x:/x | /data/x:/l | true",
                "/data/x:/x | /data/xl:/l | true",
                "xx:/x | /data/x:/l | true"
            })
    void noContainerMountsWhatAnotherOneCanReplaceByALink(String one, String other, boolean allowed) throws Failure {
        String parameters = "'startup_parameters': {'volumes': ['%s']}";
        String two = "{'projects': [" + Documents.project("p", parameters.formatted(one)) + ","
                + Documents.project("q", parameters.formatted(other)) + "]}";
        String same = "{'projects': [" + Documents.project("p", parameters.formatted(one + "', '" + other)) + "]}";
        for (String document : List.of(two, same)) {
            for (OwnerPolicy policy : List.of(policy("paths"), below(false, Path.of("/")))) {
                assertThat(Documents.reader(policy)
                                .read(Documents.map(document))
                                .refused())
                        .as(document)
                        .extracting(each -> each.why().code())
                        .isEqualTo(allowed ? List.of() : List.of("POLICY_FORBIDS"));
            }
            assertThat(Documents.reader(policy()).read(Documents.map(document)).refused())
                    .isEmpty();
        }
    }

    @Test
    void aLinkToAPlaceThatNeedsPrivilegesNeedsThem(@TempDir Path host) throws Exception {
        Path link = Files.createSymbolicLink(host.resolve("link"), Path.of("/proc"));
        mount(below(true, Path.of("/")), link);
        OwnerPolicy policy = below(false, Path.of("/"));
        mount(policy, Path.of("/srv"));
        policy.checkLinks(Documents.container(policy, parameters("'volumes': ['/etc/localtime:/etc/localtime:ro']")));
        assertThatThrownBy(() -> mount(policy, link)).hasMessageContaining("allow_privileged");
    }
}
