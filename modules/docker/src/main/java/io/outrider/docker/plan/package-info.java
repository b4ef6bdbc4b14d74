/** Plan of a release: a pure function from what is and what should be to steps, and the way back. */
package io.outrider.docker.plan;
