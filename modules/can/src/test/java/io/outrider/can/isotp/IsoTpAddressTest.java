package io.outrider.can.isotp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.can.CanFilter;
import io.outrider.can.CanId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IsoTpAddressTest {
    @Test
    void theStandardsPairsBelongTogetherBothWays() {
        assertThat(IsoTpAddress.partner(CanId.base(0x7E8))).contains(CanId.base(0x7E0));
        assertThat(IsoTpAddress.partner(CanId.base(0x7E7))).contains(CanId.base(0x7EF));
        assertThat(IsoTpAddress.partner(CanId.extended(0x18DAF110))).contains(CanId.extended(0x18DA10F1));
        assertThat(IsoTpAddress.partner(CanId.extended(0x18DA10F1))).contains(CanId.extended(0x18DAF110));
    }

    @Test
    void otherIdsHaveNoKnownPartner() {
        for (CanId id : List.of(
                CanId.base(0x7DF),
                CanId.base(0x7F0),
                CanId.base(0x6A1),
                CanId.extended(0x7E8),
                CanId.extended(0x18DB33F1))) {
            assertThat(IsoTpAddress.partner(id)).isEmpty();
        }
    }

    @Test
    void functionalIdsAreThoseOfTheStandard() {
        assertThat(IsoTpAddress.isFunctional(CanId.base(0x7DF))).isTrue();
        assertThat(IsoTpAddress.isFunctional(CanId.extended(0x18DB33F1))).isTrue();
        assertThat(IsoTpAddress.isFunctional(CanId.base(0x7E0))).isFalse();
        assertThat(IsoTpAddress.isFunctional(CanId.extended(0x18DA10F1))).isFalse();
        assertThat(IsoTpAddress.isFunctional(CanId.extended(0x7DF))).isFalse();
        assertThat(IsoTpAddress.functional(true).isFunctional()).isTrue();
    }

    @Test
    void flowControlOfAPhysicalRequestGoesWhereTheRequestWent() {
        IsoTpAddress odd = IsoTpAddress.between(CanId.base(0x714), CanId.base(0x77E));
        assertThat(odd.flowControlTo(CanId.base(0x77E))).contains(CanId.base(0x714));
        assertThat(odd.hasOneResponder()).isTrue();
    }

    @Test
    void flowControlGoesToTheConfiguredId() {
        IsoTpAddress address = new IsoTpAddress(
                CanId.base(0x7E0),
                -1,
                List.of(CanFilter.exact(CanId.base(0x7E8))),
                -1,
                Map.of(CanId.base(0x7E8), CanId.base(0x7E1)));
        assertThat(address.flowControlTo(CanId.base(0x7E8))).contains(CanId.base(0x7E1));
    }

    @Test
    void anAddressWithoutResponsesIsRefused() {
        assertThatThrownBy(() -> new IsoTpAddress(CanId.base(1), -1, List.of(), -1, Map.of()))
                .hasMessageContaining("whose answers");
    }
}
