package io.outrider.agent.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.testkit.MqttPair;
import io.outrider.wire.columns.BatchCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Telemetry records received at the broker, in the order of arrival. */
final class ArrivalCounter {
    /** One record with its identity. */
    record ArrivedRecord(String boot, long sequence, JsonNode fields) {
        String type() {
            return fields.path("@t").asText();
        }

        long value() {
            return fields.path("value").asLong();
        }

        String identity() {
            return boot + " " + sequence;
        }
    }

    private final ObjectMapper mapper = new ObjectMapper();
    private final BatchCodec codec = new BatchCodec();
    private final MqttPair.Subscription subscription;

    ArrivalCounter(MqttPair fleet) {
        subscription = fleet.subscribe("outrider/v1/" + RunningDaemon.UNIT + "/telemetry");
    }

    List<List<ArrivedRecord>> batches() {
        List<List<ArrivedRecord>> batches = new ArrayList<>();
        for (MqttPair.ReceivedMessage message : subscription.all()) {
            try {
                BatchCodec.Rows rows = codec.decode(message.payload());
                if (!rows.unit().equals(RunningDaemon.UNIT)) {
                    throw new AssertionError("of " + rows.unit());
                }
                batches.add(rows.rows().stream()
                        .map(each -> new ArrivedRecord(rows.boot(), each.sequence(), mapper.valueToTree(each.row())))
                        .toList());
            } catch (IOException e) {
                throw new AssertionError("no batch: " + message.text(), e);
            }
        }
        return batches;
    }

    List<ArrivedRecord> rows() {
        return batches().stream().flatMap(List::stream).toList();
    }

    List<ArrivedRecord> rows(String type) {
        return rows().stream().filter(each -> each.type().equals(type)).toList();
    }

    /** Records of a type, each counted once: a batch whose acknowledgement is late comes again. */
    long different(String type) {
        return rows(type).stream().map(ArrivedRecord::identity).distinct().count();
    }

    List<Long> values(String type) {
        return rows(type).stream().map(ArrivedRecord::value).toList();
    }

    /** Records that came again. */
    long repeated() {
        List<ArrivedRecord> all = rows();
        return all.size() - all.stream().map(ArrivedRecord::identity).distinct().count();
    }
}
