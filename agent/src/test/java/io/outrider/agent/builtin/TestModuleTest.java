package io.outrider.agent.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.testing.WrongArguments;
import io.outrider.api.Call;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code test.*} and {@code sys.*}, in a time that passes only by sleeping. */
class TestModuleTest {
    private final Ticker ticker = new Ticker() {
        private long now = 77;

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void sleep(long nanos) {
            now += nanos;
        }
    };
    private final Binder binder = new Binder(Json.mapper());
    private final Signatures declared = new Signatures(
            binder,
            Stream.of(TestModule.SIGNATURES, SysModule.SIGNATURES)
                    .<Signature<?>>flatMap(List::stream)
                    .toList());
    private final Functions functions =
            new Functions(binder, List.of(new TestModule("1.2.3", ticker), new SysModule(declared)));

    private Object run(String name, Object... positional) throws Exception {
        return functions.prepare(name, List.of(positional), Map.of()).run();
    }

    @Test
    void sleepReportsProgressEachSecond() throws Exception {
        List<String> progress = new ArrayList<>();
        Call call = new Call() {
            @Override
            public String jid() {
                return "1";
            }

            @Override
            public void progress(long done, long total, String unit, String what) {
                progress.add(done + "/" + total + " " + unit + " " + what);
            }
        };
        assertThat(functions.prepare("test.sleep", List.of(2.5), Map.of()).run(call))
                .isEqualTo(true);
        assertThat(progress).containsExactly("0/3 s sleeping", "1/3 s sleeping", "2/3 s sleeping");
        assertThat(ticker.nanos()).isEqualTo(2_500_000_077L);
    }

    @Test
    void invalidLengthsAreRejected() {
        for (Object wrong : List.of(-1, 86_401, 1e300, "long", Double.NaN)) {
            assertThatThrownBy(() -> run("test.sleep", wrong)).hasMessageStartingWith("test.sleep: length: ");
        }
    }

    @Test
    void pingReturnsTrue() throws Exception {
        assertThat(run("test.ping")).isEqualTo(true);
        assertThat(run("test.version")).isEqualTo("1.2.3");
        assertThat(run("test.echo", List.of(1, "a"))).isEqualTo(List.of(1, "a"));
    }

    @Test
    void functionsAreListedByModuleAndDescribed() throws Exception {
        assertThat(run("sys.list_functions", "test"))
                .isEqualTo(List.of("test.echo", "test.ping", "test.sleep", "test.version"));
        assertThat(run("sys.list_functions", "tes")).isEqualTo(List.of());
        assertThat(((Map<?, ?>) run("sys.doc", "test.ping")).keySet()).hasToString("[test.ping]");
        assertThat(run("sys.argspec", "test.sleep").toString()).contains("args=[length]", "kinds=[number]");
        assertThatThrownBy(() -> run("sys.argspec", "test.slep")).hasMessageContaining("test.sleep");
    }

    @Test
    void wrongArgumentsAreRefusedByName() {
        functions.all().forEach(each -> WrongArguments.check(functions, each));
    }
}
