/** Tests of the local API on real sockets, with curl and raw requests. */
package io.outrider.agent.operator.api;
