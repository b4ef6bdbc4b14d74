package io.outrider.agent.operator.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.api.Failure;
import io.outrider.testkit.Announces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SAME_THREAD)
class ClientTokensTest {
    @TempDir
    private Path folder;

    private Path file;
    private ClientTokens tokens;

    @BeforeEach
    void open() {
        file = folder.resolve("local/client-key");
        tokens = new ClientTokens(file);
    }

    @Test
    void theTokenOfAClientStaysTheSameAfterARestart() throws Exception {
        String token = tokens.token("app");
        assertThat(token).matches("app\\.[0-9a-f]{64}");
        assertThat(tokens.token("app")).isEqualTo(token);
        ClientTokens restarted = new ClientTokens(file);
        assertThat(restarted.matches(token)).isTrue();
        assertThat(restarted.token("app")).isEqualTo(token);
    }

    @Test
    void eachClientAndEachUnitHasTokensOfItsOwn() throws Exception {
        String token = tokens.token("app");
        String hex = token.substring("app.".length());
        assertThat(tokens.token("app2")).doesNotContain(hex);
        assertThat(tokens.matches("app2." + hex)).isFalse();
        ClientTokens other = new ClientTokens(folder.resolve("other/client-key"));
        assertThat(other.token("app")).isNotEqualTo(token);
        assertThat(other.matches(token)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "app.web", "app.", "A_b-c.1.2", "0"})
    void aNameMayHaveDots(String client) throws Exception {
        assertThat(tokens.matches(tokens.token(client))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a/b", "ä", "a\n"})
    void aNameThatNoHeaderCanHaveIsRejected(String client) {
        assertThatThrownBy(() -> tokens.token(client)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> tokens.token("x".repeat(201))).isInstanceOf(IllegalArgumentException.class);
        assertThat(file).doesNotExist();
    }

    @Test
    void nothingButTheWholeTokenMatches() throws Exception {
        String token = tokens.token("app");
        assertThat(tokens.matches(token)).isTrue();
        char last = token.charAt(token.length() - 1);
        for (String wrong : new String[] {
            "",
            "app",
            "app.",
            token.substring(1),
            token + "0",
            token.substring(0, token.length() - 1) + (last == '0' ? '1' : '0'),
            token.toUpperCase(Locale.ROOT),
            "x".repeat(1_000_000) + token,
            "app." + "0".repeat(64)
        }) {
            assertThat(tokens.matches(wrong)).isFalse();
        }
    }

    @Test
    void theKeyIsForTheDaemonOnlyAndIsNotCreatedByARequest() throws Exception {
        assertThat(tokens.matches("app." + "0".repeat(64))).isFalse();
        assertThat(file.getParent()).doesNotExist();
        String token = tokens.token("app");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(token).doesNotContain(Files.readString(file).strip());
    }

    @Test
    void deletingTheKeyRevokesAllTokensAtOnce() throws Exception {
        String token = tokens.token("app");
        Files.delete(file);
        assertThat(tokens.matches(token)).isFalse();
        assertThat(tokens.token("app")).isNotEqualTo(token);
        assertThat(tokens.matches(token)).isFalse();
    }

    @Test
    @Announces("key replaced")
    void aKeyThatOthersCouldReadIsNotTrusted() throws Exception {
        String token = tokens.token("app");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(tokens.matches(token)).isFalse();
        assertThat(tokens.token("app")).isNotEqualTo(token);
    }

    @Test
    @Announces("contained no key")
    void aDamagedKeyIsReplaced() throws Exception {
        String token = tokens.token("app");
        Files.writeString(file, "damaged");
        assertThat(tokens.matches(token)).isFalse();
        assertThat(tokens.matches(tokens.token("app"))).isTrue();
    }

    @Test
    void aKeyThatCannotBeWrittenIsAFailureOfTheOperator() throws Exception {
        Files.writeString(folder.resolve("local"), "");
        assertThatThrownBy(() -> tokens.token("app"))
                .isInstanceOfSatisfying(Failure.class, e -> {
                    assertThat(e.is(LocalApiErrors.TOKEN_FILE)).isTrue();
                    assertThat(e.actor()).isEqualTo(Failure.Actor.OPERATOR);
                })
                .hasMessageContaining("cannot be kept in " + file);
        assertThat(tokens.matches("app." + "0".repeat(64))).isFalse();
    }
}
