-- What goes out to people by itself: under which rules, to whom, and what became of it. Advertising passes all of the rules, service none.

-- One row: when advertising does not go out, and how much of it a person gets.
create table message_settings (
  id boolean primary key default true constraint only_one_row check (id),
  quiet_nights boolean not null default true,
  night_from time not null default '21:00',
  night_until time not null default '08:00' constraint night_is_empty check (night_until <> night_from),
  quiet_shabbat boolean not null default true,
  quiet_holidays boolean not null default true,
  -- On the eve of a day of rest, and on the morning after it.
  rest_from time not null default '14:00',
  rest_until time not null default '08:00',
  daily_cap integer not null default 1 constraint daily_cap_range check (daily_cap between 1 and 10),
  weekly_cap integer not null default 4 constraint weekly_cap_range check (weekly_cap between 1 and 30),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint week_below_day check (weekly_cap >= daily_cap)
);
insert into message_settings default values;

create function note_message_settings_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger note_edited before update on message_settings for each row execute function note_message_settings_edited();

-- Whom nothing is advertised to any more, and why. The hash stays when the address itself has to go.
create table suppressions (
  value_hash text not null,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  reason text not null constraint unknown_suppression check (reason in ('unsubscribe', 'bounce', 'complaint', 'manual', 'legal')),
  scope text not null default 'all_marketing' constraint unknown_scope check (scope in ('all_marketing')),
  value_norm text constraint suppressed_address check (value_norm = lower(btrim(value_norm)) and value_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  note text not null default '' constraint suppression_note_length check (char_length(note) <= 300),
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (value_hash, channel, reason)
);
create index suppressions_newest on suppressions (created_at desc);

create function address_hash(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;
grant execute on function address_hash(text) to authenticated, service_role;

create function hash_suppressed() returns trigger language plpgsql set search_path = '' as $$
begin
  new.value_hash := public.address_hash(new.value_norm);
  new.created_by := coalesce(new.created_by, auth.uid());
  return new;
end
$$;
create trigger hash_suppressed before insert on suppressions for each row execute function hash_suppressed();

create table scheduled_messages (
  id uuid primary key default gen_random_uuid(),
  -- purpose:context:id:offset:contact. The same message to the same person exists once, however often it is derived.
  idempotency_key text not null constraint message_already_scheduled unique,
  contact_id uuid not null references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  template text not null,
  context_type text not null,
  context_id uuid not null,
  send_at timestamptz not null default now(),
  expires_at timestamptz,
  status text not null default 'scheduled' constraint unknown_message_status
    check (status in ('scheduled', 'held_quiet', 'sending', 'sent', 'skipped', 'failed', 'canceled')),
  skip_reason text,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  constraint skipped_for_a_reason check ((status = 'skipped') = (skip_reason is not null))
);
create index scheduled_messages_of_context on scheduled_messages (context_type, context_id, status, id);
-- A letter to many once to each person, also when two who were to get it become one.
create unique index letter_already_scheduled on scheduled_messages (context_id, contact_id) where context_type = 'campaign';
create index scheduled_messages_of_contact on scheduled_messages (contact_id, created_at desc);

-- What was handed to the post. `mail_id` is its row in the outbox, and the left side of its Message-ID.
create table messages (
  id uuid primary key default gen_random_uuid(),
  scheduled_id uuid not null constraint message_already_sent unique references scheduled_messages (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  channel text not null default 'email' constraint unknown_channel check (channel in ('email')),
  purpose text not null constraint unknown_purpose check (purpose in ('transactional', 'service', 'marketing')),
  to_value text not null,
  subject text not null,
  body_hash text not null,
  mail_id uuid unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  error text,
  is_demo boolean not null default false,
  -- The law wants the word at the head of an advertisement. https://he.wikipedia.org/wiki/חוק_הספאם
  constraint advertisement_says_so check (purpose <> 'marketing' or subject like 'פרסומת%')
);
create index messages_to on messages (to_value, created_at desc);
create index messages_of_contact on messages (contact_id, created_at desc);

-- What became of a mail. The sender of mails knows its row in the outbox only; of a mail that is no message nothing is noted.
create function note_mail_outcome(mail uuid, refused text default null, nobody_there boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages;
begin
  update public.messages m set
    sent_at = case when refused is null then now() end,
    error = refused,
    bounced_at = case when nobody_there then now() end
  where m.mail_id = mail and m.sent_at is null returning m.* into message;
  if message.id is null then return; end if;
  update public.scheduled_messages s set status = case when refused is null then 'sent' else 'failed' end
  where s.id = message.scheduled_id;
  if nobody_there then perform public.note_unreachable(message.to_value, 'bounce', refused); end if;
end
$$;

-- Nobody is reached at an address, or whoever is complained: nothing is advertised to it any more. What is asked for still goes there.
create function note_unreachable(address text, why text, said text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (value_norm, reason, note) values (lower(btrim(address)), why, left(coalesce(said, ''), 300))
  on conflict do nothing;
  update public.contact_points p set
    bounced_at = case when why = 'bounce' then now() else p.bounced_at end,
    complained_at = case when why = 'complaint' then now() else p.complained_at end
  where p.kind = 'email' and p.value_norm = lower(btrim(address));
end
$$;
grant execute on function note_mail_outcome(uuid, text, boolean) to worker, service_role;
grant execute on function note_unreachable(text, text, text) to service_role;

alter table message_settings enable row level security;
alter table suppressions enable row level security;
alter table scheduled_messages enable row level security;
alter table messages enable row level security;
grant select on message_settings, scheduled_messages, messages to authenticated;
grant update (quiet_nights, night_from, night_until, quiet_shabbat, quiet_holidays, rest_from, rest_until, daily_cap, weekly_cap)
  on message_settings to authenticated;
grant select, delete on suppressions to authenticated;
grant insert (value_norm, channel, reason, note) on suppressions to authenticated;

create policy "owners, admins and content see when nothing is advertised" on message_settings for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins set when nothing is advertised" on message_settings for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and sales see to whom nothing is advertised" on suppressions for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins take somebody off the mailings" on suppressions for insert to authenticated
  with check ((select has_role('owner', 'admin')) and reason in ('manual', 'legal'));
-- Who refused has refused: only they themselves may come back.
create policy "owners and admins undo what they or a mail server decided" on suppressions for delete to authenticated
  using ((select has_role('owner', 'admin')) and reason in ('manual', 'bounce'));
create policy "owners, admins and sales see what is to go out" on scheduled_messages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what is to go out to their contacts" on scheduled_messages for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales see what went out" on messages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees what went out to their contacts" on messages for select to authenticated
  using (contact_id in (select my_contact_ids()));
