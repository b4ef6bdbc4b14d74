package io.outrider.bench.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Reading;
import io.outrider.api.Ticker;
import io.outrider.bench.BenchAgent;
import io.outrider.bench.car.replay.CaptureRecord;
import io.outrider.bench.car.replay.ReplayCar;
import io.outrider.can.BusException;
import io.outrider.can.CanBus;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runner of recorded queries against a vehicle that answers with the recorded frames. */
final class RecordedQueries implements AutoCloseable {
    private final ObjectMapper json = new ObjectMapper();
    private final Supplier<CanBus> buses;
    private final Clock clock;
    private final Ticker ticker;
    private CanBus carBus;
    private ReplayCar car;
    private ModuleRegistry agent;
    private String vehicle;

    RecordedQueries(Supplier<CanBus> buses, Clock clock, Ticker ticker) {
        this.buses = buses;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** Description of a difference from the recording; empty for none. */
    Optional<String> difference(JsonNode row)
            throws JsonProcessingException, BusException, Failure, InterruptedException {
        CaptureRecord record = json.treeToValue(row, CaptureRecord.class);
        prepare(record);
        car.load(record);
        String query = record.vehicle() + " " + record.arg() + " " + record.kwarg();
        try {
            Object result = agent.functions()
                    .prepare("obd.query", record.arg(), record.kwarg())
                    .run();
            Object value = ((Reading) result).value();
            if (ExpectedValue.matches(record.value(), value)) {
                return Optional.empty();
            }
            return Optional.of(query + ": expected " + record.value() + ", got " + json.valueToTree(value));
        } catch (Failure e) {
            if (row.has("error") && !row.has("value")) {
                return Optional.empty();
            }
            return Optional.of(
                    query + ": expected " + record.value() + ", got " + e.getMessage() + " (" + car.statistics() + ")");
        }
    }

    /** Starts a new agent for another vehicle, as an agent keeps what it has learnt of one. */
    private void prepare(CaptureRecord record) throws BusException, Failure {
        if (car == null) {
            carBus = buses.get();
            car = new ReplayCar(carBus, ticker);
        }
        if (agent == null
                || !record.vehicle().equals(vehicle)
                || !record.kwarg().containsKey("header")) {
            closeAgent();
            agent = BenchAgent.on(buses.get(), Settings.of(List.of("obd.share_ms=0")), clock, ticker);
            vehicle = record.vehicle();
        }
    }

    private void closeAgent() {
        if (agent != null) {
            agent.close();
        }
    }

    @Override
    public void close() {
        closeAgent();
        if (car != null) {
            car.close();
            carBus.close();
        }
    }
}
