/** Tests of the charts. */
package io.outrider.agent.operator.plot;
