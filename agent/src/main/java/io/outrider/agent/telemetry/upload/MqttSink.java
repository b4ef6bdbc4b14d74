package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.wire.Batch;
import io.outrider.wire.columns.BatchCodec;
import java.util.function.BooleanSupplier;

/** MQTT sink: publishes batches in the columnar format; a PUBACK completes them. */
public record MqttSink(String unit, Publisher publisher, BooleanSupplier connected) implements BatchSink {
    private static final BatchCodec CODEC = new BatchCodec();

    /** Most bytes of a batch of several records: a broker drops a connection that exceeds its limit, 128 KiB at some. */
    static final int MOST_BYTES = 120 << 10;

    @Override
    public String name() {
        return "mqtt";
    }

    @Override
    public boolean ready() {
        return connected.getAsBoolean();
    }

    @Override
    public int window() {
        return 4;
    }

    @Override
    public void send(Batch batch, Callback callback) {
        byte[] payload;
        try {
            payload = CODEC.encode(unit, batch);
        } catch (IllegalArgumentException e) {
            callback.completed(new SinkResult.TooLarge(e.getMessage()), 0);
            return;
        }
        if (payload.length > MOST_BYTES && batch.records().size() > 1) {
            callback.completed(new SinkResult.TooLarge("a batch has " + payload.length + " bytes"), 0);
            return;
        }
        boolean accepted = publisher.publish("telemetry", payload, new PublishCallback() {
            @Override
            public void acknowledged() {
                callback.completed(new SinkResult.Delivered(), payload.length);
            }

            @Override
            public void unheard() {
                callback.completed(new SinkResult.NoSubscribers(), payload.length);
            }

            @Override
            public void failed() {
                callback.completed(new SinkResult.Dropped("the broker did not acknowledge it"), payload.length);
            }

            @Override
            public void unsent() {
                callback.completed(new SinkResult.Retry("the connection ended before it was sent", null), 0);
            }

            @Override
            public void tooLong(String why) {
                callback.completed(new SinkResult.TooLarge(why), 0);
            }

            @Override
            public void refused(String why, boolean forGood) {
                SinkResult result = forGood ? new SinkResult.Refused(why) : new SinkResult.Retry(why, null);
                callback.completed(result, payload.length);
            }
        });
        if (!accepted) {
            callback.completed(new SinkResult.Retry("the link takes nothing now", null), 0);
        }
    }

    @Override
    public void close() {} // the caller owns the link, which still completes batches in flight
}
