package io.outrider.obd.testing;

import io.outrider.api.Ticker;
import io.outrider.can.BusException;
import io.outrider.can.CanFrame;
import io.outrider.can.CanPort;
import io.outrider.can.Candump;
import io.outrider.can.VirtualBus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Simulated vehicle whose ECUs answer given frames, written {@code 7DF#02010C}; requests are compared after padding
 * with 00 to 8 bytes. An answer {@code 120ms 7E8#04410C0FA0} is sent that long after the request. Any thread.
 */
public final class Car implements AutoCloseable {
    private static final long MICROS = TimeUnit.MILLISECONDS.toMicros(1);

    private final VirtualBus bus =
            new VirtualBus("virtual0", Ticker.system(), () -> System.currentTimeMillis() * MICROS);
    private final CanPort port;
    private final Map<String, Deque<List<String>>> script = new ConcurrentHashMap<>();
    private final SortedMap<String, SortedSet<Integer>> supported = new TreeMap<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
    private final Thread listener = new Thread(this::listen, "car");

    public Car() {
        try {
            port = bus.open(List.of());
        } catch (BusException e) {
            throw new IllegalStateException(e);
        }
        listener.start();
    }

    /** The bus; its owner closes it, a module that gets it included. */
    public VirtualBus bus() {
        return bus;
    }

    /** Sets the answers to a frame; replaces earlier ones from the next request on. */
    public Car when(String frame, String... answers) {
        Deque<List<String>> answersInTurn = script.computeIfAbsent(filled(frame), each -> new ArrayDeque<>());
        synchronized (answersInTurn) {
            answersInTurn.add(List.of(answers));
        }
        return this;
    }

    /** As {@link #when}, without padding of the frame. */
    public Car whenExactly(String frame, String... answers) {
        script.put(frame, new ArrayDeque<>(List.of(List.of(answers))));
        return this;
    }

    /** Removes the answers to a frame. */
    public Car forget(String frame) {
        script.remove(filled(frame));
        return this;
    }

    /** Answers functional requests for the bitmaps of this service, with these PIDs set. */
    public Car supports(String ecu, int mode, int... pids) {
        SortedSet<Integer> all = supported.computeIfAbsent(ecu, each -> new TreeSet<>());
        Arrays.stream(pids).forEach(pid -> all.add(mode << 8 | pid));
        String everybody = ecu.length() == 3 ? "7DF" : "18DB33F1";
        for (int first = 0; first < 0x100; first += 0x20) {
            List<String> answers = new ArrayList<>();
            for (Map.Entry<String, SortedSet<Integer>> each : supported.entrySet()) {
                SortedSet<Integer> rest = each.getValue().subSet(mode << 8 | first, mode + 1 << 8);
                if (each.getKey().length() == ecu.length() && !rest.isEmpty()) {
                    answers.add("%s#06%02X%02X%08X".formatted(each.getKey(), mode + 0x40, first, bitmap(rest, first)));
                }
            }
            if (!answers.isEmpty()) {
                String request = "%s#02%02X%02X".formatted(everybody, mode, first);
                forget(request).when(request, answers.toArray(String[]::new));
            }
        }
        return this;
    }

    private static int bitmap(SortedSet<Integer> pids, int first) {
        int bits = 0;
        for (int pid : pids) {
            int place = (pid & 0xFF) - first;
            if (place >= 1) {
                bits |= place > 0x20 ? 1 : 1 << 0x20 - place;
            }
        }
        return bits;
    }

    /** Sends an unasked frame. */
    public void say(String frame) throws BusException, InterruptedException {
        port.send(Candump.parseFrame(frame));
    }

    /** Frames received from other nodes, in order. */
    public List<String> heard() {
        return List.copyOf(heard);
    }

    /** Number of receptions of this frame. */
    public long heard(String frame) {
        String whole = filled(frame);
        return heard.stream().filter(whole::equals).count();
    }

    /** The frame padded with 00, as in {@link #heard()}. */
    public static String filled(String frame) {
        int hash = frame.indexOf('#');
        return frame.substring(0, hash + 1) + (frame.substring(hash + 1) + "0".repeat(16)).substring(0, 16);
    }

    private void listen() {
        try {
            while (true) {
                CanFrame frame = port.receive(TimeUnit.SECONDS.toNanos(1));
                if (frame != null) {
                    String text = frame.toString();
                    heard.add(text);
                    for (String answer : answersTo(text)) {
                        give(answer);
                    }
                }
            }
        } catch (BusException e) {
            // closed at the end of the test
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<String> answersTo(String frame) {
        Deque<List<String>> inTurn = script.get(frame);
        if (inTurn == null) {
            return List.of();
        }
        synchronized (inTurn) {
            return inTurn.size() > 1 ? inTurn.poll() : inTurn.peek();
        }
    }

    private void give(String answer) throws BusException, InterruptedException {
        int space = answer.indexOf("ms ");
        if (space < 0) {
            say(answer);
            return;
        }
        long millis = Long.parseLong(answer.substring(0, space));
        late.schedule(
                () -> {
                    say(answer.substring(space + 3));
                    return null;
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        late.shutdownNow();
        bus.close();
        try {
            listener.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
