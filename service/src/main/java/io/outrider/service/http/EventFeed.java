package io.outrider.service.http;

import io.outrider.service.problem.Problem;
import java.util.List;

/** Source of the events of one stream, read from the database. Its stream's thread only. */
@FunctionalInterface
interface EventFeed {
    /**
     * Events since the last call, bounded; the next call goes on.
     *
     * @throws Problem if what the stream is about is gone
     */
    List<StreamedEvent> next();
}
