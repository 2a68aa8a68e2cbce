-- Timed notifications of the message plan. A module implements private.notice_anchors_of_<context>(anchor, from_at,
-- until_at), which returns pending entities with an anchor in that interval. Each gets one notification, at most 3 days
-- after its time.
create function private.write_notices_of(chosen message_rules) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  anchors constant regprocedure := to_regprocedure(format('private.notice_anchors_of_%I(text, timestamptz, timestamptz)', chosen.context_type));
  until_at constant timestamptz := now() - make_interval(mins => chosen.offset_minutes);
begin
  if anchors is null then return; end if;
  execute format('
    with due as (select * from %s($2, $3, $4)),
    noted as (
      insert into public.due_notices (rule_id, entity_id, at) select $1, d.entity_id, d.at from due d on conflict do nothing
      returning entity_id, at)
    insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
    select u.user_id, $5, left(d.title, 200), left(d.message, 500), d.severity, d.related_type, d.related_id
    from noted n join due d on d.entity_id = n.entity_id and d.at = n.at, public.notice_recipients(d.responsible) u (user_id)', anchors::regproc)
    using chosen.id, chosen.anchor, until_at - interval '3 days', until_at, chosen.template_key;
end
$$;

create function write_due_notices() returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.due_notices d where d.created_at < now() - interval '60 days';
  select private.write_notices_of(r) from public.message_rules r
  where r.channel = 'in_app' and r.context_type <> 'staff_notice' and r.is_active order by r.id
$$;
grant execute on function write_due_notices() to service_role;
