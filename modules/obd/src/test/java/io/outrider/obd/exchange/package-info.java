/** Tests of the exchange: who answered, who refused, who was somebody else. */
package io.outrider.obd.exchange;
