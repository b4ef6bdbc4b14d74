package io.outrider.bench.car.replay;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Handwritten records after the examples of SAE J1979 and ISO 14229-1. */
final class CaptureRecords {
    static final String RPM = line("{}", "7DF", "010C", "7E804410C1AF8000000");

    static final String VIN =
            line("{}", "7E0", "0902", "7E81014490201314434", "7E82147503030523535", "7E82242313233343536");

    /** Two responders, one with several frames and one with a single unpadded frame. */
    static final String CODES = line("{}", "7DF", "03", "7E81008430301430196", "7E90443010700", "7E82196023400000000");

    /** Two responders with interleaved long answers, and one with a negative response. */
    static final String CALIBRATIONS = line(
            "{}",
            "7DF",
            "0904",
            "7E8101349040147534D",
            "7E91013490401544D42",
            "7E82142363335343637",
            "7E92142363335343637",
            "7EA037F091100000000",
            "7E82231203131320000",
            "7E92232203131330000");

    static final String PENDING =
            line("{}", "7E4", "220101", "7EC037F2278AAAAAAAA", "7EC1009620101112233", "7EC21445566");

    static final String EXTENDED = line(
            "{\"can_extended_address\": \"07\", \"can_flow_control_id_pair\": \"6F1,607\"}",
            "6F1",
            "22DD69",
            "607F1100762DD69FFFF",
            "607F121FD07FFFFFFFF");

    static final String WIDE = line("{}", "18DA10F1", "222660", "18DAF1101009622660010203", "18DAF11021040506");

    /** Ids without a rule, related by the id pair only. */
    static final String ODD_IDS =
            line("{\"can_flow_control_id_pair\": \"1AA, 2AA\"}", "123", "0001", "2AA100A400143444546", "2AA2147484900");

    /** A request of two frames. */
    static final String LONG_REQUEST = line("{}", "7E4", "220101010201030104", "7EC03620101");

    private CaptureRecords() {}

    private static String line(String kwarg, String id, String payload, String... frames) {
        String quoted = Stream.of(frames).map(frame -> '"' + frame + '"').collect(Collectors.joining(", "));
        return String.format(
                "{\"vehicle\": \"none\", \"arg\": [\"X\"], \"kwarg\": %s, \"request\": [\"%s\", \"%s\"],"
                        + " \"response_frames\": [%s], \"payload\": \"\", \"value\": 1, \"note\": \"unknown\"}",
                kwarg, id, payload, quoted);
    }

    static CaptureRecord record(String line) {
        CaptureFile file = CaptureFile.parse(List.of(line));
        if (!file.bad().isEmpty()) {
            throw new IllegalArgumentException(file.bad().toString());
        }
        return file.records().get(0);
    }
}
