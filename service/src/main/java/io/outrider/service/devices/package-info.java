/** Devices of accounts: units by their ids, with what they report and what is wanted on them. */
package io.outrider.service.devices;
