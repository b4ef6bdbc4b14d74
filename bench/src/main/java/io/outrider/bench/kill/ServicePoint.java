package io.outrider.bench.kill;

import java.util.List;

/** Event of the work of a {@link ServiceRound} behind which the service is killed. */
enum ServicePoint {
    COMMAND_SENT,
    COMMAND_ANSWERED,
    COMMAND_DELIVERED,
    RETURN_SENT,
    RETURN_ACKNOWLEDGED,
    CALLBACK_SENT,
    CALLBACK_ANSWERED,
    CALLBACK_REFUSED,
    TIMEOUT_SENT,
    BATCH_SENT,
    BATCH_ACKNOWLEDGED,
    UPLOAD_SENT,
    UPLOAD_ANSWERED,
    RELEASE_SENT,
    RELEASE_ANSWERED,
    DOCUMENT_DELIVERED,
    REPORT_SENT,
    REPORT_ACKNOWLEDGED,
    SECOND_WAVE_DELIVERED;

    /** Points behind an acknowledgement of the service, or of what it has sent: from there on something has to come true. */
    static final List<ServicePoint> ACKNOWLEDGED = List.of(
            COMMAND_ANSWERED,
            RETURN_ACKNOWLEDGED,
            CALLBACK_ANSWERED,
            BATCH_ACKNOWLEDGED,
            UPLOAD_ANSWERED,
            RELEASE_ANSWERED,
            REPORT_ACKNOWLEDGED);
}
