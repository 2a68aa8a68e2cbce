-- Messages of the plan that are sent by WhatsApp instead of mail. The channel is chosen at sending, because consent can
-- be withdrawn until then.

-- A template that WhatsApp can send at any time: published, not archived, and with the part that its provider approved.
create function private.is_whatsapp_reminder(template uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.message_templates t join public.message_template_versions v on v.template_id = t.id and v.number = t.published_number
    where t.id = template and t.channel = 'whatsapp' and t.purpose <> 'marketing' and t.archived_at is null and v.content ? 'approved')
$$;

-- The number to which WhatsApp may send an entity's messages of the plan: its recipient consented, and no later opt-out
-- or failure blocks it. A module implements private.whatsapp_number_of_<context>(uuid), which returns the number with
-- consent.
create function private.whatsapp_number(context_type text, context_id uuid, contact uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant regprocedure := to_regprocedure(format('private.whatsapp_number_of_%I(uuid)', context_type));
  number text;
begin
  if asked is null then return null; end if;
  execute format('select %s($1)', asked::regproc) into number using context_id;
  return case when number is not null and public.advertising_block_reason(contact, number, 'whatsapp') is null then number end;
end
$$;

-- Sets the channel of due messages to WhatsApp or mail. A message whose number was refused stays a mail.
create function private.choose_channels(ids uuid[], has_whatsapp boolean) returns void
language sql volatile security definer set search_path = '' as $$
  update public.scheduled_messages s
  set channel = case when c.phone is null then 'email' else 'whatsapp' end, phone = c.phone, template_id = c.template
  from (
    select m.id, p.phone, case when p.phone is not null then r.whatsapp_template_id end as template
    from public.scheduled_messages m join public.message_rules r on r.id = m.rule_id,
      lateral (select case when has_whatsapp and m.mailed_because is null and private.is_whatsapp_reminder(r.whatsapp_template_id)
        then private.whatsapp_number(m.context_type, m.context_id, m.contact_id) end as phone offset 0) p
    where m.id = any (ids) and m.status = 'scheduled' and r.channel = 'email' and (r.whatsapp_template_id is not null or m.phone is not null)) c
  where s.id = c.id and (s.phone, s.template_id) is distinct from (c.phone, c.template)
$$;

-- Sends the mail instead of the WhatsApp message, with the next batch.
create function mail_instead(ids uuid[], reasons text[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.scheduled_messages s
  set channel = 'email', phone = null, template_id = null, mailed_because = k.why, status = 'scheduled', waits_because = null
  from unnest(ids, reasons) k (id, why) where s.id = k.id and s.phone is not null
$$;
comment on function mail_instead is 'never null';
grant execute on function mail_instead(uuid[], text[]) to service_role;

-- A rule of the plan may reference only a template that can be sent, about an entity whose recipients can consent.
create function check_whatsapp_reminder() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.channel <> 'email' or to_regprocedure(format('private.whatsapp_number_of_%I(uuid)', new.context_type)) is null
    or not private.is_whatsapp_reminder(new.whatsapp_template_id)
    or (select t.context_type from public.message_templates t where t.id = new.whatsapp_template_id) is distinct from new.context_type
  then raise sqlstate 'PT422' using message = 'whatsapp_template_unfit'; end if;
  return new;
end
$$;
create trigger check_whatsapp before insert or update of whatsapp_template_id on message_rules
  for each row when (new.whatsapp_template_id is not null) execute function check_whatsapp_reminder();
