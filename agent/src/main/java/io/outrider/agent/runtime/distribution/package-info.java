/** Names of the distribution's standard modules that its clients use. */
package io.outrider.agent.runtime.distribution;
