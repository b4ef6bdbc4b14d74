/**
 * Fixtures that the tests of several modules share: a broker, a network with faults, certificates, a toy module, and the
 * rules that no test logs an error unannounced or leaves a thread.
 */
package io.outrider.testkit;
