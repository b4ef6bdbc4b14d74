/** Helpers of tests of several packages of the daemon. */
package io.outrider.agent.testing;
