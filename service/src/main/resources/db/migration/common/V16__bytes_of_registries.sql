-- Bytes of a registry in a document of a unit, with its password, which is encrypted here. Those from before are counted without
-- escapes of JSON until they are changed.
ALTER TABLE registry ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

UPDATE registry SET bytes = 59 + OCTET_LENGTH(name) + OCTET_LENGTH(url) + COALESCE(OCTET_LENGTH(type), 0)
    + COALESCE(OCTET_LENGTH(username), 0) + COALESCE(OCTET_LENGTH(password), 0);
