-- Message templates: a draft, and immutable published versions. `key` names a template of the default message plan.
create table message_templates (
  id uuid primary key default gen_random_uuid(),
  key text unique constraint message_template_key_form check (key ~ '^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$' and char_length(key) <= 80),
  name text not null constraint message_template_name_length check (char_length(btrim(name)) between 1 and 120 and name !~ '[\r\n]'),
  channel text not null constraint unknown_template_channel check (channel in ('email', 'whatsapp', 'sms', 'push')),
  purpose text not null default 'service' constraint unknown_template_purpose check (purpose in ('transactional', 'service', 'marketing')),
  -- The entity whose fields the template may use, besides those of the contact and the business.
  context_type text constraint template_context_form check (context_type ~ '^[a-z][a-z_]{1,39}$'),
  -- Of mail {subject, preheader, blocks}, of WhatsApp and SMS {text}, of push {title, text, path}.
  draft jsonb not null default '{}'
    constraint template_draft_shape check (jsonb_typeof(draft) = 'object' and octet_length(draft::text) <= 60000),
  published_number integer,
  archived_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index message_template_name_taken on message_templates (lower(btrim(name))) where archived_at is null;

create table message_template_versions (
  template_id uuid not null references message_templates (id) on delete cascade,
  number integer not null constraint template_number_positive check (number > 0),
  content jsonb not null constraint template_content_shape check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 60000),
  published_by uuid default auth.uid() references auth.users (id) on delete set null,
  published_at timestamptz not null default now(),
  primary key (template_id, number)
);
-- Deferred: a template and its first version are inserted in either order.
alter table message_templates add constraint template_version_missing
  foreign key (id, published_number) references message_template_versions (template_id, number) deferrable initially deferred;
