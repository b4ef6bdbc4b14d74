/** Test fixtures: broker, faulty network, certificates, toy module, guards against logged errors and leaked threads. */
package io.outrider.testkit;
