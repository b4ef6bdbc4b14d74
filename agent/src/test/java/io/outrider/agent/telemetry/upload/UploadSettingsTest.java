package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UploadSettingsTest {
    private static UploadSettings https(String url) {
        return new UploadSettings("https", url, null, null, null, null, null, null, null, null, null);
    }

    @Test
    void withoutSettingsRecordsGoToTheBroker() {
        UploadSettings defaults = new UploadSettings(null, null, null, null, null, null, null, null, null, null, null);
        assertThat(defaults.via()).isEqualTo("mqtt");
        assertThat(defaults.batch()).isEqualTo(500);
        assertThat(defaults.age()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://x/", "https://", "x", "https://a b/", "https://u:secret@host/"})
    void aBadUrlIsNamed(String url) {
        assertThatThrownBy(() -> https(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("url: ");
    }

    @Test
    void missingAndInvalidSettingsAreNamed() {
        assertThatThrownBy(() -> https(null)).hasMessageStartingWith("url: is missing");
        assertThatThrownBy(() -> new UploadSettings("post", null, null, null, null, null, null, null, null, null, null))
                .hasMessageStartingWith("via: ");
        assertThatThrownBy(() -> new UploadSettings(null, null, "a b", null, null, null, null, null, null, null, null))
                .hasMessageStartingWith("scheme: ");
    }

    @ParameterizedTest
    @CsvSource({"5,5", "' 7 ',7", "99999,3600"})
    void secondsOfRetryAfterCount(String header, long seconds) {
        assertThat(HttpsSink.delay(header)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Wed, 21 Oct 2026 07:28:00 GMT", "-1", "", "1e9", "99999999999999999999"})
    void everythingElseInItDoesNot(String header) {
        assertThat(HttpsSink.delay(header)).isNull();
    }
}
