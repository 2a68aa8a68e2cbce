create function reviews_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- The first text is the original, whether its author or staff entered it.
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
  -- The server records a verified link; a review entered by staff counts as verified by them.
  new.verified_by := case when new.verified_at is not null then coalesce(new.verified_by, 'staff') end;
  return new;
end
$$;

create trigger set_derived before insert or update on reviews for each row execute function reviews_before_write();
comment on trigger set_derived on reviews is 'sets: original_body';
create trigger announce_page_change after insert or update or delete on reviews
  for each statement execute function announce_page_change();

-- Demo rows are shown only on the demo's site.
create function is_demo_business() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.business_profiles p where p.user_id = private.business_owner() and p.is_demo)
$$;

grant execute on function is_demo_business() to anon, authenticated, service_role;

-- Public reviews: no address, no original text, nothing unapproved.
create function approved_reviews() returns table (
  id uuid, shown_name text, about text, rating smallint, body text, reply text, tags text[], is_featured boolean,
  verified_by text, source text, approved_at timestamptz, photo_id uuid
)
language sql stable security definer set search_path = '' as $$
  select r.id, r.shown_name, r.about, r.rating, r.body, r.reply, r.tags, r.is_featured, r.verified_by, r.source, r.approved_at, p.id
  from public.reviews r left join public.review_photos p on p.review_id = r.id
  where r.status = 'approved' and (not r.is_demo or public.is_demo_business())
  order by r.is_featured desc, r.approved_at desc, r.id
$$;
comment on function approved_reviews is 'never null: id, shown_name, body, tags, is_featured, source, approved_at';

grant execute on function approved_reviews() to anon, authenticated, service_role;

-- The average of all client reviews, including unpublished ones, because a selection would be misleading. Reviews that
-- staff have not read are excluded, because otherwise a visitor could change the average.
create function review_average() returns table (average numeric, rated bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(r.rating), 1), count(*)
  from public.reviews r
  where r.rating is not null and r.status <> 'pending_verification' and coalesce(r.rejected_because not in ('spam', 'not_a_client', 'withdrawn'), true)
    and (not r.is_demo or public.is_demo_business())
  having count(*) > 0
$$;
comment on function review_average is 'never null: average, rated';

grant execute on function review_average() to anon, authenticated, service_role;

create function review_edits_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.decided_at := case when new.decision is not null then coalesce(new.decided_at, now()) end;
  return new;
end
$$;
create trigger set_derived before insert or update on review_edits for each row execute function review_edits_before_write();

-- Only the author may change the text of a submitted review: staff propose a wording, which a mailed link accepts.
create function forbid_review_text_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then raise sqlstate 'PT409' using message = 'review_words_are_the_authors'; end if;
  return new;
end
$$;
create trigger forbid_text_change before update of body, edit_agreed_on on reviews for each row
  when (old.source = 'form' and (old.body, old.edit_agreed_on) is distinct from (new.body, new.edit_agreed_on))
  execute function forbid_review_text_change();

-- The name of the staff task about an unhappy review.
create function private.unhappy_review_task_name(author text) returns text
language sql stable set search_path = '' as $$
  select left(format('לדבר עם %s על החוויה שלהם', author), 200)
$$;

-- Runs when the author of a review is identified. Logs it on the timeline, notifies review readers, and creates a task to call an unhappy
-- client.
create function notify_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unhappy constant boolean := coalesce(new.rating <= 2, false);
  author public.review_authors;
begin
  -- The author may have become a contact between submission and verification.
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
    values (private.unhappy_review_task_name(coalesce(author.name, new.shown_name)),
      (now() at time zone 'Asia/Jerusalem')::date + 1,
      coalesce((select c.owner_id from public.contacts c where c.id = author.contact_id), private.business_owner()),
      author.contact_id, 'call', 'high');
  end if;
  -- Site editors see only the published name. Bidi marks isolate it between Hebrew and digits.
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select distinct r.user_id, 'review.submitted', 'המלצה חדשה מחכה לקריאה',
    E'\u2068' || new.shown_name || E'\u2069' || coalesce(format(' – דירוג %s מתוך 5', new.rating), ''),
    case when unhappy then 'high' else 'medium' end, 'review', new.id
  from public.user_roles r
  where r.is_active and r.role in ('owner', 'admin', 'content') and r.user_id is distinct from auth.uid();
  return null;
end
$$;
create trigger notify_of_review after update of status on reviews for each row
  when (old.status = 'pending_verification' and old.verified_at is null and new.status = 'pending') execute function notify_of_review();

-- Deletes the open task about an unhappy review with the review, its timeline lines and its notifications, unless staff have closed or
-- renamed the task. Before the deletion, because the author is deleted with the review.
create function delete_task_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author public.review_authors;
  task uuid;
begin
  select a.* into author from public.review_authors a where a.review_id = old.id;
  -- Another review may have a task of the same name. The task of this one was created when it was verified; the margin is for the clock
  -- of the browser that sends `verified_at`.
  select t.id into task from (
    select t.id, t.status, t.deleted_at from public.tasks t
    where t.name = private.unhappy_review_task_name(coalesce(author.name, old.shown_name)) and t.type = 'call'
      and (t.contact_id is null or t.contact_id = author.contact_id)
      and t.created_at between old.created_at and old.verified_at + interval '1 hour'
    order by abs(extract(epoch from t.created_at - old.verified_at)) limit 1) t
  where t.status in ('To Do', 'In Progress') and t.deleted_at is null;
  if task is not null then
    delete from public.tasks t where t.id = task;
    delete from public.activities a where a.related_type = 'task' and a.related_id = task;
    delete from public.notifications n where n.related_entity_type = 'task' and n.related_entity_id = task;
  end if;
  return old;
end
$$;
create trigger delete_task before delete on reviews for each row
  when (old.source = 'form' and old.rating <= 2 and old.status <> 'pending_verification') execute function delete_task_of_review();

-- A contact added later is linked to the reviews of a verified address, for their timeline, data export and erasure.
create function match_review_authors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.review_authors a set contact_id = p.contact_id
  from added p, public.reviews r
  where p.kind = 'email' and a.email = p.value_norm and a.contact_id is null and r.id = a.review_id and r.verified_by in ('mail', 'request');
  return null;
end
$$;
create trigger match_review_authors after insert on contact_points referencing new table as added
  for each statement execute function match_review_authors();

-- Data of a mailed link; no row for an unknown link. After expiry the text is hidden.
create function review_link_of(token text) returns table (
  kind text, state text, email text, shown_name text, rating smallint, body text, proposed text, is_verified boolean)
language sql stable security definer set search_path = '' as $$
  select case when l.edit_id is null then 'proof' else 'wording' end, s.state, public.masked_address(a.email),
    r.shown_name, r.rating, case when s.state <> 'expired' then r.body end, case when s.state <> 'expired' then e.body end,
    r.verified_at is not null
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
comment on function review_link_of is 'never null: kind, state, shown_name, is_verified';
grant execute on function review_link_of(text) to anon, authenticated, service_role;

-- The caller must have access to the contact.
create function may_ask_for_review(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())
$$;

-- The refusal code of a review request, or null, and the address for the request. A withdrawn marketing consent counts, because a request
-- is an unsolicited mail.
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

-- Data of a request link; no row for an unknown one.
create function review_request_of(token text) returns table (state text, first_name text)
language sql stable security definer set search_path = '' as $$
  select case when r.review_id is not null then 'answered' when r.closed_at is not null or r.expires_at < now() then 'expired' else 'open' end,
    c.first_name
  from public.review_requests r join public.contacts c on c.id = r.contact_id
  where r.token_hash = public.link_hash(token) and c.anonymised_at is null
$$;
comment on function review_request_of is 'never null: state, first_name';

grant execute on function may_ask_for_review(uuid), review_request_to(uuid) to service_role;
grant execute on function review_request_of(text) to anon, authenticated, service_role;

create trigger announce_page_change after insert or update or delete on review_photos
  for each statement execute function announce_page_change();

-- A photo in base64: public with its review, before that only for moderators.
create function review_photo(photo uuid) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(p.bytes, 'base64'), E'\n', '')
  from public.review_photos p join public.reviews r on r.id = p.review_id
  where p.id = photo
    and ((r.status = 'approved' and (not r.is_demo or public.is_demo_business())) or public.has_role('owner', 'admin', 'content'))
$$;
grant execute on function review_photo(uuid) to anon, authenticated, service_role;

-- Erasure of a contact anonymises their reviews: no photo, no link, no pending wording.
create function forget_review_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.review_photos p where p.review_id = new.review_id;
  delete from public.review_edits e where e.review_id = new.review_id;
  delete from public.review_links l where l.review_id = new.review_id;
  return null;
end
$$;
create trigger forget_author after update of email on review_authors for each row
  when (old.email is not null and new.email is null) execute function forget_review_author();

create function forget_review_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.review_requests r where r.contact_id = new.id;
  return null;
end
$$;
create trigger forget_review_requests after update of anonymised_at on contacts for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function forget_review_requests();
