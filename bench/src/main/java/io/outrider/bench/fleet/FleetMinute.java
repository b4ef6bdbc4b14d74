package io.outrider.bench.fleet;

import io.outrider.bench.measure.DriveRecords;
import io.outrider.wire.Micros;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Records of a minute, which all units share, as they differ in their sequences only: of one that drives, and of a parked one. */
record FleetMinute(List<TelemetryRecord> driving, List<TelemetryRecord> parked) {
    private static final int SECONDS = 60;
    private static final int PARKED_SECONDS = 10;

    /** @param end of the minute */
    static FleetMinute before(Instant end, DriveRecords drive) {
        long begin = Micros.of(end) - SECONDS * Micros.SECOND;
        List<TelemetryRecord> driving = new ArrayList<>();
        List<TelemetryRecord> parked = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            List<TelemetryRecord> second = drive.second(begin / Micros.SECOND + i, begin + i * Micros.SECOND);
            driving.addAll(second);
            if (i % PARKED_SECONDS == 0) {
                second.stream().filter(each -> each.type().equals("obd.bat")).forEach(parked::add);
            }
        }
        return new FleetMinute(List.copyOf(driving), List.copyOf(parked));
    }

    /** @param last sequence before them */
    List<SequencedRecord> records(boolean drives, long last) {
        List<TelemetryRecord> records = drives ? driving : parked;
        List<SequencedRecord> sequenced = new ArrayList<>(records.size());
        for (int i = 0; i < records.size(); i++) {
            sequenced.add(new SequencedRecord(last + 1 + i, records.get(i)));
        }
        return sequenced;
    }
}
