-- Whether a contact has submitted a once_per_person form, through any link or the public page. Runs with the caller's rights.
create function private.is_answered_once(form uuid, contact uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.forms f join public.form_submissions s on s.form_id = f.id and s.status = 'complete'
    where f.id = form and f.once_per_person and s.contact_id = contact)
$$;
grant execute on function private.is_answered_once(uuid, uuid) to authenticated;

-- Forms of the stages opened to the signed-in client, with the status of their own submission: none, draft or sent. A form that accepts no
-- submissions is omitted.
create function my_stage_forms() returns table (stage_instance_id uuid, title text, state text)
language sql stable security definer set search_path = '' as $$
  select i.id, f.title, case when l.used_at is not null or private.is_answered_once(f.id, public.my_client_contact_id()) then 'sent'
    when exists (select from public.form_submissions s where s.link_id = l.id and s.status = 'partial') then 'draft' else 'none' end
  from public.client_processes p join public.process_stage_instances i on i.client_process_id = p.id and i.status not in ('locked', 'skipped')
  join public.process_stages s on s.id = i.process_stage_id and s.visible_to_client
  join public.forms f on f.id = s.form_id
  left join public.form_links l on l.stage_instance_id = i.id and l.form_id = f.id and l.contact_id = public.my_client_contact_id()
  where p.status <> 'cancelled' and p.id in (select public.my_process_ids())
    and (l.used_at is not null or f.status = 'published' and f.deleted_at is null and l.revoked_at is null)
$$;
comment on function my_stage_forms is 'never null: stage_instance_id, title, state';
revoke execute on function my_stage_forms() from public;
grant execute on function my_stage_forms() to authenticated;

-- Opens the form of a stage for the signed-in client. The browser generates the key, of which only a hash is stored.
-- Continues a started submission, even from another device. Refusals: stage_form_gone, form_link_used.
create function open_my_stage_form(instance uuid, token text) returns table (form_address text, is_begun boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  form public.forms;
  link public.form_links;
  begun uuid;
begin
  select f.* into form from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
  join public.forms f on f.id = s.form_id and f.status = 'published' and f.deleted_at is null where i.id = instance;
  if form.id is null or token !~ '^[\w-]{32}$' or not private.is_stage_open_to_me(instance) then
    raise sqlstate 'PT404' using message = 'stage_form_gone';
  end if;
  insert into public.form_links (form_id, contact_id, token_hash, is_single_use, stage_instance_id)
  values (form.id, public.my_client_contact_id(), public.link_hash(token), true, instance)
  on conflict (stage_instance_id, form_id, contact_id) where stage_instance_id is not null do nothing;
  select l.* into link from public.form_links l
  where l.stage_instance_id = instance and l.form_id = form.id and l.contact_id = public.my_client_contact_id() for no key update;
  if link.used_at is not null or private.is_answered_once(form.id, link.contact_id) then
    raise sqlstate 'PT409' using message = 'form_link_used';
  end if;
  if link.revoked_at is not null then raise sqlstate 'PT404' using message = 'stage_form_gone'; end if;
  select s.id into begun from public.form_submissions s where s.link_id = link.id and s.status = 'partial' order by s.last_at desc, s.id limit 1;
  if begun is null then
    update public.form_links l set token_hash = public.link_hash(token) where l.id = link.id;
  else
    insert into public.form_resume_keys (key_hash, submission_id) values (public.link_hash(token), begun) on conflict do nothing;
  end if;
  return query select form.public_id, begun is not null;
end
$$;
comment on function open_my_stage_form is 'never null: form_address, is_begun';
revoke execute on function open_my_stage_form(uuid, text) from public;
grant execute on function open_my_stage_form(uuid, text) to authenticated;

-- For staff: the form status of each family member in the opened stages. Family members are the contact of the process,
-- the partner it is shared with, and a former partner with a link, if the caller can see their contacts.
create function stage_forms_of(contact uuid) returns table (stage_instance_id uuid, stage_name text, form_id uuid, title text, contact_name text, state text)
language sql stable set search_path = public as $$
  select i.id, s.name, f.id, f.title, c.full_name,
    case when l.used_at is not null or private.is_answered_once(f.id, c.id) then 'sent' when l.id is null then 'none' else 'draft' end
  from client_processes p join process_stage_instances i on i.client_process_id = p.id and i.status not in ('locked', 'skipped')
  join process_stages s on s.id = i.process_stage_id join forms f on f.id = s.form_id
  cross join lateral (
    select p.contact_id
    union
    select o.id from contacts m join contacts o on o.household_id = m.household_id and o.household_role = 'partner' and o.deleted_at is null
    where m.id = p.contact_id and m.household_role = 'partner' and p.household_id is not null
    union
    select k.contact_id from form_links k where k.stage_instance_id = i.id and k.form_id = f.id) person
  join contacts c on c.id = person.contact_id
  left join form_links l on l.stage_instance_id = i.id and l.form_id = f.id and l.contact_id = c.id
  where p.contact_id = contact and p.status in ('active', 'paused', 'completed') and is_staff()
  order by p.started_on desc, p.id, s.stage_order, c.id <> p.contact_id, c.full_name
$$;
comment on function stage_forms_of is 'never null: stage_instance_id, stage_name, form_id, title, state';
grant execute on function stage_forms_of(uuid) to authenticated;
