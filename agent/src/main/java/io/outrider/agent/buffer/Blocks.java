package io.outrider.agent.buffer;

import io.outrider.agent.buffer.Head.Gone;
import io.outrider.agent.buffer.Stock.Row;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Moment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes blocks. */
final class Blocks {
    private static final Logger LOG = LoggerFactory.getLogger(Blocks.class);
    private static final int MOST_BYTES = 1 << 19;
    private static final int MOST_RECORDS = 500;

    private Blocks() {}

    /** Blocks for the fresh lane, of one priority each, of records that get the numbers after this one. */
    static List<Block> of(Lane fresh, List<Row> rows, List<Gone> gone, long run, long boot, long sequence) {
        List<Block> blocks = new ArrayList<>();
        for (Priority priority : Priority.values()) {
            int bytes = 0;
            List<Integer> part = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                if (row.sample().priority() != priority) {
                    continue;
                }
                part.add(i);
                bytes += row.bytes().length;
                if (bytes > MOST_BYTES || part.size() == MOST_RECORDS) {
                    blocks.add(block(fresh, rows, part, gone, run, boot, sequence));
                    part = new ArrayList<>();
                    bytes = 0;
                }
            }
            if (!part.isEmpty()) {
                blocks.add(block(fresh, rows, part, gone, run, boot, sequence));
            }
        }
        return blocks;
    }

    private static Block block(
            Lane fresh, List<Row> rows, List<Integer> part, List<Gone> gone, long run, long boot, long sequence) {
        List<byte[]> bytes = new ArrayList<>(part.size());
        List<Integer> distances = new ArrayList<>(part.size());
        List<Sample> samples = new ArrayList<>(part.size());
        for (int index : part) {
            bytes.add(rows.get(index).bytes());
            samples.add(rows.get(index).sample());
            distances.add(index - part.get(0));
        }
        long first = sequence + 1 + part.get(0);
        Head head = head(false, run, boot, samples, first, first + distances.get(distances.size() - 1), gone);
        return new Block(fresh, head, head.before(Rows.body(bytes, distances)));
    }

    /** A block for a packed lane; not packed if that does not work. */
    static Block packed(Lane lane, List<Numbered> records, Packing packing, Head like) throws IOException {
        List<Sample> samples = records.stream().map(Numbered::sample).toList();
        long first = records.get(0).sequence();
        long last = records.get(records.size() - 1).sequence();
        byte[] body = body(records, packing);
        boolean isPacked = body != null;
        if (!isPacked) {
            List<byte[]> rows = new ArrayList<>(samples.size());
            for (Sample sample : samples) {
                rows.add(Rows.row(sample));
            }
            body = Rows.body(
                    rows,
                    records.stream()
                            .map(each -> (int) (each.sequence() - first))
                            .toList());
        }
        Head head = head(isPacked, like.run(), like.boot(), samples, first, last, List.of());
        return new Block(lane, head, head.before(body));
    }

    private static byte[] body(List<Numbered> records, Packing packing) {
        try {
            byte[] packed = packing.pack(records);
            return packed.length <= MOST_BYTES ? packed : null;
        } catch (RuntimeException e) {
            LOG.error("{} records could not be packed and are kept as they are", records.size(), e);
            return null;
        }
    }

    private static Head head(
            boolean packed, long run, long boot, List<Sample> samples, long first, long last, List<Gone> gone) {
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        boolean tellsLoss = false;
        for (Sample sample : samples) {
            Moment at = sample.at();
            oldest = Math.min(oldest, at.micros());
            newest = Math.max(newest, at.trusted() ? at.micros() : Long.MAX_VALUE);
            tellsLoss |= sample.type().equals(Losses.TYPE);
        }
        Priority priority = samples.get(0).priority();
        return new Head(
                packed, 0, 0, run, boot, priority, samples.size(), first, last, oldest, newest, tellsLoss, gone);
    }
}
