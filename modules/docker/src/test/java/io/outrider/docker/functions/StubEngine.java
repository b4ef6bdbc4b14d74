package io.outrider.docker.functions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Failure;
import io.outrider.docker.engine.Credentials;
import io.outrider.docker.engine.Engine;
import io.outrider.docker.engine.Engine.EngineEvent;
import io.outrider.docker.engine.Engine.EngineInfo;
import io.outrider.docker.engine.Engine.PullListener;
import io.outrider.docker.engine.EngineContainer;
import io.outrider.docker.engine.EngineImage;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.errors.DockerErrors;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/** Engine that is absent in each call that a test does not override. */
public class StubEngine implements Engine {
    protected static Failure absent() {
        return new Failure(DockerErrors.ENGINE_ABSENT, "no engine answers at /run/docker.sock; start Docker");
    }

    @Override
    public EngineInfo info() throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public List<EngineContainer> containers() throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public Optional<EngineContainer> container(String idOrName) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public JsonNode inspect(String idOrName) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public List<EngineImage> images() throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public Optional<EngineImage> image(String reference) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void logIn(Credentials credentials) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void pull(String reference, Credentials credentials, PullListener listener)
            throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public Set<String> cancelPulls(BiPredicate<String, Duration> unneeded) {
        return Set.of();
    }

    @Override
    public long pulledBytes() {
        return 0;
    }

    @Override
    public String create(String name, ObjectNode config) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void start(String id) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void stop(String id, Duration grace) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void rename(String id, String name) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void restartPolicy(String id, RestartPolicy policy) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void remove(String id, boolean volumes) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void removeImage(String reference) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public List<String> logs(String id, int lines) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void events(long sinceNanos, Consumer<EngineEvent> listener) throws Failure, InterruptedException {
        throw absent();
    }

    @Override
    public void close() {
        // nothing is open
    }
}
