/** The fleet service with a unit on one machine, and the client that checks it. */
package io.outrider.bench.service;
