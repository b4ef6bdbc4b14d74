package io.outrider.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Handle;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.testkit.ToyPortsModule.ToyPortsFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TestContextTest {
    private final ManualTicker ticker = new ManualTicker();
    private final TestContext context = new TestContext().withTicker(ticker);

    @Test
    void settingsAreThoseThatTheTestGives() throws Exception {
        assertThat(context.settings(ToyPortsFactory.Wired.class).version()).isNull();
        context.withSettings(Map.of("version", 7));
        assertThat(context.settings(ToyPortsFactory.Wired.class).version()).isEqualTo(7);
        context.withSettings(Map.of("versoin", 7));
        assertThatThrownBy(() -> context.settings(ToyPortsFactory.Wired.class)).isInstanceOf(Failure.class);
    }

    @Test
    void inhibitionsEndWithTheirHandlesAndExpiries() {
        Handle own = context.inhibitors().inhibit(Activity.SLEEP, "a release", Duration.ofSeconds(60));
        context.inhibitors().inhibit("other", Activity.POLLING, "a query", Duration.ofSeconds(10));
        ticker.advance(Duration.ofSeconds(9).toNanos());
        assertThat(context.inhibitors().active())
                .containsExactly(
                        new Inhibition(
                                RecordedInhibitors.OWN,
                                Activity.SLEEP,
                                "a release",
                                Duration.ofSeconds(9),
                                Duration.ofSeconds(51)),
                        new Inhibition(
                                "other", Activity.POLLING, "a query", Duration.ofSeconds(9), Duration.ofSeconds(1)));
        assertThat(context.inhibitors().active(Activity.POLLING)).hasSize(1);
        ticker.advance(Duration.ofSeconds(1).toNanos());
        assertThat(context.inhibitors().active(Activity.POLLING)).isEmpty();
        own.close();
        assertThat(context.inhibitors().active()).isEmpty();
    }

    @Test
    void callsReachTheCallerOfTheTest() throws Exception {
        assertThatThrownBy(() -> context.caller().call("test.ping", List.of(), Map.of()))
                .isInstanceOf(Failure.class)
                .hasMessage("there is no test.ping");
        context.withCaller((function, arg, kwarg) -> function + arg + kwarg);
        assertThat(context.caller().call("test.echo", List.of(1), Map.of("a", 2)))
                .isEqualTo("test.echo[1]{a=2}");
    }

    @Test
    void theRegisteredPartAndItsRequestsAreKept() throws Exception {
        assertThat(context.desiredPart()).isNull();
        ToyPortsModule module = new ToyPortsModule(context);
        DesiredPart part = context.desiredPart();
        assertThat(part).isSameAs(module);
        part.apply(Map.of("wired", "on"));
        assertThat(part.report()).isEqualTo(Map.of("wired", "on"));
        assertThat(context.reportRequests()).isZero();
        context.desired(part).run();
        assertThat(context.reportRequests()).isEqualTo(1);
    }

    @Test
    void aClientHasATokenAndTheApiCanBeOff() throws Exception {
        assertThat(context.withUnit("u-9").unit()).isEqualTo("u-9");
        assertThat(context.localApi().address()).isEqualTo("http://127.0.0.1:9000");
        assertThat(context.localApi().token("app")).isEqualTo("app.0ff1ce");
        assertThat(context.withLocalApi(null).localApi().address()).isNull();
    }
}
