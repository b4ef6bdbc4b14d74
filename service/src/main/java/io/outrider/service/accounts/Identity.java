package io.outrider.service.accounts;

/**
 * Caller of a request.
 *
 * @param account number of the account; nothing of other accounts is visible
 * @param containers whether the account has the container add-on
 * @param token as it was sent, without its scheme; key of the signatures of callbacks (specification, 6.2)
 */
public record Identity(long account, boolean containers, String token) {
    @Override
    public String toString() {
        return "account " + account;
    }
}
