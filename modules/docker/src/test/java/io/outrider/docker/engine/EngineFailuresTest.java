package io.outrider.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EngineFailuresTest {
    // texts of Docker 20.10 and 28, balena-engine and Podman 4
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    409 | Conflict. The container name "/a" is already in use by container "0a1b". | NAME_IN_USE
                    500 | the container name "a" is already in use by 0a1b. You have to remove that container | NAME_IN_USE
                    500 | driver failed programming external connectivity: Bind for 0.0.0.0:80 failed: port is already allocated | PORT_IN_USE
                    500 | rootlessport listen tcp 0.0.0.0:8080: bind: address already in use | PORT_IN_USE
                    500 | mkdir /var/lib/docker/overlay2/0a: no space left on device | ENGINE_DISK
                    404 | No such image: app:1 | NO_SUCH_IMAGE
                    404 | no container with name or ID "a" found: no such container | NO_SUCH_CONTAINER
                    404 | network n not found | ENGINE_REFUSED
                    400 | invalid restart policy sometimes | ENGINE_REFUSED
                    400 | OCI runtime create failed: exec: "x": executable file not found in $PATH: unknown | ENGINE_REFUSED
                    500 | error gathering device information: "/dev/x": no such file or directory | ENGINE_REFUSED
                    409 | cannot remove: container is using its referenced image | ENGINE_REFUSED
                    500 | cannot stop container: tried to kill container, but did not receive an exit event | ENGINE_FAILED
                    """)
    void anAnswerHasTheCodeOfItsText(int status, String text, String code) {
        Failure failure = EngineFailures.answered(EngineRequest.post("/containers/a/start", "a", null), status, text);
        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure).hasMessageStartingWith("a: " + text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    manifest for r:5000/app:2 not found: manifest unknown: manifest unknown | IMAGE_NOT_FOUND
                    repository r/app not found: name unknown | IMAGE_NOT_FOUND
                    no matching manifest for linux/arm/v7 in the manifest list entries | IMAGE_PLATFORM
                    pull access denied for app, repository does not exist or may require 'docker login' | REGISTRY_LOGIN
                    Head "https://r/v2/app/manifests/1": no basic auth credentials | REGISTRY_LOGIN
                    login attempt to https://r/v2/ failed with status: 401 Unauthorized | REGISTRY_LOGIN
                    toomanyrequests: You have reached your pull rate limit | REGISTRY_BUSY
                    received unexpected HTTP status: 503 Service Unavailable | REGISTRY_BUSY
                    Get "https://r/v2/": dial tcp 10.0.0.1:443: connect: connection refused | REGISTRY_UNREACHABLE
                    Get "https://r/v2/": dial tcp: lookup r: Temporary failure in name resolution | REGISTRY_UNREACHABLE
                    Get "https://r/v2/": net/http: TLS handshake timeout | REGISTRY_UNREACHABLE
                    Get "https://r/v2/": x509: certificate signed by unknown authority | REGISTRY_UNREACHABLE
                    unexpected EOF | REGISTRY_UNREACHABLE
                    write /var/lib/docker/tmp/x: no space left on device | ENGINE_DISK
                    filesystem layer verification failed for digest sha256:0a | PULL_FAILED
                    """)
    void aPullsErrorHasTheCodeOfItsText(String text, String code) {
        EngineRequest request = EngineRequest.post("/images/create?fromImage=app&tag=1", "app:1", null);
        assertThat(EngineFailures.answered(request, 500, text).code()).isEqualTo(code);
        assertThat(EngineFailures.registry(DockerErrors.PULL_FAILED, "app:1", text)
                        .code())
                .isEqualTo(code);
    }

    @Test
    void aTextIsOneBoundedLineWithoutTheUserOfAnAddress() {
        String text = "Get \"https://unit:horse@r/v2/\":\n\tbad " + "x".repeat(1_000);
        String message =
                EngineFailures.registry(DockerErrors.PULL_FAILED, "app:1", text).getMessage();
        assertThat(message).contains("https://r/v2/\": bad xxx").doesNotContain("horse", "\n");
        assertThat(message.length()).isLessThan(600);
    }

    @Test
    void aRequestShowsNoSecret() {
        Credentials credentials = new Credentials("docker.io", "unit", "horse");
        EngineRequest request = new EngineRequest("POST", "/auth", "docker.io", ImagePulls.body(credentials), "secret");
        assertThat(request).hasToString("POST /auth");
        assertThat(credentials.toString()).doesNotContain("horse");
        assertThat(request.body().path("serveraddress").textValue()).isEqualTo("https://index.docker.io/v1/");
    }
}
