package io.outrider.bench.car.ecu;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.car.drive.DriveState;
import io.outrider.bench.car.drive.Phase;
import io.outrider.bench.car.drive.ScriptedDrive;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** ECU services without a bus. */
class EcuServicesTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final ScriptedDrive DRIVE = new ScriptedDrive(1);

    private final DriveState state = DRIVE.at(DRIVE.startOf(Phase.TOWN) + 20);

    private static String hex(byte[] bytes) {
        return bytes == null ? "silence" : HEX.formatHex(bytes);
    }

    private String ask(EcuService service, String request) {
        return hex(service.answer(HEX.parseHex(request), state));
    }

    /** SAE J1979, appendix A: the example with PIDs 03 to 1C, 1F and 20. */
    @Test
    void masksHaveTheFirstPidInTheHighestBit() {
        assertThat(hex(SupportMask.mask(Set.of(0x01), 0x00))).isEqualTo("80000000");
        assertThat(hex(SupportMask.mask(Set.of(0x03, 0x0C, 0x0D, 0x1F), 0x00))).isEqualTo("20180002");
        assertThat(hex(SupportMask.mask(Set.of(0x20), 0x00))).isEqualTo("00000001");
        assertThat(hex(SupportMask.mask(Set.of(0x21), 0x00))).isEqualTo("00000001");
        assertThat(hex(SupportMask.mask(Set.of(0x21), 0x20))).isEqualTo("80000000");
        assertThat(hex(SupportMask.mask(Set.of(0xA6), 0x80))).isEqualTo("00000001");
        assertThat(hex(SupportMask.mask(Set.of(0xA6), 0xA0))).isEqualTo("04000000");
        assertThat(hex(SupportMask.mask(Set.of(0x01), 0xE0))).isEqualTo("00000000");
    }

    @Test
    void valuesOutOfRangeAreLimited() {
        assertThat(hex(Encode.u8(-3))).isEqualTo("00");
        assertThat(hex(Encode.u8(300))).isEqualTo("ff");
        assertThat(hex(Encode.u8(127.5))).isEqualTo("80");
        assertThat(hex(Encode.u16(70_000))).isEqualTo("ffff");
        assertThat(hex(Encode.u32(4_294_967_295.0))).isEqualTo("ffffffff");
        assertThat(hex(Encode.u32(-1))).isEqualTo("00000000");
        assertThat(hex(Encode.s16(-2))).isEqualTo("fffe");
        assertThat(hex(Encode.s16(40_000))).isEqualTo("7fff");
        assertThat(hex(Encode.s32(-761))).isEqualTo("fffffd07");
        assertThat(hex(Encode.percent(100))).isEqualTo("ff");
        assertThat(hex(Encode.celsius(-40))).isEqualTo("00");
        assertThat(hex(Encode.celsius(83))).isEqualTo("7b");
    }

    /** SAE J2012: two bits for the letter, two for the first digit. */
    @Test
    void troubleCodesAreTwoBytes() {
        assertThat(TroubleCodeServices.number("P0104")).isEqualTo(0x0104);
        assertThat(TroubleCodeServices.number("P3FFF")).isEqualTo(0x3FFF);
        assertThat(TroubleCodeServices.number("C1234")).isEqualTo(0x5234);
        assertThat(TroubleCodeServices.number("B2AF1")).isEqualTo(0xAAF1);
        assertThat(TroubleCodeServices.number("U0073")).isEqualTo(0xC073);
        assertThat(TroubleCodeServices.number("U3FFF")).isEqualTo(0xFFFF);
    }

    @Test
    void currentDataTakesOneToSixPids() {
        EcuService data =
                new CurrentDataService(Map.of(0x05, any -> Encode.bytes(0x7B), 0x0C, any -> Encode.bytes(0x1A, 0xF8)));
        assertThat(ask(data, "0105")).isEqualTo("41057b");
        assertThat(ask(data, "010C05")).isEqualTo("410c1af8057b");
        assertThat(ask(data, "010505050505 05".replace(" ", ""))).isEqualTo("41" + "057b".repeat(6));
        assertThat(ask(data, "01")).isEqualTo("7f0112");
        assertThat(ask(data, "0105050505050505")).isEqualTo("7f0112");
        assertThat(ask(data, "0100")).isEqualTo("4100" + "08100000");
        assertThat(ask(data, "0120")).isEqualTo("7f0112");
        assertThat(ask(data, "01000C")).isEqualTo("4100" + "08100000" + "0c1af8");
    }

    @Test
    void dataByIdentifierTakesSeveral() {
        EcuService data =
                new ReadDataService(Map.of(0x0101, any -> Encode.bytes(1), 0xFFFE, any -> Encode.bytes(2, 3)));
        assertThat(ask(data, "220101")).isEqualTo("62010101");
        assertThat(ask(data, "22FFFE0101")).isEqualTo("62fffe0203010101");
        assertThat(ask(data, "2201010102")).isEqualTo("62010101");
        assertThat(ask(data, "220102")).isEqualTo("7f2231");
        assertThat(ask(data, "22")).isEqualTo("7f2213");
        assertThat(ask(data, "2201")).isEqualTo("7f2213");
        assertThat(ask(data, "22010101")).isEqualTo("7f2213");
    }

    @Test
    void tooLongAnswerForSeveralIdentifiersIsRefused() {
        EcuService data = new ReadDataService(Map.of(0x0001, any -> new byte[4_000], 0x0002, any -> new byte[200]));
        assertThat(ask(data, "220001")).hasSize(2 * 4_003);
        assertThat(ask(data, "2200010002")).isEqualTo("7f2214");
    }

    @Test
    void writtenDataIsReadBack() {
        WritableIdentifier notebook = new WritableIdentifier(0xFD10);
        assertThat(hex(notebook.read(state))).isEqualTo("00");
        assertThat(ask(notebook, "2EFD10CAFE")).isEqualTo("6efd10");
        assertThat(hex(notebook.read(state))).isEqualTo("cafe");
        assertThat(ask(notebook, "2EFD11CAFE")).isEqualTo("7f2e31");
        assertThat(ask(notebook, "2EFD10")).isEqualTo("7f2e13");
        assertThat(hex(notebook.read(state))).isEqualTo("cafe");
    }

    @Test
    void vehicleInformationBeginsWithTheNumberOfItems() {
        EcuService information = new VehicleInformationService(Map.of(
                VehicleInformationService.CALIBRATION_NUMBER, List.of(Encode.u32(1), Encode.u32(2)),
                VehicleInformationService.ECU_NAME, List.of(VehicleInformationService.ecuName("TCM", "Gears"))));
        assertThat(ask(information, "0900")).isEqualTo("4900" + "04400000");
        assertThat(ask(information, "0906")).isEqualTo("490602" + "00000001" + "00000002");
        assertThat(ask(information, "090A")).isEqualTo("490a01" + "54434d00" + "2d" + "4765617273" + "00".repeat(10));
        assertThat(ask(information, "0902")).isEqualTo("7f0912");
        assertThat(ask(information, "09")).isEqualTo("7f0912");
        assertThat(ask(information, "090204")).isEqualTo("7f0912");
    }

    @Test
    void physicalRequestIsRefusedWhereAFunctionalOneIsIgnored() {
        EcuServices services = new EcuServices()
                .with(0x22, new ReadDataService(Map.of(0x0101, any -> Encode.bytes(1))))
                .with(0x31, (request, any) -> NegativeResponse.of(0x31, 0x22));
        byte[] unknownService = HEX.parseHex("0601");
        byte[] unknownIdentifier = HEX.parseHex("22FFFF");
        byte[] conditionsNotCorrect = HEX.parseHex("3101");
        assertThat(hex(services.answer(unknownService, false, state))).isEqualTo("7f0611");
        assertThat(hex(services.answer(unknownService, true, state))).isEqualTo("silence");
        assertThat(hex(services.answer(unknownIdentifier, false, state))).isEqualTo("7f2231");
        assertThat(hex(services.answer(unknownIdentifier, true, state))).isEqualTo("silence");
        assertThat(hex(services.answer(conditionsNotCorrect, true, state))).isEqualTo("7f3122");
        assertThat(hex(services.answer(HEX.parseHex("220101"), true, state))).isEqualTo("62010101");
    }

    @Test
    void sessionsAreAcknowledgedUnlessSuppressed() {
        assertThat(hex(SessionServices.testerPresent(HEX.parseHex("3E00"), state)))
                .isEqualTo("7e00");
        assertThat(hex(SessionServices.testerPresent(HEX.parseHex("3E80"), state)))
                .isEqualTo("silence");
        assertThat(hex(SessionServices.testerPresent(HEX.parseHex("3E01"), state)))
                .isEqualTo("7f3e12");
        assertThat(hex(SessionServices.testerPresent(HEX.parseHex("3E"), state)))
                .isEqualTo("7f3e13");
        assertThat(hex(SessionServices.control(HEX.parseHex("1001"), state))).isEqualTo("5001003201f4");
        assertThat(hex(SessionServices.control(HEX.parseHex("1083"), state))).isEqualTo("silence");
        assertThat(hex(SessionServices.control(HEX.parseHex("1000"), state))).isEqualTo("7f1012");
        assertThat(hex(SessionServices.control(HEX.parseHex("10"), state))).isEqualTo("7f1013");
    }
}
