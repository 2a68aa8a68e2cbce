-- An experiment has at least two variants.
create function require_two_variants() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select count(*) from public.page_variants v where v.comparison_id = new.id and v.weight > 0) < 2 then
    raise sqlstate 'PT422' using message = 'too_few_variants';
  end if;
  return null;
end
$$;
create constraint trigger require_two_variants after insert on page_comparisons deferrable initially deferred
  for each row execute function require_two_variants();

-- Variants are immutable, so that counts stay comparable.
create function forbid_variant_change() returns trigger language plpgsql as $$
begin
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;
create trigger only_added_to before update on page_variants for each row execute function forbid_variant_change();
create trigger only_added_to before update of id, path, label, started_at on page_comparisons
  for each row execute function forbid_variant_change();

create trigger announce_page_change after insert or delete or update of ended_at on page_comparisons
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or delete on page_variants
  for each statement execute function announce_page_change();
select audit_table('page_comparisons');

-- Starts an experiment at `/` with these weights: {"/": 50, "/home-2": 50}. `seen` is the running experiment known to
-- the caller, or null. Returns the id of the running experiment, which is unchanged if the weights are equal.
create function compare_pages(shares jsonb, seen uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  running public.page_comparisons;
  made uuid := gen_random_uuid();
  words text;
begin
  perform private.require_role('owner', 'admin', 'content');
  perform pg_advisory_xact_lock(hashtextextended('page_comparisons', 0));
  select * into running from public.page_comparisons where ended_at is null for update;
  if running.id is distinct from seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if jsonb_typeof(shares) is distinct from 'object' or exists (
    select from jsonb_each(shares) s where case when jsonb_typeof(s.value) = 'number'
      then s.value::numeric not between 0 and 100 or s.value::numeric % 1 <> 0 else true end)
  then raise sqlstate 'PT422' using message = 'variant_weight'; end if;
  if exists (select from jsonb_each_text(shares) s left join public.pages p on p.path = s.key
    where s.value::numeric > 0 and p.published_version_id is null)
  then raise sqlstate 'PT409' using message = 'variant_not_published'; end if;

  if shares = (select jsonb_object_agg(v.key, v.weight) from public.page_variants v where v.comparison_id = running.id) then
    return running.id;
  end if;

  select string_agg(format('%s %s%%', p.label, round(100.0 * s.value::numeric / greatest(1, s.total))), ' · ' order by p.position)
    into words
    from (select *, sum(value::numeric) over () as total from jsonb_each_text(shares)) s join public.pages p on p.path = s.key
    where s.value::numeric > 0;
  update public.page_comparisons set ended_at = clock_timestamp(), ended_by = auth.uid(), secret = null
    where id = running.id;
  insert into public.page_comparisons (id, label, secret, started_by)
  values (made, coalesce(words, ''), coalesce(running.secret, extensions.gen_random_bytes(32)), auth.uid());
  insert into public.page_variants (comparison_id, key, weight)
  select made, s.key, s.value::numeric::smallint from jsonb_each_text(shares) s;
  return made;
end
$$;

-- Ends an experiment, after which `/` shows its own page again. Idempotent.
create function end_comparison(seen uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  update public.page_comparisons set ended_at = clock_timestamp(), ended_by = auth.uid(), secret = null
    where id = seen and ended_at is null;
  if not found and not exists (select from public.page_comparisons where id = seen) then
    raise sqlstate 'PT404' using message = 'comparison_not_found';
  end if;
end
$$;

-- Results of an experiment per variant. Visitors are unique per day; `answered` counts those with any conversion.
create function comparison_report(comparison uuid)
returns table (key text, weight smallint, views bigint, visitors bigint, contacts bigint, newsletters bigint, signups bigint, answered bigint)
language sql stable security invoker set search_path = '' as $$
  select v.key, v.weight, coalesce(seen.views, 0), coalesce(seen.visitors, 0),
    coalesce(came.contacts, 0), coalesce(came.newsletters, 0), coalesce(came.signups, 0), coalesce(came.answered, 0)
  from public.page_variants v
  join public.page_comparisons c on c.id = v.comparison_id
  join public.pages p on p.path = v.key
  left join lateral (
    select count(*) as views, count(distinct w.visitor) as visitors from public.page_views w
    where w.variant = v.key and w.path = c.path and w.at >= c.started_at and (c.ended_at is null or w.at < c.ended_at)
  ) seen on true
  left join lateral (
    select count(*) filter (where o.kind = 'contact') as contacts, count(*) filter (where o.kind = 'newsletter') as newsletters,
      count(*) filter (where o.kind = 'signup') as signups, count(distinct (o.day, o.visitor)) as answered
    from public.page_outcomes o where o.comparison_id = c.id and o.key = v.key
  ) came on true
  where c.id = comparison
  order by p.position
$$;
comment on function comparison_report is 'never null: key, weight, views, visitors, contacts, newsletters, signups, answered';

-- Records a conversion of a visitor who saw a variant today. `seen_as` is the visitor's hash among today's views,
-- `counted_as` the stored one. Outcomes are deleted after 13 months, like page views.
create function note_page_outcome(seen_as text, counted_as text, kind text) returns void
language sql security definer set search_path = '' as $$
  delete from public.page_outcomes where day < (now() - interval '13 months')::date;
  insert into public.page_outcomes (comparison_id, key, day, kind, visitor)
  select c.id, saw.key, (now() at time zone 'Asia/Jerusalem')::date, note_page_outcome.kind, counted_as
  from public.page_comparisons c
  cross join lateral (
    select v.key from public.page_views w
    join public.page_variants v on v.comparison_id = c.id and v.key = w.variant
    where w.visitor = seen_as and w.variant is not null and w.path = c.path and w.at >= c.started_at
    order by w.at desc limit 1
  ) saw
  where c.ended_at is null
  on conflict do nothing
$$;
grant execute on function compare_pages(jsonb, uuid), end_comparison(uuid), comparison_report(uuid) to authenticated;
grant execute on function note_page_outcome(text, text, text) to service_role;
