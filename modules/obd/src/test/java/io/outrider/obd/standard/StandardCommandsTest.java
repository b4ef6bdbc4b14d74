package io.outrider.obd.standard;

import static io.outrider.obd.standard.Payloads.bytes;
import static io.outrider.obd.standard.Payloads.command;
import static io.outrider.obd.standard.Payloads.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StandardCommandsTest {
    private static final Set<String> UNITS = Set.of(
            "revolutions_per_minute",
            "kph",
            "degC",
            "percent",
            "kilopascal",
            "pascal",
            "gps",
            "lph",
            "volt",
            "milliampere",
            "degree",
            "second",
            "minute",
            "kilometer",
            "count",
            "ratio",
            "newton_meter",
            "kilogram_per_hour",
            "milligram_per_stroke");

    @Test
    void commandsAreFoundByNameInAnyCase() {
        assertThat(command("rpm")).isSameAs(command("RPM"));
        assertThat(command("AMBIANT_AIR_TEMP").pid()).isEqualTo(0x46);
        assertThat(StandardCommands.find("ATRV")).isEmpty();
        assertThat(StandardCommands.find("")).isEmpty();
    }

    @Test
    void commandsAreFoundByRequest() {
        assertThat(StandardCommands.at(0x01, 0x0C)).contains(command("RPM"));
        assertThat(StandardCommands.at(0x02, 0x0C)).contains(command("DTC_RPM"));
        assertThat(StandardCommands.at(0x03, -1)).contains(command("GET_DTC"));
        assertThat(StandardCommands.at(0x01, 0x6A)).isEmpty();
        assertThat(StandardCommands.at(0x01, -1)).isEmpty();
        assertThat(StandardCommands.at(0x22, 0x0C)).isEmpty();
    }

    @Test
    void aRequestIsServicePidAndForAFreezeFrameItsNumber() {
        assertThat(command("RPM").request()).isEqualTo(bytes("010C"));
        assertThat(command("DTC_RPM").request()).isEqualTo(bytes("020C00"));
        assertThat(command("GET_DTC").request()).isEqualTo(bytes("03"));
        assertThat(command("VIN").request()).isEqualTo(bytes("0902"));
        assertThat(command("GET_PERMANENT_DTC").request()).isEqualTo(bytes("0A"));
        assertThat(command("ODOMETER").request()).isEqualTo(bytes("01A6"));
    }

    @Test
    void everyNameOfAutopiIsThere() {
        assertThat(StandardCommands.all().stream().filter(c -> c.mode() == 1 && c.pid() <= 0x5F))
                .hasSize(96);
        assertThat(StandardCommands.all().stream().filter(c -> c.mode() == 2)).hasSize(96);
        for (String name : List.of(
                "PIDS_A",
                "FREEZE_DTC",
                "ODOMETER",
                "DTC_STATUS",
                "GET_DTC",
                "CLEAR_DTC",
                "GET_CURRENT_DTC",
                "PIDS_9A",
                "VIN_MESSAGE_COUNT",
                "VIN",
                "CALIBRATION_ID_MESSAGE_COUNT",
                "CALIBRATION_ID",
                "CVN_MESSAGE_COUNT",
                "CVN",
                "ECU_NAME")) {
            assertThat(StandardCommands.find(name)).as(name).isPresent();
        }
    }

    @Test
    void namesAndRequestsAreUnique() {
        Set<String> names = new HashSet<>();
        Set<List<Integer>> requests = new HashSet<>();
        for (StandardCommand command : StandardCommands.all()) {
            assertThat(names.add(command.name())).as(command.name()).isTrue();
            assertThat(requests.add(List.of(command.mode(), command.pid())))
                    .as(command.name())
                    .isTrue();
        }
    }

    @Test
    void everyRowIsComplete() {
        for (StandardCommand command : StandardCommands.all()) {
            assertThat(command.name()).matches("[A-Z][A-Z0-9_]*");
            assertThat(command.description()).as(command.name()).matches("[A-Z].{2,}[^.]");
            assertThat(Decoders.names()).as(command.name()).contains(command.decoder());
            if (command.unit() != null) {
                assertThat(UNITS).as(command.name()).contains(command.unit());
            }
        }
    }

    @Test
    void anAnswerOfTheStatedLengthIsDecodedAndAnEchoAloneRefused() {
        for (StandardCommand command : StandardCommands.all()) {
            if (command.answerBytes() == 0) {
                continue;
            }
            byte[] answer = new byte[command.answerBytes()];
            Arrays.fill(answer, (byte) 0xFF); // every support bit set
            answer[0] = (byte) (command.mode() + 0x40);
            answer[1] = (byte) command.pid();
            assertThatCode(() -> command.decode(answer)).as(command.name()).doesNotThrowAnyException();
            byte[] echo = Arrays.copyOf(answer, command.mode() == 2 ? 3 : 2);
            assertThat(failureOf(() -> command.decode(echo))).as(command.name()).isEqualTo("SHORT_ANSWER");
        }
    }

    @Test
    void everySignalOfAMapIsWithinTheStatedLength() {
        for (StandardCommand command : StandardCommands.all()) {
            if (SignalPids.TABLE.containsKey(command.decoder())) {
                byte[] cut = new byte[command.answerBytes() - 1];
                Arrays.fill(cut, (byte) 0xFF);
                cut[0] = (byte) (command.mode() + 0x40);
                cut[1] = (byte) command.pid();
                assertThat(failureOf(() -> command.decode(cut)))
                        .as("%s needs its last byte", command.name())
                        .isEqualTo("SHORT_ANSWER");
            }
        }
    }

    @Test
    void theTableCannotBeChanged() {
        assertThatThrownBy(() -> StandardCommands.all().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Decoders.names().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
