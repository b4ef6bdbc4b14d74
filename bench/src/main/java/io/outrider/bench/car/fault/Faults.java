package io.outrider.bench.car.fault;

import io.outrider.can.CanId;
import java.util.ArrayList;
import java.util.List;

/** Faults in force; changes apply to the next request. Any thread. */
public final class Faults {
    private volatile List<FaultOrder> orders = List.of();

    /** Adds a fault. */
    public synchronized void add(FaultOrder order) {
        List<FaultOrder> more = new ArrayList<>(orders);
        more.add(order);
        orders = List.copyOf(more);
    }

    /** Replaces all faults. */
    public void set(List<FaultOrder> orders) {
        this.orders = List.copyOf(orders);
    }

    public void clear() {
        orders = List.of();
    }

    /** Faults of the ECU with this response id, in the order of their setting. */
    public List<EcuFault> of(CanId ecu) {
        List<EcuFault> faults = new ArrayList<>();
        for (FaultOrder order : orders) {
            if (order.ecu().isEmpty() || order.ecu().get().equals(ecu)) {
                faults.add(order.fault());
            }
        }
        return faults;
    }
}
