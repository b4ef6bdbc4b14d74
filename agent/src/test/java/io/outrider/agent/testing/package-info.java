/** Parts for tests of the daemon, here and in other rooms: a toy module, and wrong arguments for any function. */
package io.outrider.agent.testing;
