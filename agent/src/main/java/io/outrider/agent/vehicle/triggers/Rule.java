package io.outrider.agent.vehicle.triggers;

/** A trigger, and how it has been used. */
record Rule(Trigger trigger, Brake brake) {
    static Rule of(Trigger trigger) {
        return new Rule(trigger, new Brake(trigger.cooldown()));
    }

    Brake.Verdict ask(long now) {
        synchronized (brake) {
            return brake.ask(now);
        }
    }

    boolean isHeld(long now) {
        synchronized (brake) {
            return brake.isHolding(now);
        }
    }
}
