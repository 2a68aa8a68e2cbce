-- The board at any size: a column is read page by page, what it is worth is counted here, and every view narrows by the same filter.
alter table opportunities
  add column product_id uuid references products (id) on delete set null,
  -- Why a closed deal was opened again. Nothing while it is closed.
  add column reopened_because text constraint reopen_reason_length check (char_length(btrim(reopened_because)) between 1 and 500);
grant insert (product_id), update (product_id, reopened_because) on opportunities to authenticated;
create index opportunities_product_id on opportunities (product_id);
create index opportunities_search on opportunities using gin (he_norm(name) extensions.gin_trgm_ops);

drop trigger next_version on opportunities;
create trigger next_version before update of name, contact_id, household_id, pipeline_id, stage_id, stage, amount_agorot,
  probability_override, expected_close_on, owner_id, source, product_id, lost_reason_id, lost_note, reopened_because, rank, custom, deleted_at
  on opportunities for each row execute function next_version();

-- What is closed stays closed unless somebody says why. Within the hour it is taken for a slip of the hand.
create function ask_why_reopened() returns trigger
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

-- By its name after `settle`, which says what the status is.
create trigger settle_reopening before update of stage_id, stage, pipeline_id, status, reopened_because
  on opportunities for each row execute function ask_why_reopened();

create or replace function tell_of_opportunity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  card constant public.opportunities := coalesce(new, old);
  what text;
  told jsonb := '{}';
begin
  if tg_op = 'INSERT' then
    what := 'opportunity.created';
    told := jsonb_build_object('to', card.stage, 'to_name', public.stage_name(card.stage_id));
  elsif tg_op = 'DELETE' then
    what := 'opportunity.deleted';
  elsif old.deleted_at is null and new.deleted_at is not null then
    what := 'opportunity.deleted';
  elsif old.deleted_at is not null and new.deleted_at is null then
    what := 'opportunity.restored';
  else
    what := case
      when new.status = old.status then 'opportunity.stage_changed'
      when new.status = 'won' then 'opportunity.won'
      when new.status = 'lost' then 'opportunity.lost'
      else 'opportunity.reopened'
    end;
    told := jsonb_build_object(
      'from', old.stage, 'from_name', public.stage_name(old.stage_id),
      'to', new.stage, 'to_name', public.stage_name(new.stage_id));
    if new.status = 'lost' then
      told := told || jsonb_build_object(
        'reason', (select r.name from public.lost_reasons r where r.id = new.lost_reason_id), 'note', new.lost_note);
    elsif what = 'opportunity.reopened' and new.reopened_because is not null then
      told := told || jsonb_build_object('reason', new.reopened_because);
    end if;
  end if;

  -- A contact who is deleted together with the card has no timeline to write on.
  if tg_op = 'DELETE' and not exists (select from public.contacts c where c.id = old.contact_id) then return null; end if;
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, household_id, opportunity_id,
    related_type, related_id, title_cache, payload, is_demo)
  values (what, case when tg_op = 'INSERT' then card.created_at else clock_timestamp() end,
    case when auth.uid() is null then 'system' else 'user' end, auth.uid(), card.contact_id, card.household_id,
    case when tg_op <> 'DELETE' then card.id end, 'opportunity', card.id, card.name, told, card.is_demo);
  return null;
end
$$;

-- Holds a stage in its place until the transaction ends, for whoever moves a card into it; nothing when it is gone.
create function hold_stage(stage uuid) returns setof pipeline_stages
language sql volatile security definer set search_path = '' as $$
  select s.* from public.pipeline_stages s
  where s.id = stage and (public.is_staff() or auth.role() = 'service_role') for key share
$$;
revoke execute on function hold_stage(uuid) from public;
grant execute on function hold_stage(uuid) to authenticated, service_role;

-- Moves a card in front of another one, or with before_id null to the end of the column. Runs with the caller's rights.
-- Refusals: opportunity_not_found, stale_version, lost_reason_required, reopen_reason_required, unknown_stage,
-- stage_of_another_pipeline, unknown_lost_reason.
drop function move_opportunity(uuid, uuid, integer, uuid, uuid, text);
create function move_opportunity(
  opportunity_id uuid,
  to_stage_id uuid,
  expected_version integer,
  before_id uuid default null,
  lost_reason_id uuid default null,
  lost_note text default null,
  reopened_because text default null
) returns opportunities
language plpgsql volatile set search_path = public as $$
declare
  card opportunities;
  target pipeline_stages;
  reason uuid;
begin
  -- First the stage, then the card, then the column: every way of moving takes its locks in this order.
  select s.* into target from hold_stage(to_stage_id) s;
  select o.* into card from opportunities o
  where o.id = move_opportunity.opportunity_id and o.deleted_at is null for update;
  if card.id is null then raise sqlstate 'PT404' using message = 'opportunity_not_found'; end if;
  if target.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;
  if card.version is distinct from expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;

  reason := coalesce(move_opportunity.lost_reason_id, card.lost_reason_id);
  if target.kind = 'lost' and reason is null then raise sqlstate 'PT422' using message = 'lost_reason_required'; end if;

  -- settle_opportunity gives it its place, in this very update.
  perform set_config('opportunities.dropped', jsonb_build_object('card', card.id, 'before', before_id)::text, true);
  update opportunities o set
    stage_id = to_stage_id,
    lost_reason_id = reason,
    lost_note = coalesce(move_opportunity.lost_note, card.lost_note),
    reopened_because = case
      when card.status <> 'open' and target.kind = 'open' then nullif(btrim(move_opportunity.reopened_because), '')
      else card.reopened_because
    end
  where o.id = card.id
  returning o.* into card;
  perform set_config('opportunities.dropped', '', true);
  return card;
end
$$;
grant execute on function move_opportunity(uuid, uuid, integer, uuid, uuid, text, text) to authenticated, service_role;

-- What narrows the board, the table and the forecast alike. What is null narrows nothing.
create type opportunity_filter as (
  query text,
  -- The id of nothing but zeros stands for nobody, and an empty source for none.
  owners uuid[],
  sources text[],
  products uuid[],
  steps text[], -- none, planned, overdue
  statuses text[],
  rotting boolean,
  closes_from date,
  closes_until date,
  without_close boolean
);

-- The ids of the deals that hold every word: in their name, in the people behind them, in a phone number.
-- Beyond the policies, for no index answers LIKE under them; so it asks itself whose deals the caller may see.
create function opportunities_found(query text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with words as (
    select word, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' as pattern
    from regexp_split_to_table(public.he_norm(left(query, 200)), ' ') word where word <> ''
  ), wanted as (
    select
      array(select pattern from words) as patterns,
      -- The longest word is the one that the indexes are asked for.
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
revoke execute on function opportunities_found(text) from public;
grant execute on function opportunities_found(text) to authenticated, service_role;

-- No fixed search_path here: with one, the planner could not fold this into the questions that follow.
create function filtered_opportunities(pipeline uuid, filter opportunity_filter) returns setof opportunities
language sql stable as $$
  select o.* from public.opportunities o
  where o.pipeline_id = pipeline and o.deleted_at is null
    and (coalesce((filter).query, '') = '' or o.id in (select public.opportunities_found((filter).query)))
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

-- The first cards of every column; with `stage` the next ones of that column, those after the rank `after`; with `ids` only these.
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

-- What every column holds: cards, their sum, and the sum weighted by probability, in agorot.
create function board_totals(pipeline uuid, filter opportunity_filter default null)
returns table (stage_id uuid, cards bigint, sum_agorot bigint, weighted_agorot bigint)
language sql stable set search_path = '' as $$
  select s.id, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  group by s.id
$$;

-- Open deals by the month in which they are expected to close; null: no day was set.
create function opportunity_forecast(pipeline uuid, filter opportunity_filter default null)
returns table (month date, cards bigint, sum_agorot bigint, weighted_agorot bigint)
language sql stable set search_path = '' as $$
  select date_trunc('month', o.expected_close_on)::date, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  where o.status = 'open'
  group by 1
$$;

-- Fifty lines of the table after a given one, in any of its orders. What has no value in the order's column comes last.
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
