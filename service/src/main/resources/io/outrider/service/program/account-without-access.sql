-- First account, if none has a token or a user.
SELECT name FROM account
WHERE NOT EXISTS (SELECT 1 FROM api_token) AND NOT EXISTS (SELECT 1 FROM user_account)
ORDER BY id
LIMIT 1
