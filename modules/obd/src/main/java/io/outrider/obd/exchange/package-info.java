/**
 * Diagnostic exchanges: sends a request, waits within the vehicle's time limits, and separates answers, refusals and
 * messages of other exchanges (ISO 15765-4, ISO 14229-1, SAE J1979).
 */
package io.outrider.obd.exchange;
