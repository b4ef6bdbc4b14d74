package io.outrider.obd.frames;

import io.outrider.api.Function;
import io.outrider.api.ModuleContext;
import io.outrider.api.Signature;
import io.outrider.can.CanBus;
import io.outrider.can.isotp.IsoTpSettings;
import io.outrider.obd.exchange.DiagnosticClient;
import java.util.List;

/** Registration of the functions on raw frames. */
public final class FrameFunctions {
    private static final Signature<FrameSender.Arguments> SEND = new Signature<>(
            "obd.send", "Sends a message as it is, and shows what comes back", FrameSender.Arguments.class);
    private static final Signature<Monitor.Arguments> MONITOR =
            new Signature<>("obd.monitor", "Shows the frames on the bus", Monitor.Arguments.class);
    private static final Signature<Recorder.Arguments> DUMP = new Signature<>(
            "obd.dump", "Records the frames on the bus in candump's log format", Recorder.Arguments.class);
    private static final Signature<Recordings.Arguments> RECORDINGS =
            new Signature<>("obd.recordings", "Lists the recordings, and deletes one", Recordings.Arguments.class);
    private static final Signature<Player.Arguments> PLAY =
            new Signature<>("obd.play", "Sends the frames of a recording", Player.Arguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(SEND, MONITOR, DUMP, RECORDINGS, PLAY);

    private FrameFunctions() {}

    public static List<Function<?>> of(
            CanBus bus,
            DiagnosticClient client,
            IsoTpSettings transport,
            int recordingMegabytes,
            int recordingsMegabytes,
            ModuleContext context) {
        Recordings recordings =
                new Recordings(context.data().resolve("recordings"), recordingMegabytes, recordingsMegabytes);
        FrameSender sender = new FrameSender(bus, client, transport, context);
        Monitor monitor = new Monitor(bus, context.clock(), context.ticker());
        Recorder recorder = new Recorder(bus, recordings, context.ticker());
        Player player = new Player(bus, client, recordings, context.ticker());
        return List.of(
                SEND.with(sender::send),
                MONITOR.with(monitor::watch),
                DUMP.with(recorder::record),
                RECORDINGS.with(recordings::list),
                PLAY.with(player::play));
    }
}
