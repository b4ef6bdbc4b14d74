/** The local API on real sockets, asked by curl and by hand. */
package io.outrider.agent.operator.api;
