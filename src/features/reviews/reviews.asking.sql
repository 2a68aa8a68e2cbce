-- Asking somebody we know how it was. The link is only theirs, so what comes back by it needs no further proof.
create table review_requests (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  email text not null constraint review_request_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  token_hash text not null unique,
  asked_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  -- When it was answered, or given up because another took its place.
  closed_at timestamptz,
  review_id uuid references reviews (id) on delete set null
);
-- Whoever was asked is not asked again while they may still be thinking.
create unique index review_asked_already on review_requests (contact_id) where closed_at is null;
create index review_requests_of_contact on review_requests (contact_id, created_at desc);
create index review_requests_asked_by on review_requests (asked_by);
create index review_requests_of_review on review_requests (review_id);

alter table review_requests enable row level security;
grant select (id, contact_id, email, asked_by, created_at, expires_at, closed_at, review_id) on review_requests to authenticated;
create policy "owners, admins and sales see who was asked for a review" on review_requests for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees whom of their contacts was asked for a review" on review_requests for select to authenticated
  using (contact_id in (select my_contact_ids()));

-- Whoever is asked for a favour must be somebody whom the caller looks after.
create function may_ask_for_review(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())
$$;

-- In one word why this person is not asked, or null, and the address to which it would go. A refusal of advertising counts: a letter that
-- asks for a favour is nothing that somebody waits for.
create function review_request_to(contact uuid) returns table (email text, first_name text, why text)
language sql stable security definer set search_path = '' as $$
  select p.value_norm, c.first_name, case
    when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'contact_not_found'
    when c.do_not_contact then 'asked_to_be_left_alone'
    when p.value_norm is null then 'no_address_to_ask'
    when p.bounced_at is not null or p.complained_at is not null or exists (
      select from public.suppressions s where s.channel = 'email' and s.value_hash = public.address_hash(p.value_norm)) then 'asked_to_be_left_alone'
  end
  from (select 1) always
  left join public.contacts c on c.id = contact
  left join lateral (
    select * from public.contact_points one where one.contact_id = c.id and one.kind = 'email'
    order by one.is_primary desc, one.created_at, one.id limit 1) p on true
$$;

-- What the link of a request shows; no row for one that was never made.
create function review_request_of(token text) returns table (state text, first_name text)
language sql stable security definer set search_path = '' as $$
  select case when r.review_id is not null then 'answered' when r.closed_at is not null or r.expires_at < now() then 'expired' else 'open' end,
    c.first_name
  from public.review_requests r join public.contacts c on c.id = r.contact_id
  where r.token_hash = public.link_hash(token) and c.anonymised_at is null
$$;
revoke execute on function may_ask_for_review(uuid), review_request_to(uuid) from public;
grant execute on function may_ask_for_review(uuid), review_request_to(uuid) to service_role;
grant execute on function review_request_of(text) to anon, authenticated, service_role;

insert into email_kinds (kind, tokens, has_link) values
  ('review_confirm', '{businessName,validFor}', true),
  ('review_reminder', '{businessName,validFor}', true),
  ('review_wording', '{businessName,validFor}', true),
  ('review_request', '{businessName,firstName,validFor}', true);
