/**
 * One question and its answers: sends a request, waits as long as the vehicle may take, and tells answers from
 * refusals and from other people's conversations (ISO 15765-4, ISO 14229-1, SAE J1979).
 */
package io.outrider.obd.exchange;
