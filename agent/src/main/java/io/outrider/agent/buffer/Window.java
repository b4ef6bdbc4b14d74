package io.outrider.agent.buffer;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of what waited at a moment.
 *
 * @param blocks copies, nobody else's
 * @param before how many of the records in them are passed over
 * @param most records
 */
record Window(List<Block> blocks, long before, int most, Packing packing) {
    /** Reads them; without those that cannot be read or were dropped meanwhile. */
    List<Numbered> records() {
        List<Numbered> found = new ArrayList<>();
        long over = before;
        for (Block block : blocks) {
            List<Numbered> records;
            try {
                records = block.records(packing);
            } catch (IOException e) {
                over = Math.max(0, over - block.left());
                continue; // it is told when it is to be delivered
            }
            for (int i = 0; i < records.size() && found.size() < most; i++) {
                if (!block.done.get(i) && --over < 0) {
                    found.add(records.get(i));
                }
            }
        }
        return found;
    }
}
