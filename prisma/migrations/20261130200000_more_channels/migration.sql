-- Channels besides the specification's two. Adding a value locks no table. The former version, while it still runs, cannot show runs
-- in these channels.
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'HEX';
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'CY5';
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'CY5_5';
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'ROX';
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'TAMRA';
ALTER TYPE "channel_name" ADD VALUE IF NOT EXISTS 'INTERCALATING';
