package io.outrider.agent.operator.cli;

import io.outrider.api.Failure;

/** Generator of pages by name. */
@FunctionalInterface
interface PageSource {
    /** @throws Failure naming the pages that there are */
    String text(String name) throws Failure;
}
