package io.outrider.service.http;

/**
 * Server-sent event.
 *
 * @param id from which the client can resume; null if the stream cannot be resumed
 * @param data JSON in one line
 */
record StreamedEvent(String name, String id, String data) {
    String text() {
        return (id == null ? "" : "id: " + id + "\n") + "event: " + name + "\ndata: " + data + "\n\n";
    }
}
