package io.outrider.agent.fleet.mqtt;

/** PUBACK of a message, sent once. Does not hold the message, as it may wait for long. Thread-safe. */
final class Acknowledgement implements Runnable {
    private final int id;
    private final int qualityOfService;
    private PahoSession session; // null after it was sent; guarded by this

    Acknowledgement(PahoSession session, int id, int qualityOfService) {
        this.session = session;
        this.id = id;
        this.qualityOfService = qualityOfService;
    }

    @Override
    public void run() {
        PahoSession mine;
        synchronized (this) {
            mine = session;
            session = null;
        }
        if (mine != null) {
            mine.acknowledge(id, qualityOfService);
        }
    }
}
