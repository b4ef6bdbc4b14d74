package io.outrider.can;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.can.BusState.Condition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorConditionTest {
    private final ErrorCondition errors = new ErrorCondition();

    /** The bits of linux/can/error.h for the transmit and the receive side. */
    @ParameterizedTest
    @CsvSource({
        "04, 04, WARNING",
        "04, 08, WARNING",
        "04, 0C, WARNING",
        "04, 10, PASSIVE",
        "04, 20, PASSIVE",
        "04, 34, PASSIVE",
        "40, 00, BUS_OFF",
        "44, 30, BUS_OFF",
        "204, 08, WARNING"
    })
    void anErrorFrameSetsTheCondition(String classes, String controller, Condition expected) {
        errors.update(frame(classes, controller));
        assertThat(errors.condition()).isEqualTo(expected);
        assertThat(errors.frames()).isEqualTo(1);
    }

    /** Lost arbitration, protocol violation, no acknowledgement, receive overflow. */
    @ParameterizedTest
    @CsvSource({"02, 00", "08, 00", "20, 00", "80, 00", "04, 01", "04, 02", "04, 00"})
    void otherErrorsAreCountedAndChangeNothing(String classes, String controller) {
        errors.update(frame("04", "20"));
        errors.update(frame(classes, controller));
        assertThat(errors.condition()).isEqualTo(Condition.PASSIVE);
        assertThat(errors.frames()).isEqualTo(2);
    }

    @Test
    void aRecoveredControllerIsErrorActive() {
        errors.update(frame("04", "20"));
        errors.update(frame("04", "40"));
        assertThat(errors.condition()).isEqualTo(Condition.ERROR_ACTIVE);
        errors.update(frame("40", "00"));
        errors.update(frame("100", "00"));
        assertThat(errors.condition()).isEqualTo(Condition.ERROR_ACTIVE);
        errors.update(frame("40", "00"));
        errors.restarted();
        assertThat(errors.condition()).isEqualTo(Condition.ERROR_ACTIVE);
    }

    private static CanFrame frame(String classes, String controller) {
        return CanFrame.error(Integer.parseInt(classes, 16), (byte) 0, (byte) Integer.parseInt(controller, 16));
    }
}
