package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
    @ParameterizedTest
    @CsvSource({
        "6, false, 500000",
        "7, true, 500000",
        "8, false, 250000",
        "9, true, 250000",
        "31, false, 500000",
        "32, true, 500000",
        "33, false, 500000",
        "34, true, 500000",
        "35, false, 250000",
        "36, true, 250000",
    })
    void protocolsHaveAutopisNumbers(String id, boolean extended, int bitRate) throws Failure {
        Protocol protocol = Protocol.parse(id).orElseThrow();
        assertThat(protocol.isExtended()).isEqualTo(extended);
        assertThat(protocol.bitRate()).isEqualTo(bitRate);
        assertThat(protocol.isPadded()).isEqualTo(!id.equals("31") && !id.equals("32"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "AUTO", " Auto ", "'auto'", "0"})
    void autoSelectsNoProtocol(String text) throws Failure {
        assertThat(Protocol.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "None", "null", "\"None\""})
    void someTextsKeepTheProtocol(String text) {
        assertThat(Protocol.isUntouched(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "5", "10", "37", "-6", "6.0", "CAN", "", "06"})
    void anUnknownProtocolIsRefusedWithAList(String text) {
        assertThatThrownBy(() -> Protocol.parse(text))
                .isInstanceOf(Failure.class)
                .hasMessage("protocol: unsupported protocol '" + text
                        + "' specified; there are auto, 6, 7, 8, 9, 31, 32, 33, 34, 35, 36");
    }

    @Test
    void noTextIsAnUntouchedProtocol() {
        assertThat(Protocol.isUntouched(null)).isTrue();
    }
}
