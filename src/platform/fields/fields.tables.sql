-- Custom fields of contacts, households and opportunities. A row defines a field; the record's column `custom` holds its value under the
-- field's key. A field's type is immutable and fields are only soft-deleted, so that stored values stay valid.
create function field_options_fit(type text, options jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when type not in ('select', 'multi') then options = '[]'
    when jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 1 and 60 then false
    else not exists (
      select from jsonb_array_elements(options) option
      where coalesce(option ->> 'id' !~ '^[a-z0-9_]{1,40}$' or btrim(option ->> 'label') = '' or char_length(option ->> 'label') > 80, true)
    ) and (select count(distinct option ->> 'id') from jsonb_array_elements(options) option) = jsonb_array_length(options)
  end
$$;
grant execute on function field_options_fit(text, jsonb) to authenticated, service_role;

create table custom_field_defs (
  id uuid primary key default gen_random_uuid(),
  entity text not null constraint unknown_field_entity check (entity in ('contact', 'opportunity', 'household')),
  key text not null default 'f_' || left(replace(gen_random_uuid()::text, '-', ''), 10)
    constraint field_key_invalid check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  label text not null constraint field_label_length check (char_length(btrim(label)) between 1 and 60 and label !~ '[\r\n]'),
  type text not null
    constraint unknown_field_type check (type in ('text', 'number', 'money', 'date', 'select', 'multi', 'checkbox', 'phone', 'url')),
  -- Of a choice: [{"id", "label", "hidden"}]. Removed options are hidden, because records may refer to them.
  options jsonb not null default '[]',
  -- Required in forms. Records from other sources (the site, an import) may lack it.
  required boolean not null default false,
  position integer not null default 1000,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint field_key_taken unique (entity, key),
  constraint field_options_invalid check (field_options_fit(type, options))
);
create unique index field_label_taken on custom_field_defs (entity, lower(label)) where deleted_at is null;

create index contact_staff_details_custom on contact_staff_details using gin (custom jsonb_path_ops);
create index opportunities_custom on opportunities using gin (custom jsonb_path_ops);
