-- Secrets of file servers are stored encrypted.
SELECT 'connection ' || c.id AS what FROM file_transfer_connection c
  CROSS JOIN unnest(ARRAY[c.encrypted_password, c.encrypted_private_key]) AS secret
  WHERE secret !~ '^v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$'
