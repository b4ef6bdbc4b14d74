/** Accounts, their users and tokens: who asks, and what may be seen. */
package io.outrider.service.accounts;
