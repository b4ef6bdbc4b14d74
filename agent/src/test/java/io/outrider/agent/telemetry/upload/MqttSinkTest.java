package io.outrider.agent.telemetry.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.wire.Batch;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MqttSinkTest {
    private final List<byte[]> payloads = new ArrayList<>();
    private long counted;

    private static Batch batch(Object value) {
        MemoryBacklog backlog = new MemoryBacklog();
        backlog.put(MemoryBacklog.record(value, io.outrider.wire.Priority.NORMAL));
        return backlog.take(io.outrider.agent.telemetry.buffer.Backlog.Order.OLDEST, 10);
    }

    private SinkResult resultOf(Object value, Consumer<PublishCallback> broker) {
        List<SinkResult> results = new ArrayList<>();
        Publisher publisher = (topic, payload, receipt) -> {
            assertThat(topic).isEqualTo("telemetry");
            payloads.add(payload);
            if (broker == null) {
                return false;
            }
            broker.accept(receipt);
            return true;
        };
        try (MqttSink sink = new MqttSink("unit-1", publisher, () -> true)) {
            sink.send(batch(value), (result, bytes) -> {
                results.add(result);
                counted = bytes;
            });
        }
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    @Test
    void aBatchInColumnsNamesItsUnitAndBoot() throws IOException {
        assertThat(resultOf(5, PublishCallback::acknowledged)).isEqualTo(new SinkResult.Delivered());
        BatchCodec.Rows rows = new BatchCodec().decode(payloads.get(0));
        assertThat(rows.unit()).isEqualTo("unit-1");
        assertThat(rows.boot()).isEqualTo(MemoryBacklog.BOOT);
        assertThat(rows.rows().get(0).row()).containsEntry("value", 5).containsEntry("@t", "obd.rpm");
    }

    @Test
    void brokerResponsesMapToResults() {
        assertThat(resultOf(1, PublishCallback::unheard)).isEqualTo(new SinkResult.NoSubscribers());
        assertThat(resultOf(1, PublishCallback::failed)).isInstanceOf(SinkResult.Dropped.class);
        assertThat(resultOf(1, each -> each.refused("too long", true))).isEqualTo(new SinkResult.Refused("too long"));
        assertThat(resultOf(1, each -> each.refused("quota", false))).isEqualTo(new SinkResult.Retry("quota", null));
        assertThat(resultOf(1, null)).isInstanceOf(SinkResult.Retry.class);
    }

    @Test
    void bytesThatNeverLeftAreNotCounted() {
        assertThat(resultOf(1, each -> each.tooLong("64 KB"))).isEqualTo(new SinkResult.TooLarge("64 KB"));
        assertThat(counted).isZero();
        assertThat(resultOf(1, PublishCallback::unsent)).isInstanceOf(SinkResult.Retry.class);
        assertThat(counted).isZero();
        assertThat(resultOf(1, null)).isInstanceOf(SinkResult.Retry.class);
        assertThat(counted).isZero();
    }

    @Test
    void sentBytesAreCountedWhateverTheResult() {
        List<Consumer<PublishCallback>> fates = List.of(
                PublishCallback::acknowledged,
                PublishCallback::unheard,
                PublishCallback::failed,
                each -> each.refused("quota", false));
        for (Consumer<PublishCallback> fate : fates) {
            resultOf(1, fate);
            assertThat(counted).isEqualTo(payloads.get(0).length).isPositive();
        }
    }

    @Test
    void aBatchTooLargeForAMessageIsNotPublished() {
        assertThat(resultOf(Collections.nCopies(1_000_001, 1), PublishCallback::acknowledged))
                .isInstanceOf(SinkResult.TooLarge.class);
        assertThat(payloads).isEmpty();
    }
}
