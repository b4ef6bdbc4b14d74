/** Tests of the package of the same name. */
package io.outrider.agent.runtime.process;
