package io.outrider.docker.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import io.outrider.docker.errors.DockerErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
    private static final String D = Documents.DIGEST;

    @ParameterizedTest
    @CsvSource({
        "busybox, docker.io, library/busybox, latest, busybox:latest",
        "busybox:1.36, docker.io, library/busybox, 1.36, busybox:1.36",
        "docker.io/busybox:1, docker.io, library/busybox, 1, busybox:1",
        "index.docker.io/team/app, docker.io, team/app, latest, team/app:latest",
        "team/app:V_1, docker.io, team/app, V_1, team/app:V_1",
        "r.example.com/app, r.example.com, app, latest, r.example.com/app:latest",
        "R.example.com:5000/a/b/c:1, r.example.com:5000, a/b/c, 1, r.example.com:5000/a/b/c:1",
        "localhost/app, localhost, app, latest, localhost/app:latest",
        "localhost:5000/app:2, localhost:5000, app, 2, localhost:5000/app:2",
        "[::1]:5000/app:2, [::1]:5000, app, 2, [::1]:5000/app:2",
        "a__b/c-d.e:x, docker.io, a__b/c-d.e, x, a__b/c-d.e:x",
    })
    void aNameHasHostRepositoryAndTag(String text, String host, String repository, String tag, String reference)
            throws Failure {
        ImageName name = ImageName.parse(text);
        assertThat(name).isEqualTo(new ImageName(host, repository, tag, null)).hasToString(reference);
        assertThat(ImageName.parse(name.reference())).isEqualTo(name);
    }

    @Test
    void aDigestIsTheReference() throws Failure {
        assertThat(ImageName.parse("r.example.com/app@" + D))
                .isEqualTo(new ImageName("r.example.com", "app", null, D))
                .hasToString("r.example.com/app@" + D);
        assertThat(ImageName.parse("app:1@" + D)).isEqualTo(new ImageName("docker.io", "library/app", "1", D));
    }

    @Test
    void theTagMemberWins() throws Failure {
        assertThat(ImageName.parse("app:1", "h.x", "2")).hasToString("h.x/app:2");
        assertThat(ImageName.parse("app:1", "h.x", D)).hasToString("h.x/app@" + D);
        assertThat(ImageName.parse("app", "h.x", "2@" + D)).isEqualTo(new ImageName("h.x", "app", "2", D));
        assertThat(ImageName.parse("app@" + D, "h.x", "2")).isEqualTo(new ImageName("h.x", "app", "2", D));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "App",
                "a b",
                "a:",
                "a:b:c",
                "a@sha256:12",
                "a@md5:" + "1",
                "/a",
                "a/",
                "a//b",
                "-a",
                "a:-b",
                "https://r.x/a",
                "r.x/",
                "r_x.y:1/a",
                "u:p@r.x/a",
                "a\n",
                "r..x:99999999/a",
                "../a",
                "a:b\n"
            })
    void whatIsNoNameIsRefused(String text) {
        assertThatThrownBy(() -> ImageName.parse(text))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.code()).isEqualTo(DockerErrors.RELEASE_INVALID.name()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2@", "@" + "x", "sha256:12", "a b", "a/b", "latest\n", "1@sha256:12"})
    void whatIsNoTagIsRefused(String tag) {
        boolean none = tag.isEmpty();
        Failure failure = catchThrowableOfType(Failure.class, () -> ImageName.parse("app", "h.x", tag));
        assertThat(failure == null).isEqualTo(none);
    }

    @Test
    void aHugeNameIsRefusedQuickly() {
        for (String part : new String[] {"a", "a.", "a-", "a/", "1.", "a:"}) {
            assertThatThrownBy(() -> ImageName.parse(part.repeat(200_000)))
                    .isInstanceOf(Failure.class)
                    .message()
                    .hasSizeLessThan(250);
            assertThatThrownBy(() -> ImageName.parse(part.repeat(499 / part.length()) + "!"))
                    .isInstanceOf(Failure.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://r.example.com:5000/v2/, r.example.com:5000",
        "http://R.Example.com/, r.example.com",
        "r.example.com, r.example.com",
        "hub, docker.io",
        "https://index.docker.io/v1/, docker.io",
        "docker.io, docker.io",
        "registry-1.docker.io, docker.io",
        "localhost:5000, localhost:5000",
        "https://registry.gitlab.com/group/project, registry.gitlab.com",
    })
    void aRegistrysAddressHasAHost(String url, String host) throws Failure {
        assertThat(Registry.hostOf(url)).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://",
                "https://user:secret@r.example.com",
                "ftp://r",
                "r_x",
                "r x",
                "r:123456",
                "-r",
                "r\nx"
            })
    void whatIsNoAddressIsRefusedWithoutItsText(String url) {
        assertThatThrownBy(() -> Registry.hostOf(url))
                .isInstanceOf(Failure.class)
                .message()
                .doesNotContain("secret");
    }
}
