-- Event of a merge. Triggers are suppressed while rows are reassigned, so the merge itself is the only event.
create function emit_contact_merged() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('contact.merged', new.winner_id, 'contact', new.winner_id,
    jsonb_build_object('merge_id', new.id, 'loser_id', new.loser_id));
  return null;
end
$$;
create trigger emit_merged after insert on merges for each row execute function emit_contact_merged();
