/** Errors of the HTTP API: one shape, RFC 9457, with a stable code. */
package io.outrider.service.problem;
