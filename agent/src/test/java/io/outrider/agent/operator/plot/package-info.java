/** Tests of the pictures. */
package io.outrider.agent.operator.plot;
