package io.outrider.agent.local;

import io.outrider.api.Failure;

/** Why a request is not served, and with what status. */
final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final Failure.Actor actor;
    private final String code;

    Refusal(int status, Failure.Actor actor, String code, String message) {
        super(message);
        this.status = status;
        this.actor = actor;
        this.code = code;
    }

    static Refusal badRequest(String message) {
        return new Refusal(400, Failure.Actor.CALLER, "BAD_REQUEST", message);
    }

    int status() {
        return status;
    }

    Failure.Actor actor() {
        return actor;
    }

    String code() {
        return code;
    }
}
