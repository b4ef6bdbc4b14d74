package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.fixture.HeadlessBrowser;
import io.outrider.service.fixture.ServedAccounts;
import io.outrider.testkit.Await;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page that shows the OpenAPI document, in a real browser. */
class ApiPageTest {
    /** Functions for steps in the page. */
    private static final String STEPS = """
            const until = async (what, look) => {
                for (let i = 0; i < 2000; i++) {
                    const found = look();
                    if (found) return found;
                    await new Promise(done => setTimeout(done, 50));
                }
                throw new Error('not there: ' + what);
            };
            const click = async selector => (await until(selector, () => document.querySelector(selector))).click();
            """;

    @TempDir
    Path folder;

    private ServedAccounts service;
    private String url;

    @BeforeEach
    void start() {
        service = new ServedAccounts(DatabaseUrl.Kind.SQLITE, folder);
        url = "http://127.0.0.1:" + service.serve().port();
    }

    @AfterEach
    void stop() {
        service.close();
    }

    private HttpURLConnection get(String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url + path).toURL().openConnection();
        connection.setInstanceFollowRedirects(false);
        return connection;
    }

    @Test
    void theRootLeadsToThePageWhichMayLoadNothingFromElsewhere() throws Exception {
        assertThat(get("/").getHeaderField("Location")).isEqualTo("docs/");
        assertThat(get("/docs").getHeaderField("Location")).isEqualTo("docs/");
        HttpURLConnection page = get("/docs/");
        assertThat(page.getResponseCode()).isEqualTo(200);
        assertThat(page.getHeaderField("Content-Security-Policy"))
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(get("/docs/start.css").getResponseCode()).isEqualTo(404);
        assertThat(get("/docs/..%2fopenapi%2fbase.yaml").getResponseCode()).isBetween(400, 404);
    }

    @Test
    void everyOperationIsShownAndARequestWithATokenIsAnswered() throws Exception {
        assumeThat(HeadlessBrowser.isInstalled()).as("chromium is installed").isTrue();
        service.devices.create(service.account, "van-12", "Van 12", false);
        try (HeadlessBrowser browser = HeadlessBrowser.start(folder)) {
            browser.open(url + "/docs/");
            int operations = operations(service.document.json());
            Await.until(
                    "the operations are shown",
                    () -> browser.evaluate("document.querySelectorAll('.opblock').length")
                                    .asInt()
                            == operations);
            JsonNode answer = browser.evaluate("(async () => {" + STEPS + """
                    await click('.btn.authorize');
                    const field = await until('the field of the token', () => document.querySelector('.auth-container input'));
                    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '%s');
                    field.dispatchEvent(new Event('input', {bubbles: true}));
                    field.dispatchEvent(new Event('change', {bubbles: true}));
                    await click('.auth-btn-wrapper .authorize');
                    await click('.btn-done');
                    const devices = await until('GET /dongle/devices/', () => [...document.querySelectorAll('.opblock-get')]
                        .find(each => each.querySelector('.opblock-summary-path').dataset.path === '/dongle/devices/'));
                    devices.querySelector('.opblock-summary-control').click();
                    (await until('try it out', () => devices.querySelector('.try-out__btn'))).click();
                    (await until('execute', () => devices.querySelector('.btn.execute'))).click();
                    const row = await until('the answer', () => devices.querySelector('.live-responses-table .response'));
                    return row.textContent;
                    })()""".formatted(service.token));
            assertThat(answer.asText()).startsWith("200").contains("van-12");
            assertThat(browser.requests)
                    .isNotEmpty()
                    .allMatch(each -> each.startsWith(url) || each.startsWith("data:"));
            assertThat(browser.errors).isEmpty();
        }
    }

    private static int operations(JsonNode document) {
        int count = 0;
        for (JsonNode path : document.get("paths")) {
            for (Map.Entry<String, JsonNode> each : path.properties()) {
                count += each.getValue().isObject() ? 1 : 0;
            }
        }
        return count;
    }
}
