package io.outrider.agent.vehicle.triggers;

/** Trigger with its rate limiter. */
record TriggerRule(Trigger trigger, RateLimiter limiter) {
    static TriggerRule of(Trigger trigger) {
        return new TriggerRule(trigger, new RateLimiter(trigger.cooldown()));
    }

    RateLimiter.Decision tryAcquire(long now) {
        synchronized (limiter) {
            return limiter.tryAcquire(now);
        }
    }

    boolean isLimiting(long now) {
        synchronized (limiter) {
            return limiter.isLimiting(now);
        }
    }
}
