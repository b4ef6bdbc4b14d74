package io.outrider.agent.fleet.mqtt;

import io.outrider.agent.runtime.publisher.PublishCallback;

/** A message under way and whom to tell. Identity counts: the same message may be under way twice. */
final class PendingPublish {
    private final OutboundMessage message;
    private PublishCallback receipt;
    private long sentAt;

    PendingPublish(OutboundMessage message, PublishCallback receipt) {
        this.message = message;
        this.receipt = receipt;
    }

    OutboundMessage message() {
        return message;
    }

    PublishCallback receipt() {
        return receipt;
    }

    /**
     * Gives the verdict; whatever verdict follows is told to nobody.
     *
     * @param code of the PUBACK
     */
    void settle(int code) {
        PublishCallback told = receipt;
        receipt = PublishCallback.UNREAD;
        if (code == EstablishedConnection.NO_SUBSCRIBER) {
            EstablishedConnection.tell(told::unheard);
        } else {
            EstablishedConnection.tell(code < 0x80 ? told::acknowledged : told::failed);
        }
    }

    void sent(long nanos) {
        sentAt = nanos;
    }

    long sentAt() {
        return sentAt;
    }
}
