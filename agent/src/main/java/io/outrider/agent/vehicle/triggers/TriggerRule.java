package io.outrider.agent.vehicle.triggers;

/** A trigger, and how it has been used. */
record TriggerRule(Trigger trigger, RateLimiter brake) {
    static TriggerRule of(Trigger trigger) {
        return new TriggerRule(trigger, new RateLimiter(trigger.cooldown()));
    }

    RateLimiter.Verdict ask(long now) {
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
