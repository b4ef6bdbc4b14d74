/** What tests of the daemon share: a real broker, its clients and a bad network to it, and toys to call. */
package io.outrider.agent.testing;
