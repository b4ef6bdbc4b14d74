/** Tests of exchanges: answers, refusals, foreign messages. */
package io.outrider.obd.exchange;
