-- Webinar templates: definition, versions, webinars created from them, and updates of these webinars.

-- The template definition of a webinar, without dates, registrations, videos and status. For the page see
-- webinars.template-pages.functions.sql.
create function private.webinar_definition(webinar uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', w.title, 'subtitle', w.subtitle, 'takeaways', w.takeaways, 'presenter', w.presenter,
    'presenter_about', w.presenter_about, 'kind', w.kind, 'duration_minutes', w.duration_minutes, 'lobby_minutes', w.lobby_minutes,
    'recap', w.recap, 'replay_enabled', w.replay_enabled, 'replay_hours', w.replay_hours, 'page', private.webinar_page_blocks(w.id),
    'muted_messages', (
      select coalesce(jsonb_agg(m.rule_key order by m.rule_key), '[]') from public.webinar_muted_messages m where m.webinar_id = w.id),
    'interactions', coalesce((
      select jsonb_agg(jsonb_build_object('kind', i.kind, 'title', i.title, 'body', i.body, 'choices', i.choices, 'link', i.link,
        'at_second', i.at_second, 'open_seconds', i.open_seconds) order by i.at_second nulls last, i.title, i.id)
      from public.webinar_interactions i where i.webinar_id = w.id), '[]'))
  from public.webinars w where w.id = webinar
$$;

-- The default weekday and time, from the last session: {weekday, time} in Israel; null without sessions.
create function private.webinar_usual_time(webinar uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('weekday', extract(dow from t.at)::integer, 'time', to_char(t.at, 'HH24:MI'))
  from public.webinar_sessions s, lateral (select s.starts_at at time zone 'Asia/Jerusalem' as at) t
  where s.webinar_id = webinar order by s.starts_at desc limit 1
$$;

-- A changed definition is stored as the next version.
create function webinar_templates_before_write() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.definition is distinct from old.definition then new.number := old.number + 1; end if;
  new.updated_at := now();
  return new;
end
$$;
create trigger set_number before update on webinar_templates for each row execute function webinar_templates_before_write();

create function note_webinar_template_version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.webinar_template_versions (template_id, number, definition, created_by) values (new.id, new.number, new.definition, auth.uid())
  on conflict do nothing;
  return null;
end
$$;
create trigger note_first_version after insert on webinar_templates for each row execute function note_webinar_template_version();
create trigger note_version after update on webinar_templates for each row when (old.number <> new.number)
  execute function note_webinar_template_version();
create trigger only_added_to before update of template_id, number, definition, created_at on webinar_template_versions
  for each row execute function forbid_page_version_change();

-- Writes the given fields of a definition. The constraints of webinars and interactions refuse invalid values.
create function private.apply_webinar_definition(webinar uuid, given jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.webinars w set
    title = coalesce(given ->> 'title', w.title),
    subtitle = coalesce(given ->> 'subtitle', w.subtitle),
    takeaways = case when given ? 'takeaways' then array(select jsonb_array_elements_text(given -> 'takeaways')) else w.takeaways end,
    presenter = coalesce(given ->> 'presenter', w.presenter),
    presenter_about = coalesce(given ->> 'presenter_about', w.presenter_about),
    kind = coalesce(given ->> 'kind', w.kind),
    duration_minutes = coalesce((given ->> 'duration_minutes')::integer, w.duration_minutes),
    lobby_minutes = coalesce((given ->> 'lobby_minutes')::integer, w.lobby_minutes),
    recap = coalesce(given ->> 'recap', w.recap),
    replay_enabled = coalesce((given ->> 'replay_enabled')::boolean, w.replay_enabled),
    replay_hours = coalesce((given ->> 'replay_hours')::integer, w.replay_hours)
  where w.id = webinar;
  if given ? 'muted_messages' then
    delete from public.webinar_muted_messages m
    where m.webinar_id = webinar and not (given -> 'muted_messages') ? m.rule_key;
    -- An imported template may contain unknown rules, or rules that cannot be disabled (webinar_message_required).
    insert into public.webinar_muted_messages (webinar_id, rule_key)
    select webinar, r.key from public.message_rules r
    where r.context_type = 'webinar_registration' and (given -> 'muted_messages') ? r.key
      and r.anchor not in ('registered', 'registered_late', 'waitlisted', 'seated', 'moved', 'answered')
    on conflict do nothing;
  end if;
  if given ? 'page' then perform private.apply_webinar_page(webinar, given -> 'page'); end if;
  if not given ? 'interactions' then return; end if;
  delete from public.webinar_interactions i where i.webinar_id = webinar;
  insert into public.webinar_interactions (webinar_id, kind, title, body, choices, link, at_second, open_seconds)
  select webinar, g.kind, g.title, coalesce(g.body, ''), array(select jsonb_array_elements_text(coalesce(g.choices, '[]'))), g.link, g.at_second,
    coalesce(g.open_seconds, 600)
  from jsonb_to_recordset(given -> 'interactions')
    as g (kind text, title text, body text, choices jsonb, link text, at_second integer, open_seconds integer);
end
$$;

-- Creates a draft webinar from the template's newest version, with its first date. Refusals: not_allowed, webinar_template_not_found.
create function webinar_from_template(template uuid, title text, slug text, starts_at timestamptz default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  source public.webinar_templates;
  made uuid;
begin
  perform private.require_role('owner', 'admin', 'content');
  select t.* into source from public.webinar_templates t where t.id = template for share;
  if not found then raise sqlstate 'PT404' using message = 'webinar_template_not_found'; end if;
  insert into public.webinars (slug, title, template_id, template_number)
  values (webinar_from_template.slug, webinar_from_template.title, source.id, source.number) returning id into made;
  perform private.apply_webinar_definition(made, source.definition - 'title');
  if webinar_from_template.starts_at is not null and (source.definition ->> 'kind') is distinct from 'on_demand' then
    insert into public.webinar_sessions (webinar_id, starts_at) values (made, webinar_from_template.starts_at);
  end if;
  return made;
end
$$;
comment on function webinar_from_template is 'never null';

-- Creates a template from a webinar, which is linked to it if it had no template. Refusals: not_allowed, webinar_not_found.
create function webinar_template_from(webinar uuid, name text, about text default '') returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  made uuid;
begin
  perform private.require_role('owner', 'admin', 'content');
  insert into public.webinar_templates (name, about, definition)
  select webinar_template_from.name, webinar_template_from.about,
    private.webinar_definition(w.id) || jsonb_build_object('schedule', private.webinar_usual_time(w.id))
  from public.webinars w where w.id = webinar returning id into made;
  if made is null then raise sqlstate 'PT404' using message = 'webinar_not_found'; end if;
  update public.webinars w set template_id = made, template_number = 1 where w.id = webinar and w.template_id is null;
  return made;
end
$$;
comment on function webinar_template_from is 'never null';

-- Saves the content of a webinar as the next version of its template. Refusals: not_allowed, webinar_template_not_found,
-- webinar_template_is_system.
create function renew_webinar_template(webinar uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  used public.webinar_templates;
begin
  perform private.require_role('owner', 'admin', 'content');
  select t.* into used from public.webinar_templates t join public.webinars w on w.template_id = t.id where w.id = webinar for update of t;
  if not found then raise sqlstate 'PT404' using message = 'webinar_template_not_found'; end if;
  if used.is_system then raise sqlstate 'PT409' using message = 'webinar_template_is_system'; end if;
  update public.webinar_templates t set definition = private.webinar_definition(webinar)
    || jsonb_build_object('schedule', coalesce(private.webinar_usual_time(webinar), t.definition -> 'schedule'))
  where t.id = used.id returning t.* into used;
  update public.webinars w set template_number = used.number where w.id = webinar;
  return used.number;
end
$$;
comment on function renew_webinar_template is 'never null';

-- The fields that the template changed and in which the webinar differs from its newest version. `is_own`: changed in the webinar
-- itself, interactions that were already shown, or a page that is shared with another webinar. An update skips those.
create function private.webinar_template_changes(webinar uuid) returns table (field text, value jsonb, is_own boolean)
language sql stable security definer set search_path = '' as $$
  select n.key, n.value,
    seen.number is null or mine.definition -> n.key is distinct from seen.definition -> n.key
      or n.key = 'interactions' and exists (
        select from public.webinar_interactions i where i.webinar_id = w.id
          and (exists (select from public.webinar_openings o where o.interaction_id = i.id)
            or exists (select from public.webinar_answers a where a.interaction_id = i.id)))
      or n.key = 'page' and exists (select from public.webinars o where o.page_path = w.page_path and o.id <> w.id)
  from public.webinars w join public.webinar_templates t on t.id = w.template_id
  -- Fields missing in older versions get their empty value.
  left join lateral (
    select v.number, '{"muted_messages": [], "page": null}' || v.definition as definition from public.webinar_template_versions v
    where v.template_id = t.id and v.number = w.template_number) seen on true,
    lateral (select private.webinar_definition(w.id) as definition) mine, jsonb_each(t.definition) n
  where w.id = webinar and mine.definition ? n.key and mine.definition -> n.key is distinct from n.value
    and n.value is distinct from seen.definition -> n.key
$$;

-- Webinars of a template, with the fields that an update would write, and those that it would skip.
create function webinar_template_uses(template uuid) returns table (
  webinar_id uuid, title text, status text, number integer, updates text[], keeps text[])
language sql stable security definer set search_path = '' as $$
  select w.id, w.title, w.status, coalesce(w.template_number, 1),
    array(select c.field from private.webinar_template_changes(w.id) c where not c.is_own order by 1),
    array(select c.field from private.webinar_template_changes(w.id) c where c.is_own order by 1)
  from public.webinars w where w.template_id = template and (select public.is_staff())
  order by w.title, w.id
$$;
comment on function webinar_template_uses is 'never null: webinar_id, title, status, number, updates, keeps';

-- Updates webinars to the newest version of their template, without fields changed in the webinar. Returns the updated fields of each.
-- Refusal: not_allowed.
create function update_webinars_of_template(template uuid, webinars uuid[]) returns table (webinar_id uuid, fields text[])
language plpgsql volatile security definer set search_path = '' as $$
declare
  due record;
  written jsonb;
begin
  perform private.require_role('owner', 'admin', 'content');
  for due in
    select w.id, t.number from public.webinars w join public.webinar_templates t on t.id = w.template_id
    where w.template_id = template and w.id = any (update_webinars_of_template.webinars) order by w.id for update of w
  loop
    select coalesce(jsonb_object_agg(c.field, c.value), '{}') into written
    from private.webinar_template_changes(due.id) c where not c.is_own;
    perform private.apply_webinar_definition(due.id, written);
    update public.webinars w set template_number = due.number where w.id = due.id;
    webinar_id := due.id;
    fields := array(select jsonb_object_keys(written) order by 1);
    return next;
  end loop;
end
$$;
comment on function update_webinars_of_template is 'never null: webinar_id, fields';

-- Revokes all preview links of a template. Refusal: not_allowed.
create function revoke_webinar_template_shares(template uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  closed integer;
begin
  perform private.require_role('owner', 'admin', 'content');
  delete from public.webinar_template_shares s where s.template_id = template;
  get diagnostics closed = row_count;
  return closed;
end
$$;
comment on function revoke_webinar_template_shares is 'never null';

-- Data of a preview link: the newest version, and customised mail texts. No row for an unknown or expired link.
create function webinar_template_preview(token text) returns table (
  template_id uuid, name text, number integer, definition jsonb, expires_at timestamptz, mails jsonb)
language sql stable security definer set search_path = '' as $$
  select t.id, t.name, t.number, t.definition, s.expires_at,
    coalesce((select jsonb_object_agg(e.kind, jsonb_build_object('subject', e.subject, 'preheader', e.preheader, 'heading', e.heading,
      'body', e.body, 'blocks', e.blocks, 'button', e.button, 'closing', e.closing)) from public.email_texts e where e.kind like 'webinar\_%'), '{}')
  from public.webinar_template_shares s join public.webinar_templates t on t.id = s.template_id
  where s.token_hash = public.link_hash(token) and s.expires_at > now()
$$;
comment on function webinar_template_preview is 'never null: template_id, name, number, definition, expires_at, mails';
grant execute on function webinar_template_preview(text) to anon, authenticated, service_role;
grant execute on function webinar_from_template(uuid, text, text, timestamptz), webinar_template_from(uuid, text, text),
  renew_webinar_template(uuid), webinar_template_uses(uuid), update_webinars_of_template(uuid, uuid[]), revoke_webinar_template_shares(uuid) to authenticated;
