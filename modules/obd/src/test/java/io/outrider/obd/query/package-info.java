/** Tests of the arguments of queries and of their requests and readings. */
package io.outrider.obd.query;
