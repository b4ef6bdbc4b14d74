/** Application of releases: steps carried out, journal, probation, way back, states for the report. */
package io.outrider.docker.apply;
