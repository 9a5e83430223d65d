-- Indexes of words that begin with the laboratory.
CREATE EXTENSION IF NOT EXISTS btree_gin;
