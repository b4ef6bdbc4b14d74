/** Tests of the client, also against programs that are no daemon. */
package io.outrider.agent.operator.client;
