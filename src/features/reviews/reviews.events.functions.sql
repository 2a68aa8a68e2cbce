-- Emits the event of a review that staff may read: its author is verified, or staff entered it.
create function emit_review_submitted() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('review.submitted', (select a.contact_id from public.review_authors a where a.review_id = new.id), 'review', new.id,
    jsonb_build_object('rating', new.rating, 'source', new.source), new.is_demo);
  return null;
end
$$;
create trigger emit_submitted after insert on reviews
  for each row when (new.status = 'pending') execute function emit_review_submitted();
-- Named to run after notify_of_review, which matches the author to a contact.
create trigger zz_emit_submitted after update of status on reviews
  for each row when (old.status = 'pending_verification' and new.status = 'pending') execute function emit_review_submitted();
