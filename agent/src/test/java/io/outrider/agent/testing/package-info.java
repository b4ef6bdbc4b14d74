/** Fixtures that tests of several packages of the daemon share. */
package io.outrider.agent.testing;
