package io.outrider.bench.car.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFrame;
import io.outrider.can.CanId;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FaultOrderTest {
    private static final CanId ENGINE = CanId.base(0x7E8);

    @Test
    void eachFaultIsParsed() {
        assertThat(FaultOrder.parse("late=300").fault()).isEqualTo(new EcuFault.Late(Duration.ofMillis(300)));
        assertThat(FaultOrder.parse("pending=3,every=20").fault())
                .isEqualTo(new EcuFault.ResponsePending(3, Duration.ofMillis(20)));
        assertThat(FaultOrder.parse("pending=3").fault())
                .isEqualTo(new EcuFault.ResponsePending(3, Duration.ofMillis(100)));
        assertThat(FaultOrder.parse("lost=0").fault()).isEqualTo(new EcuFault.Lost(0));
        assertThat(FaultOrder.parse("wrong-sequence=2").fault()).isEqualTo(new EcuFault.WrongSequence(2));
        assertThat(FaultOrder.parse("doubled=1").fault()).isEqualTo(new EcuFault.Doubled(1));
        assertThat(FaultOrder.parse("swapped=1").fault()).isEqualTo(new EcuFault.Swapped(1));
        assertThat(FaultOrder.parse("silence").fault()).isEqualTo(new EcuFault.Silence());
        assertThat(FaultOrder.parse("endless").fault()).isEqualTo(new EcuFault.Endless());
    }

    @Test
    void ecuIsGivenByItsResponseId() {
        assertThat(FaultOrder.parse("late=300,ecu=7E8").ecu()).contains(ENGINE);
        assertThat(FaultOrder.parse("pending=1,ecu=18DAF110,every=5").ecu()).contains(CanId.extended(0x18DAF110));
        assertThat(FaultOrder.parse("silence").ecu()).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "later=3",
                "late",
                "late=",
                "late=x",
                "late=-1",
                "late=99999999",
                "late=1,every=3",
                "silence=3",
                "silence,all",
                "pending=0",
                "pending=1000000",
                "wrong-sequence=0",
                "swapped=0",
                "doubled=0",
                "lost=1,ecu=",
                "lost=1,ecu=XYZ",
                "lost=1,ecu=7E8,ecu=7E9",
                ",",
                "=",
                "late=1,,"
            })
    void unknownFaultIsReported(String text) {
        assertThatThrownBy(() -> FaultOrder.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void errorListsTheKnownFaults() {
        assertThatThrownBy(() -> FaultOrder.parse("slow=3"))
                .hasMessageContaining("'slow=3'")
                .hasMessageContaining("late=MS")
                .hasMessageContaining("ecu=ID");
    }

    @Test
    void faultsApplyToTheirEcuOrToAll() {
        Faults faults = new Faults();
        faults.add(FaultOrder.forEcu(ENGINE, new EcuFault.Lost(1)));
        faults.add(FaultOrder.forAll(new EcuFault.Silence()));
        assertThat(faults.of(ENGINE)).containsExactly(new EcuFault.Lost(1), new EcuFault.Silence());
        assertThat(faults.of(CanId.base(0x7E9))).containsExactly(new EcuFault.Silence());
        faults.set(List.of(FaultOrder.forAll(new EcuFault.Endless())));
        assertThat(faults.of(ENGINE)).containsExactly(new EcuFault.Endless());
        faults.clear();
        assertThat(faults.of(ENGINE)).isEmpty();
    }

    @Test
    void distortionOfAMissingFrameChangesNothing() {
        List<CanFrame> single = List.of(CanFrame.of(ENGINE, HexFormat.of().parseHex("02410D00")));
        for (EcuFault.Distortion each : List.of(
                new EcuFault.Lost(1),
                new EcuFault.WrongSequence(1),
                new EcuFault.Doubled(1),
                new EcuFault.Swapped(1))) {
            assertThat(each.distort(single, 0)).as("%s", each).isEqualTo(single);
        }
    }

    @Test
    void sequenceNumbersWrapAndKeepTheAddressByte() {
        CanFrame last = CanFrame.of(ENGINE, HexFormat.of().parseHex("F12F0102"));
        assertThat(new EcuFault.WrongSequence(0)
                        .distort(List.of(last), 1)
                        .get(0)
                        .hex())
                .isEqualTo("7e8f1200102");
    }
}
