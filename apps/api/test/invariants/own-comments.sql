-- Only the author changes a comment.
SELECT 'comment ' || c.id AS what FROM audit_event a JOIN comment c ON c.id::text = a.details->>'commentId'
  WHERE a.action = 'run.comment.edit' AND a.actor_id <> c.author_id
