/** The fleet service: the HTTP API of a fleet, and the link to its units. */
package io.outrider.service;
