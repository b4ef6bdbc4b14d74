-- Registry, but for its password.
--   :id
--   :name, :url, :type, :username, :metadata    values of the columns
UPDATE registry SET name = :name, url = :url, type = :type, username = :username, metadata = :metadata
WHERE id = :id
