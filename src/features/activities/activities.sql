-- The one timeline: everything that happened with a person, whatever part of the product it happened in.
-- Lines are dated by the clock, not by the transaction, so that what happened in one go still reads in its order.
create table activities (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)?$'),
  happened_at timestamptz not null default clock_timestamp(),
  actor_kind text not null default 'user' check (actor_kind in ('user', 'contact', 'system', 'automation')),
  -- No foreign key: what happened stays true after the user is gone.
  actor_id uuid default auth.uid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  household_id uuid references households (id) on delete set null,
  opportunity_id uuid references opportunities (id) on delete set null,
  related_type text,
  related_id uuid,
  title_cache text not null default '' constraint activity_title_length check (char_length(title_cache) <= 200),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  visibility text not null default 'staff' check (visibility in ('staff', 'client')),
  pinned_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1
);
create index activities_of_contact on activities (contact_id, happened_at desc);
create index activities_of_household on activities (household_id, happened_at desc);
create index activities_of_opportunity on activities (opportunity_id, happened_at desc);

create trigger next_version before update on activities for each row execute function next_version();

create function place_activity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  new.household_id := coalesce(new.household_id, (select c.household_id from public.contacts c where c.id = new.contact_id));
  -- What is dated ahead happened, at the latest, now: else one line would keep its contact on top for years.
  update public.contacts c set last_activity_at = least(new.happened_at, clock_timestamp())
  where c.id = new.contact_id and (c.last_activity_at is null or c.last_activity_at < new.happened_at);
  return new;
end
$$;

create trigger place before insert on activities for each row execute function place_activity();

-- An opportunity tells its own story. One move is one line, named after the most that it means.
create function tell_of_opportunity() returns trigger
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

create function stage_name(stage uuid) returns text
language sql stable security definer set search_path = '' as $$
  select s.name from public.pipeline_stages s where s.id = stage
$$;

create trigger tell_of_new after insert on opportunities for each row execute function tell_of_opportunity();
create trigger tell_of_change after update on opportunities
  for each row when (old.stage_id <> new.stage_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function tell_of_opportunity();
create trigger tell_of_deletion after delete on opportunities for each row execute function tell_of_opportunity();

alter table activities enable row level security;
grant select, delete on activities to authenticated;
grant insert (id, type, happened_at, contact_id, opportunity_id, title_cache, payload, visibility, pinned_at),
  update (happened_at, title_cache, payload, visibility, pinned_at) on activities to authenticated;

-- What people write by hand; every other line is written by what happened.
create policy "owners, admins and sales see every timeline" on activities for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the timelines of their contacts" on activities for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees what is shared of their own timeline" on activities for select to authenticated
  using (visibility = 'client' and contact_id in (select id from contacts where client_user_id = (select auth.uid())));
create policy "owners, admins and sales write on every timeline" on activities for insert to authenticated
  with check (actor_kind = 'user' and actor_id = (select auth.uid())
    and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select has_role('owner', 'admin', 'sales')));
create policy "a coach writes on the timelines of their contacts" on activities for insert to authenticated
  with check (actor_kind = 'user' and actor_id = (select auth.uid())
    and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and contact_id in (select my_contact_ids()));
create policy "staff change what they wrote themselves" on activities for update to authenticated
  using (actor_id = (select auth.uid()) and type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select is_staff()));
create policy "owners and admins delete what people wrote" on activities for delete to authenticated
  using (type in ('note', 'call', 'whatsapp', 'email', 'meeting') and (select has_role('owner', 'admin')));

alter table activities replica identity full;
alter publication supabase_realtime add table activities;
