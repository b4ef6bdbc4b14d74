package io.outrider.agent.columns;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.outrider.agent.buffer.Numbered;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Moment;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads what {@link SheetWriter} has written, from whomever it comes. */
final class SheetReader {
    private final JsonFactory factory;
    private final boolean whole;

    /** @param whole whether there has to be what is for the disk only; else moments have no monotonic clock */
    SheetReader(JsonFactory factory, boolean whole) {
        this.factory = factory;
        this.whole = whole;
    }

    record Sheet(Map<?, ?> head, List<Numbered> records) {
        String text(String name) throws IOException {
            if (head.get(name) instanceof String text) {
                return text;
            }
            throw new IOException("'" + name + "' is missing");
        }
    }

    Sheet read(byte[] bytes) throws IOException {
        Allowance allowance = new Allowance(Limits.VALUES);
        byte[] plain = Gzip.plain(bytes);
        Object read;
        try (JsonParser from = factory.createParser(plain)) {
            from.nextToken();
            read = Values.read(from, allowance);
            if (from.nextToken() != null) {
                throw new IOException("there is something behind the end");
            }
        }
        if (!(read instanceof Map<?, ?> head) || !Integer.valueOf(1).equals(head.get("columns"))) {
            throw new IOException("these are no columns of version 1");
        }
        List<List<Sample>> groups = groups(head.get("groups"), allowance);
        return new Sheet(head, numbered(head, ordered(groups, head.get("order"))));
    }

    private List<List<Sample>> groups(Object list, Allowance allowance) throws IOException {
        if (!(list instanceof List<?> all) || all.isEmpty()) {
            throw new IOException("there are no groups");
        }
        List<List<Sample>> groups = new ArrayList<>();
        List<List<Object>> times = new ArrayList<>();
        int total = 0;
        for (Object each : all) {
            if (!(each instanceof Map<?, ?> group)
                    || !(group.get("t") instanceof String)
                    || !(group.get("n") instanceof Integer count)
                    || !(group.get("row") instanceof Map<?, ?>)) {
                throw new IOException("a group lacks its type, number or row");
            }
            total += count < 1 || count > Limits.RECORDS ? Limits.RECORDS + 1 : count;
            if (total > Limits.RECORDS) {
                throw new IOException("a group has too many records, or none");
            }
            allowance.take(4L * count);
            times.add(times(group.get("at"), times, count));
            groups.add(samples(group, count, times.get(times.size() - 1), allowance));
        }
        return groups;
    }

    private static List<Object> times(Object at, List<List<Object>> known, int count) throws IOException {
        if (at instanceof List<?> column) {
            return Column.read(column, count);
        }
        if (at instanceof Integer index
                && index >= 0
                && index < known.size()
                && known.get(index).size() == count) {
            return known.get(index);
        }
        throw new IOException("a group lacks its times");
    }

    private List<Sample> samples(Map<?, ?> group, int count, List<Object> times, Allowance allowance)
            throws IOException {
        List<Map<String, Object>> rows = Group.rows((Map<?, ?>) group.get("row"), count, allowance);
        List<Object> trusted = group.containsKey("trusted") ? column(group, "trusted", count) : null;
        List<Object> since = whole ? column(group, "since", count) : null;
        List<Object> priority = whole ? column(group, "priority", count) : null;
        List<Sample> samples = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long micros = exact(number(times.get(i)));
            long up = whole ? exact(BigInteger.valueOf(micros).subtract(number(since.get(i)))) : 0;
            boolean known = trusted == null || flag(trusted.get(i));
            samples.add(new Sample(
                    (String) group.get("t"),
                    new Moment(micros, up, known),
                    rows.get(i),
                    whole ? priority(priority.get(i)) : Priority.NORMAL));
        }
        return samples;
    }

    private static List<Object> column(Map<?, ?> group, String name, int count) throws IOException {
        if (group.get(name) instanceof List<?> column) {
            return Column.read(column, count);
        }
        throw new IOException("a group lacks '" + name + "'");
    }

    private static List<Sample> ordered(List<List<Sample>> groups, Object order) throws IOException {
        List<Sample> all = new ArrayList<>();
        groups.forEach(all::addAll);
        if (order == null) {
            all.sort(Comparator.comparingLong(each -> each.at().micros()));
            return all;
        }
        if (!(order instanceof String text)) {
            throw new IOException("the order is no text");
        }
        List<Sample> ordered = new ArrayList<>(all.size());
        int[] taken = new int[groups.size()];
        for (int group : PackedInts.unsigned(text, all.size(), groups.size())) {
            if (taken[group] == groups.get(group).size()) {
                throw new IOException("the order has more of a group than there are");
            }
            ordered.add(groups.get(group).get(taken[group]++));
        }
        return ordered;
    }

    private static List<Numbered> numbered(Map<?, ?> head, List<Sample> samples) throws IOException {
        long next = exact(number(head.get("first")));
        List<?> gaps = head.get("gaps") instanceof List<?> list ? list : List.of();
        if (gaps.size() % 2 != 0 || gaps.isEmpty() && head.get("gaps") != null) {
            throw new IOException("the gaps are not told in pairs");
        }
        int gap = 0;
        List<Numbered> records = new ArrayList<>(samples.size());
        for (int i = 0; i < samples.size(); i++) {
            if (gap < gaps.size() && number(gaps.get(gap)).equals(BigInteger.valueOf(i))) {
                BigInteger missing = number(gaps.get(gap + 1));
                if (missing.signum() <= 0) {
                    throw new IOException("a gap has no length");
                }
                next = exact(BigInteger.valueOf(next).add(missing));
                gap += 2;
            }
            records.add(new Numbered(next++, samples.get(i)));
        }
        if (gap != gaps.size() || next < records.get(0).sequence()) {
            throw new IOException("the gaps do not fit the records");
        }
        return records;
    }

    private static boolean flag(Object value) throws IOException {
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw new IOException("whether a time is trusted is neither true nor false");
    }

    private static Priority priority(Object value) throws IOException {
        for (Priority each : Priority.values()) {
            if (each.name().equals(value)) {
                return each;
            }
        }
        throw new IOException("there is an unknown priority");
    }

    private static long exact(BigInteger number) throws IOException {
        if (number.bitLength() >= Long.SIZE) {
            throw new IOException("a number is beyond 64 bits");
        }
        return number.longValue();
    }

    /** A whole number of 64 bits, or a greater one if that is allowed there. */
    private static BigInteger number(Object value) throws IOException {
        if (value instanceof Integer || value instanceof Long) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        if (value instanceof BigInteger big && big.bitLength() <= Long.SIZE + 1) {
            return big;
        }
        throw new IOException("a whole number is missing, or too large");
    }
}
