/** The program {@code outrider-service}: settings, command line, and the wiring of all parts. */
package io.outrider.service.program;
