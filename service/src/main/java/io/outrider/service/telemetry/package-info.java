/** Telemetry: records of devices, stored once each, and read by time. */
package io.outrider.service.telemetry;
