package io.outrider.bench.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Half of the packets between the unit and its broker are lost, each way, and the others take 50 ms: by the kernel of the
 * virtual machine (netem), for this machine's may not be able to. Between such times the network is well for a while.
 */
record LossyPackets(BatchReader reader, Random random) implements Part {
    private static final int PRODUCERS = 2;
    private static final int BATCH = 20;

    @Override
    public String name() {
        return "lossy-packets";
    }

    @Override
    public String missing() {
        return Machine.missing();
    }

    /** @param bad where a file is while packets are to be lost */
    private static String netem(Path bad) {
        return """
                modules=/usr/lib/uml/modules/$(uname -r)/kernel
                for module in net/sched/{sch_prio,sch_netem,sch_ingress,cls_u32,act_mirred} drivers/net/ifb; do
                    insmod "$modules/$module.ko"
                done
                ip link set ifb0 up
                tc qdisc add dev vec0 root handle 1: prio
                tc filter add dev vec0 parent 1: protocol ip u32 match ip dport 1883 0xffff flowid 1:3
                tc qdisc add dev vec0 ingress
                tc filter add dev vec0 parent ffff: protocol ip u32 match ip sport 1883 0xffff \\
                    action mirred egress redirect dev ifb0
                tc qdisc add dev vec0 parent 1:3 handle 30: netem delay 50ms
                tc qdisc add dev ifb0 root handle 40: netem delay 50ms
                while :; do
                    how="delay 50ms"
                    [ -e "%s" ] && how="delay 50ms loss 50%%"
                    if [ "$how" != "$was" ]; then
                        tc -s qdisc
                        tc qdisc change dev vec0 parent 1:3 handle 30: netem $how
                        tc qdisc change dev ifb0 root handle 40: netem $how
                        was=$how
                    fi
                    sleep 0.5
                done &
                """.formatted(bad.toAbsolutePath());
    }

    @Override
    public Outcome run(Path folder, Duration time) throws Exception {
        Ledger ledger = new Ledger(name(), false);
        Path bad = Files.createDirectories(folder.resolve(name())).resolve("bad");
        List<Producer> producers = new ArrayList<>();
        int times = 0;
        try (BrokerReceiver receiver = new BrokerReceiver(name(), folder, ledger, reader);
                Machine machine = new Machine(
                        bad.getParent(), Trial.settings(name(), Machine.PORT), receiver.port(), netem(bad))) {
            for (int lane = 0; lane < PRODUCERS; lane++) {
                producers.add(new Producer(machine.address(), Machine.PORT, lane, BATCH, ledger));
            }
            PowerCuts.startUp(machine, ledger);
            for (Span span = new Span(time, random); span.left(); times++) {
                Files.createFile(bad);
                span.pass(8_000, 30_000);
                Files.delete(bad);
                span.pass(1_000, 6_000);
            }
            producers.forEach(Producer::close);
            return new Outcome(
                    ledger.sums(), Map.of("times of lost packets", times), new Tribunal(ledger).complaints());
        } finally {
            producers.forEach(Producer::close);
        }
    }
}
