-- Events of opportunities. A move emits one event, of its most specific type.
create function emit_opportunity_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  what constant text := case
    when tg_op = 'INSERT' then 'created'
    when new.status = old.status then 'stage_changed'
    when new.status = 'won' then 'won'
    when new.status = 'lost' then 'lost'
    else 'reopened' end;
begin
  perform private.emit_event('opportunity.' || what, new.contact_id, 'opportunity', new.id, jsonb_build_object(
    'pipeline_id', new.pipeline_id, 'stage_id', new.stage_id, 'product_id', new.product_id, 'owner_id', new.owner_id,
    'amount_agorot', new.amount_agorot,
    'from_stage_id', case when tg_op = 'UPDATE' then old.stage_id end, 'lost_reason_id', new.lost_reason_id), new.is_demo);
  return null;
end
$$;
create trigger emit_created after insert on opportunities
  for each row when (new.deleted_at is null) execute function emit_opportunity_event();
create trigger emit_moved after update on opportunities
  for each row when (old.stage_id <> new.stage_id and new.deleted_at is null) execute function emit_opportunity_event();

-- Emits an event for open opportunities that exceeded the time limit of their stage, once per stay. Only for the last three days: a new
-- installation would otherwise report its whole history at once.
create function emit_rotting_opportunities() returns void
language sql volatile security definer set search_path = '' as $$
  select private.emit_event('opportunity.rotting', o.contact_id, 'opportunity', o.id,
    jsonb_build_object('pipeline_id', o.pipeline_id, 'stage_id', o.stage_id, 'owner_id', o.owner_id, 'days', s.rot_days), o.is_demo,
    concat_ws(':', 'opportunity.rotting', o.id, extract(epoch from o.stage_entered_at)::bigint))
  from public.opportunities o join public.pipeline_stages s on s.id = o.stage_id
  where s.kind = 'open' and o.deleted_at is null and o.stage_entered_at <= now() - make_interval(days => s.rot_days)
    and o.stage_entered_at > now() - make_interval(days => s.rot_days + 3)
    and not exists (select from public.domain_events e
      where e.once_key = concat_ws(':', 'opportunity.rotting', o.id, extract(epoch from o.stage_entered_at)::bigint))
$$;
grant execute on function emit_rotting_opportunities() to service_role;
