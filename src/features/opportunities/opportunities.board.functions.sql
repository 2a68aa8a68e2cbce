-- Requires a reason to reopen a closed opportunity, except within an hour, when the close may have been a mistake.
create function require_reopen_reason() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.status <> 'open' then
    new.reopened_because := null;
  elsif old.status <> 'open' and new.reopened_because is null and old.closed_at < now() - interval '1 hour' then
    raise sqlstate 'PT422' using message = 'reopen_reason_required';
  end if;
  return new;
end
$$;

-- Named to run after `set_derived`, which sets the status.
create trigger set_reopening before update of stage_id, stage, pipeline_id, status, reopened_because
  on opportunities for each row execute function require_reopen_reason();

-- Locks a stage until the end of the transaction, so that it cannot be deleted during a move. No row if it is gone.
create function lock_stage(stage uuid) returns setof pipeline_stages
language sql volatile security definer set search_path = '' as $$
  select s.* from public.pipeline_stages s
  where s.id = stage and (public.is_staff() or auth.role() = 'service_role') for key share
$$;

grant execute on function lock_stage(uuid) to authenticated, service_role;

-- The ids of opportunities that match every word, in their name, contact or phone number. Security definer, because LIKE uses no index
-- under RLS; the function checks the caller's access itself.
create function matching_opportunity_ids(query text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with words as (
    select word, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' as pattern
    from regexp_split_to_table(public.he_norm(left(query, 200)), ' ') word where word <> ''
  ), wanted as (
    select
      array(select pattern from words) as patterns,
      -- The longest word selects the index entries.
      (select pattern from words order by char_length(word) desc limit 1) as longest,
      regexp_replace(regexp_replace(query, '\D', '', 'g'), '^(00972|972|0)', '') as digits
  ), people as (
    select c.id from wanted w join public.contacts c on c.search_name like w.longest and c.search_name like all (w.patterns)
    union
    select p.contact_id from wanted w join public.contact_points p
      on p.kind = 'phone' and p.value_norm like '%' || w.digits || '%' and char_length(w.digits) >= 4
  ), found as (
    select o.id, o.contact_id from wanted w
      join public.opportunities o on public.he_norm(o.name) like w.longest and public.he_norm(o.name) like all (w.patterns)
    union
    select o.id, o.contact_id from people join public.opportunities o on o.contact_id = people.id
  )
  select f.id from found f
  where (select public.has_role('owner', 'admin', 'sales')) or f.contact_id in (select public.my_contact_ids())
$$;

grant execute on function matching_opportunity_ids(text) to authenticated, service_role;

-- Without a fixed search_path, so that the planner can inline it.
create function filtered_opportunities(pipeline uuid, filter opportunity_filter) returns setof opportunities
language sql stable as $$
  select o.* from public.opportunities o
  where o.pipeline_id = pipeline and o.deleted_at is null
    and (coalesce((filter).query, '') = '' or o.id in (select public.matching_opportunity_ids((filter).query)))
    and ((filter).owners is null or coalesce(o.owner_id, '00000000-0000-0000-0000-000000000000') = any ((filter).owners))
    and ((filter).sources is null or coalesce(o.source, '') = any ((filter).sources))
    and ((filter).products is null or coalesce(o.product_id, '00000000-0000-0000-0000-000000000000') = any ((filter).products))
    and ((filter).statuses is null or o.status = any ((filter).statuses))
    and ((filter).steps is null or (o.status = 'open' and case
      when o.next_step_task_id is null then 'none' when o.next_step_at < now() then 'overdue' else 'planned' end = any ((filter).steps)))
    and ((filter).closes_from is null or o.expected_close_on >= (filter).closes_from)
    and ((filter).closes_until is null or o.expected_close_on <= (filter).closes_until)
    and (not coalesce((filter).without_close, false) or o.expected_close_on is null)
    and (not coalesce((filter).rotting, false) or exists (
      select from public.pipeline_stages s
      where s.id = o.stage_id and s.kind = 'open' and o.stage_entered_at <= now() - make_interval(days => s.rot_days)))
$$;

-- The first opportunities of every stage; with `stage` its next page, after the rank `after`; with `ids` only these
-- ids.
create function board_cards(
  pipeline uuid, filter opportunity_filter default null, stage uuid default null, after text default null, page integer default 40,
  ids uuid[] default null
) returns setof opportunities
language sql stable set search_path = '' as $$
  select shown.* from public.pipeline_stages s cross join lateral (
    select o.* from public.filtered_opportunities(pipeline, filter) o
    where o.stage_id = s.id and (after is null or o.rank > after) and (ids is null or o.id = any (ids))
    order by o.rank limit case when ids is null then least(page, 200) end
  ) shown
  where s.pipeline_id = pipeline and (board_cards.stage is null or s.id = board_cards.stage)
$$;

-- Totals per column: cards, their sum, and the sum weighted by probability, in agorot.
create function board_totals(pipeline uuid, filter opportunity_filter default null)
returns table (stage_id uuid, cards bigint, sum_agorot bigint, weighted_agorot bigint)
language sql stable set search_path = '' as $$
  select s.id, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  group by s.id
$$;
comment on function board_totals is 'never null: stage_id, cards, sum_agorot, weighted_agorot';

-- Open opportunities by expected closing month; null: no date.
create function opportunity_forecast(pipeline uuid, filter opportunity_filter default null)
returns table (month date, cards bigint, sum_agorot bigint, weighted_agorot bigint)
language sql stable set search_path = '' as $$
  select date_trunc('month', o.expected_close_on)::date, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  where o.status = 'open'
  group by 1
$$;
comment on function opportunity_forecast is 'never null: cards, sum_agorot, weighted_agorot';

-- A page of the table in the given sort order, at most 200 rows. Rows without a value come last.
create function listed_opportunities(
  pipeline uuid, filter opportunity_filter default null, sort text default 'stage_entered_at', descending boolean default true,
  after_value text default null, after_id uuid default null, page integer default 50
) returns setof opportunities
language plpgsql stable set search_path = '' as $$
begin
  if sort not in ('name', 'amount_agorot', 'expected_close_on', 'stage_entered_at', 'created_at', 'next_step_at') then
    raise sqlstate 'PT422' using message = 'unknown_order';
  end if;
  return query execute format(
    'select o.* from public.filtered_opportunities($1, $2) o, jsonb_populate_record(null::public.opportunities, jsonb_build_object(%1$L, $3)) last
     where $4 is null or (last.%1$I is null and o.%1$I is null and o.id > $4)
       or (last.%1$I is not null and (o.%1$I is null or o.%1$I %2$s last.%1$I or (o.%1$I = last.%1$I and o.id > $4)))
     order by o.%1$I %3$s nulls last, o.id limit $5',
    sort, case when descending then '<' else '>' end, case when descending then 'desc' else 'asc' end)
    using pipeline, filter, after_value, after_id, least(page, 200);
end
$$;

grant execute on function filtered_opportunities(uuid, opportunity_filter),
  board_cards(uuid, opportunity_filter, uuid, text, integer, uuid[]), board_totals(uuid, opportunity_filter),
  opportunity_forecast(uuid, opportunity_filter),
  listed_opportunities(uuid, opportunity_filter, text, boolean, text, uuid, integer) to authenticated, service_role;
