package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    private static final String MASK = Redaction.MASK;

    private static final List<String> NAMES = List.of(
            "password",
            "PASSWORD",
            "db_password",
            "DB_PASSWD",
            "passphrase",
            "secret",
            "client_secret",
            "clientSecret",
            "token",
            "API_TOKEN",
            "api_key",
            "apikey",
            "API-KEY",
            "x-api-key",
            "access_key",
            "AWS_SECRET_ACCESS_KEY",
            "private_key",
            "privateKey",
            "credential",
            "credentials",
            "pin",
            "SIM_PIN",
            "simPin",
            "pin_code",
            "pwd",
            "DB_PWD",
            "psk",
            "wifi.psk",
            "DB_PASS");

    /** N is the name and S the secret. */
    private static final List<String> LINES = List.of(
            "N=S",
            "FOO=1 N=S sh -c run",
            "A=b C=d export N='S'; run",
            "sh -c \"N=S run\"",
            "echo N = S",
            "run --x=1 --N=S",
            "run --N S --more",
            " {\"N\": \"S\"}",
            "\n\t{ \"a\": {\"N\" :\"S\"}}",
            "[{\"N\":\"S\"}]",
            "curl -d '{\"N\": \"S\"}' https://example.org",
            "curl -d \"{\\\"N\\\": \\\"S\\\", \\\"a\\\": 1}\" https://example.org",
            "curl -d '{\"a\": 1, \"N\": [\"x\", \"S\"]}'",
            "curl 'https://example.org/?a=1&N=S&b=2'",
            "printf 'user: me\nN: S\n' > file",
            "N:S",
            "a: b, 'N': 'S'",
            "N=\"a b S\" run",
            "FOO=1 N=\"a b S\" run",
            "FOO=1 N=a\\ b\\ S run",
            "FOO=1 N=a'b c'S run",
            "FOO=1 N=a'b c'\"d e\"S run");

    private static final List<String> SECRETS = List.of("hunter3", "h!u#n$t%3", "hünter3", "aGVsbG8=", "hunter=3", "3");

    @Test
    void valuesAfterSecretNamesAreMasked() {
        for (String name : NAMES) {
            for (String line : LINES) {
                String text = line.replace("S", "hunter3").replace("N", name);
                String shown = Redaction.redact(text);
                assertThat(shown).as(text).doesNotContain("hunter3").contains(MASK);
                assertThat(Redaction.redact(shown)).as("masked again").doesNotContain("hunter3");
            }
        }
    }

    @Test
    void secretsAreMaskedWithAnyValueAndContext() {
        Random random = new Random(15);
        List<String> around =
                List.of("", " ", "x", "A=1 ", "; ", " && ", "\n", "'a b' ", "\"c\" ", "{} ", "--a b ", "ö ");
        for (int i = 0; i < 20_000; i++) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            String secret = "<" + SECRETS.get(random.nextInt(SECRETS.size())) + i + ">";
            String line =
                    LINES.get(random.nextInt(LINES.size())).replace("S", secret).replace("N", name);
            String text = around.get(random.nextInt(around.size())) + " " + line + " "
                    + around.get(random.nextInt(around.size()));
            assertThat(Redaction.redact(text)).as(text).doesNotContain(secret);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "curl -H 'Authorization: token hunter3' https://a.b/c|curl -H 'Authorization: ********' https://a.b/c",
                "curl -H \"authorization:Basic aHVu dGVyMw==\" x|curl -H \"authorization:********\" x",
                "Authorization: Bearer hunter3|Authorization: ********",
                "{\"a\":1} Proxy-Authorization: hunter3|{\"a\":1} Proxy-Authorization: ********",
                "with Bearer hunter3, and more|with Bearer ******** and more",
                "the token h4nt3rs is|the token ******** is",
                "Cookie: session=abc; other=def|Cookie: ********",
                "mqtt://me:hunter3@example.org:1883/x|mqtt://me:********@example.org:1883/x",
                "https://tok:hunter2@example.org/x y|https://tok:********@example.org/x y",
                "https://hunter2@example.org|https://********@example.org",
                "git clone https://me:a/b?c#d@e@example.org/f|git clone https://me:********@example.org/f",
                "FOO=1 PASSWORD=hunter3 sh -c run|FOO=1 PASSWORD=******** sh -c run",
                "https://a.b/?user=me&token=hunter3&x=1|https://a.b/?user=me&token=********&x=1",
                "get https://a.b/o.deb?sv=1&sig=hunter3%3D|get https://a.b/o.deb?sv=1&sig=********",
                "https://a.b/?Signature=hunter3&Expires=1 x|https://a.b/?Signature=********&Expires=1 x",
                "https://a.b/?X-Amz-Signature=hunter3|https://a.b/?X-Amz-Signature=********",
                "https://a.b/?X-Amz-Date=1&X-Amz-Security-Token=hunter3|https://a.b/?X-Amz-Date=1&X-Amz-Security-Token=********",
                "curl 'https://a.b/?key=hunter3&q=1'|curl 'https://a.b/?key=********&q=1'"
            })
    void onlyTheSecretIsMasked(String text, String shown) {
        assertThat(Redaction.redact(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PIN",
                "RPM",
                "a=b",
                "spinning=1",
                "opinion: good",
                "bypass=1",
                "compass: 90",
                "keypad=1",
                "monkey=1",
                "keyboard: de",
                "password_file=/etc/outrider/password",
                "the token is missing",
                "the bearer=me",
                "token bucket",
                "mqtt://me@example.org",
                "https://example.org:8080/a@b",
                "https://example.org/a:b@c",
                "ssh://git@example.org/x",
                "name == value : other",
                "12:30:45",
                "7E8#0341",
                "{\"mode\": 1}",
                "https://a.b/?design=1&keyword=x&sort=key",
                "signature=aGVsbG8=",
                "key=x && sig=1",
                "100 % sure, 5%20 and %zz",
                "https://example.org/a%3Db?c=%7Bd%7D&e=%2541",
                "{\"m\\u006fde\": 1}",
                ""
            })
    void otherTextIsUnchanged(String text) {
        assertThat(Redaction.redact(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "client_secret%3Dhunter2|client_secret=********",
                "a=1%26client%5Fsecret%3dhun%26ter2 x|a=1%26client_secret=******** x",
                "p%61ssword=hunter2 x|p%61ssword=********",
                "A=1 p%61ssword=hunter2 x|A=1 password=******** x",
                "{\"pass\\u0077ord\":\"hunter2\"}|********",
                "-d '{\"pass\\u0077ord\":\"hunter2\"}'|-d '{\"password\":********",
                "%7B%22password%22%3A%20%22hunter2%22%7D|********",
                "Authorization%3A%20Basic%20hunter2|Authorization:********",
                "x Bearer%20hunter2|x Bearer ********",
                "https://me%3Ahunter2@example.org|https://********@example.org",
                "A=1 password=******** %41|A=1 password=******** %41",
                "A=1 https://a.b/?x=1%26s%69g=hunter2 x|A=1 https://a.b/?x=1&sig=******** x",
                "A=1 https://a.b/?token=hunter2%20x&y=%41|A=1 https://a.b/?token=********&y=%41"
            })
    void escapedNamesAreDecodedBeforeTheCheck(String text, String shown) {
        assertThat(Redaction.redact(text)).isEqualTo(shown);
        assertThat(Redaction.redact(shown)).isEqualTo(shown);
        assertThat(Redaction.sentence("'" + text + "' is not taken")).doesNotContain("hunter2", "ter2");
    }

    @Test
    void aKeyThatIsWrittenWithEscapesIsSecretToo() {
        assertThat(Redaction.isSecret("pass\\u0077ord")).isTrue();
        assertThat(Redaction.isSecret("p%61ss")).isTrue();
        assertThat(RedactedArguments.masked(Map.of("p%77d", "hunter2")).toString())
                .doesNotContain("hunter2");
    }

    /** What is masked cannot be repeated after a restart; the digest's signature is public. */
    @Test
    void theSignatureOfAPackageIsKeptAndThatOfAnAddressIsNot() {
        Map<String, Object> plain = Map.of("url", "https://a.b/o.deb?v=2", "signature", "aGVsbG8=");
        assertThat(RedactedArguments.of(List.of(), plain).complete()).isTrue();
        assertThat(RedactedArguments.of(List.of("signature=aGVsbG8="), Map.of()).complete())
                .isTrue();
        RedactedArguments signed = RedactedArguments.of(List.of(), Map.of("url", "https://a.b/o.deb?sig=hunter3"));
        assertThat(signed.keywords()).containsEntry("url", "https://a.b/o.deb?sig=" + MASK);
        assertThat(signed.complete()).isFalse();
    }

    @Test
    void theWordBehindAnOptionIsMaskedInAListToo() {
        assertThat(RedactedArguments.of(List.of("--password", "hunter3", "-x", "1"), Map.of())
                        .positional())
                .containsExactly("--password", MASK, "-x", "1");
        assertThat(RedactedArguments.masked(List.of("a", List.of("--api-key", "hunter3")))
                        .toString())
                .doesNotContain("hunter3");
        assertThat(RedactedArguments.masked(List.of("--password_file", "/etc/x"))
                        .toString())
                .contains("/etc/x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "password: takes text|password: takes text",
                "[link] password_file: is missing|[link] password_file: is missing",
                "'x PASSWORD=hunter2' is not a number|'x PASSWORD=********",
                "what is in {\"token\": \"hunter2\"} is not taken|what is in {\"token\": ******** is not taken",
                "https://a:hunter2@b is not there|https://a:********@b is not there"
            })
    void aMessageAboutASecretIsUnchanged(String sentence, String shown) {
        assertThat(Redaction.sentence(sentence)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "https://tok:hunter2@example.org/x y, https://********@example.org/x y",
        "hunter2@example.org, ********@example.org",
        "me:hun://ter2@example.org, ********@example.org",
        "https://example.org/x y, https://example.org/x y"
    })
    void aMalformedAddressIsMaskedBeforeItsHost(String address, String shown) {
        assertThat(Redaction.address(address)).isEqualTo(shown);
    }

    /** A command may have 256 KiB of anything. */
    @Test
    @Timeout(60)
    @Tag("slow")
    void longTextsTakeLinearTime() {
        List<String> pieces = List.of(
                "a",
                "=",
                " ",
                "\\",
                "\"",
                "\\\"",
                "password=",
                "password ",
                "token ",
                "token x1",
                "://",
                "://:a",
                "://:a ",
                "a:",
                "-",
                "{",
                "'",
                "https://",
                "Bearer ",
                "pin",
                "aA",
                "x@",
                "://a:b@",
                "%41",
                "\\u0041",
                "%3D",
                "password%3D",
                "&sig=",
                "?a-",
                "%22",
                "%25");
        for (String piece : pieces) {
            for (String start : List.of("", "password=", "x password='", "https://u:", "{")) {
                String text = start + piece.repeat(256 * 1024 / piece.length());
                long begun = System.nanoTime();
                Redaction.redact(text);
                assertThat(Duration.ofNanos(System.nanoTime() - begun))
                        .as(start + piece)
                        .isLessThan(Duration.ofSeconds(3));
            }
        }
    }
}
