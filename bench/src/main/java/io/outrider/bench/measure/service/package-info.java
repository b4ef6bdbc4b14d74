/** Figures of the fleet service, beside what a bare program does with its database. */
package io.outrider.bench.measure.service;
