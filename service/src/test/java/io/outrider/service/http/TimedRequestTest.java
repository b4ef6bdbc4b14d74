package io.outrider.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.junit.jupiter.api.Test;

/** Ends of a request's time; the server's request is a fake, as the moments of its reads are not to be had at will. */
class TimedRequestTest {
    private final List<String> calls = new ArrayList<>();
    private final List<Runnable> demands = new ArrayList<>();
    private Runnable duringRead = () -> {};
    private Runnable duringDemand = () -> {};
    private final TimedRequest request = new TimedRequest(proxy(Request.class));

    private <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            calls.add(method.getName());
            switch (method.getName()) {
                case "read" -> duringRead.run();
                case "demand" -> {
                    demands.add((Runnable) given[0]);
                    duringDemand.run();
                }
                case "execute" -> ((Runnable) given[0]).run();
                case "getContext" -> {
                    return proxy(Context.class);
                }
                default -> {}
            }
            return null;
        }));
    }

    private void isTooSlow(Content.Chunk chunk) {
        assertThat(Content.Chunk.isFailure(chunk, true)).isTrue();
        assertThat(chunk.getFailure()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void readUnderWayEndsByItselfAndTheNextFails() {
        duringRead = request::end;
        assertThat(request.read()).isNull();
        isTooSlow(request.read());
        assertThat(calls).containsExactly("read", "getContext", "execute");
    }

    @Test
    void readerThatWaitsIsWokenOnce() {
        request.read();
        List<Content.Chunk> read = new ArrayList<>();
        request.demand(() -> read.add(request.read()));
        request.end();
        assertThat(read).hasSize(1);
        isTooSlow(read.get(0));
        demands.get(0).run(); // of the server, for which something came
        assertThat(read).hasSize(1);
    }

    @Test
    void readerThatWaitsAfterTheEndWaitsForNothing() {
        request.read();
        request.end(); // between a read without a result and the wait for more
        List<Content.Chunk> read = new ArrayList<>();
        request.demand(() -> read.add(request.read()));
        assertThat(read).hasSize(1);
        isTooSlow(read.get(0));
        assertThat(demands).isEmpty();
    }

    @Test
    void endDuringTheServersOwnDemandLeavesTheReaderToItsEnd() {
        List<Content.Chunk> read = new ArrayList<>();
        duringDemand = request::end;
        request.demand(() -> read.add(request.read()));
        assertThat(read).hasSize(1);
        isTooSlow(read.get(0));
        assertThat(calls).containsExactly("demand");
    }
}
