package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.testkit.TimeoutFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Requests that no HTTP client sends, over a plain socket: a clear answer, and the next request is served. {@code ~} stands for an end of
 * line, {@code !} for the character 0, {@code ÿ} for a byte that is no UTF-8, {@code x*100} for a hundred times x.
 */
class RawRequestTest {
    @TempDir
    Path folder;

    private ServedApi api;

    @BeforeEach
    void serve() throws Exception {
        api = new ServedApi(DatabaseUrl.Kind.SQLITE, folder, Duration.ofSeconds(2));
    }

    @AfterEach
    void close() throws Exception {
        api.close();
    }

    private String answer(String request) throws Exception {
        String bytes = request.replace("~", "\r\n")
                .replace('!', '\0')
                .replace("AUTH", "Authorization: APIToken " + api.served.token)
                .replaceAll(
                        "^POST ",
                        "POST /dongle/devices/ HTTP/1.1\r\nHost: x\r\nAuthorization: APIToken " + api.served.token
                                + "\r\n");
        var times = Pattern.compile("(.)\\*([0-9]+)").matcher(bytes);
        bytes = times.replaceAll(each -> each.group(1).repeat(Integer.parseInt(each.group(2))));
        try (RawRequest raw = new RawRequest(api.served.port())) {
            raw.send(bytes);
            return raw.answer(TimeoutFactor.scaled(Duration.ofSeconds(10)));
        } finally {
            api.served.client().get("/dongle/devices/").is(200);
        }
    }

    private void isProblem(String request, int status, String code) throws Exception {
        String answer = answer(request).replaceFirst("^HTTP/1.1 100 Continue\r\n\r\n", "");
        assertThat(answer)
                .as(request)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("content-type: application/problem+json")
                .endsWith("<end>");
        JsonNode problem =
                ServedApi.MAPPER.readTree(answer.substring(answer.indexOf("\r\n\r\n"), answer.lastIndexOf('}') + 1));
        assertThat(problem.get("status").intValue()).isEqualTo(status);
        assertThat(problem.get("code").textValue()).isEqualTo(code);
    }

    @Test
    void aMethodInAHeaderIsRefusedAndDoesNothing() throws Exception {
        String path = "/dongle/devices/" + api.device.id() + "/";
        for (String header : List.of("X-HTTP-Method-Override: DELETE", "x-http-method-override: PATCH")) {
            isProblem("GET " + path + " HTTP/1.1~Host: x~AUTH~" + header + "~~", 400, "MALFORMED_REQUEST");
        }
        assertThat(api.served.client().get(path).is(200).json().get("unit_id").textValue())
                .isEqualTo("van-12");
    }

    @Test
    void headIsRefusedAsNoRouteWouldBeAsked() throws Exception {
        for (String path : List.of("/health", "/dongle/devices/", "/metrics")) {
            assertThat(answer("HEAD " + path + " HTTP/1.1~Host: x~Connection: close~~"))
                    .startsWith("HTTP/1.1 405 ")
                    .doesNotContain("code");
        }
    }

    @Test
    void aParameterThatCannotBeDecodedIsNotLeftOut() throws Exception {
        for (String wrong : List.of("%", "%a", "%zz", "a%00")) {
            isProblem(
                    "GET /logbook/trips/?device_id=" + wrong + "&start_utc=2026-01-01T00:00:00Z"
                            + "&end_utc=2026-01-02T00:00:00Z HTTP/1.1~Host: x~AUTH~Connection: close~~",
                    400,
                    "MALFORMED_REQUEST");
        }
    }

    @Test
    void whatIsNoHttpIsNotLogged() throws Exception {
        LoggerContext installed = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(installed);
        configurator.doConfigure(HttpServer.class.getResource("/logback.xml"));
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        try {
            for (String request : List.of(
                    "GET /health HTTP/1.1~Host: a*3500~Host: b*3500~~",
                    "CONNECT a*7000 HTTP/1.1~Host: x~~",
                    "CONNECT a*7000:1 HTTP/1.1~Host: a*7000:1~~",
                    "GET /health HTTP/1.1~Host: a:99999999~~",
                    "GET /health HTTP/1.1~Host: a b~~",
                    "GET /a%ff HTTP/1.1~Host: x~~",
                    "GET /health HTTP/1.1~Host: x~Transfer-Encoding: a*3500~~",
                    "POST Content-Length: 2~Content-Length: 3~~{}",
                    "a*9000~~")) {
                answer(request);
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list)
                .filteredOn(each -> installed.getLogger(each.getLoggerName()).isEnabledFor(each.getLevel()))
                .extracting(ILoggingEvent::getLoggerName)
                .isEmpty();
        installed.stop();
    }

    @Test
    void whatIsNoHttpIsMalformed() throws Exception {
        for (String request : List.of(
                "POST Content-Length: 2~Content-Length: 3~~{} ",
                "POST Content-Length: 2, 2~~{}",
                "POST Content-Length: -1~~{}",
                "POST Content-Length: +2~~{}",
                "POST Content-Length: 0x2~~{}",
                "POST Content-Length: 99999999999999999999~~{}",
                "POST Content-Length: 2~Transfer-Encoding: chunked~~2~{}~0~~",
                "POST Transfer-Encoding: chunked, x~~2~{}~0~~",
                "POST Transfer-Encoding: chunked x~~2~{}~0~~",
                "POST Transfer-Encoding: xchunked~~2~{}~0~~",
                "POST Transfer-Encoding: chunked~Transfer-Encoding: chunked~~2~{}~0~~",
                "POST Expect: 200-ok~Content-Length: 2~~{}",
                "GET / HTTP/1.1~Host: x~X: a*65536~~",
                "GET /a*102400 HTTP/1.1~Host: x~~",
                "G*102400 / HTTP/1.1~Host: x~~",
                "GET /! HTTP/1.1~Host: x~~",
                "GET /a\rb HTTP/1.1~Host: x~~",
                "GET /%00 HTTP/1.1~Host: x~~",
                "GET /%0d%0aX:%20y HTTP/1.1~Host: x~~",
                "GET /dongle/devices/%zz/ HTTP/1.1~Host: x~AUTH~~",
                "GET /dongle/devices/%/ HTTP/1.1~Host: x~AUTH~~",
                "GET /dongle/devices/%u0041/ HTTP/1.1~Host: x~AUTH~~",
                "GET /dongle/devices/%ff%fe/ HTTP/1.1~Host: x~AUTH~~",
                "GET /dongle/devices/%c0%ae%c0%ae/ HTTP/1.1~Host: x~AUTH~~",
                "GET /dongle/devices/ÿ/ HTTP/1.1~Host: x~AUTH~~",
                "GET /docs/../../etc/passwd HTTP/1.1~Host: x~~",
                "GET /docs/%2e%2e/%2e%2e/etc/passwd HTTP/1.1~Host: x~~",
                "GET /docs/..;/openapi.json HTTP/1.1~Host: x~~",
                "GET / HTTP/1.1~Host: x~X: a!b~~",
                "GET / HTTP/1.1~Host: x~X: a\rb~~",
                "GET / HTTP/1.1~Host: x~X: a~ b~~",
                "GET / HTTP/1.1~Host: x~X : a~~",
                "GET / HTTP/1.1~Host: x~X~~",
                "GET / HTTP/1.1~Host: x~Cookie: a=\"!;;==ÿ~~",
                "GET / HTTP/1.1~~",
                "GET / HTTP/1.1~Host: a~Host: b~~",
                "GET / HTTP/1.1~Host: a b:x~~",
                "GET / HTTP/1.1~Host: a:999999~~",
                "GET /~",
                "GET / HTTP/9.9~Host: x~~",
                "PRI * HTTP/2.0~~SM~~",
                "GET docs/ HTTP/1.1~Host: x~~",
                "GET http://other.example/docs/ HTTP/1.1~Host: x~~",
                "GET ftp:///docs/ HTTP/1.1~Host: x~~",
                "\u0016\u0003\u0001\u0002!\u0001!\u0001ü\u0003\u0003~")) {
            isProblem(request, 400, "MALFORMED_REQUEST");
        }
    }

    @Test
    void whatIsNoBodyIsInvalid() throws Exception {
        for (String request : List.of(
                "POST Connection: close~Transfer-Encoding: chunked~~zz~{}~0~~",
                "POST Connection: close~Transfer-Encoding: chunked~~-5~{}~0~~",
                "POST Connection: close~Transfer-Encoding: chunked~~f*18~{}~0~~",
                "POST Connection: close~Transfer-Encoding: chunked~~2~{\"unit_id\": \"van-99\"}~0~~",
                "POST Connection: close~Transfer-Encoding: chunked~~2~{}~0~X: a*65536~~",
                "POST Connection: close~Content-Length: 16~~{\"unit_id\":\"ÿÿ\"}",
                "POST Connection: close~Content-Length: 4~~!{!}",
                "POST Connection: close~Content-Length: 20~~{\"unit_id\":\"\\ud800\"}",
                "POST Connection: close~Content-Encoding: gzip~Content-Length: 2~~{}",
                "POST Connection: close~Expect: 100-continue~Content-Length: 2~~[]")) {
            isProblem(request, 400, "INVALID_BODY");
        }
    }

    @Test
    void otherRequestsGetTheirOwnProblem() throws Exception {
        for (String row : List.of(
                "POST Transfer-Encoding: chunked~~fffff0~ *2000000 | 413 | BODY_TOO_LARGE",
                "POST Content-Length: 9223372036854775807~~{} | 413 | BODY_TOO_LARGE",
                "POST Expect: 100-continue~Content-Length: 20000000~~ | 413 | BODY_TOO_LARGE",
                "POST Content-Length: 50~~{} | 408 | REQUEST_TIMEOUT",
                "OPTIONS * HTTP/1.1~Host: x~Connection: close~~ | 404 | NOT_FOUND",
                "TRACE /health HTTP/1.1~Host: x~Connection: close~~ | 405 | METHOD_NOT_ALLOWED",
                "CONNECT a:80 HTTP/1.1~Host: a:80~Connection: close~~ | 405 | METHOD_NOT_ALLOWED",
                "FOO /health HTTP/1.1~Host: x~Connection: close~~ | 405 | METHOD_NOT_ALLOWED",
                "GET /dongle/devices/ HTTP/1.1~Host: x~Connection: close~Authorization: Bearer ÿ~~ | 401 | NOT_AUTHENTICATED",
                "GET /logbook/storage/fields/?device_id=%zz HTTP/1.1~Host: x~AUTH~Connection: close~~ | 400 | MALFORMED_REQUEST",
                "GET /logbook/storage/fields/?device_id=%00 HTTP/1.1~Host: x~AUTH~Connection: close~~ | 400 | MALFORMED_REQUEST",
                "GET /logbook/storage/fields/?device_id=%ff HTTP/1.1~Host: x~AUTH~Connection: close~~ | 404 | NOT_FOUND",
                "GET /logbook/storage/fields/?device_id=%ed%a0%80 HTTP/1.1~Host: x~AUTH~Connection: close~~ | 404 | NOT_FOUND")) {
            String[] parts = row.split(" \\| ");
            isProblem(parts[0], Integer.parseInt(parts[1]), parts[2]);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST Content-Length: 1048577",
                "~POST /logbook/storage/ HTTP/1.1~Host: x~unit-id: van-12~Authorization: token unit-secret~Content-Length: 8388609"
            })
    void aBodyThatIsTooLongIsRefusedBeforeItComes(String request) throws Exception {
        api.close();
        api = new ServedApi(
                DatabaseUrl.Kind.SQLITE, Files.createDirectory(folder.resolve("patient")), Duration.ofMinutes(5));
        isProblem(request + "~~", 413, "BODY_TOO_LARGE");
    }

    @Test
    void anAuthorizationThatIsThereTwiceIsRefused() throws Exception {
        for (String path : List.of("/dongle/devices/", "/logbook/trips/")) {
            isProblem("GET " + path + " HTTP/1.1~Host: x~AUTH~AUTH~Connection: close~~", 400, "MALFORMED_REQUEST");
        }
        String upload = "~POST /logbook/storage/ HTTP/1.1~Host: x~unit-id: van-12~Authorization: token "
                + ServedApi.UNIT_SECRET + "~Authorization: token other~Connection: close~Content-Length: 2~~[]";
        isProblem(upload, 400, "MALFORMED_REQUEST");
        assertThat(answer(upload)).contains("the header Authorization is repeated; send one");
    }

    @Test
    void whatIsHttpIsServed() throws Exception {
        for (String request : List.of(
                "GET /dongle/devices/ HTTP/1.0~AUTH~~",
                "GET http://x/dongle/devices/ HTTP/1.1~Host: x~AUTH~Connection: close~~",
                "~~GET /dongle/devices/ HTTP/1.1~Host: x~AUTH~Connection: close~~",
                "GET /dongle/devices/ HTTP/1.1~Host: x~AUTH~Connection: close~Content-Length: 5~~hello")) {
            assertThat(answer(request))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("van-12")
                    .endsWith("<end>");
        }
    }

    @Test
    void whatFollowsABodyIsARequestOfItsOwn() throws Exception {
        String answer = answer("POST Transfer-Encoding: chunked~~2~{}~0~~JUNK JUNK~~");
        assertThat(answer).contains("INVALID_BODY", "MALFORMED_REQUEST").endsWith("<end>");
    }
}
