/** The shape of the house: who may import whom, and what no file of it may be like. */
package io.outrider.bench.house;
