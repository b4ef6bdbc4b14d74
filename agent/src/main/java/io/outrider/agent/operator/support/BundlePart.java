package io.outrider.agent.operator.support;

import io.outrider.api.Failure;
import java.io.IOException;

/**
 * Part of a support bundle.
 *
 * @param last whether the end of a text that is too long is kept, as of a log
 */
record BundlePart(String name, boolean last, Content content) {
    @FunctionalInterface
    interface Content {
        /** @throws Failure with the reason why the part is missing */
        String read() throws Failure, IOException, InterruptedException;
    }
}
