package io.outrider.obd.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import io.outrider.can.CanFilter;
import io.outrider.can.CanId;
import io.outrider.can.isotp.IsoTpAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryRouteTest {
    private static IsoTpAddress route(String header, String address, String filter, String pair) throws Failure {
        return new QueryRoute(header, address, null, filter, null, pair).address(false);
    }

    @ParameterizedTest
    @CsvSource({
        "7E0, 7e0",
        "7e0, 7e0",
        "\"7E0\", 7e0",
        "'\"7DF\"', 7df",
        "0x7E4, 7e4",
        "x7E4, 7e4",
        "700, 700",
        "7, 007",
        "18DA10F1, 18da10f1",
        "'18DB33F1 ', 18db33f1",
        "DA10F1, 18da10f1",
        "6DA10F1, 06da10f1",
        "DAF1, 1800daf1",
        "00000123, 00000123",
    })
    void headersOfEveryWidthAreTheIdTheyMean(String header, String id) throws Failure {
        assertThat(route(header, null, null, null).request()).hasToString(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"800", "FFF", "20000000", "123456789", "", "7E4,7EC", "RPM", "7E 4"})
    void anInvalidHeaderIsRefused(String header) {
        assertThatThrownBy(() -> route(header, null, null, null))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("header: '");
    }

    @Test
    void withoutHeaderTheProtocolSelectsTheFunctionalId() throws Failure {
        QueryRoute plain = new QueryRoute(null, null, null, null, null, null);
        assertThat(plain.address(false).request()).isEqualTo(IsoTpAddress.FUNCTIONAL_11);
        assertThat(plain.address(true).request()).isEqualTo(IsoTpAddress.FUNCTIONAL_29);
        assertThat(plain.address(false).responses()).containsExactly(new CanFilter(CanId.base(0x7E8), 0x7F8));
        assertThat(plain.address(true).responses())
                .containsExactly(new CanFilter(CanId.extended(0x18DAF100), 0x1FFFFF00));
    }

    @ParameterizedTest
    @CsvSource({"7E0, 7e8", "7E7, 7ef", "18DA10F1, 18daf110"})
    void anEcuOfTheStandardAnswersOnItsOwnIdAlone(String header, String answer) throws Failure {
        IsoTpAddress address = route(header, null, null, null);
        assertThat(address.responses()).hasSize(1);
        assertThat(address.responses().get(0).id()).hasToString(answer);
        assertThat(address.hasOneResponder()).isTrue();
    }

    @Test
    void aManufacturersEcuMayAnswerEightAboveAndInTheStandardRange() throws Failure {
        assertThat(route("7C6", null, null, null).responses())
                .containsExactly(CanFilter.exact(CanId.base(0x7CE)), new CanFilter(CanId.base(0x7E8), 0x7F8));
    }

    @ParameterizedTest
    @CsvSource({"1AA, 2AA", "2AA, 1AA"})
    void theIdPairIsReadInEitherOrder(String one, String other) throws Failure {
        IsoTpAddress address = route("1AA", null, "2AA,7FF", one + ", " + other);
        assertThat(address.responses()).containsExactly(CanFilter.exact(CanId.base(0x2AA)));
        assertThat(address.flowControl()).containsEntry(CanId.base(0x2AA), CanId.base(0x1AA));
    }

    @Test
    void theLibrarysExampleWithItsSidesSwappedWorks() throws Failure {
        IsoTpAddress address = route("700", null, "708,7FF", "708,700"); // transmitter 708, receiver 700
        assertThat(address.responses()).containsExactly(CanFilter.exact(CanId.base(0x708)));
        assertThat(address.flowControl()).containsEntry(CanId.base(0x708), CanId.base(0x700));
    }

    @Test
    void aPairBesideAFilterForSomethingElseStillLetsItsEcuAnswer() throws Failure {
        IsoTpAddress address = route("713", null, "607,FFF", "713,77D");
        assertThat(address.responses())
                .containsExactly(CanFilter.exact(CanId.base(0x607)), CanFilter.exact(CanId.base(0x77D)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"744,7AE", "7AE,744"})
    void aPairWithoutHeaderLetsEitherSideAnswerBesideTheUsualEcus(String pair) throws Failure {
        IsoTpAddress address = route(null, null, null, pair);
        assertThat(address.request()).isEqualTo(IsoTpAddress.FUNCTIONAL_11);
        assertThat(address.responses())
                .containsExactlyInAnyOrder(
                        new CanFilter(CanId.base(0x7E8), 0x7F8),
                        CanFilter.exact(CanId.base(0x744)),
                        CanFilter.exact(CanId.base(0x7AE)));
        assertThat(address.flowControl()).containsEntry(CanId.base(0x7AE), CanId.base(0x744));
    }

    @ParameterizedTest
    @ValueSource(strings = {"6F1,607F1", "607F1,6F1", "\"6F1,607F1\""})
    void anExtendedAddressMayFollowTheResponseId(String pair) throws Failure {
        IsoTpAddress address = route("6F1", null, null, pair);
        assertThat(address.target()).isEqualTo(0x07);
        assertThat(address.source()).isEqualTo(0xF1);
        assertThat(address.responses()).containsExactly(CanFilter.exact(CanId.base(0x607)));
    }

    @Test
    void theExtendedAddressArgumentTakesPrecedenceOverThePair() throws Failure {
        assertThat(route("6F1", "12", null, "6F1,607F1").target()).isEqualTo(0x12);
        assertThat(route("6F1", "07", "607,7FF", "6F1,607").source()).isEqualTo(IsoTpAddress.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"7E4", "7E4,", ",7EC", "7E4,7EC,7ED", "7E4,7E4", "7E4;7EC", "7E4,ZZZ", "", "7E4,20000000"})
    void anInvalidPairIsRefused(String pair) {
        assertThatThrownBy(() -> route("7E4", null, null, pair))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("can_flow_control_id_pair: ");
    }

    @ParameterizedTest
    @CsvSource({
        "'2AA,7FF', '2aa,7ff'",
        "'2AA', '2aa,7ff'",
        "' 2AA , 7FF ', '2aa,7ff'",
        "'607,FFF', '607,7ff'",
        "'18DAF110', '18daf110,1fffffff'",
        "'18DAF100,1FFFFF00', '18daf100,1fffff00'",
        "'00000123', '00000123,1fffffff'",
        "'0,0', '000,000'",
        "'2AA,', '2aa,7ff'",
    })
    void filtersAreIdAndMask(String written, String filter) throws Failure {
        assertThat(route("1AA", null, written, null).responses().get(0)).hasToString(filter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "2AA,7FF,1", "xyz", "2AA,20000000", "123456789"})
    void anInvalidFilterIsRefused(String filter) {
        assertThatThrownBy(() -> route("1AA", null, filter, null))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("can_flow_control_filter: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100", "-1", "", "F 1", "XX"})
    void anExtendedAddressIsOneByte(String address) {
        assertThatThrownBy(() -> route("6F1", address, null, null))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("can_extended_address: ");
    }

    private static IsoTpAddress prioritized(String header, String priority, boolean wide) throws Failure {
        return new QueryRoute(header, null, priority, null, null, null).address(wide);
    }

    @Test
    void aPriorityIsPrependedToAShortWideHeader() throws Failure {
        assertThat(prioritized("DA10F1", "6", false).request()).hasToString("06da10f1");
        assertThat(prioritized(null, "1C", true).request()).hasToString("1cdb33f1");
    }

    @Test
    void aPriorityWithAnElevenBitIdIsRefused() {
        assertThatThrownBy(() -> prioritized("7E0", "18", false)).hasMessageContaining("header 7E0 has 11 bits");
        assertThatThrownBy(() -> prioritized("18DA10F1", "18", true)).hasMessageContaining("has its priority already");
        assertThatThrownBy(() -> prioritized(null, "18", false)).hasMessageStartingWith("can_priority: only a 29-bit");
        assertThatThrownBy(() -> prioritized("DA10F1", "20", true)).hasMessage("can_priority: '20' is more than 1F");
    }

    private static IsoTpAddress pgn(String written) throws Failure {
        return new QueryRoute("18EAFFF9", null, null, null, written, null).address(true);
    }

    @Test
    void aParameterGroupFilterIgnoresPriorityAndSource() throws Failure {
        assertThat(pgn("FEEE").responses()).hasToString("[00feee00,00ffff00]");
        assertThat(pgn("EA00,F9").responses()).hasToString("[00eaf900,00ffff00]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20000", "FEEE,100", "FEEE,1,2", "65262x"})
    void anInvalidParameterGroupIsRefused(String written) {
        assertThatThrownBy(() -> pgn(written)).isInstanceOf(Failure.class).hasMessageStartingWith("j1939_pgn_filter: ");
    }
}
