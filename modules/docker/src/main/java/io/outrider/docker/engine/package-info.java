/** Engine API of Docker and its relatives over a Unix socket; knows nothing of releases. */
package io.outrider.docker.engine;
