-- The service's own certificate authority: one row. private_key is PKCS #8 in base64, encrypted.
CREATE TABLE authority (
    id          INTEGER PRIMARY KEY,
    certificate TEXT NOT NULL,
    private_key ${bytes} NOT NULL
);
