/** Diagnostic exchanges within the time limits of ISO 15765-4, ISO 14229-1 and SAE J1979. */
package io.outrider.obd.exchange;
