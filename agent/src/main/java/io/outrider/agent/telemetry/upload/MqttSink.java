package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.wire.Batch;
import io.outrider.wire.columns.BatchCodec;
import java.util.function.BooleanSupplier;

/** Batches as columns to the broker. The broker has them when it says so. */
public final class MqttSink implements BatchSink {
    /** Messages of one unit under way at once. */
    private static final int WINDOW = 4;

    /**
     * Bytes of a batch of several records. Brokers have limits, some 128 KiB, and who exceeds them loses the connection; a
     * record alone is smaller by far.
     */
    static final int MOST_BYTES = 120 << 10;

    private final String unit;
    private final Publisher outlet;
    private final BooleanSupplier connected;
    private final BatchCodec codec = new BatchCodec();

    public MqttSink(String unit, Publisher outlet, BooleanSupplier connected) {
        this.unit = unit;
        this.outlet = outlet;
        this.connected = connected;
    }

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
        return WINDOW;
    }

    @Override
    public void send(Batch batch, Answer answer) {
        byte[] payload;
        try {
            payload = codec.encode(unit, batch);
        } catch (IllegalArgumentException e) {
            answer.is(new SinkResult.TooLarge(e.getMessage()), 0);
            return;
        }
        if (payload.length > MOST_BYTES && batch.records().size() > 1) {
            answer.is(new SinkResult.TooLarge("a batch has " + payload.length + " bytes"), 0);
            return;
        }
        boolean taken = outlet.publish("telemetry", payload, new PublishCallback() {
            @Override
            public void acknowledged() {
                answer.is(new SinkResult.Accepted(), payload.length);
            }

            @Override
            public void unheard() {
                answer.is(new SinkResult.Unheard(), payload.length);
            }

            @Override
            public void failed() {
                answer.is(new SinkResult.Dropped("the broker did not acknowledge it"), payload.length);
            }

            @Override
            public void unsent() {
                answer.is(new SinkResult.Later("the connection ended before it was sent", null), 0);
            }

            @Override
            public void tooLong(String why) {
                answer.is(new SinkResult.TooLarge(why), 0);
            }

            @Override
            public void refused(String why, boolean forGood) {
                SinkResult verdict = forGood ? new SinkResult.Refused(why) : new SinkResult.Later(why, null);
                answer.is(verdict, payload.length);
            }
        });
        if (!taken) {
            answer.is(new SinkResult.Later("the link takes nothing now", null), 0);
        }
    }

    @Override
    public void close() {} // the link is not ours, and tells what became of what is under way
}
