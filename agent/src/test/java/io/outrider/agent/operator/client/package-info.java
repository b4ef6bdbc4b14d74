/** The client against what is no daemon. */
package io.outrider.agent.operator.client;
