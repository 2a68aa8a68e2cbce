create trigger next_version before update on custom_field_defs for each row execute function next_version();

create function forbid_option_removal() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_array_elements(old.options) gone
    where not new.options @> jsonb_build_array(jsonb_build_object('id', gone -> 'id'))
  ) then
    raise sqlstate 'PT422' using message = 'field_option_removed';
  end if;
  return new;
end
$$;

create trigger forbid_option_removal before update of options on custom_field_defs for each row execute function forbid_option_removal();

create function limit_fields() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('custom_field_defs.' || new.entity, 0));
  if (select count(*) from public.custom_field_defs d where d.entity = new.entity and d.deleted_at is null) > 60 then
    raise sqlstate 'PT422' using message = 'too_many_fields';
  end if;
  return null;
end
$$;

create trigger limit_fields after insert or update of deleted_at on custom_field_defs
  for each row when (new.deleted_at is null) execute function limit_fields();

-- Whether the field accepts the value. Money in whole agorot, a phone as E.164, an option by its id.
create function field_value_fits(type text, options jsonb, value jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case type
    when 'text' then jsonb_typeof(value) = 'string' and char_length(value #>> '{}') between 1 and 2000
    when 'number' then value @? '$ ? (@.type() == "number" && @ >= -1000000000000 && @ <= 1000000000000)'
    when 'money' then jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^-?\d{1,14}$'
    when 'date' then case
      when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
      then right(value #>> '{}', 2)::integer
        <= extract(day from make_date(left(value #>> '{}', 4)::integer, substr(value #>> '{}', 6, 2)::integer, 1) + interval '1 month - 1 day')
      else false end
    when 'select' then jsonb_typeof(value) = 'string' and options @> jsonb_build_array(jsonb_build_object('id', value))
    when 'multi' then case
      when jsonb_typeof(value) = 'array' and jsonb_array_length(value) between 1 and 60
      then (select count(distinct one) = count(*)
          and bool_and(jsonb_typeof(one) = 'string' and options @> jsonb_build_array(jsonb_build_object('id', one)))
        from jsonb_array_elements(value) one)
      else false end
    when 'checkbox' then jsonb_typeof(value) = 'boolean'
    when 'phone' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\+[1-9]\d{6,14}$'
    when 'url' then jsonb_typeof(value) = 'string' and char_length(value #>> '{}') <= 2000 and value #>> '{}' ~ '^https?://[^\s]+$'
    else false
  end
$$;

-- Only changed values are validated. Stored values remain valid when their field changes.
create function check_custom() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op = 'UPDATE' then old.custom else '{}' end;
  wrong text;
begin
  new.custom := jsonb_strip_nulls(new.custom);
  select field.key into wrong
  from jsonb_each(new.custom) field
  left join public.custom_field_defs d on d.entity = tg_argv[0] and d.key = field.key
  where field.value is distinct from before -> field.key
    and not coalesce(public.field_value_fits(d.type, d.options, field.value), false)
  limit 1;
  if found then raise sqlstate 'PT422' using message = 'custom_invalid', detail = wrong; end if;
  return new;
end
$$;

create trigger check_custom before update of custom on contact_staff_details
  for each row when (new.custom is distinct from old.custom) execute function check_custom('contact');
create trigger check_custom_of_new before insert on opportunities
  for each row when (new.custom <> '{}') execute function check_custom('opportunity');
create trigger check_custom before update of custom on opportunities
  for each row when (new.custom is distinct from old.custom) execute function check_custom('opportunity');
create trigger check_custom_of_new before insert on households
  for each row when (new.custom <> '{}') execute function check_custom('household');
create trigger check_custom before update of custom on households
  for each row when (new.custom is distinct from old.custom) execute function check_custom('household');

-- Sorts all fields in one call, with the caller's rights.
create function order_fields(ids uuid[]) returns void
language sql volatile set search_path = public as $$
  update custom_field_defs d set position = place.position
  from unnest(ids) with ordinality place (id, position)
  where d.id = place.id and d.position is distinct from place.position
$$;

-- The number of records with a value in the field, among those the caller may see.
create function field_uses(field_id uuid) returns bigint
language sql stable set search_path = public as $$
  select case d.entity
    when 'contact' then (
      select count(*) from contact_staff_details s join contacts c on c.id = s.contact_id where s.custom ? d.key and c.deleted_at is null)
    when 'opportunity' then (select count(*) from opportunities where custom ? d.key and deleted_at is null)
    else (select count(*) from households where custom ? d.key and deleted_at is null)
  end
  from custom_field_defs d where d.id = field_id
$$;

grant execute on function order_fields(uuid[]), field_uses(uuid) to authenticated, service_role;
