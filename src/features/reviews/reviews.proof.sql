-- How we know who wrote a review: they pressed a button in their mail, came by a link that only they were given, or spoke with somebody of
-- the staff. And the links that lead an author to their own words.
alter table reviews add column verified_by text constraint unknown_review_proof check (verified_by in ('mail', 'request', 'staff'));
-- Until now there was no other way.
update reviews set verified_by = 'staff' where verified_at is not null;
alter table reviews add constraint review_proof_with_its_day check ((verified_at is null) = (verified_by is null));

-- Other words for a review, which stand nowhere until its author agrees to them.
create table review_edits (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references reviews (id) on delete cascade,
  body text not null constraint review_edit_length check (char_length(body) between 10 and 2000),
  proposed_by uuid default auth.uid() references auth.users (id) on delete set null,
  proposed_at timestamptz not null default now(),
  decision text constraint unknown_edit_decision check (decision in ('approved', 'declined', 'withdrawn')),
  decided_at timestamptz,
  constraint decision_with_its_day check ((decision is null) = (decided_at is null))
);
create unique index review_edit_waits_already on review_edits (review_id) where decision is null;
create index review_edits_of_review on review_edits (review_id, proposed_at desc);
create index review_edits_proposed_by on review_edits (proposed_by);

-- A link opens one review: to say that one wrote it, or with `edit_id` to decide on other words. Only its hash is here, and it opens more
-- than once, so that whoever comes back reads what they did.
create table review_links (
  token_hash text primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  edit_id uuid references review_edits (id) on delete cascade,
  is_reminder boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index review_links_of_review on review_links (review_id, created_at desc);
create index review_links_of_edit on review_links (edit_id);
create index review_links_oldest on review_links (created_at);

alter table review_edits enable row level security;
alter table review_links enable row level security;
grant select, update (decision) on review_edits to authenticated;
create policy "who cares for the site sees words proposed to authors" on review_edits for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site takes back words nobody agreed to" on review_edits for update to authenticated
  using (decision is null and (select has_role('owner', 'admin', 'content'))) with check (coalesce(decision, 'withdrawn') = 'withdrawn');
create policy "nobody but the server sees the links of authors" on review_links for select to authenticated using (false);

create function settle_review_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.decided_at := case when new.decision is not null then coalesce(new.decided_at, now()) end;
  return new;
end
$$;
create trigger settle before insert or update on review_edits for each row execute function settle_review_edit();

create or replace function settle_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- What a person typed is the original, whoever typed it in.
    new.original_body := new.body;
  else
    new.version := old.version + 1;
  end if;
  if new.status <> 'approved' then
    new.approved_at := null;
    new.approved_by := null;
    new.is_featured := false;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_at := coalesce(new.approved_at, now());
    new.approved_by := auth.uid();
  end if;
  if new.status = 'pending' and new.source = 'form' then
    new.verified_at := coalesce(new.verified_at, now());
  end if;
  -- The server says when it was a link; what somebody of the staff puts in by hand is their word.
  new.verified_by := case when new.verified_at is not null then coalesce(new.verified_by, 'staff') end;
  return new;
end
$$;

-- What came by the form belongs to whoever wrote it: staff propose other words, and only the author's own link puts them in place.
create function guard_review_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then raise sqlstate 'PT409' using message = 'review_words_are_the_authors'; end if;
  return new;
end
$$;
create trigger guard_words before update of body, edit_agreed_on on reviews for each row
  when (old.source = 'form' and (old.body, old.edit_agreed_on) is distinct from (new.body, new.edit_agreed_on))
  execute function guard_review_words();

-- Once it is known who wrote a review it is somebody's business: the story of the person tells of it, whoever reads reviews hears of it, and
-- an unhappy one is called, whether or not it will be published.
create function welcome_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unhappy constant boolean := coalesce(new.rating <= 2, false);
  author public.review_authors;
begin
  -- Days may lie between the words and the proof: perhaps they are known by now.
  update public.review_authors a set contact_id = (
    select c.id from public.contacts c join public.contact_points p on p.contact_id = c.id
    where p.kind = 'email' and p.value_norm = a.email and c.deleted_at is null and c.merged_into_id is null
    order by c.lifecycle = 'client' desc, c.created_at, c.id limit 1)
  where a.review_id = new.id and a.contact_id is null;
  select a.* into author from public.review_authors a where a.review_id = new.id;
  if author.contact_id is not null then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
    values ('review.submitted', now(), 'contact', author.contact_id, author.contact_id, 'review', new.id, 'המלצה', jsonb_build_object('text', new.body));
  end if;
  if unhappy then
    insert into public.tasks (name, due_date, user_id, contact_id, type, priority)
    values (left(format('לדבר עם %s על החוויה שלהם', coalesce(author.name, new.shown_name)), 200),
      (now() at time zone 'Asia/Jerusalem')::date + 1,
      coalesce((select c.owner_id from public.contacts c where c.id = author.contact_id), public.business_owner_id()),
      author.contact_id, 'call', 'high');
  end if;
  -- By the name that will stand beside it: whoever may only edit the site is told no other. Marks keep it whole between Hebrew and digits.
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select distinct r.user_id, 'review.submitted', 'המלצה חדשה מחכה לקריאה',
    E'\u2068' || new.shown_name || E'\u2069' || coalesce(format(' – דירוג %s מתוך 5', new.rating), ''),
    case when unhappy then 'high' else 'medium' end, 'review', new.id
  from public.user_roles r
  where r.is_active and r.role in ('owner', 'admin', 'content') and r.user_id is distinct from auth.uid();
  return null;
end
$$;
create trigger welcome after update of status on reviews for each row
  when (old.status = 'pending_verification' and old.verified_at is null and new.status = 'pending') execute function welcome_review();

-- Whoever becomes known later, by an address that was proved, finds their words on their page, and in what they may ask to see or to have
-- forgotten.
create function know_review_authors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.review_authors a set contact_id = p.contact_id
  from added p, public.reviews r
  where p.kind = 'email' and a.email = p.value_norm and a.contact_id is null and r.id = a.review_id and r.verified_by in ('mail', 'request');
  return null;
end
$$;
create trigger know_review_authors after insert on contact_points referencing new table as added
  for each statement execute function know_review_authors();

-- What a mailed link shows before anything is pressed; no row for a link that was never made. The words of one that came too late are not
-- shown any more.
create function review_link_of(token text) returns table (
  kind text, state text, email text, shown_name text, rating smallint, body text, proposed text)
language sql stable security definer set search_path = '' as $$
  select case when l.edit_id is null then 'proof' else 'wording' end, s.state, public.masked_address(a.email),
    r.shown_name, r.rating, case when s.state <> 'expired' then r.body end, case when s.state <> 'expired' then e.body end
  from public.review_links l
  join public.reviews r on r.id = l.review_id
  join public.review_authors a on a.review_id = r.id
  left join public.review_edits e on e.id = l.edit_id
  cross join lateral (select case
    when l.edit_id is null and r.verified_by in ('mail', 'request') then 'approved'
    when e.decision is not null then e.decision
    when l.expires_at < now() then 'expired'
    else 'open' end as state) s
  where l.token_hash = public.link_hash(token)
$$;
grant execute on function review_link_of(text) to anon, authenticated, service_role;
