-- Written by node scripts/schema.ts from a migrated database; a test compares it. Read it, change the files in src.

create schema auth;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;
grant usage on schema auth to supabase_auth_admin;
grant usage on schema auth to supabase_realtime_admin;
grant usage on schema auth to supabase_storage_admin;
create schema bulk;
grant usage on schema bulk to authenticated;
grant usage on schema bulk to service_role;
create schema calendar_secrets;
grant usage on schema calendar_secrets to service_role;
create schema extensions;
grant usage on schema extensions to anon;
grant usage on schema extensions to authenticated;
grant usage on schema extensions to service_role;
grant usage on schema extensions to supabase_auth_admin;
grant usage on schema extensions to supabase_realtime_admin;
grant usage on schema extensions to supabase_storage_admin;
create schema gateway_secrets;
grant usage on schema gateway_secrets to service_role;
create schema jobs;
grant usage on schema jobs to service_role;
grant usage on schema jobs to supabase_auth_admin;
grant usage on schema jobs to worker;
create schema mail;
grant usage on schema mail to service_role;
grant usage on schema mail to supabase_auth_admin;
grant usage on schema mail to worker;
create schema private;
grant usage on schema private to authenticated;
grant usage on schema private to service_role;
create schema public;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to public;
grant usage on schema public to service_role;
grant usage on schema public to supabase_realtime_admin;
create schema realtime;
grant usage on schema realtime to anon;
grant usage on schema realtime to authenticated;
grant usage on schema realtime to service_role;
grant usage on schema realtime to supabase_realtime_admin;
grant usage on schema realtime to worker;
create schema storage;
grant usage on schema storage to anon;
grant usage on schema storage to authenticated;
grant usage on schema storage to service_role;
grant usage on schema storage to supabase_storage_admin;

create extension btree_gist schema extensions;
create extension pg_trgm schema extensions;
create extension pgcrypto schema extensions;
create extension "uuid-ossp" schema extensions;

-- default privileges on functions: execute to postgres
-- default privileges in schema public on sequences: select to service_role, update to service_role, usage to service_role
-- default privileges in schema public on tables: delete to service_role, insert to service_role, maintain to service_role, references to service_role, select to service_role, trigger to service_role, truncate to service_role, update to service_role

alter role anon set statement_timeout=3s;
alter role authenticated set statement_timeout=8s;
alter role authenticator set idle_in_transaction_session_timeout=30s;
alter role supabase_auth_admin set idle_in_transaction_session_timeout=30s;
alter role supabase_auth_admin set statement_timeout=10s;

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');
create type appointment_filter as (shown text, query text, hosts uuid[], types uuid[], from_day date, until_day date);
create type opportunity_filter as (query text, owners uuid[], sources text[], products uuid[], steps text[], statuses text[], rotting boolean, closes_from date, closes_until date, without_close boolean);



create table auth.flow_state (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  auth_code text,
  auth_code_issued_at timestamp with time zone,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  referrer text,
  linking_target_id uuid,
  provider_nonce text,
  provider_verifier text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_auth_code_key UNIQUE (auth_code),
  constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_code_challenge_whole CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL)))
);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at);
CREATE INDEX flow_state_linking_target_id_idx ON auth.flow_state USING btree (linking_target_id);
CREATE INDEX flow_state_user_id_idx ON auth.flow_state USING btree (user_id);
alter table auth.flow_state enable row level security;
create policy "auth keeps its flows" on auth.flow_state for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.flow_state to supabase_auth_admin;

create table auth.identities (
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  id uuid default gen_random_uuid() not null,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_id_provider_unique UNIQUE (provider_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email);
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
alter table auth.identities enable row level security;
create policy "auth keeps its identities" on auth.identities for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.identities to supabase_auth_admin;

create table auth.known_networks (
  user_id uuid not null,
  network_hash bytea not null,
  last_used_at timestamp with time zone default now() not null,
  constraint known_networks_pkey PRIMARY KEY (user_id, network_hash),
  constraint known_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX known_networks_last_used_at_idx ON auth.known_networks USING btree (last_used_at);
alter table auth.known_networks enable row level security;
create policy "auth keeps its known networks" on auth.known_networks for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.known_networks to supabase_auth_admin;

create table auth.mfa_amr_claims (
  session_id uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  authentication_method text not null,
  id uuid default gen_random_uuid() not null,
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_pkey UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;
create policy "auth keeps its proofs" on auth.mfa_amr_claims for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.mfa_amr_claims to supabase_auth_admin;

create table auth.mfa_challenges (
  id uuid default gen_random_uuid() not null,
  factor_id uuid not null,
  created_at timestamp with time zone default now() not null,
  verified_at timestamp with time zone,
  ip_address inet,
  otp_code text,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);
CREATE INDEX mfa_challenges_created_at_idx ON auth.mfa_challenges USING btree (created_at DESC);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
alter table auth.mfa_challenges enable row level security;
create policy "auth keeps its challenges" on auth.mfa_challenges for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.mfa_challenges to supabase_auth_admin;

create table auth.mfa_factors (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status default 'unverified'::auth.factor_status not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  secret text,
  phone text,
  last_challenged_at timestamp with time zone,
  wrong_codes smallint default 0 not null,
  last_wrong_code_at timestamp with time zone,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mfa_factors_user_friendly_name_unique ON auth.mfa_factors USING btree (friendly_name, user_id) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text);
CREATE INDEX mfa_factors_user_id_created_at_idx ON auth.mfa_factors USING btree (user_id, created_at);
CREATE UNIQUE INDEX unique_phone_factor_per_user ON auth.mfa_factors USING btree (user_id, phone);
CREATE TRIGGER forget_recovery_codes AFTER DELETE ON auth.mfa_factors FOR EACH ROW WHEN ((old.status = 'verified'::auth.factor_status)) EXECUTE FUNCTION auth.forget_recovery_codes();
alter table auth.mfa_factors enable row level security;
create policy "auth keeps its factors" on auth.mfa_factors for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.mfa_factors to supabase_auth_admin;

create table auth.one_time_tokens (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  relates_to text not null,
  salt text not null,
  wrong_codes smallint default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  flow_id uuid,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type),
  constraint one_time_tokens_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES auth.flow_state(id) ON DELETE CASCADE,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_token_hash_check CHECK ((length(token_hash) > 0))
);
CREATE INDEX one_time_tokens_flow_id_idx ON auth.one_time_tokens USING btree (flow_id);
CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING hash (relates_to);
CREATE INDEX one_time_tokens_token_hash_idx ON auth.one_time_tokens USING hash (token_hash);
alter table auth.one_time_tokens enable row level security;
create policy "auth keeps its tokens" on auth.one_time_tokens for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.one_time_tokens to supabase_auth_admin;

create table auth.recovery_codes (
  user_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_codes_code_hash_check CHECK ((code_hash ~ '^[0-9a-f]{64}$'::text))
);
alter table auth.recovery_codes enable row level security;
create policy "auth keeps its recovery codes" on auth.recovery_codes for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.recovery_codes to supabase_auth_admin;

create table auth.sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  factor_id uuid,
  aal auth.aal_level default 'aal1'::auth.aal_level not null,
  not_after timestamp with time zone,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  tag text,
  refresh_token_hmac_key text,
  refresh_token_counter bigint,
  raised_at_counter bigint,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_factor_id_idx ON auth.sessions USING btree (factor_id) WHERE (factor_id IS NOT NULL);
CREATE INDEX sessions_user_id_created_at_idx ON auth.sessions USING btree (user_id, created_at);
alter table auth.sessions enable row level security;
create policy "auth keeps its sessions" on auth.sessions for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.sessions to supabase_auth_admin;

create table auth.users (
  instance_id uuid,
  id uuid default gen_random_uuid() not null,
  aud character varying(255) default 'authenticated'::character varying not null,
  role character varying(255) default 'authenticated'::character varying not null,
  email character varying(255),
  encrypted_password character varying(255),
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_token character varying(255) default ''::character varying not null,
  confirmation_sent_at timestamp with time zone,
  recovery_token character varying(255) default ''::character varying not null,
  recovery_sent_at timestamp with time zone,
  email_change_token_new character varying(255) default ''::character varying not null,
  email_change character varying(255) default ''::character varying not null,
  email_change_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb default '{}'::jsonb not null,
  raw_user_meta_data jsonb default '{}'::jsonb not null,
  is_super_admin boolean,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  phone text,
  phone_confirmed_at timestamp with time zone,
  phone_change text default ''::text not null,
  phone_change_token character varying(255) default ''::character varying not null,
  phone_change_sent_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current character varying(255) default ''::character varying not null,
  email_change_confirm_status smallint default 0 not null,
  banned_until timestamp with time zone,
  reauthentication_token character varying(255) default ''::character varying not null,
  reauthentication_sent_at timestamp with time zone,
  is_sso_user boolean default false not null,
  deleted_at timestamp with time zone,
  is_anonymous boolean default false not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_phone_key UNIQUE (phone),
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 2)))
);
CREATE INDEX users_aud_created_at_idx ON auth.users USING btree (aud, created_at DESC, id);
CREATE UNIQUE INDEX users_email_partial_key ON auth.users USING btree (email) WHERE (NOT is_sso_user);
alter table auth.users enable row level security;
create policy "auth keeps its users" on auth.users for all to supabase_auth_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table auth.users to supabase_auth_admin;

create table calendar_secrets.beginnings (
  user_id uuid not null,
  sealed bytea not null,
  begun_at timestamp with time zone default now() not null,
  constraint beginnings_pkey PRIMARY KEY (user_id),
  constraint beginnings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table calendar_secrets.beginnings enable row level security;

create table calendar_secrets.events (
  user_id uuid not null,
  provider text default 'google'::text not null,
  appointment_id uuid not null,
  calendar_id text not null,
  ends_at timestamp with time zone not null,
  written_at timestamp with time zone,
  constraint events_pkey PRIMARY KEY (user_id, appointment_id),
  constraint events_user_id_provider_fkey FOREIGN KEY (user_id, provider) REFERENCES calendar_connections(user_id, provider) ON DELETE CASCADE
);
CREATE INDEX events_of_calendar ON calendar_secrets.events USING btree (user_id, calendar_id, ends_at);
alter table calendar_secrets.events enable row level security;
grant delete, insert, select, update on table calendar_secrets.events to service_role;

create table calendar_secrets.synced_calendars (
  user_id uuid not null,
  provider text default 'google'::text not null,
  calendar_id text not null,
  sync_token text,
  due_at timestamp with time zone default now() not null,
  failures integer default 0 not null,
  channel_id uuid,
  channel_resource text,
  channel_secret_hash bytea,
  channel_expires_at timestamp with time zone,
  constraint synced_calendars_pkey PRIMARY KEY (user_id, provider, calendar_id),
  constraint synced_calendars_channel_id_key UNIQUE (channel_id),
  constraint synced_calendars_user_id_provider_fkey FOREIGN KEY (user_id, provider) REFERENCES calendar_connections(user_id, provider) ON DELETE CASCADE,
  constraint channel_is_whole CHECK ((num_nonnulls(channel_id, channel_resource, channel_secret_hash, channel_expires_at) = ANY (ARRAY[0, 4])))
);
CREATE INDEX synced_calendars_due ON calendar_secrets.synced_calendars USING btree (due_at);
alter table calendar_secrets.synced_calendars enable row level security;
grant delete, insert, select, update on table calendar_secrets.synced_calendars to service_role;

create table calendar_secrets.tokens (
  user_id uuid not null,
  provider text not null,
  sealed bytea not null,
  constraint tokens_pkey PRIMARY KEY (user_id, provider),
  constraint tokens_user_id_provider_fkey FOREIGN KEY (user_id, provider) REFERENCES calendar_connections(user_id, provider) ON DELETE CASCADE
);
alter table calendar_secrets.tokens enable row level security;

create table gateway_secrets.keys (
  provider text not null,
  sealed bytea not null,
  constraint keys_pkey PRIMARY KEY (provider),
  constraint keys_provider_fkey FOREIGN KEY (provider) REFERENCES gateway_settings(provider)
);
alter table gateway_secrets.keys enable row level security;

create table mail.outbox (
  id uuid default gen_random_uuid() not null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  headers jsonb default '{}'::jsonb not null,
  priority integer default 0 not null,
  leased_until timestamp with time zone,
  leased_to_job text,
  channel text default 'email'::text not null,
  payload jsonb,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_headers_check CHECK ((jsonb_typeof(headers) = 'object'::text))
);
CREATE INDEX outbox_created_at_idx ON mail.outbox USING btree (created_at);
alter table mail.outbox enable row level security;
create policy "the kernel queues mail" on mail.outbox for insert to supabase_auth_admin
  with check (true);
create policy "the worker queues, sends and notes what became of it" on mail.outbox for all to worker
  using (true)
  with check (true);
grant delete, insert, select, update on table mail.outbox to service_role;
grant delete, insert, select, update on table mail.outbox to worker;
grant insert on table mail.outbox to supabase_auth_admin;

create table private.opportunity_moves (
  opportunity_id uuid not null,
  moved_by uuid,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  version integer not null,
  was jsonb not null,
  made jsonb default '{}'::jsonb not null,
  constraint opportunity_moves_pkey PRIMARY KEY (opportunity_id),
  constraint opportunity_moves_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE CASCADE
);

create table activities (
  id uuid default gen_random_uuid() not null,
  type text not null,
  happened_at timestamp with time zone default clock_timestamp() not null,
  actor_kind text default 'user'::text not null,
  actor_id uuid default auth.uid(),
  contact_id uuid not null,
  opportunity_id uuid,
  related_type text,
  related_id uuid,
  title_cache text default ''::text not null,
  payload jsonb default '{}'::jsonb not null,
  visibility text default 'staff'::text not null,
  pinned_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  deleted_at timestamp with time zone,
  constraint activities_pkey PRIMARY KEY (id),
  constraint activities_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint activities_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint activities_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['user'::text, 'contact'::text, 'system'::text, 'automation'::text]))),
  constraint activities_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
  constraint activities_type_check CHECK ((type ~ '^[a-z_]+(\.[a-z_]+)?$'::text)),
  constraint activities_visibility_check CHECK ((visibility = ANY (ARRAY['staff'::text, 'client'::text]))),
  constraint activity_title_length CHECK ((char_length(title_cache) <= 200))
);
alter table activities replica identity full;
CREATE INDEX activities_in_bin ON public.activities USING btree (deleted_at DESC, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX activities_of_contact ON public.activities USING btree (contact_id, happened_at DESC);
CREATE INDEX activities_of_opportunity ON public.activities USING btree (opportunity_id, happened_at DESC);
CREATE INDEX activities_pinned ON public.activities USING btree (contact_id, pinned_at DESC) WHERE ((pinned_at IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX activities_written_words ON public.activities USING gin (he_norm((payload ->> 'text'::text)) extensions.gin_trgm_ops) WHERE ((payload ? 'text'::text) AND (deleted_at IS NULL));
CREATE TRIGGER audit_delete AFTER DELETE ON public.activities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.activities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.activities FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER notify_mentioned AFTER UPDATE OF payload ON public.activities FOR EACH ROW WHEN ((jsonb_typeof((new.payload -> 'mentions'::text)) = 'array'::text)) EXECUTE FUNCTION notify_mentioned();
CREATE TRIGGER notify_mentioned_of_new AFTER INSERT ON public.activities FOR EACH ROW WHEN ((jsonb_typeof((new.payload -> 'mentions'::text)) = 'array'::text)) EXECUTE FUNCTION notify_mentioned();
CREATE TRIGGER set_derived BEFORE INSERT ON public.activities FOR EACH ROW EXECUTE FUNCTION activities_before_insert();
alter table activities enable row level security;
create policy "a client sees what is shared of their own timeline" on activities for select to authenticated
  using (((visibility = 'client'::text) AND (deleted_at IS NULL) AND (contact_id IN ( SELECT contacts.id
   FROM contacts
  WHERE (contacts.client_user_id = ( SELECT auth.uid() AS uid))))));
create policy "a coach sees the timelines of their contacts" on activities for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach writes on the timelines of their contacts" on activities for insert to authenticated
  with check (((actor_kind = 'user'::text) AND (actor_id = ( SELECT auth.uid() AS uid)) AND (type = ANY (ARRAY['note'::text, 'call'::text, 'whatsapp'::text, 'email'::text, 'meeting'::text])) AND (contact_id IN ( SELECT my_contact_ids() AS my_contact_ids))));
create policy "owners and admins delete what people wrote" on activities for delete to authenticated
  using (((type = ANY (ARRAY['note'::text, 'call'::text, 'whatsapp'::text, 'email'::text, 'meeting'::text])) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role)));
create policy "owners, admins and sales see every timeline" on activities for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales write on every timeline" on activities for insert to authenticated
  with check (((actor_kind = 'user'::text) AND (actor_id = ( SELECT auth.uid() AS uid)) AND (type = ANY (ARRAY['note'::text, 'call'::text, 'whatsapp'::text, 'email'::text, 'meeting'::text])) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role)));
create policy "staff change what they wrote themselves" on activities for update to authenticated
  using (((actor_id = ( SELECT auth.uid() AS uid)) AND (type = ANY (ARRAY['note'::text, 'call'::text, 'whatsapp'::text, 'email'::text, 'meeting'::text])) AND ( SELECT is_staff() AS is_staff)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table activities to service_role;
grant delete, select on table activities to authenticated;
grant insert (contact_id, happened_at, id, opportunity_id, payload, pinned_at, title_cache, type, visibility) on activities to authenticated;
grant update (happened_at, payload, pinned_at, title_cache, visibility) on activities to authenticated;

create table answer_ratings (
  question text not null,
  helped integer default 0 not null,
  missed integer default 0 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint answer_ratings_pkey PRIMARY KEY (question),
  constraint rated_question_length CHECK (((char_length(question) >= 1) AND (char_length(question) <= 200)))
);
alter table answer_ratings enable row level security;
create policy "owners, admins and content editors count an answer anew" on answer_ratings for delete to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
create policy "owners, admins and content editors see which answers help" on answer_ratings for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table answer_ratings to service_role;
grant delete, select on table answer_ratings to authenticated;

create table appointment_attendees (
  id uuid default gen_random_uuid() not null,
  appointment_id uuid not null,
  contact_id uuid,
  role text not null,
  name text not null,
  email text,
  phone text,
  wants_reminders boolean default true not null,
  response text default 'unknown'::text not null,
  joined_at timestamp with time zone default now() not null,
  constraint appointment_attendees_pkey PRIMARY KEY (id),
  constraint attendee_role_taken UNIQUE (appointment_id, role),
  constraint appointment_attendees_appointment_id_fkey FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint appointment_attendees_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint attendee_email_form CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text) AND (char_length(email) <= 254))),
  constraint attendee_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint attendee_phone_form CHECK ((phone ~ '^\+[1-9]\d{6,14}$'::text)),
  constraint unknown_attendee_role CHECK ((role = ANY (ARRAY['main'::text, 'partner'::text]))),
  constraint unknown_response CHECK ((response = ANY (ARRAY['unknown'::text, 'accepted'::text, 'declined'::text])))
);
CREATE INDEX appointment_attendees_contact_id ON public.appointment_attendees USING btree (contact_id);
CREATE INDEX appointment_attendees_email ON public.appointment_attendees USING btree (email);
CREATE TRIGGER derive_messages AFTER INSERT OR DELETE OR UPDATE ON public.appointment_attendees FOR EACH ROW EXECUTE FUNCTION derive_attendee_messages();
CREATE TRIGGER sync_event AFTER INSERT ON public.appointment_attendees FOR EACH ROW EXECUTE FUNCTION sync_event_of_attendee();
alter table appointment_attendees enable row level security;
create policy "attendees are seen with their appointment" on appointment_attendees for select to authenticated
  using ((EXISTS ( SELECT
   FROM appointments a
  WHERE (a.id = appointment_attendees.appointment_id))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table appointment_attendees to service_role;
grant select on table appointment_attendees to authenticated;

create table appointment_links (
  token_hash text not null,
  root_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint appointment_links_pkey PRIMARY KEY (token_hash),
  constraint appointment_links_root_id_fkey FOREIGN KEY (root_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint token_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint unknown_attendee_role CHECK ((role = ANY (ARRAY['main'::text, 'partner'::text])))
);
CREATE INDEX appointment_links_of_root ON public.appointment_links USING btree (root_id);
alter table appointment_links enable row level security;
create policy "only the server sees the links of appointments" on appointment_links for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table appointment_links to service_role;

create table appointment_types (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  durations integer[] default '{30}'::integer[] not null,
  default_duration integer default 30 not null,
  location_kind text default 'phone_host_calls'::text not null,
  location_value text default ''::text not null,
  color text default 'sage'::text not null,
  price_agorot integer,
  payment_mode text default 'none'::text not null,
  requires_confirmation boolean default false not null,
  pending_blocks boolean default true not null,
  buffer_before integer default 0 not null,
  buffer_after integer default 0 not null,
  slot_interval integer default 30 not null,
  min_notice_min integer default 240 not null,
  window_kind text default 'rolling'::text not null,
  window_days integer default 60,
  window_from date,
  window_to date,
  max_per_day integer,
  max_per_week integer,
  max_active_per_contact integer,
  cancel_notice_min integer default 1440 not null,
  reschedule_notice_min integer default 1440 not null,
  policy_text text default ''::text not null,
  questions jsonb default '[]'::jsonb not null,
  schedule_id uuid,
  is_hidden boolean default false not null,
  allow_partner boolean default true not null,
  requires_package boolean default false not null,
  is_active boolean default true not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint appointment_types_pkey PRIMARY KEY (id),
  constraint type_slug_taken UNIQUE (user_id, slug),
  constraint appointment_types_user_id_fkey FOREIGN KEY (user_id) REFERENCES booking_hosts(user_id) ON DELETE CASCADE,
  constraint schedule_of_another_host FOREIGN KEY (schedule_id, user_id) REFERENCES schedules(id, user_id),
  constraint buffer_after_range CHECK (((buffer_after >= 0) AND (buffer_after <= 240))),
  constraint buffer_before_range CHECK (((buffer_before >= 0) AND (buffer_before <= 240))),
  constraint cancel_notice_range CHECK (((cancel_notice_min >= 0) AND (cancel_notice_min <= 43200))),
  constraint default_duration_unknown CHECK ((default_duration = ANY (durations))),
  constraint durations_invalid CHECK ((((cardinality(durations) >= 1) AND (cardinality(durations) <= 6)) AND (5 <= ALL (durations)) AND (480 >= ALL (durations)))),
  constraint max_active_range CHECK (((max_active_per_contact >= 1) AND (max_active_per_contact <= 50))),
  constraint max_per_day_range CHECK (((max_per_day >= 1) AND (max_per_day <= 50))),
  constraint max_per_week_range CHECK (((max_per_week >= 1) AND (max_per_week <= 200))),
  constraint min_notice_range CHECK (((min_notice_min >= 0) AND (min_notice_min <= 43200))),
  constraint price_missing CHECK (((payment_mode = 'none'::text) OR (price_agorot > 0))),
  constraint reschedule_notice_range CHECK (((reschedule_notice_min >= 0) AND (reschedule_notice_min <= 43200))),
  constraint slot_interval_range CHECK (((slot_interval >= 5) AND (slot_interval <= 240))),
  constraint type_description_length CHECK ((char_length(description) <= 1000)),
  constraint type_location_length CHECK ((char_length(location_value) <= 300)),
  constraint type_policy_length CHECK ((char_length(policy_text) <= 500)),
  constraint type_price_range CHECK (((price_agorot >= 0) AND (price_agorot <= 100000000))),
  constraint type_questions_invalid CHECK (((jsonb_typeof(questions) = 'array'::text) AND (jsonb_array_length(questions) <= 8))),
  constraint type_slug_form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((char_length(slug) >= 2) AND (char_length(slug) <= 60)))),
  constraint type_title_length CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 80))),
  constraint unknown_location_kind CHECK ((location_kind = ANY (ARRAY['meet'::text, 'zoom'::text, 'phone_host_calls'::text, 'phone_client_calls'::text, 'in_person'::text, 'whatsapp'::text]))),
  constraint unknown_payment_mode CHECK ((payment_mode = ANY (ARRAY['none'::text, 'full'::text, 'deposit'::text]))),
  constraint unknown_type_color CHECK ((color = ANY (ARRAY['sage'::text, 'sky'::text, 'sand'::text, 'rose'::text, 'plum'::text, 'slate'::text]))),
  constraint unknown_window_kind CHECK ((window_kind = ANY (ARRAY['rolling'::text, 'range'::text, 'unlimited'::text]))),
  constraint window_days_range CHECK (((window_days >= 1) AND (window_days <= 730))),
  constraint window_incomplete CHECK (
CASE window_kind
    WHEN 'rolling'::text THEN (window_days IS NOT NULL)
    WHEN 'range'::text THEN ((window_from IS NOT NULL) AND (window_to >= window_from))
    ELSE true
END)
);
CREATE INDEX appointment_types_schedule_id ON public.appointment_types USING btree (schedule_id);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.appointment_types FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.appointment_types REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.appointment_types REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.appointment_types REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.appointment_types FOR EACH ROW EXECUTE FUNCTION next_version();
alter table appointment_types enable row level security;
create policy "a host, owners and admins add appointment types" on appointment_types for insert to authenticated
  with check (private.manages_host(user_id));
create policy "a host, owners and admins change appointment types" on appointment_types for update to authenticated
  using (private.manages_host(user_id));
create policy "a host, owners and admins delete appointment types" on appointment_types for delete to authenticated
  using (private.manages_host(user_id));
create policy "staff see appointment types" on appointment_types for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table appointment_types to service_role;
grant delete, select on table appointment_types to authenticated;
grant insert (allow_partner, buffer_after, buffer_before, cancel_notice_min, color, default_duration, description, durations, id, is_active, is_hidden, location_kind, location_value, max_active_per_contact, max_per_day, max_per_week, min_notice_min, payment_mode, pending_blocks, policy_text, "position", price_agorot, questions, requires_confirmation, requires_package, reschedule_notice_min, schedule_id, slot_interval, slug, title, user_id, window_days, window_from, window_kind, window_to) on appointment_types to authenticated;
grant update (allow_partner, buffer_after, buffer_before, cancel_notice_min, color, default_duration, description, durations, is_active, is_hidden, location_kind, location_value, max_active_per_contact, max_per_day, max_per_week, min_notice_min, payment_mode, pending_blocks, policy_text, "position", price_agorot, questions, requires_confirmation, requires_package, reschedule_notice_min, schedule_id, slot_interval, slug, title, window_days, window_from, window_kind, window_to) on appointment_types to authenticated;

create table appointments (
  id uuid default gen_random_uuid() not null,
  type_id uuid,
  title text not null,
  user_id uuid not null,
  contact_id uuid,
  household_id uuid,
  opportunity_id uuid,
  package_id uuid,
  series_id uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  status text not null,
  pending_blocks boolean default true not null,
  buffer_before integer default 0 not null,
  buffer_after integer default 0 not null,
  location_kind text not null,
  location_value text default ''::text not null,
  join_url text,
  answers jsonb default '{}'::jsonb not null,
  client_zone text default 'Asia/Jerusalem'::text not null,
  decide_by timestamp with time zone,
  rescheduled_from_id uuid,
  root_id uuid not null,
  ical_sequence integer default 0 not null,
  cancelled_by text,
  cancel_reason text,
  confirmed_at timestamp with time zone,
  status_at timestamp with time zone default now() not null,
  no_show text,
  utm jsonb default '{}'::jsonb not null,
  idempotency_key uuid,
  host_noticed_at timestamp with time zone,
  is_silent boolean default false not null,
  created_at timestamp with time zone default now() not null,
  created_by uuid default auth.uid(),
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint appointments_pkey PRIMARY KEY (id),
  constraint already_booked UNIQUE (idempotency_key),
  constraint already_rescheduled UNIQUE (rescheduled_from_id),
  constraint appointments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint appointments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint appointments_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE SET NULL,
  constraint appointments_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint appointments_package_id_fkey FOREIGN KEY (package_id) REFERENCES session_packages(id) ON DELETE SET NULL,
  constraint appointments_rescheduled_from_id_fkey FOREIGN KEY (rescheduled_from_id) REFERENCES appointments(id) ON DELETE SET NULL,
  constraint appointments_root_id_fkey FOREIGN KEY (root_id) REFERENCES appointments(id) ON DELETE CASCADE,
  constraint appointments_type_id_fkey FOREIGN KEY (type_id) REFERENCES appointment_types(id) ON DELETE SET NULL,
  constraint appointments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id),
  constraint answers_invalid CHECK ((jsonb_typeof(answers) = 'object'::text)),
  constraint appointment_ends_before_start CHECK ((ends_at > starts_at)),
  constraint appointment_location_length CHECK ((char_length(location_value) <= 300)),
  constraint appointment_title_length CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 80))),
  constraint appointment_too_long CHECK (((ends_at - starts_at) <= '1 day'::interval)),
  constraint cancel_reason_length CHECK ((char_length(cancel_reason) <= 300)),
  constraint cancelled_by_missing CHECK (((status <> 'cancelled'::text) OR (cancelled_by IS NOT NULL))),
  constraint client_zone_length CHECK (((char_length(client_zone) >= 2) AND (char_length(client_zone) <= 64))),
  constraint join_url_form CHECK (((join_url ~ '^https://'::text) AND (char_length(join_url) <= 500))),
  constraint no_show_without_side CHECK (((status = 'no_show'::text) = (no_show IS NOT NULL))),
  constraint undecided_without_end CHECK (((status <> ALL (ARRAY['pending'::text, 'awaiting_payment'::text])) OR (decide_by IS NOT NULL))),
  constraint unknown_appointment_status CHECK ((status = ANY (ARRAY['awaiting_payment'::text, 'pending'::text, 'confirmed'::text, 'rescheduled'::text, 'cancelled'::text, 'rejected'::text, 'expired'::text, 'completed'::text, 'no_show'::text]))),
  constraint unknown_canceller CHECK ((cancelled_by = ANY (ARRAY['client'::text, 'host'::text, 'system'::text]))),
  constraint unknown_no_show CHECK ((no_show = ANY (ARRAY['client'::text, 'host'::text]))),
  constraint utm_invalid CHECK ((jsonb_typeof(utm) = 'object'::text)),
  constraint slot_taken EXCLUDE USING gist (user_id WITH =, tstzrange(starts_at, ends_at, '[)'::text) WITH &&) WHERE (((status = ANY (ARRAY['awaiting_payment'::text, 'confirmed'::text])) OR ((status = 'pending'::text) AND pending_blocks)))
);
alter table appointments replica identity full;
CREATE INDEX appointments_ahead ON public.appointments USING btree (ends_at) WHERE (status = 'confirmed'::text);
CREATE INDEX appointments_created_by ON public.appointments USING btree (created_by);
CREATE INDEX appointments_of_contact ON public.appointments USING btree (contact_id, starts_at DESC);
CREATE INDEX appointments_of_household ON public.appointments USING btree (household_id);
CREATE INDEX appointments_of_opportunity ON public.appointments USING btree (opportunity_id);
CREATE INDEX appointments_of_package ON public.appointments USING btree (package_id);
CREATE INDEX appointments_of_root ON public.appointments USING btree (root_id, created_at DESC);
CREATE INDEX appointments_of_series ON public.appointments USING btree (series_id, starts_at) WHERE (series_id IS NOT NULL);
CREATE INDEX appointments_of_type ON public.appointments USING btree (type_id, starts_at);
CREATE INDEX appointments_of_user ON public.appointments USING btree (user_id, starts_at);
CREATE INDEX appointments_undecided ON public.appointments USING btree (decide_by) WHERE (status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text]));
CREATE TRIGGER audit_delete AFTER DELETE ON public.appointments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.appointments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.appointments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER before_write BEFORE INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION appointment_before_write();
CREATE TRIGGER derive_messages AFTER UPDATE ON public.appointments FOR EACH ROW WHEN (((((((old.status IS DISTINCT FROM new.status) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.contact_id IS DISTINCT FROM new.contact_id)) OR (old.decide_by IS DISTINCT FROM new.decide_by)) OR (old.no_show IS DISTINCT FROM new.no_show))) EXECUTE FUNCTION derive_appointment_messages();
CREATE TRIGGER derive_messages_of_deleted AFTER DELETE ON public.appointments FOR EACH ROW EXECUTE FUNCTION derive_appointment_messages();
CREATE TRIGGER emit_changed AFTER UPDATE ON public.appointments FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION emit_appointment_event();
CREATE TRIGGER emit_created AFTER INSERT ON public.appointments FOR EACH ROW EXECUTE FUNCTION emit_appointment_event();
CREATE TRIGGER sync_event AFTER INSERT ON public.appointments FOR EACH ROW WHEN ((new.status = 'confirmed'::text)) EXECUTE FUNCTION sync_appointment_event();
CREATE TRIGGER sync_event_of_changed AFTER UPDATE ON public.appointments FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at)) OR (old.user_id IS DISTINCT FROM new.user_id))) EXECUTE FUNCTION sync_appointment_event();
CREATE TRIGGER sync_event_of_deleted AFTER DELETE ON public.appointments FOR EACH ROW WHEN ((old.status = ANY (ARRAY['confirmed'::text, 'completed'::text, 'no_show'::text]))) EXECUTE FUNCTION sync_appointment_event();
CREATE TRIGGER use_package BEFORE INSERT OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION use_package();
alter table appointments enable row level security;
create policy "a coach sees the appointments of their contacts" on appointments for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees the appointments that they host" on appointments for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role)));
create policy "owners, admins and sales see every appointment" on appointments for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table appointments to service_role;
grant select on table appointments to authenticated;

create table audit_log (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  actor_id uuid,
  action text not null,
  entity text not null,
  entity_id text,
  contact_id uuid,
  label text default ''::text not null,
  version integer,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint unknown_audit_action CHECK ((action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text])))
);
CREATE INDEX audit_log_by_age ON public.audit_log USING brin (at);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_of_contact ON public.audit_log USING btree (contact_id, id DESC) WHERE (contact_id IS NOT NULL);
CREATE INDEX audit_log_of_row ON public.audit_log USING btree (entity, entity_id, id DESC);
alter table audit_log enable row level security;
create policy "owners and admins see who changed what" on audit_log for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see who changed the records they see" on audit_log for select to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (NOT ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role)) AND
CASE entity
    WHEN 'contacts'::text THEN (EXISTS ( SELECT
       FROM contacts r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    WHEN 'contact_staff_details'::text THEN (EXISTS ( SELECT
       FROM contact_staff_details r
      WHERE (r.contact_id = (audit_log.entity_id)::uuid)))
    WHEN 'households'::text THEN (EXISTS ( SELECT
       FROM households r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    WHEN 'opportunities'::text THEN (EXISTS ( SELECT
       FROM opportunities r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    WHEN 'tasks'::text THEN (EXISTS ( SELECT
       FROM tasks r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    WHEN 'activities'::text THEN (EXISTS ( SELECT
       FROM activities r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    WHEN 'files'::text THEN (EXISTS ( SELECT
       FROM files r
      WHERE (r.id = (audit_log.entity_id)::uuid)))
    ELSE false
END));
grant maintain, references, select, trigger on table audit_log to service_role;
grant select on table audit_log to authenticated;

create table automation_list_members (
  automation_id uuid not null,
  contact_id uuid not null,
  constraint member_already_there PRIMARY KEY (automation_id, contact_id),
  constraint automation_list_members_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES automations(id) ON DELETE CASCADE,
  constraint automation_list_members_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE
);
CREATE INDEX automation_list_members_of_contact ON public.automation_list_members USING btree (contact_id);
alter table automation_list_members enable row level security;
create policy "owners and admins see who is in the list of an automation" on automation_list_members for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table automation_list_members to service_role;
grant select on table automation_list_members to authenticated;

create table automation_run_steps (
  run_id uuid not null,
  seq integer not null,
  step_id text not null,
  status text not null,
  input jsonb,
  output jsonb,
  error text,
  at timestamp with time zone not null,
  finished_at timestamp with time zone default clock_timestamp() not null,
  constraint automation_run_steps_pkey PRIMARY KEY (run_id, seq),
  constraint automation_run_steps_run_id_fkey FOREIGN KEY (run_id) REFERENCES automation_runs(id) ON DELETE CASCADE,
  constraint unknown_step_outcome CHECK ((status = ANY (ARRAY['done'::text, 'skipped'::text, 'waiting'::text, 'waited'::text, 'happened'::text, 'timed_out'::text, 'yes'::text, 'no'::text, 'goal'::text, 'exited'::text, 'failed'::text])))
);
CREATE INDEX automation_run_steps_of_step ON public.automation_run_steps USING btree (step_id, run_id);
alter table automation_run_steps enable row level security;
create policy "a coach sees the steps of their contacts" on automation_run_steps for select to authenticated
  using ((EXISTS ( SELECT
   FROM automation_runs r
  WHERE ((r.id = automation_run_steps.run_id) AND (r.contact_id IN ( SELECT my_contact_ids() AS my_contact_ids))))));
create policy "owners, admins and sales see the steps of a contact" on automation_run_steps for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table automation_run_steps to service_role;
grant select on table automation_run_steps to authenticated;

create table automation_runs (
  id uuid default gen_random_uuid() not null,
  automation_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  status text default 'queued'::text not null,
  trigger_event_id bigint,
  depth smallint default 0 not null,
  state jsonb not null,
  current_step text,
  due_at timestamp with time zone,
  resume_at timestamp with time zone,
  attempts integer default 0 not null,
  error text,
  exit_reason text,
  entered_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  is_dry_run boolean default false not null,
  is_demo boolean default false not null,
  constraint automation_runs_pkey PRIMARY KEY (id),
  constraint run_of_event_exists UNIQUE (automation_id, trigger_event_id),
  constraint automation_runs_automation_id_version_fkey FOREIGN KEY (automation_id, version) REFERENCES automation_versions(automation_id, version) ON DELETE CASCADE,
  constraint automation_runs_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint active_run_is_due CHECK (((status <> ALL (ARRAY['queued'::text, 'waiting'::text, 'running'::text])) OR (resume_at IS NOT NULL))),
  constraint unknown_run_status CHECK ((status = ANY (ARRAY['queued'::text, 'waiting'::text, 'running'::text, 'completed'::text, 'exited'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX automation_runs_due ON public.automation_runs USING btree (resume_at) WHERE (status = ANY (ARRAY['queued'::text, 'waiting'::text, 'running'::text]));
CREATE INDEX automation_runs_ended ON public.automation_runs USING btree (automation_id, ended_at DESC) WHERE (ended_at IS NOT NULL);
CREATE INDEX automation_runs_newest ON public.automation_runs USING btree (automation_id, entered_at DESC);
CREATE INDEX automation_runs_of_contact ON public.automation_runs USING btree (contact_id, entered_at DESC);
CREATE UNIQUE INDEX contact_already_inside ON public.automation_runs USING btree (automation_id, contact_id) WHERE (status = ANY (ARRAY['queued'::text, 'waiting'::text, 'running'::text]));
alter table automation_runs enable row level security;
create policy "a coach sees the automations of their contacts" on automation_runs for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see who is in an automation" on automation_runs for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table automation_runs to service_role;
grant select on table automation_runs to authenticated;

create table automation_versions (
  automation_id uuid not null,
  version integer not null,
  definition jsonb not null,
  trigger_types text[] not null,
  listens text[] not null,
  touches text[] not null,
  published_by uuid default auth.uid(),
  published_at timestamp with time zone default now() not null,
  constraint automation_versions_pkey PRIMARY KEY (automation_id, version),
  constraint automation_versions_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES automations(id) ON DELETE CASCADE,
  constraint automation_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX automation_versions_touches ON public.automation_versions USING gin (touches);
CREATE INDEX automation_versions_triggers ON public.automation_versions USING gin (trigger_types);
CREATE TRIGGER versions_are_final BEFORE UPDATE ON public.automation_versions FOR EACH ROW EXECUTE FUNCTION forbid_automation_version_change();
alter table automation_versions enable row level security;
create policy "owners, admins, sales and content see published automations" on automation_versions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table automation_versions to service_role;
grant select on table automation_versions to authenticated;

create table automations (
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text default 'automation'::text not null,
  status text default 'draft'::text not null,
  definition jsonb not null,
  current_version integer,
  paused_because text,
  enabled_at timestamp with time zone,
  recipe text,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint automations_pkey PRIMARY KEY (id),
  constraint automations_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint automation_definition_is_an_object CHECK (((jsonb_typeof(definition) = 'object'::text) AND (pg_column_size(definition) < 200000))),
  constraint automation_name_length CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 120)))),
  constraint enabled_without_version CHECK (((status <> 'enabled'::text) OR (current_version IS NOT NULL))),
  constraint paused_for_a_reason CHECK (((status = 'paused'::text) = (paused_because IS NOT NULL))),
  constraint unknown_automation_kind CHECK ((kind = ANY (ARRAY['automation'::text, 'sequence'::text]))),
  constraint unknown_automation_status CHECK ((status = ANY (ARRAY['draft'::text, 'enabled'::text, 'paused'::text, 'archived'::text]))),
  constraint unknown_pause CHECK ((paused_because = ANY (ARRAY['owner'::text, 'breaker'::text, 'loop'::text])))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.automations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.automations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.automations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE OF name, definition, status, current_version ON public.automations FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER stamp_update BEFORE UPDATE OF name, definition, status, current_version ON public.automations FOR EACH ROW EXECUTE FUNCTION stamp_automation();
alter table automations enable row level security;
create policy "owners and admins add automations" on automations for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change automations" on automations for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete automations that were never published" on automations for delete to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (current_version IS NULL)));
create policy "owners, admins, sales and content see automations" on automations for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table automations to service_role;
grant delete, select on table automations to authenticated;
grant insert (definition, id, kind, name, recipe) on automations to authenticated;
grant update (definition, name) on automations to authenticated;

create table bio_clicks (
  link_id uuid not null,
  day date not null,
  source text not null,
  clicks integer default 0 not null,
  constraint bio_clicks_pkey PRIMARY KEY (link_id, day, source),
  constraint bio_clicks_link_id_fkey FOREIGN KEY (link_id) REFERENCES bio_links(id) ON DELETE CASCADE,
  constraint bio_clicks_source_check CHECK ((source ~ '^[a-z0-9._-]{1,40}$'::text))
);
alter table bio_clicks enable row level security;
create policy "who cares for the site sees what is clicked" on bio_clicks for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table bio_clicks to service_role;
grant select on table bio_clicks to authenticated;

create table bio_links (
  id uuid default gen_random_uuid() not null,
  "position" integer default 0 not null,
  title text not null,
  note text default ''::text not null,
  url text not null,
  icon text default 'link'::text not null,
  is_featured boolean default false not null,
  is_enabled boolean default true not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  campaign text,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint bio_links_pkey PRIMARY KEY (id),
  constraint bio_campaign_form CHECK ((campaign ~ '^[a-z0-9][a-z0-9_-]{0,39}$'::text)),
  constraint bio_link_ends_before_it_begins CHECK ((ends_at > starts_at)),
  constraint bio_note_length CHECK (((char_length(note) <= 80) AND (note !~ '[\r\n]'::text))),
  constraint bio_title_length CHECK ((((char_length(title) >= 2) AND (char_length(title) <= 60)) AND (title ~ '\S'::text) AND (title !~ '[\r\n]'::text))),
  constraint bio_url_form CHECK (((char_length(url) <= 500) AND (url ~ '^(/([^/\\\s][^\s]*)?|https://[^\s]+|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9-]+)$'::text))),
  constraint unknown_bio_icon CHECK ((icon = ANY (ARRAY['link'::text, 'video'::text, 'target'::text, 'calendar'::text, 'download'::text, 'newspaper'::text, 'chat'::text, 'mail'::text, 'phone'::text, 'gift'::text, 'book'::text, 'star'::text])))
);
CREATE INDEX bio_links_in_order ON public.bio_links USING btree ("position", id);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.bio_links FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.bio_links FOR EACH ROW EXECUTE FUNCTION next_version();
alter table bio_links enable row level security;
create policy "everyone sees the links of the current period" on bio_links for select to anon, authenticated
  using (bio_link_is_shown(bio_links.*));
create policy "who cares for the site keeps the links" on bio_links for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table bio_links to service_role;
grant delete, select on table bio_links to authenticated;
grant select on table bio_links to anon;
grant insert (campaign, ends_at, icon, is_enabled, is_featured, note, "position", starts_at, title, url) on bio_links to authenticated;
grant update (campaign, ends_at, icon, is_enabled, is_featured, note, "position", starts_at, title, url) on bio_links to authenticated;

create table bio_pages (
  is_only boolean default true not null,
  name text default ''::text not null,
  line text default ''::text not null,
  shows_networks boolean default true not null,
  version integer default 1 not null,
  constraint bio_pages_pkey PRIMARY KEY (is_only),
  constraint bio_line_length CHECK (((char_length(line) <= 120) AND (line !~ '[\r\n]'::text))),
  constraint bio_name_length CHECK (((char_length(name) <= 60) AND (name !~ '[\r\n]'::text))),
  constraint bio_pages_is_only_check CHECK (is_only)
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.bio_pages FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.bio_pages FOR EACH ROW EXECUTE FUNCTION next_version();
alter table bio_pages enable row level security;
create policy "everyone sees the text above the links" on bio_pages for select to anon, authenticated
  using (true);
create policy "who cares for the site writes the words above the links" on bio_pages for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table bio_pages to service_role;
grant select on table bio_pages to anon;
grant select on table bio_pages to authenticated;
grant update (line, name, shows_networks) on bio_pages to authenticated;

create table booking_hosts (
  user_id uuid not null,
  slug text not null,
  headline text default ''::text not null,
  is_open boolean default true not null,
  closed_text text default ''::text not null,
  block_shabbat boolean default true not null,
  block_holidays boolean default true not null,
  block_school_breaks boolean default false not null,
  eve_close time without time zone default '12:00:00'::time without time zone not null,
  chol_hamoed text default 'half'::text not null,
  memorial text default 'half'::text not null,
  disabled_ids text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint booking_hosts_pkey PRIMARY KEY (user_id),
  constraint host_slug_taken UNIQUE (slug),
  constraint booking_hosts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint host_closed_text_length CHECK ((char_length(closed_text) <= 300)),
  constraint host_headline_length CHECK ((char_length(headline) <= 160)),
  constraint host_slug_form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((char_length(slug) >= 2) AND (char_length(slug) <= 60)))),
  constraint too_many_disabled_ids CHECK ((cardinality(disabled_ids) <= 60)),
  constraint unknown_chol_hamoed_policy CHECK ((chol_hamoed = ANY (ARRAY['open'::text, 'half'::text, 'closed'::text]))),
  constraint unknown_memorial_policy CHECK ((memorial = ANY (ARRAY['open'::text, 'half'::text, 'closed'::text])))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.booking_hosts FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.booking_hosts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.booking_hosts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.booking_hosts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.booking_hosts FOR EACH ROW EXECUTE FUNCTION next_version();
alter table booking_hosts enable row level security;
create policy "a host, owners and admins change the host" on booking_hosts for update to authenticated
  using (private.manages_host(user_id));
create policy "staff see the hosts" on booking_hosts for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table booking_hosts to service_role;
grant select on table booking_hosts to authenticated;
grant update (block_holidays, block_school_breaks, block_shabbat, chol_hamoed, closed_text, disabled_ids, eve_close, headline, is_open, memorial, slug) on booking_hosts to authenticated;

create table booking_settings (
  id boolean default true not null,
  call_type_id uuid,
  version integer default 1 not null,
  constraint booking_settings_pkey PRIMARY KEY (id),
  constraint booking_settings_call_type_id_fkey FOREIGN KEY (call_type_id) REFERENCES appointment_types(id) ON DELETE SET NULL,
  constraint only_one_row CHECK (id)
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.booking_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.booking_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.booking_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.booking_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.booking_settings FOR EACH ROW EXECUTE FUNCTION next_version();
alter table booking_settings enable row level security;
create policy "owners and admins change the settings of booking" on booking_settings for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the settings of booking" on booking_settings for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table booking_settings to service_role;
grant select on table booking_settings to authenticated;
grant update (call_type_id) on booking_settings to authenticated;

create table bulk_changes (
  id uuid default gen_random_uuid() not null,
  entity text not null,
  by uuid default auth.uid(),
  began_at timestamp with time zone default now() not null,
  at timestamp with time zone default clock_timestamp() not null,
  change jsonb not null,
  before jsonb not null,
  undone_at timestamp with time zone,
  constraint bulk_changes_pkey PRIMARY KEY (id),
  constraint bulk_changes_by_fkey FOREIGN KEY (by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint bulk_changes_before_check CHECK ((jsonb_typeof(before) = 'object'::text)),
  constraint bulk_changes_change_check CHECK ((jsonb_typeof(change) = 'object'::text)),
  constraint unknown_bulk_entity CHECK ((entity = ANY (ARRAY['contacts'::text, 'opportunities'::text, 'tasks'::text])))
);
CREATE INDEX bulk_changes_latest ON public.bulk_changes USING btree (by, at DESC);
alter table bulk_changes enable row level security;
create policy "owners and admins see every bulk change" on bulk_changes for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins take back every bulk change" on bulk_changes for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see what they changed in bulk" on bulk_changes for select to authenticated
  using (((by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
create policy "staff take back what they changed in bulk" on bulk_changes for update to authenticated
  using (((by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table bulk_changes to service_role;
grant select on table bulk_changes to authenticated;
grant update (undone_at) on bulk_changes to authenticated;

create table business_profiles (
  user_id uuid not null,
  business_name text default ''::text not null,
  legal_name text,
  company_number text,
  address text,
  phone text,
  mobile text,
  email text,
  privacy_email text,
  accessibility_email text,
  accessibility_coordinator text,
  product_name text,
  coach_name text,
  hours text,
  login_url text,
  socials jsonb default '{}'::jsonb not null,
  logo_url text,
  logo_light_url text,
  logo_dark_url text,
  profile_image_url text,
  brand_colors jsonb,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  updated_by uuid,
  constraint business_profiles_pkey PRIMARY KEY (user_id),
  constraint business_profiles_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint business_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint brand_colors_invalid CHECK (((jsonb_typeof(brand_colors) = 'object'::text) AND (COALESCE((brand_colors ->> 'primary'::text), '#000000'::text) ~ '^#[0-9a-fA-F]{6}$'::text) AND (COALESCE((brand_colors ->> 'secondary'::text), '#000000'::text) ~ '^#[0-9a-fA-F]{6}$'::text) AND (COALESCE((brand_colors ->> 'accent'::text), '#000000'::text) ~ '^#[0-9a-fA-F]{6}$'::text))),
  constraint company_number_invalid CHECK ((company_number ~ '^\d{9}$'::text)),
  constraint login_url_invalid CHECK (((login_url ~ '^https://[^/?#[:space:]"''<>\\]+[^[:space:]"''<>\\]*$'::text) AND (length(login_url) <= 500))),
  constraint picture_address_invalid CHECK ((is_own_picture(logo_url) AND is_own_picture(logo_light_url) AND is_own_picture(logo_dark_url) AND is_own_picture(profile_image_url))),
  constraint socials_invalid CHECK ((jsonb_typeof(socials) = 'object'::text))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.business_profiles FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.business_profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.business_profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.business_profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id', '1000');
CREATE TRIGGER forbid_profile_owner_change BEFORE UPDATE ON public.business_profiles FOR EACH ROW WHEN ((new.user_id IS DISTINCT FROM old.user_id)) EXECUTE FUNCTION forbid_profile_owner_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.business_profiles FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER publish_pages_with_site AFTER UPDATE ON public.business_profiles FOR EACH ROW WHEN (((old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION publish_pages_with_site();
CREATE TRIGGER set_updated_by BEFORE INSERT OR UPDATE ON public.business_profiles FOR EACH ROW EXECUTE FUNCTION set_updated_by();
alter table business_profiles enable row level security;
create policy "a user changes their own profile" on business_profiles for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND (( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role) OR (user_id IS DISTINCT FROM ( SELECT business_owner_id() AS business_owner_id)))));
create policy "a user makes their own profile" on business_profiles for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "a user sees their own profile" on business_profiles for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "an admin changes the profile of the business" on business_profiles for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (user_id = ( SELECT business_owner_id() AS business_owner_id))));
create policy "an owner changes the profile of the business" on business_profiles for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role) AND (user_id = ( SELECT business_owner_id() AS business_owner_id))));
create policy "staff see the profile of the business" on business_profiles for select to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (user_id = ( SELECT business_owner_id() AS business_owner_id))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table business_profiles to service_role;
grant select on table business_profiles to authenticated;
grant insert (accessibility_coordinator, accessibility_email, address, brand_colors, business_name, coach_name, company_number, email, hours, legal_name, login_url, logo_dark_url, logo_light_url, logo_url, mobile, phone, privacy_email, product_name, profile_image_url, published_at, socials, updated_at, user_id) on business_profiles to authenticated;
grant update (accessibility_coordinator, accessibility_email, address, brand_colors, business_name, coach_name, company_number, email, hours, legal_name, login_url, logo_dark_url, logo_light_url, logo_url, mobile, phone, privacy_email, product_name, profile_image_url, published_at, socials, updated_at, user_id) on business_profiles to authenticated;

create table calendar_connections (
  user_id uuid not null,
  provider text default 'google'::text not null,
  account_email text not null,
  scopes text[] not null,
  status text default 'connected'::text not null,
  connected_at timestamp with time zone default now() not null,
  last_success_at timestamp with time zone,
  last_error_at timestamp with time zone,
  last_error text,
  busy_calendar_ids text[] default '{primary}'::text[] not null,
  write_calendar_id text default 'primary'::text not null,
  on_broken text default 'closed'::text not null,
  version integer default 1 not null,
  constraint calendar_connections_pkey PRIMARY KEY (user_id, provider),
  constraint calendar_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint calendar_connections_account_email_check CHECK (((length(account_email) >= 3) AND (length(account_email) <= 320))),
  constraint too_many_busy_calendars CHECK ((cardinality(busy_calendar_ids) <= 50)),
  constraint unknown_calendar_fault CHECK ((last_error = ANY (ARRAY['access_revoked'::text, 'google_unreachable'::text, 'google_rate_limited'::text, 'google_refused'::text, 'calendar_missing'::text, 'keys_changed'::text]))),
  constraint unknown_calendar_provider CHECK ((provider = 'google'::text)),
  constraint unknown_calendar_status CHECK ((status = ANY (ARRAY['connected'::text, 'needs_reconnect'::text]))),
  constraint unknown_on_broken CHECK ((on_broken = ANY (ARRAY['closed'::text, 'internal'::text])))
);
CREATE TRIGGER emit_broken AFTER UPDATE ON public.calendar_connections FOR EACH ROW WHEN (((new.last_error = ANY (ARRAY['access_revoked'::text, 'keys_changed'::text, 'calendar_missing'::text])) AND (new.last_error IS DISTINCT FROM old.last_error))) EXECUTE FUNCTION emit_calendar_broken();
CREATE TRIGGER next_version BEFORE UPDATE ON public.calendar_connections FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER sync_write_calendar AFTER INSERT OR UPDATE OF write_calendar_id ON public.calendar_connections FOR EACH ROW EXECUTE FUNCTION calendar_secrets.sync_write_calendar();
alter table calendar_connections enable row level security;
create policy "a user sees their own calendar connections" on calendar_connections for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table calendar_connections to service_role;
grant select on table calendar_connections to authenticated;

create table calendar_feeds (
  user_id uuid not null,
  token_hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint calendar_feeds_pkey PRIMARY KEY (user_id),
  constraint feed_hash_taken UNIQUE (token_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES booking_hosts(user_id) ON DELETE CASCADE,
  constraint feed_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
alter table calendar_feeds enable row level security;
create policy "a host sees whether their calendar has an address" on calendar_feeds for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table calendar_feeds to service_role;
grant select (created_at, user_id) on calendar_feeds to authenticated;

create table campaign_recipients (
  campaign_id uuid not null,
  contact_id uuid not null,
  email text,
  excluded text,
  constraint campaign_recipients_pkey PRIMARY KEY (campaign_id, contact_id),
  constraint campaign_recipients_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE CASCADE,
  constraint campaign_recipients_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint somebody_or_a_reason CHECK (((excluded IS NOT NULL) OR (email IS NOT NULL)))
);
CREATE INDEX campaign_recipients_of_contact ON public.campaign_recipients USING btree (contact_id);
alter table campaign_recipients enable row level security;
create policy "owners and admins see who got a campaign and who did not" on campaign_recipients for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table campaign_recipients to service_role;
grant select on table campaign_recipients to authenticated;

create table campaigns (
  id uuid default gen_random_uuid() not null,
  name text not null,
  subject text default ''::text not null,
  preheader text default ''::text not null,
  blocks jsonb default '[]'::jsonb not null,
  list_ids uuid[] default '{}'::uuid[] not null,
  lifecycles text[] default '{}'::text[] not null,
  segments jsonb default '[]'::jsonb not null,
  status text default 'draft'::text not null,
  send_at timestamp with time zone,
  held_until timestamp with time zone,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  created_by uuid default auth.uid(),
  scheduled_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint campaigns_pkey PRIMARY KEY (id),
  constraint campaigns_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint campaigns_scheduled_by_fkey FOREIGN KEY (scheduled_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint campaign_blocks_shape CHECK (((jsonb_typeof(blocks) = 'array'::text) AND (jsonb_array_length(blocks) <= 40))),
  constraint campaign_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint campaign_preheader_length CHECK (((char_length(preheader) <= 200) AND (preheader !~ '[\r\n]'::text))),
  constraint campaign_segments_shape CHECK (((jsonb_typeof(segments) = 'array'::text) AND (jsonb_array_length(segments) <= 10) AND (octet_length((segments)::text) <= 20000))),
  constraint campaign_subject_length CHECK (((char_length(subject) <= 120) AND (subject !~ '[\r\n]'::text))),
  constraint campaign_too_long CHECK ((octet_length((blocks)::text) <= 60000)),
  constraint scheduled_for_a_time CHECK (((status = ANY (ARRAY['draft'::text, 'cancelled'::text])) OR (send_at IS NOT NULL))),
  constraint too_many_lists CHECK ((cardinality(list_ids) <= 50)),
  constraint unknown_campaign_status CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text]))),
  constraint unknown_lifecycle CHECK ((lifecycles <@ ARRAY['subscriber'::text, 'lead'::text, 'qualified'::text, 'client'::text, 'past_client'::text]))
);
CREATE INDEX campaigns_newest ON public.campaigns USING btree (created_at DESC);
CREATE TRIGGER campaigns_before_write BEFORE UPDATE ON public.campaigns FOR EACH ROW EXECUTE FUNCTION campaigns_before_write();
CREATE TRIGGER check_segments BEFORE UPDATE OF segments ON public.campaigns FOR EACH ROW WHEN (((new.segments <> old.segments) AND (new.segments <> '[]'::jsonb))) EXECUTE FUNCTION check_campaign_segments();
CREATE TRIGGER check_segments_of_new BEFORE INSERT ON public.campaigns FOR EACH ROW WHEN ((new.segments <> '[]'::jsonb)) EXECUTE FUNCTION check_campaign_segments();
alter table campaigns enable row level security;
create policy "content changes campaigns that are not timed yet" on campaigns for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['content'::text]) AS has_role) AND (status = 'draft'::text)));
create policy "owners and admins change campaigns" on campaigns for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins throw drafts away" on campaigns for delete to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (status = ANY (ARRAY['draft'::text, 'cancelled'::text])) AND (started_at IS NULL)));
create policy "owners, admins and content see campaigns" on campaigns for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "owners, admins and content write campaigns" on campaigns for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table campaigns to service_role;
grant delete, select on table campaigns to authenticated;
grant insert (blocks, id, lifecycles, list_ids, name, preheader, segments, subject) on campaigns to authenticated;
grant update (blocks, lifecycles, list_ids, name, preheader, segments, subject) on campaigns to authenticated;

create table cancellation_receipts (
  receipt_hash text not null,
  request_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint cancellation_receipts_pkey PRIMARY KEY (receipt_hash),
  constraint cancellation_receipts_request_id_fkey FOREIGN KEY (request_id) REFERENCES cancellation_requests(id) ON DELETE CASCADE
);
CREATE INDEX cancellation_receipts_of_request ON public.cancellation_receipts USING btree (request_id);
alter table cancellation_receipts enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on table cancellation_receipts to service_role;

create table cancellation_requests (
  id uuid default gen_random_uuid() not null,
  ticket_number bigint not null,
  contact_id uuid not null,
  task_id uuid,
  name text not null,
  email text not null,
  phone text,
  reference text not null,
  what text,
  may_have_longer boolean default false not null,
  words_hash text not null,
  receipt_hash text not null,
  is_receipt_mailed boolean default false not null,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  received_at timestamp with time zone default now() not null,
  holds_until timestamp with time zone default (now() + '1 day'::interval) not null,
  constraint cancellation_requests_pkey PRIMARY KEY (id),
  constraint cancellation_requests_receipt_hash_key UNIQUE (receipt_hash),
  constraint cancellation_requests_ticket_number_key UNIQUE (ticket_number),
  constraint cancellation_requests_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint cancellation_requests_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint cancellation_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint already_cancelled EXCLUDE USING gist (contact_id WITH =, words_hash WITH =, tstzrange(received_at, holds_until) WITH &&)
);
CREATE INDEX cancellation_requests_newest ON public.cancellation_requests USING btree (received_at DESC);
CREATE INDEX cancellation_requests_of_task ON public.cancellation_requests USING btree (task_id);
CREATE TRIGGER draw_ticket_number BEFORE INSERT ON public.cancellation_requests FOR EACH ROW EXECUTE FUNCTION draw_ticket_number();
alter table cancellation_requests enable row level security;
create policy "owners, admins and sales see who cancels a deal" on cancellation_requests for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table cancellation_requests to service_role;
grant select on table cancellation_requests to authenticated;

create table charges (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  plan_id uuid,
  number integer,
  product_id uuid,
  order_id uuid,
  title text not null,
  amount_agorot integer not null,
  vat_percent numeric(4,2),
  due_on date not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  void_reason text,
  voided_at timestamp with time zone,
  voided_by uuid,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint charges_pkey PRIMARY KEY (id),
  constraint charge_number_taken UNIQUE (plan_id, number),
  constraint charges_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint charges_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint charges_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint charges_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES payment_plans(id),
  constraint charges_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint charges_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint charge_amount_range CHECK (((amount_agorot >= 1) AND (amount_agorot <= 100000000))),
  constraint charge_due_range CHECK (((due_on >= '2000-01-01'::date) AND (due_on <= '2100-01-01'::date))),
  constraint charge_number_range CHECK (((number >= 1) AND (number <= 60))),
  constraint charge_number_without_plan CHECK (((plan_id IS NULL) = (number IS NULL))),
  constraint charge_title_length CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 120))),
  constraint void_reason_length CHECK (((char_length(btrim(void_reason)) >= 2) AND (char_length(btrim(void_reason)) <= 300)))
);
alter table charges replica identity full;
CREATE INDEX charges_due ON public.charges USING btree (due_on) WHERE (voided_at IS NULL);
CREATE INDEX charges_of_contact ON public.charges USING btree (contact_id, due_on);
CREATE UNIQUE INDEX order_charged_already ON public.charges USING btree (order_id) WHERE (plan_id IS NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.charges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.charges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.charges REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.charges FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER set_derived BEFORE INSERT ON public.charges FOR EACH ROW EXECUTE FUNCTION charges_before_write();
CREATE TRIGGER stamp_void BEFORE UPDATE OF void_reason ON public.charges FOR EACH ROW EXECUTE FUNCTION stamp_void();
CREATE TRIGGER timeline_created AFTER INSERT ON public.charges FOR EACH ROW WHEN (((new.plan_id IS NULL) AND (new.order_id IS NULL) AND (NOT new.is_demo))) EXECUTE FUNCTION log_money_activity();
CREATE TRIGGER timeline_voided AFTER UPDATE ON public.charges FOR EACH ROW WHEN (((old.void_reason IS NULL) <> (new.void_reason IS NULL))) EXECUTE FUNCTION log_money_activity();
alter table charges enable row level security;
create policy "a coach sees the charges of their contacts" on charges for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales charge" on charges for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales make charges void" on charges for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every charge" on charges for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table charges to service_role;
grant select on table charges to authenticated;
grant insert (amount_agorot, contact_id, due_on, id, number, plan_id, product_id, title) on charges to authenticated;
grant update (void_reason) on charges to authenticated;

create table client_processes (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  household_id uuid,
  process_template_id uuid not null,
  template_version integer not null,
  status text default 'active'::text not null,
  coach_id uuid,
  started_on date default ((now() AT TIME ZONE 'Asia/Jerusalem'::text))::date not null,
  target_end date,
  completed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint client_processes_pkey PRIMARY KEY (id),
  constraint client_processes_coach_id_fkey FOREIGN KEY (coach_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint client_processes_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint client_processes_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE SET NULL,
  constraint template_in_use FOREIGN KEY (process_template_id) REFERENCES process_templates(id),
  constraint completed_has_its_time CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
  constraint ends_before_it_starts CHECK ((target_end >= started_on)),
  constraint unknown_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'cancelled'::text])))
);
alter table client_processes replica identity full;
CREATE UNIQUE INDEX already_on_this_way ON public.client_processes USING btree (contact_id, process_template_id) WHERE (status = 'active'::text);
CREATE INDEX client_processes_coach_id ON public.client_processes USING btree (coach_id);
CREATE INDEX client_processes_household_id ON public.client_processes USING btree (household_id);
CREATE INDEX client_processes_of_contact ON public.client_processes USING btree (contact_id, status);
CREATE INDEX client_processes_process_template_id ON public.client_processes USING btree (process_template_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.client_processes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.client_processes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.client_processes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER derive_messages AFTER UPDATE ON public.client_processes FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.contact_id IS DISTINCT FROM new.contact_id)) OR (old.completed_at IS DISTINCT FROM new.completed_at))) EXECUTE FUNCTION derive_process_messages();
CREATE TRIGGER derive_messages_of_deleted AFTER DELETE ON public.client_processes FOR EACH ROW EXECUTE FUNCTION derive_process_messages();
CREATE TRIGGER next_version BEFORE UPDATE ON public.client_processes FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER set_completed_at BEFORE INSERT OR UPDATE ON public.client_processes FOR EACH ROW EXECUTE FUNCTION set_completed_at();
CREATE TRIGGER set_template_version BEFORE INSERT ON public.client_processes FOR EACH ROW EXECUTE FUNCTION set_template_version();
alter table client_processes enable row level security;
create policy "a client sees their own processes" on client_processes for select to authenticated
  using ((id IN ( SELECT my_process_ids() AS my_process_ids)));
create policy "a coach changes the processes of their contacts" on client_processes for update to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees the processes of their contacts" on client_processes for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach starts processes of their contacts" on client_processes for insert to authenticated
  with check ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins change every process" on client_processes for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete processes" on client_processes for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales see every process" on client_processes for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales start processes" on client_processes for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table client_processes to service_role;
grant delete, select on table client_processes to authenticated;
grant insert (coach_id, contact_id, household_id, id, process_template_id, started_on, status, target_end) on client_processes to authenticated;
grant update (coach_id, household_id, started_on, status, target_end) on client_processes to authenticated;

create table closed_days (
  id uuid default gen_random_uuid() not null,
  name text not null,
  from_on date not null,
  until_on date not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint closed_days_pkey PRIMARY KEY (id),
  constraint closed_day_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60))),
  constraint closed_days_end_before_start CHECK ((until_on >= from_on)),
  constraint closed_too_long CHECK (((until_on - from_on) <= 92))
);
CREATE INDEX closed_days_in_order ON public.closed_days USING btree (until_on);
CREATE TRIGGER audit_delete AFTER DELETE ON public.closed_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.closed_days REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.closed_days REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.closed_days FOR EACH ROW EXECUTE FUNCTION next_version();
alter table closed_days enable row level security;
create policy "owners and admins add closed days" on closed_days for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change closed days" on closed_days for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete closed days" on closed_days for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the closed days of the business" on closed_days for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table closed_days to service_role;
grant delete, select on table closed_days to authenticated;
grant insert (from_on, name, until_on) on closed_days to authenticated;
grant update (from_on, name, until_on) on closed_days to authenticated;

create table component_template_versions (
  id uuid default gen_random_uuid() not null,
  template_id uuid not null,
  number integer not null,
  name text not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint component_template_versions_pkey PRIMARY KEY (id),
  constraint template_version_taken UNIQUE (template_id, number),
  constraint component_template_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint component_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES component_templates(id) ON DELETE CASCADE
);
CREATE TRIGGER only_added_to BEFORE UPDATE OF id, template_id, number, name, content, created_at ON public.component_template_versions FOR EACH ROW EXECUTE FUNCTION forbid_page_version_change();
alter table component_template_versions enable row level security;
create policy "owners, admins and content staff see what templates said before" on component_template_versions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table component_template_versions to service_role;
grant select on table component_template_versions to authenticated;

create table component_templates (
  id uuid default gen_random_uuid() not null,
  name text not null,
  kind text not null,
  content jsonb not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint component_templates_pkey PRIMARY KEY (id),
  constraint component_templates_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint template_content_form CHECK (((jsonb_typeof(content) = 'object'::text) AND (pg_column_size(content) <= 100000))),
  constraint template_kind_form CHECK ((kind ~ '^[a-z][a-z0-9-]{0,40}$'::text)),
  constraint template_name_length CHECK ((((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 80)) AND (name !~ '[\r\n]'::text)))
);
CREATE UNIQUE INDEX template_name_taken ON public.component_templates USING btree (lower(btrim(name))) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.component_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.component_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.component_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER forbid_change AFTER UPDATE OF name, kind, content ON public.component_templates FOR EACH ROW EXECUTE FUNCTION forbid_template_version_change();
CREATE TRIGGER next_version BEFORE UPDATE OF name, kind, content ON public.component_templates FOR EACH ROW EXECUTE FUNCTION next_template_version();
CREATE TRIGGER set_version_of_new AFTER INSERT ON public.component_templates FOR EACH ROW EXECUTE FUNCTION forbid_template_version_change();
alter table component_templates enable row level security;
create policy "owners and admins take templates away and bring them back" on component_templates for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and content staff use the library of blocks" on component_templates for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table component_templates to service_role;
grant select on table component_templates to authenticated;
grant update (deleted_at) on component_templates to authenticated;

create table consent_texts (
  id uuid default gen_random_uuid() not null,
  kind text not null,
  version integer not null,
  he_text text not null,
  valid_from timestamp with time zone default now() not null,
  constraint consent_texts_pkey PRIMARY KEY (id),
  constraint text_version_taken UNIQUE (kind, version),
  constraint consent_texts_kind_check CHECK ((kind = ANY (ARRAY['marketing'::text, 'privacy_notice'::text, 'newsletter'::text])))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.consent_texts FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER only_added_to BEFORE DELETE OR UPDATE ON public.consent_texts FOR EACH ROW EXECUTE FUNCTION forbid_changes();
alter table consent_texts enable row level security;
create policy "everyone reads the texts they are asked to agree to" on consent_texts for select to anon, authenticated
  using (true);
create policy "owners and admins add new words" on consent_texts for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant insert, maintain, references, select, trigger on table consent_texts to service_role;
grant select on table consent_texts to anon;
grant select on table consent_texts to authenticated;
grant insert (he_text, id, kind, valid_from, version) on consent_texts to authenticated;

create table consents (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  value_norm text not null,
  channel text not null,
  purpose text not null,
  action text not null,
  text_version_id uuid not null,
  text_snapshot_hash text not null,
  source_type text not null,
  source_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  proof text,
  recorded_by uuid,
  constraint consents_pkey PRIMARY KEY (id),
  constraint consents_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint consents_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint consents_text_version_id_fkey FOREIGN KEY (text_version_id) REFERENCES consent_texts(id),
  constraint consent_of_staff_needs_proof CHECK (((source_type <> 'staff'::text) OR (char_length(btrim(proof)) >= 4))),
  constraint consent_proof_length CHECK ((char_length(proof) <= 500)),
  constraint consents_action_check CHECK ((action = ANY (ARRAY['grant'::text, 'withdraw'::text]))),
  constraint consents_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'whatsapp'::text, 'phone'::text]))),
  constraint consents_purpose_check CHECK ((purpose = 'marketing'::text))
);
CREATE INDEX consents_of_contact ON public.consents USING btree (contact_id, channel, purpose, at DESC);
CREATE INDEX consents_of_value ON public.consents USING btree (value_norm, channel, purpose, at DESC);
CREATE INDEX consents_recorded_by ON public.consents USING btree (recorded_by) WHERE (recorded_by IS NOT NULL);
CREATE TRIGGER emit_consent AFTER INSERT ON public.consents FOR EACH ROW EXECUTE FUNCTION emit_consent_event();
CREATE TRIGGER hash_text BEFORE INSERT ON public.consents FOR EACH ROW EXECUTE FUNCTION hash_text();
CREATE TRIGGER only_added_to BEFORE DELETE OR UPDATE ON public.consents FOR EACH ROW EXECUTE FUNCTION forbid_changes();
alter table consents enable row level security;
create policy "a client sees their own consents" on consents for select to authenticated
  using ((contact_id IN ( SELECT contacts.id
   FROM contacts
  WHERE (contacts.client_user_id = ( SELECT auth.uid() AS uid)))));
create policy "a coach sees the consents of their contacts" on consents for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see every consent" on consents for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant insert, maintain, references, select, trigger on table consents to service_role;
grant select on table consents to authenticated;

create table contact_points (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  kind text not null,
  value_raw text not null,
  value_norm text not null,
  is_primary boolean default false not null,
  shared_in_household boolean default false not null,
  verified_at timestamp with time zone,
  bounced_at timestamp with time zone,
  complained_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint contact_points_pkey PRIMARY KEY (id),
  constraint point_already_there UNIQUE (contact_id, kind, value_norm),
  constraint contact_points_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint email_invalid CHECK (((kind <> 'email'::text) OR ((value_norm = lower(btrim(value_norm))) AND (value_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text)))),
  constraint phone_invalid CHECK (((kind <> 'phone'::text) OR (value_norm ~ '^\+[1-9]\d{6,14}$'::text))),
  constraint unknown_kind CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text])))
);
CREATE INDEX contact_points_lookup ON public.contact_points USING btree (kind, value_norm);
CREATE INDEX contact_points_search ON public.contact_points USING gin (value_norm extensions.gin_trgm_ops);
CREATE UNIQUE INDEX one_primary_point ON public.contact_points USING btree (contact_id, kind) WHERE is_primary;
CREATE TRIGGER audit_delete AFTER DELETE ON public.contact_points REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.contact_points REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.contact_points REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER match_review_authors AFTER INSERT ON public.contact_points REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION match_review_authors();
CREATE TRIGGER next_version BEFORE UPDATE ON public.contact_points FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER refresh_duplicates_of_changed AFTER UPDATE ON public.contact_points REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_duplicates_of_points();
CREATE TRIGGER refresh_duplicates_of_gone AFTER DELETE ON public.contact_points REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_duplicates_of_points();
CREATE TRIGGER refresh_duplicates_of_new AFTER INSERT ON public.contact_points REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_duplicates_of_points();
alter table contact_points enable row level security;
create policy "a client sees their own contact points" on contact_points for select to authenticated
  using ((contact_id IN ( SELECT contacts.id
   FROM contacts
  WHERE (contacts.client_user_id = ( SELECT auth.uid() AS uid)))));
create policy "a coach adds ways to reach their contacts" on contact_points for insert to authenticated
  with check ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach changes how to reach their contacts" on contact_points for update to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees how to reach their contacts" on contact_points for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins delete contact points" on contact_points for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales add contact points" on contact_points for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales change contact points" on contact_points for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every contact point" on contact_points for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table contact_points to service_role;
grant delete, select on table contact_points to authenticated;
grant insert (contact_id, id, is_primary, kind, shared_in_household, value_norm, value_raw) on contact_points to authenticated;
grant update (is_primary, kind, shared_in_household, value_norm, value_raw) on contact_points to authenticated;

create table contact_requests (
  id uuid default gen_random_uuid() not null,
  ticket_number bigint not null,
  contact_id uuid not null,
  opportunity_id uuid,
  task_id uuid,
  name text not null,
  phone text,
  email text,
  topic text not null,
  message text,
  words_hash text not null,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  holds_until timestamp with time zone default (now() + '1 day'::interval) not null,
  is_demo boolean default false not null,
  constraint contact_requests_pkey PRIMARY KEY (id),
  constraint contact_requests_ticket_number_key UNIQUE (ticket_number),
  constraint contact_requests_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint contact_requests_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint contact_requests_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint contact_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint already_asked EXCLUDE USING gist (contact_id WITH =, words_hash WITH =, tstzrange(created_at, holds_until) WITH &&)
);
CREATE INDEX contact_requests_newest ON public.contact_requests USING btree (created_at DESC);
CREATE INDEX contact_requests_of_opportunity ON public.contact_requests USING btree (opportunity_id);
CREATE INDEX contact_requests_of_task ON public.contact_requests USING btree (task_id);
CREATE TRIGGER draw_ticket_number BEFORE INSERT ON public.contact_requests FOR EACH ROW EXECUTE FUNCTION draw_ticket_number();
CREATE TRIGGER emit_captured AFTER INSERT ON public.contact_requests FOR EACH ROW EXECUTE FUNCTION emit_lead_captured();
CREATE TRIGGER log_call_basis AFTER INSERT ON public.contact_requests FOR EACH ROW WHEN ((new.phone IS NOT NULL)) EXECUTE FUNCTION log_call_basis();
alter table contact_requests enable row level security;
create policy "a coach sees the requests of their contacts" on contact_requests for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see every request" on contact_requests for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table contact_requests to service_role;
grant select on table contact_requests to authenticated;

create table contact_staff_details (
  contact_id uuid not null,
  call_basis text,
  call_basis_at timestamp with time zone,
  call_basis_note text,
  dnc_checked_at timestamp with time zone,
  first_touch jsonb,
  last_touch jsonb,
  score integer default 0 not null,
  custom jsonb default '{}'::jsonb not null,
  version integer default 1 not null,
  constraint contact_staff_details_pkey PRIMARY KEY (contact_id),
  constraint contact_staff_details_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint call_basis_note_length CHECK ((char_length(call_basis_note) <= 300)),
  constraint call_basis_without_day CHECK (((call_basis IS NULL) = (call_basis_at IS NULL))),
  constraint contact_staff_details_custom_check CHECK ((jsonb_typeof(custom) = 'object'::text)),
  constraint dnc_checked_ahead CHECK ((dnc_checked_at <= (now() + '1 day'::interval))),
  constraint unknown_call_basis CHECK ((call_basis = ANY (ARRAY['callback'::text, 'consent'::text, 'customer'::text])))
);
CREATE INDEX contact_staff_details_custom ON public.contact_staff_details USING gin (custom jsonb_path_ops);
CREATE TRIGGER audit_update AFTER UPDATE ON public.contact_staff_details REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('contact_id', '100');
CREATE TRIGGER check_custom BEFORE UPDATE OF custom ON public.contact_staff_details FOR EACH ROW WHEN ((new.custom IS DISTINCT FROM old.custom)) EXECUTE FUNCTION check_custom('contact');
CREATE TRIGGER emit_updated AFTER UPDATE ON public.contact_staff_details REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_custom_fields_updated();
CREATE TRIGGER next_version BEFORE UPDATE OF call_basis, call_basis_at, call_basis_note, dnc_checked_at, custom ON public.contact_staff_details FOR EACH ROW EXECUTE FUNCTION next_version();
alter table contact_staff_details enable row level security;
create policy "a coach changes what is written for staff unless their contact " on contact_staff_details for update to authenticated
  using (((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (EXISTS ( SELECT
   FROM contacts c
  WHERE ((c.id = contact_staff_details.contact_id) AND (c.deleted_at IS NULL))))));
create policy "a coach sees what is written of their contacts for staff" on contact_staff_details for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins change what is written of a contact for staff" on contact_staff_details for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales see what is written of a contact for s" on contact_staff_details for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "sales change what is written for staff unless the contact is in" on contact_staff_details for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (EXISTS ( SELECT
   FROM contacts c
  WHERE ((c.id = contact_staff_details.contact_id) AND (c.deleted_at IS NULL))))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table contact_staff_details to service_role;
grant select on table contact_staff_details to authenticated;
grant update (call_basis, call_basis_at, call_basis_note, custom, dnc_checked_at) on contact_staff_details to authenticated;

create table contact_tags (
  contact_id uuid not null,
  tag_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint tag_already_there PRIMARY KEY (contact_id, tag_id),
  constraint contact_tags_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint contact_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);
CREATE INDEX contact_tags_of_tag ON public.contact_tags USING btree (tag_id, contact_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.contact_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('contact_id,tag_id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.contact_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('contact_id,tag_id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.contact_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('contact_id,tag_id', '1000');
CREATE TRIGGER emit_tagged AFTER INSERT ON public.contact_tags REFERENCING NEW TABLE AS tagged FOR EACH STATEMENT EXECUTE FUNCTION emit_contact_tagged();
CREATE TRIGGER emit_untagged AFTER DELETE ON public.contact_tags REFERENCING OLD TABLE AS tagged FOR EACH STATEMENT EXECUTE FUNCTION emit_contact_tagged();
alter table contact_tags enable row level security;
create policy "a coach puts tags on their contacts" on contact_tags for insert to authenticated
  with check ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees the tags of their contacts" on contact_tags for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach takes tags off their contacts" on contact_tags for delete to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales put tags on every contact" on contact_tags for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see the tags of every contact" on contact_tags for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales take tags off every contact" on contact_tags for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table contact_tags to service_role;
grant delete, select on table contact_tags to authenticated;
grant insert (contact_id, tag_id) on contact_tags to authenticated;

create table contacts (
  id uuid default gen_random_uuid() not null,
  household_id uuid,
  household_role text,
  first_name text not null,
  last_name text,
  full_name text not null,
  search_name text not null,
  gender_form text default 'neutral'::text not null,
  birth_date date,
  lifecycle text default 'lead'::text not null,
  do_not_contact boolean default false not null,
  owner_id uuid,
  client_user_id uuid,
  source text,
  next_step_at timestamp with time zone,
  last_activity_at timestamp with time zone,
  merged_into_id uuid,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  external_id text,
  anonymised_at timestamp with time zone,
  home_mail text[] default '{reminders,summaries}'::text[] not null,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_client_user_id_key UNIQUE (client_user_id),
  constraint contacts_client_user_id_fkey FOREIGN KEY (client_user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint contacts_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE SET NULL,
  constraint contacts_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES contacts(id) ON DELETE SET NULL,
  constraint contacts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint anonymised_comes_back CHECK (((anonymised_at IS NULL) OR (deleted_at IS NOT NULL))),
  constraint birth_date_in_future CHECK ((birth_date <= ((now() AT TIME ZONE 'Asia/Jerusalem'::text))::date)),
  constraint external_id_length CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 120))),
  constraint first_name_length CHECK (((char_length(btrim(first_name)) >= 1) AND (char_length(btrim(first_name)) <= 120))),
  constraint last_name_length CHECK ((char_length(last_name) <= 120)),
  constraint name_has_controls CHECK ((full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'::text)),
  constraint unknown_gender_form CHECK ((gender_form = ANY (ARRAY['f'::text, 'm'::text, 'neutral'::text, 'plural'::text]))),
  constraint unknown_home_mail CHECK ((home_mail <@ ARRAY['reminders'::text, 'summaries'::text, 'invoices'::text])),
  constraint unknown_household_role CHECK ((household_role = ANY (ARRAY['partner'::text, 'child'::text, 'other'::text]))),
  constraint unknown_lifecycle CHECK ((lifecycle = ANY (ARRAY['subscriber'::text, 'lead'::text, 'qualified'::text, 'client'::text, 'past_client'::text])))
);
alter table contacts replica identity full;
CREATE INDEX contacts_by_activity ON public.contacts USING btree ((
CASE
    WHEN (last_activity_at IS NULL) THEN '-infinity'::timestamp with time zone
    ELSE last_activity_at
END), id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_by_creation ON public.contacts USING btree (created_at, id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_by_name ON public.contacts USING btree (search_name COLLATE "C", id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_by_next_step ON public.contacts USING btree ((
CASE
    WHEN (next_step_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE next_step_at
END), id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_by_word ON public.contacts USING gin (words_of_name(search_name)) WITH (fastupdate=off);
CREATE INDEX contacts_external_id ON public.contacts USING btree (external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX contacts_household_id ON public.contacts USING btree (household_id);
CREATE INDEX contacts_in_bin ON public.contacts USING btree (deleted_at DESC, id) WHERE ((deleted_at IS NOT NULL) AND (merged_into_id IS NULL) AND (anonymised_at IS NULL));
CREATE INDEX contacts_latest ON public.contacts USING btree (last_activity_at DESC NULLS LAST, id) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_merged_into ON public.contacts USING btree (merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX contacts_owner_id ON public.contacts USING btree (owner_id);
CREATE INDEX contacts_same_name ON public.contacts USING btree (he_norm(full_name)) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_search_name ON public.contacts USING gin (search_name extensions.gin_trgm_ops);
CREATE TRIGGER add_staff_details AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_staff_details();
CREATE TRIGGER audit_delete AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER compose_names BEFORE INSERT OR UPDATE OF first_name, last_name ON public.contacts FOR EACH ROW EXECUTE FUNCTION compose_names();
CREATE TRIGGER emit_created AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION emit_contacts_created();
CREATE TRIGGER emit_updated AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION emit_contacts_updated();
CREATE TRIGGER follow_into_bin AFTER UPDATE OF deleted_at ON public.contacts FOR EACH ROW WHEN ((old.deleted_at IS DISTINCT FROM new.deleted_at)) EXECUTE FUNCTION bin_with_contact();
CREATE TRIGGER forget_review_requests AFTER UPDATE OF anonymised_at ON public.contacts FOR EACH ROW WHEN (((old.anonymised_at IS NULL) AND (new.anonymised_at IS NOT NULL))) EXECUTE FUNCTION forget_review_requests();
CREATE TRIGGER index_changed_names AFTER UPDATE ON public.contacts FOR EACH ROW WHEN ((old.search_name <> new.search_name)) EXECUTE FUNCTION index_changed_names();
CREATE TRIGGER index_new_names AFTER INSERT ON public.contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION index_new_names();
CREATE TRIGGER next_version BEFORE UPDATE OF household_id, household_role, first_name, last_name, gender_form, birth_date, lifecycle, do_not_contact, owner_id, client_user_id, source, merged_into_id, deleted_at, external_id ON public.contacts FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER refresh_duplicates AFTER UPDATE ON public.contacts REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION refresh_duplicates_of_people();
CREATE TRIGGER unindex_deleted_names AFTER DELETE ON public.contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION unindex_deleted_names();
alter table contacts enable row level security;
create policy "a client sees their own contact unless it is in the bin" on contacts for select to authenticated
  using (((client_user_id = ( SELECT auth.uid() AS uid)) AND (deleted_at IS NULL) AND ( SELECT has_role(VARIADIC ARRAY['client'::text]) AS has_role)));
create policy "a coach adds contacts of their own" on contacts for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role) AND (owner_id = ( SELECT auth.uid() AS uid)) AND may_move_into(household_id)));
create policy "a coach changes their own and assigned contacts and cannot dele" on contacts for update to authenticated
  using (((id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (deleted_at IS NULL)))
  with check (((id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (deleted_at IS NULL) AND may_move_into(household_id)));
create policy "a coach sees their own and assigned contacts" on contacts for select to authenticated
  using (((id IN ( SELECT my_contact_ids() AS my_contact_ids)) OR (( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role) AND (owner_id = ( SELECT auth.uid() AS uid)))));
create policy "owners and admins change contacts, also into the bin" on contacts for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete contacts" on contacts for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales add contacts" on contacts for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every contact" on contacts for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "sales change contacts and cannot delete them" on contacts for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)))
  with check ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table contacts to service_role;
grant delete, select on table contacts to authenticated;
grant insert (birth_date, do_not_contact, external_id, first_name, gender_form, home_mail, household_id, household_role, id, last_name, lifecycle, owner_id, source) on contacts to authenticated;
grant update (birth_date, deleted_at, do_not_contact, external_id, first_name, gender_form, home_mail, household_id, household_role, last_name, lifecycle, owner_id, source) on contacts to authenticated;

create table cookie_choices (
  id uuid not null,
  user_id uuid,
  functional boolean not null,
  performance boolean not null,
  marketing boolean not null,
  version text not null,
  page text not null,
  chosen_at timestamp with time zone not null,
  recorded_at timestamp with time zone default now() not null,
  constraint cookie_choices_pkey PRIMARY KEY (id),
  constraint cookie_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint cookie_choices_page_check CHECK ((length(page) <= 300)),
  constraint cookie_choices_version_check CHECK (((length(version) >= 1) AND (length(version) <= 20)))
);
CREATE INDEX cookie_choices_of_user ON public.cookie_choices USING btree (user_id, chosen_at DESC) WHERE (user_id IS NOT NULL);
alter table cookie_choices enable row level security;
create policy "a person sees their own cookie choices" on cookie_choices for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "the owner and admins see the proof of consent" on cookie_choices for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table cookie_choices to service_role;
grant select on table cookie_choices to authenticated;
grant update (user_id) on cookie_choices to service_role;

create table custom_field_defs (
  id uuid default gen_random_uuid() not null,
  entity text not null,
  key text default ('f_'::text || "left"(replace((gen_random_uuid())::text, '-'::text, ''::text), 10)) not null,
  label text not null,
  type text not null,
  options jsonb default '[]'::jsonb not null,
  required boolean default false not null,
  "position" integer default 1000 not null,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint custom_field_defs_pkey PRIMARY KEY (id),
  constraint field_key_taken UNIQUE (entity, key),
  constraint field_key_invalid CHECK ((key ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  constraint field_label_length CHECK ((((char_length(btrim(label)) >= 1) AND (char_length(btrim(label)) <= 60)) AND (label !~ '[\r\n]'::text))),
  constraint field_options_invalid CHECK (field_options_fit(type, options)),
  constraint unknown_field_entity CHECK ((entity = ANY (ARRAY['contact'::text, 'opportunity'::text, 'household'::text]))),
  constraint unknown_field_type CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'money'::text, 'date'::text, 'select'::text, 'multi'::text, 'checkbox'::text, 'phone'::text, 'url'::text])))
);
CREATE UNIQUE INDEX field_label_taken ON public.custom_field_defs USING btree (entity, lower(label)) WHERE (deleted_at IS NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.custom_field_defs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.custom_field_defs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.custom_field_defs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER forbid_option_removal BEFORE UPDATE OF options ON public.custom_field_defs FOR EACH ROW EXECUTE FUNCTION forbid_option_removal();
CREATE TRIGGER limit_fields AFTER INSERT OR UPDATE OF deleted_at ON public.custom_field_defs FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION limit_fields();
CREATE TRIGGER next_version BEFORE UPDATE ON public.custom_field_defs FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER refuse_removal_of_used BEFORE UPDATE OF deleted_at ON public.custom_field_defs FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION refuse_removal_of_used_field();
alter table custom_field_defs enable row level security;
create policy "owners and admins add fields" on custom_field_defs for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change fields, also take them away" on custom_field_defs for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see which fields there are" on custom_field_defs for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table custom_field_defs to service_role;
grant select on table custom_field_defs to authenticated;
grant insert (entity, id, key, label, options, "position", required, type) on custom_field_defs to authenticated;
grant update (deleted_at, label, options, "position", required) on custom_field_defs to authenticated;

create table domain_events (
  id bigint generated always as identity not null,
  type text not null,
  occurred_at timestamp with time zone default clock_timestamp() not null,
  actor_kind text default private.event_actor_kind() not null,
  actor_id uuid default auth.uid(),
  contact_id uuid,
  household_id uuid,
  entity_type text not null,
  entity_id uuid not null,
  payload jsonb default '{}'::jsonb not null,
  caused_by uuid default private.event_cause(),
  depth smallint default private.event_depth() not null,
  once_key text,
  transaction_id xid8 default pg_current_xact_id() not null,
  is_demo boolean default false not null,
  constraint domain_events_pkey PRIMARY KEY (id),
  constraint event_already_there UNIQUE (once_key),
  constraint domain_events_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint domain_events_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE SET NULL,
  constraint event_payload_is_an_object CHECK ((jsonb_typeof(payload) = 'object'::text)),
  constraint event_type_form CHECK ((type ~ '^[a-z_]+\.[a-z_]+$'::text)),
  constraint unknown_event_actor CHECK ((actor_kind = ANY (ARRAY['user'::text, 'system'::text, 'automation'::text])))
);
CREATE INDEX domain_events_by_type ON public.domain_events USING btree (type, occurred_at);
CREATE INDEX domain_events_in_order ON public.domain_events USING btree (transaction_id, id);
CREATE INDEX domain_events_of_contact ON public.domain_events USING btree (contact_id, occurred_at DESC);
CREATE INDEX domain_events_of_entity ON public.domain_events USING btree (entity_type, entity_id);
alter table domain_events enable row level security;
create policy "owners and admins see what happened" on domain_events for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table domain_events to service_role;
grant select on table domain_events to authenticated;
grant update (transaction_id) on domain_events to service_role;

create table duplicate_pairs (
  first_id uuid not null,
  second_id uuid not null,
  score integer not null,
  reasons text[] not null,
  looks_like text not null,
  found_at timestamp with time zone default now() not null,
  dismissed_at timestamp with time zone,
  dismissed_by uuid,
  constraint duplicate_pairs_pkey PRIMARY KEY (first_id, second_id),
  constraint duplicate_pairs_dismissed_by_fkey FOREIGN KEY (dismissed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint duplicate_pairs_first_id_fkey FOREIGN KEY (first_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint duplicate_pairs_second_id_fkey FOREIGN KEY (second_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint duplicate_pairs_looks_like_check CHECK ((looks_like = ANY (ARRAY['duplicate'::text, 'household'::text]))),
  constraint pair_in_order CHECK ((first_id < second_id))
);
CREATE INDEX duplicate_pairs_by_score ON public.duplicate_pairs USING btree (score DESC, first_id, second_id) WHERE (dismissed_at IS NULL);
CREATE INDEX duplicate_pairs_of_second ON public.duplicate_pairs USING btree (second_id);
alter table duplicate_pairs enable row level security;
create policy "a coach sees the possible duplicates among their contacts" on duplicate_pairs for select to authenticated
  using (((first_id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (second_id IN ( SELECT my_contact_ids() AS my_contact_ids))));
create policy "owners, admins and sales see every possible duplicate" on duplicate_pairs for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table duplicate_pairs to service_role;
grant select on table duplicate_pairs to authenticated;

create table email_kinds (
  kind text not null,
  tokens text[] not null,
  has_link boolean not null,
  constraint email_kinds_pkey PRIMARY KEY (kind)
);
alter table email_kinds enable row level security;
create policy "owners and admins see which mails go out" on email_kinds for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table email_kinds to service_role;
grant select on table email_kinds to authenticated;

create table email_texts (
  kind text not null,
  subject text not null,
  preheader text default ''::text not null,
  heading text not null,
  body text not null,
  button text,
  closing text default ''::text not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint email_texts_pkey PRIMARY KEY (kind),
  constraint unknown_email_kind FOREIGN KEY (kind) REFERENCES email_kinds(kind),
  constraint email_body_length CHECK (((char_length(body) <= 4000) AND (body ~ '\S'::text))),
  constraint email_button_length CHECK (((char_length(button) <= 60) AND (button ~ '\S'::text) AND (button !~ '[\r\n]'::text))),
  constraint email_closing_length CHECK ((char_length(closing) <= 1000)),
  constraint email_heading_length CHECK (((char_length(heading) <= 120) AND (heading ~ '\S'::text) AND (heading !~ '[\r\n]'::text))),
  constraint email_preheader_length CHECK (((char_length(preheader) <= 200) AND (preheader !~ '[\r\n]'::text))),
  constraint email_subject_length CHECK (((char_length(subject) <= 120) AND (subject ~ '\S'::text) AND (subject !~ '[\r\n]'::text)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.email_texts FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.email_texts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('kind');
CREATE TRIGGER audit_insert AFTER INSERT ON public.email_texts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('kind');
CREATE TRIGGER audit_update AFTER UPDATE ON public.email_texts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('kind', '1000');
CREATE TRIGGER check_tokens BEFORE INSERT OR UPDATE ON public.email_texts FOR EACH ROW EXECUTE FUNCTION check_email_tokens();
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.email_texts FOR EACH ROW EXECUTE FUNCTION stamp_email_text();
alter table email_texts enable row level security;
create policy "owners and admins write the words of mails" on email_texts for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table email_texts to service_role;
grant delete, select on table email_texts to authenticated;
grant insert (body, button, closing, heading, kind, preheader, subject) on email_texts to authenticated;
grant update (body, button, closing, heading, kind, preheader, subject) on email_texts to authenticated;

create table enrolments (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  price_id uuid,
  contact_id uuid not null,
  enrolled_on date default ((now() AT TIME ZONE 'Asia/Jerusalem'::text))::date not null,
  ended_on date,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint enrolments_pkey PRIMARY KEY (id),
  constraint enrolments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint enrolments_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint enrolments_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id) ON DELETE SET NULL,
  constraint product_was_bought FOREIGN KEY (product_id) REFERENCES products(id),
  constraint enrolment_ends_before_it_begins CHECK ((ended_on >= enrolled_on))
);
CREATE UNIQUE INDEX already_enrolled ON public.enrolments USING btree (product_id, contact_id) WHERE (ended_on IS NULL);
CREATE INDEX enrolments_of_contact ON public.enrolments USING btree (contact_id);
CREATE INDEX enrolments_of_price ON public.enrolments USING btree (price_id) WHERE (ended_on IS NULL);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.enrolments FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.enrolments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.enrolments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.enrolments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER claim_place BEFORE INSERT OR UPDATE OF price_id, product_id, ended_on ON public.enrolments FOR EACH ROW EXECUTE FUNCTION claim_place();
CREATE TRIGGER next_version BEFORE UPDATE ON public.enrolments FOR EACH ROW EXECUTE FUNCTION next_version();
alter table enrolments enable row level security;
create policy "a coach sees in what their contacts take part" on enrolments for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales keep who takes part" on enrolments for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table enrolments to service_role;
grant delete, select on table enrolments to authenticated;
grant insert (contact_id, ended_on, enrolled_on, price_id, product_id) on enrolments to authenticated;
grant update (ended_on, enrolled_on, price_id) on enrolments to authenticated;

create table event_cursors (
  subscriber text not null,
  transaction_id xid8 not null,
  event_id bigint not null,
  failing_event_id bigint,
  attempts integer default 0 not null,
  retry_at timestamp with time zone,
  last_error text,
  updated_at timestamp with time zone default now() not null,
  constraint event_cursors_pkey PRIMARY KEY (subscriber),
  constraint subscriber_form CHECK ((subscriber ~ '^[a-z][a-z0-9_.-]{1,60}$'::text))
);
alter table event_cursors enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on table event_cursors to service_role;

create table event_failures (
  id uuid default gen_random_uuid() not null,
  subscriber text not null,
  event_id bigint not null,
  error text not null,
  failed_at timestamp with time zone default now() not null,
  constraint event_failures_pkey PRIMARY KEY (id),
  constraint event_failed_already UNIQUE (subscriber, event_id),
  constraint event_failures_event_id_fkey FOREIGN KEY (event_id) REFERENCES domain_events(id) ON DELETE CASCADE
);
alter table event_failures enable row level security;
create policy "owners and admins see which events failed" on event_failures for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table event_failures to service_role;
grant select on table event_failures to authenticated;

create table exports (
  id uuid default gen_random_uuid() not null,
  list text not null,
  format text not null,
  search text default ''::text not null,
  row_count integer not null,
  by uuid default auth.uid(),
  at timestamp with time zone default now() not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_by_fkey FOREIGN KEY (by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint exports_row_count_check CHECK ((row_count >= 0)),
  constraint exports_search_check CHECK ((char_length(search) <= 4000)),
  constraint unknown_export_format CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint unknown_exported_list CHECK ((list = ANY (ARRAY['contacts'::text, 'appointments'::text])))
);
CREATE INDEX exports_by ON public.exports USING btree (by);
CREATE INDEX exports_newest ON public.exports USING btree (at DESC);
alter table exports enable row level security;
create policy "owners and admins log their own exports" on exports for insert to authenticated
  with check (((by = ( SELECT auth.uid() AS uid)) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role)));
create policy "owners and admins see the log of exports" on exports for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table exports to service_role;
grant select on table exports to authenticated;
grant insert (format, id, list, row_count, search) on exports to authenticated;

create table files (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  opportunity_id uuid,
  name text not null,
  mime_type text default ''::text not null,
  size_bytes bigint default 0 not null,
  uploaded_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  stored_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint files_pkey PRIMARY KEY (id),
  constraint files_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint files_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint files_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint file_name_has_controls CHECK ((name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'::text)),
  constraint file_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200)))
);
CREATE INDEX files_in_bin ON public.files USING btree (deleted_at DESC, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX files_of_contact ON public.files USING btree (contact_id, created_at DESC);
CREATE INDEX files_of_opportunity ON public.files USING btree (opportunity_id);
CREATE INDEX files_uploaded_by ON public.files USING btree (uploaded_by);
CREATE TRIGGER audit_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER check_file BEFORE INSERT OR UPDATE OF opportunity_id ON public.files FOR EACH ROW EXECUTE FUNCTION check_file();
CREATE TRIGGER drop_bytes AFTER DELETE ON public.files FOR EACH ROW EXECUTE FUNCTION drop_file_bytes();
CREATE TRIGGER next_version BEFORE UPDATE ON public.files FOR EACH ROW EXECUTE FUNCTION next_version();
alter table files enable row level security;
create policy "a coach adds files to their contacts" on files for insert to authenticated
  with check ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees the files of their contacts" on files for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins change files, also into the bin" on files for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales add files" on files for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every file" on files for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "staff change the files they added" on files for update to authenticated
  using (((uploaded_by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table files to service_role;
grant select on table files to authenticated;
grant insert (contact_id, id, name, opportunity_id) on files to authenticated;
grant update (deleted_at, name, opportunity_id) on files to authenticated;

create table form_files (
  id uuid default gen_random_uuid() not null,
  submission_id uuid not null,
  field_key text not null,
  name text not null,
  mime_type text not null,
  size_bytes bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint form_files_pkey PRIMARY KEY (id),
  constraint form_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES form_submissions(id) ON DELETE CASCADE,
  constraint file_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200)))
);
CREATE INDEX form_files_of_submission ON public.form_files USING btree (submission_id);
CREATE TRIGGER drop_bytes AFTER DELETE ON public.form_files FOR EACH ROW EXECUTE FUNCTION drop_form_file_bytes();
alter table form_files enable row level security;
create policy "files are seen with their submission" on form_files for select to authenticated
  using ((EXISTS ( SELECT
   FROM form_submissions s
  WHERE (s.id = form_files.submission_id))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table form_files to service_role;
grant select on table form_files to authenticated;

create table form_sealed_answers (
  submission_id uuid not null,
  sealed bytea not null,
  constraint form_sealed_answers_pkey PRIMARY KEY (submission_id),
  constraint form_sealed_answers_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES form_submissions(id) ON DELETE CASCADE
);
alter table form_sealed_answers enable row level security;
create policy "only the server sees sealed answers" on form_sealed_answers for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table form_sealed_answers to service_role;

create table form_submissions (
  id uuid default gen_random_uuid() not null,
  form_id uuid not null,
  form_version integer not null,
  key_hash text not null,
  status text not null,
  contact_id uuid,
  opportunity_id uuid,
  answers jsonb default '{}'::jsonb not null,
  computed jsonb default '{}'::jsonb not null,
  score numeric,
  dimensions jsonb default '{}'::jsonb not null,
  ending_key text,
  page_key text,
  revision integer default 0 not null,
  is_contactable boolean default false not null,
  abandoned_at timestamp with time zone,
  utm jsonb default '{}'::jsonb not null,
  consent_text_id uuid,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  started_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  completed_at timestamp with time zone,
  is_demo boolean default false not null,
  constraint form_submissions_pkey PRIMARY KEY (id),
  constraint already_submitted UNIQUE (form_id, key_hash),
  constraint form_submissions_consent_text_id_fkey FOREIGN KEY (consent_text_id) REFERENCES consent_texts(id),
  constraint form_submissions_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint form_submissions_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint form_submissions_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint submission_of_unknown_version FOREIGN KEY (form_id, form_version) REFERENCES form_versions(form_id, number) ON DELETE CASCADE,
  constraint complete_without_time CHECK (((status = 'complete'::text) = (completed_at IS NOT NULL))),
  constraint computed_is_an_object CHECK ((jsonb_typeof(computed) = 'object'::text)),
  constraint dimensions_are_an_object CHECK ((jsonb_typeof(dimensions) = 'object'::text)),
  constraint form_answers_are_an_object CHECK ((jsonb_typeof(answers) = 'object'::text)),
  constraint key_hash_invalid CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint unknown_submission_status CHECK ((status = ANY (ARRAY['partial'::text, 'complete'::text, 'spam'::text]))),
  constraint utm_invalid CHECK ((jsonb_typeof(utm) = 'object'::text))
);
CREATE INDEX form_submissions_idle ON public.form_submissions USING btree (last_at) WHERE (status = 'partial'::text);
CREATE INDEX form_submissions_of_contact ON public.form_submissions USING btree (contact_id, completed_at DESC);
CREATE INDEX form_submissions_of_form ON public.form_submissions USING btree (form_id, completed_at DESC);
CREATE INDEX form_submissions_of_opportunity ON public.form_submissions USING btree (opportunity_id);
CREATE TRIGGER emit_changed AFTER UPDATE ON public.form_submissions FOR EACH ROW EXECUTE FUNCTION emit_form_event();
CREATE TRIGGER emit_started AFTER INSERT ON public.form_submissions FOR EACH ROW EXECUTE FUNCTION emit_form_event();
CREATE TRIGGER keep_complete BEFORE UPDATE ON public.form_submissions FOR EACH ROW EXECUTE FUNCTION keep_submission();
alter table form_submissions enable row level security;
create policy "a coach sees the submissions of their contacts" on form_submissions for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see every submission" on form_submissions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table form_submissions to service_role;
grant select on table form_submissions to authenticated;

create table form_versions (
  form_id uuid not null,
  number integer not null,
  definition jsonb not null,
  published_at timestamp with time zone default now() not null,
  published_by uuid,
  constraint form_versions_pkey PRIMARY KEY (form_id, number),
  constraint form_versions_form_id_fkey FOREIGN KEY (form_id) REFERENCES forms(id) ON DELETE CASCADE,
  constraint form_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL
);
CREATE INDEX form_versions_published_by ON public.form_versions USING btree (published_by);
CREATE TRIGGER keep_version BEFORE DELETE OR UPDATE ON public.form_versions FOR EACH ROW EXECUTE FUNCTION keep_form_version();
alter table form_versions enable row level security;
create policy "staff see the versions of forms" on form_versions for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table form_versions to service_role;
grant select on table form_versions to authenticated;

create table forms (
  id uuid default gen_random_uuid() not null,
  public_id text default substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 12) not null,
  title text not null,
  status text default 'draft'::text not null,
  draft jsonb default '{}'::jsonb not null,
  current_version integer,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  most_submissions integer,
  once_per_person boolean default false not null,
  closed_text text default ''::text not null,
  opens_opportunity boolean default false not null,
  notifies_staff boolean default true not null,
  owner_id uuid,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint forms_pkey PRIMARY KEY (id),
  constraint form_address_taken UNIQUE (public_id),
  constraint forms_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint closed_text_length CHECK ((char_length(closed_text) <= 1000)),
  constraint form_address_form CHECK ((public_id ~ '^[a-z0-9][a-z0-9-]{2,59}$'::text)),
  constraint form_closes_before_opening CHECK ((closes_at > opens_at)),
  constraint form_draft_is_an_object CHECK ((jsonb_typeof(draft) = 'object'::text)),
  constraint form_limit_range CHECK (((most_submissions >= 1) AND (most_submissions <= 1000000))),
  constraint form_title_length CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 200))),
  constraint form_too_large CHECK ((pg_column_size(draft) < 1048576)),
  constraint published_without_version CHECK (((status <> 'published'::text) OR (current_version IS NOT NULL))),
  constraint unknown_form_status CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'paused'::text, 'closed'::text, 'archived'::text])))
);
CREATE INDEX forms_owner_id ON public.forms USING btree (owner_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.forms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.forms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.forms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.forms FOR EACH ROW EXECUTE FUNCTION next_version();
alter table forms enable row level security;
create policy "owners and admins add forms" on forms for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change forms, also into the bin" on forms for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the forms" on forms for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table forms to service_role;
grant select on table forms to authenticated;
grant insert (closed_text, closes_at, draft, id, most_submissions, notifies_staff, once_per_person, opens_at, opens_opportunity, owner_id, public_id, title) on forms to authenticated;
grant update (closed_text, closes_at, deleted_at, draft, most_submissions, notifies_staff, once_per_person, opens_at, opens_opportunity, owner_id, public_id, status, title) on forms to authenticated;

create table gateway_settings (
  provider text not null,
  is_chosen boolean default false not null,
  terminal text,
  page_uid text,
  cashier_uid text,
  issues_documents boolean default true not null,
  has_keys boolean default false not null,
  tested_at timestamp with time zone,
  test_fault text,
  updated_by uuid default auth.uid(),
  version integer default 1 not null,
  constraint gateway_settings_pkey PRIMARY KEY (provider),
  constraint gateway_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint cashier_uid_length CHECK (((char_length(cashier_uid) >= 1) AND (char_length(cashier_uid) <= 60))),
  constraint page_uid_length CHECK (((char_length(page_uid) >= 1) AND (char_length(page_uid) <= 60))),
  constraint terminal_length CHECK (((char_length(terminal) >= 1) AND (char_length(terminal) <= 60))),
  constraint unknown_gateway CHECK ((provider = ANY (ARRAY['cardcom'::text, 'payplus'::text, 'manual'::text])))
);
CREATE UNIQUE INDEX gateway_chosen_already ON public.gateway_settings USING btree (is_chosen) WHERE is_chosen;
CREATE TRIGGER announce_page_change AFTER UPDATE ON public.gateway_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.gateway_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('provider');
CREATE TRIGGER audit_insert AFTER INSERT ON public.gateway_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('provider');
CREATE TRIGGER audit_update AFTER UPDATE ON public.gateway_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('provider', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.gateway_settings FOR EACH ROW EXECUTE FUNCTION next_version();
alter table gateway_settings enable row level security;
create policy "owners and admins choose the payment provider" on gateway_settings for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins see the payment providers" on gateway_settings for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table gateway_settings to service_role;
grant select on table gateway_settings to authenticated;
grant update (is_chosen, issues_documents) on gateway_settings to authenticated;

create table handovers (
  id uuid default gen_random_uuid() not null,
  member_id uuid not null,
  by uuid,
  at timestamp with time zone default now() not null,
  roles text[] not null,
  contacts_to uuid,
  opportunities_to uuid,
  tasks_to uuid,
  contacts uuid[] not null,
  opportunities uuid[] not null,
  tasks uuid[] not null,
  undone_at timestamp with time zone,
  constraint handovers_pkey PRIMARY KEY (id),
  constraint handovers_member_id_fkey FOREIGN KEY (member_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX handovers_of_member ON public.handovers USING btree (member_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.handovers REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.handovers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.handovers REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
alter table handovers enable row level security;
create policy "owners and admins see what was handed over" on handovers for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table handovers to service_role;
grant select on table handovers to authenticated;

create table households (
  id uuid default gen_random_uuid() not null,
  name text not null,
  address text,
  notes text,
  created_at timestamp with time zone default now() not null,
  deleted_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  custom jsonb default '{}'::jsonb not null,
  constraint households_pkey PRIMARY KEY (id),
  constraint household_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint households_custom_check CHECK ((jsonb_typeof(custom) = 'object'::text))
);
CREATE INDEX households_in_bin ON public.households USING btree (deleted_at DESC, id) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.households REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.households REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.households REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER check_custom BEFORE UPDATE OF custom ON public.households FOR EACH ROW WHEN ((new.custom IS DISTINCT FROM old.custom)) EXECUTE FUNCTION check_custom('household');
CREATE TRIGGER check_custom_of_new BEFORE INSERT ON public.households FOR EACH ROW WHEN ((new.custom <> '{}'::jsonb)) EXECUTE FUNCTION check_custom('household');
CREATE TRIGGER next_version BEFORE UPDATE ON public.households FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER refresh_duplicates AFTER UPDATE OF address ON public.households FOR EACH ROW WHEN ((old.address IS DISTINCT FROM new.address)) EXECUTE FUNCTION refresh_duplicates_of_household();
alter table households enable row level security;
create policy "a coach changes the households of their contacts and cannot del" on households for update to authenticated
  using (((deleted_at IS NULL) AND (id IN ( SELECT contacts.household_id
   FROM contacts
  WHERE (contacts.id IN ( SELECT my_contact_ids() AS my_contact_ids))))))
  with check (((deleted_at IS NULL) AND (id IN ( SELECT contacts.household_id
   FROM contacts
  WHERE (contacts.id IN ( SELECT my_contact_ids() AS my_contact_ids))))));
create policy "a coach sees the households of their contacts" on households for select to authenticated
  using ((id IN ( SELECT contacts.household_id
   FROM contacts
  WHERE (contacts.id IN ( SELECT my_contact_ids() AS my_contact_ids)))));
create policy "owners and admins change households, also into the bin" on households for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete households" on households for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales see every household" on households for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins, sales and coaches add households" on households for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text, 'coach'::text]) AS has_role));
create policy "sales change households and cannot delete them" on households for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)))
  with check ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table households to service_role;
grant delete, select on table households to authenticated;
grant insert (address, custom, id, name, notes) on households to authenticated;
grant update (address, custom, deleted_at, name, notes) on households to authenticated;

create table import_rows (
  import_id uuid not null,
  n integer not null,
  raw jsonb not null,
  clean jsonb,
  duplicate_of integer,
  household_of integer,
  plan text,
  result text,
  reason text,
  reason_column integer,
  faults jsonb default '[]'::jsonb not null,
  record_id uuid,
  before jsonb,
  after_hash text,
  activity_at timestamp with time zone,
  undone text,
  kept_because text,
  constraint import_rows_pkey PRIMARY KEY (import_id, n),
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint faults_shape CHECK ((jsonb_typeof(faults) = 'array'::text)),
  constraint import_rows_clean_check CHECK ((jsonb_typeof(clean) = 'object'::text)),
  constraint import_rows_n_check CHECK ((n > 0)),
  constraint import_rows_raw_check CHECK ((jsonb_typeof(raw) = 'array'::text)),
  constraint unknown_plan CHECK ((plan = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'error'::text]))),
  constraint unknown_result CHECK ((result = ANY (ARRAY['created'::text, 'updated'::text, 'skipped'::text, 'error'::text]))),
  constraint unknown_undoing CHECK ((undone = ANY (ARRAY['deleted'::text, 'restored'::text, 'kept'::text])))
);
CREATE INDEX import_rows_by_plan ON public.import_rows USING btree (import_id, plan, n);
CREATE INDEX import_rows_by_result ON public.import_rows USING btree (import_id, result, n);
CREATE INDEX import_rows_incomplete ON public.import_rows USING btree (import_id, n) WHERE (faults <> '[]'::jsonb);
CREATE INDEX import_rows_of_nobody ON public.import_rows USING btree (import_id) WHERE (record_id IS NULL);
CREATE INDEX import_rows_of_record ON public.import_rows USING btree (record_id) WHERE (record_id IS NOT NULL);
CREATE INDEX import_rows_to_do ON public.import_rows USING btree (import_id, n) WHERE (result IS NULL);
CREATE INDEX import_rows_to_look_at ON public.import_rows USING btree (import_id, n) WHERE ((clean IS NULL) AND (reason IS NULL));
CREATE INDEX import_rows_to_plan ON public.import_rows USING btree (import_id, n) WHERE (plan IS NULL);
CREATE INDEX import_rows_to_undo ON public.import_rows USING btree (import_id, n) WHERE ((result = ANY (ARRAY['created'::text, 'updated'::text])) AND (undone IS NULL));
alter table import_rows enable row level security;
create policy "owners and admins see each line of an import" on import_rows for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table import_rows to service_role;
grant select (clean, duplicate_of, faults, household_of, import_id, kept_because, n, plan, raw, reason, reason_column, record_id, result, undone) on import_rows to authenticated;

create table imports (
  id uuid default gen_random_uuid() not null,
  file_name text not null,
  file_hash text not null,
  file_bytes bigint not null,
  kind text not null,
  encoding text,
  separator text,
  header_row integer not null,
  header text[] not null,
  row_count integer default 0 not null,
  mapping jsonb default '[]'::jsonb not null,
  date_evidence jsonb default '[]'::jsonb not null,
  date_orders jsonb default '[]'::jsonb not null,
  match_by text default 'phone_or_email'::text not null,
  on_match text default 'fill_empty'::text not null,
  links_households boolean default true not null,
  defaults jsonb default '{}'::jsonb not null,
  consent_proof text,
  status text default 'uploaded'::text not null,
  handled integer default 0 not null,
  counts jsonb default '{}'::jsonb not null,
  made jsonb default '{"tags": [], "households": []}'::jsonb not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  run_at timestamp with time zone,
  finished_at timestamp with time zone,
  rolled_back_at timestamp with time zone,
  forgotten_at timestamp with time zone,
  version integer default 1 not null,
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint consent_proof_length CHECK (((char_length(btrim(consent_proof)) >= 4) AND (char_length(btrim(consent_proof)) <= 500))),
  constraint date_orders_shape CHECK (((jsonb_typeof(date_orders) = 'array'::text) AND (jsonb_array_length(date_orders) <= 200))),
  constraint file_name_length CHECK (((char_length(btrim(file_name)) >= 1) AND (char_length(btrim(file_name)) <= 200))),
  constraint imports_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)),
  constraint imports_date_evidence_check CHECK ((jsonb_typeof(date_evidence) = 'array'::text)),
  constraint imports_defaults_check CHECK ((jsonb_typeof(defaults) = 'object'::text)),
  constraint imports_file_bytes_check CHECK ((file_bytes > 0)),
  constraint imports_file_hash_check CHECK ((file_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint imports_header_check CHECK (((cardinality(header) >= 1) AND (cardinality(header) <= 200))),
  constraint imports_header_row_check CHECK ((header_row >= 0)),
  constraint imports_made_check CHECK ((jsonb_typeof(made) = 'object'::text)),
  constraint mapping_shape CHECK (((jsonb_typeof(mapping) = 'array'::text) AND (jsonb_array_length(mapping) <= 200))),
  constraint unknown_file_kind CHECK ((kind = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  constraint unknown_import_status CHECK ((status = ANY (ARRAY['uploaded'::text, 'mapped'::text, 'previewed'::text, 'running'::text, 'done'::text, 'failed'::text, 'rolling_back'::text, 'rolled_back'::text]))),
  constraint unknown_match CHECK ((match_by = ANY (ARRAY['phone'::text, 'email'::text, 'phone_or_email'::text, 'external_id'::text]))),
  constraint unknown_match_policy CHECK ((on_match = ANY (ARRAY['fill_empty'::text, 'overwrite'::text, 'skip'::text])))
);
CREATE INDEX imports_created_by ON public.imports USING btree (created_by);
CREATE INDEX imports_newest ON public.imports USING btree (created_at DESC);
CREATE INDEX imports_of_file ON public.imports USING btree (file_hash);
CREATE TRIGGER next_version BEFORE UPDATE OF mapping, match_by, on_match, status ON public.imports FOR EACH ROW EXECUTE FUNCTION next_version();
alter table imports enable row level security;
create policy "owners and admins put away a list that was not taken in" on imports for delete to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (status = ANY (ARRAY['uploaded'::text, 'mapped'::text, 'previewed'::text]))));
create policy "owners and admins see what was imported" on imports for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table imports to service_role;
grant delete, select on table imports to authenticated;

create table lead_magnet_deliveries (
  id uuid default gen_random_uuid() not null,
  request_id uuid not null,
  email text not null,
  created_at timestamp with time zone default now() not null,
  stopped_at timestamp with time zone,
  token_hash text,
  reminder_hash text,
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  uses integer default 0 not null,
  constraint lead_magnet_deliveries_pkey PRIMARY KEY (id),
  constraint lead_magnet_deliveries_reminder_hash_key UNIQUE (reminder_hash),
  constraint lead_magnet_deliveries_token_hash_key UNIQUE (token_hash),
  constraint lead_magnet_deliveries_request_id_fkey FOREIGN KEY (request_id) REFERENCES lead_magnet_requests(id) ON DELETE CASCADE,
  constraint link_used_up CHECK (((uses >= 0) AND (uses <= 10)))
);
CREATE INDEX lead_magnet_deliveries_of_request ON public.lead_magnet_deliveries USING btree (request_id, created_at DESC);
CREATE INDEX lead_magnet_deliveries_to ON public.lead_magnet_deliveries USING btree (email, created_at DESC);
CREATE TRIGGER derive_messages AFTER INSERT OR DELETE ON public.lead_magnet_deliveries FOR EACH ROW EXECUTE FUNCTION derive_delivery_messages();
CREATE TRIGGER derive_messages_of_stopped AFTER UPDATE OF stopped_at ON public.lead_magnet_deliveries FOR EACH ROW EXECUTE FUNCTION derive_delivery_messages();
alter table lead_magnet_deliveries enable row level security;
create policy "only the server sees the deliveries" on lead_magnet_deliveries for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table lead_magnet_deliveries to service_role;
grant select on table lead_magnet_deliveries to authenticated;

create table lead_magnet_requests (
  id uuid default gen_random_uuid() not null,
  magnet_id uuid not null,
  contact_id uuid not null,
  name text not null,
  email text not null,
  phone text,
  made_contact boolean default false not null,
  privacy_text_id uuid,
  utm jsonb default '{}'::jsonb not null,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  opened_at timestamp with time zone,
  opens integer default 0 not null,
  is_demo boolean default false not null,
  constraint lead_magnet_requests_pkey PRIMARY KEY (id),
  constraint lead_magnet_already_requested UNIQUE (magnet_id, email),
  constraint lead_magnet_requests_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint lead_magnet_requests_magnet_id_fkey FOREIGN KEY (magnet_id) REFERENCES lead_magnets(id) ON DELETE CASCADE,
  constraint lead_magnet_requests_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint lead_magnet_address CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text))),
  constraint lead_magnet_requests_utm_check CHECK ((jsonb_typeof(utm) = 'object'::text)),
  constraint opened_when_used CHECK (((opened_at IS NULL) = (opens = 0)))
);
CREATE INDEX lead_magnet_requests_newest ON public.lead_magnet_requests USING btree (magnet_id, created_at DESC);
CREATE INDEX lead_magnet_requests_of_contact ON public.lead_magnet_requests USING btree (contact_id);
CREATE INDEX lead_magnet_requests_to ON public.lead_magnet_requests USING btree (email);
CREATE TRIGGER derive_messages AFTER UPDATE OF opened_at, contact_id ON public.lead_magnet_requests FOR EACH ROW WHEN (((old.opened_at IS DISTINCT FROM new.opened_at) OR (old.contact_id IS DISTINCT FROM new.contact_id))) EXECUTE FUNCTION derive_lead_magnet_messages();
CREATE TRIGGER emit_downloaded AFTER UPDATE OF opened_at ON public.lead_magnet_requests FOR EACH ROW WHEN (((old.opened_at IS NULL) AND (new.opened_at IS NOT NULL))) EXECUTE FUNCTION emit_lead_magnet_event();
CREATE TRIGGER emit_requested AFTER INSERT ON public.lead_magnet_requests FOR EACH ROW EXECUTE FUNCTION emit_lead_magnet_event();
alter table lead_magnet_requests enable row level security;
create policy "a coach sees what their contacts requested" on lead_magnet_requests for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see who requested what" on lead_magnet_requests for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table lead_magnet_requests to service_role;
grant select on table lead_magnet_requests to authenticated;

create table lead_magnet_visits (
  token_hash text not null,
  request_id uuid not null,
  may_correct boolean not null,
  asked_newsletter boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint lead_magnet_visits_pkey PRIMARY KEY (token_hash),
  constraint lead_magnet_visits_request_id_fkey FOREIGN KEY (request_id) REFERENCES lead_magnet_requests(id) ON DELETE CASCADE,
  constraint token_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX lead_magnet_visits_of_request ON public.lead_magnet_visits USING btree (request_id);
alter table lead_magnet_visits enable row level security;
create policy "only the server sees the visits" on lead_magnet_visits for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table lead_magnet_visits to service_role;
grant select on table lead_magnet_visits to authenticated;

create table lead_magnets (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  title text not null,
  description text default ''::text not null,
  asks_phone boolean default false not null,
  is_active boolean default false not null,
  asset_key uuid,
  asset_name text,
  asset_type text,
  asset_bytes integer,
  guide text,
  automation_id uuid,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint lead_magnets_pkey PRIMARY KEY (id),
  constraint lead_magnet_asset_taken UNIQUE (asset_key),
  constraint lead_magnet_guide_taken UNIQUE (guide),
  constraint lead_magnet_slug_taken UNIQUE (slug),
  constraint lead_magnets_automation_id_fkey FOREIGN KEY (automation_id) REFERENCES automations(id) ON DELETE SET NULL,
  constraint lead_magnet_asset_is_whole CHECK ((num_nonnulls(asset_key, asset_name, asset_type, asset_bytes) = ANY (ARRAY[0, 4]))),
  constraint lead_magnet_asset_name_length CHECK (((char_length(asset_name) >= 1) AND (char_length(asset_name) <= 200))),
  constraint lead_magnet_description_length CHECK ((char_length(description) <= 200)),
  constraint lead_magnet_slug_form CHECK ((((char_length(slug) >= 2) AND (char_length(slug) <= 60)) AND (slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'::text))),
  constraint lead_magnet_title_length CHECK (((title = btrim(title)) AND ((char_length(title) >= 2) AND (char_length(title) <= 80)))),
  constraint lead_magnet_without_content CHECK (((NOT is_active) OR (num_nonnulls(asset_key, guide, automation_id) > 0)))
);
CREATE INDEX lead_magnets_of_automation ON public.lead_magnets USING btree (automation_id);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.lead_magnets FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.lead_magnets REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.lead_magnets REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.lead_magnets REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER forget_asset AFTER UPDATE OF asset_key ON public.lead_magnets FOR EACH ROW WHEN (((old.asset_key IS NOT NULL) AND (old.asset_key IS DISTINCT FROM new.asset_key))) EXECUTE FUNCTION forget_lead_magnet();
CREATE TRIGGER forget_page_and_asset AFTER DELETE ON public.lead_magnets FOR EACH ROW EXECUTE FUNCTION forget_lead_magnet();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.lead_magnets FOR EACH ROW EXECUTE FUNCTION lead_magnets_before_write();
alter table lead_magnets enable row level security;
create policy "owners and admins delete lead magnets" on lead_magnets for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and content change the lead magnets" on lead_magnets for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "owners, admins, content and sales see the lead magnets" on lead_magnets for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table lead_magnets to service_role;
grant delete, select on table lead_magnets to authenticated;
grant update (asks_phone, automation_id, description, is_active, "position", slug, title) on lead_magnets to authenticated;

create table legal_claims (
  claim text not null,
  confirmed_at timestamp with time zone default now() not null,
  confirmed_by uuid default auth.uid(),
  constraint legal_claims_pkey PRIMARY KEY (claim),
  constraint legal_claims_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint unknown_claim CHECK ((claim = ANY (ARRAY['tests'::text, 'encryption'::text, 'backups'::text, 'mfa'::text])))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.legal_claims FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
alter table legal_claims enable row level security;
create policy "everyone sees the confirmed claims" on legal_claims for select to anon, authenticated
  using (true);
create policy "owners and admins confirm what the legal pages claim" on legal_claims for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (confirmed_by = ( SELECT auth.uid() AS uid))));
create policy "owners and admins take a confirmation back" on legal_claims for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table legal_claims to service_role;
grant delete, select on table legal_claims to authenticated;
grant insert (claim) on legal_claims to authenticated;
grant select (claim) on legal_claims to anon;

create table legal_settings (
  is_only boolean default true not null,
  dpo_contact text,
  tested_with text,
  retention_process_months integer,
  retention_lead_months integer,
  physical_accessibility text,
  accessibility_updated_on date,
  accessibility_audited_on date,
  reviewed_at timestamp with time zone,
  reviewed_by uuid,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint legal_settings_pkey PRIMARY KEY (is_only),
  constraint legal_settings_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint lead_retention_months CHECK (((retention_lead_months >= 1) AND (retention_lead_months <= 600))),
  constraint legal_fact_length CHECK ((char_length(dpo_contact) <= 300)),
  constraint legal_settings_is_only_check CHECK (is_only),
  constraint physical_accessibility_length CHECK ((char_length(physical_accessibility) <= 1000)),
  constraint retention_months CHECK (((retention_process_months >= 1) AND (retention_process_months <= 600))),
  constraint tested_with_length CHECK ((char_length(tested_with) <= 600))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.legal_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.legal_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_insert AFTER INSERT ON public.legal_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_update AFTER UPDATE ON public.legal_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.legal_settings FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER own_legal_settings BEFORE UPDATE ON public.legal_settings FOR EACH ROW EXECUTE FUNCTION own_legal_settings();
alter table legal_settings enable row level security;
create policy "owners and admins fill in what the legal pages rest on" on legal_settings for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see what the legal pages rest on" on legal_settings for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table legal_settings to service_role;
grant select on table legal_settings to authenticated;
grant insert (accessibility_audited_on, accessibility_updated_on, dpo_contact, physical_accessibility, retention_lead_months, retention_process_months, tested_with) on legal_settings to authenticated;
grant update (accessibility_audited_on, accessibility_updated_on, dpo_contact, physical_accessibility, retention_lead_months, retention_process_months, tested_with) on legal_settings to authenticated;

create table legal_texts (
  key text not null,
  updated_line text default ''::text not null,
  body text not null,
  edited_at timestamp with time zone default now() not null,
  edited_by uuid,
  version integer default 1 not null,
  constraint legal_texts_pkey PRIMARY KEY (key),
  constraint legal_texts_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint legal_body_length CHECK (((char_length(body) >= 1) AND (char_length(body) <= 60000))),
  constraint unknown_legal_text CHECK ((key = ANY (ARRAY['privacy'::text, 'terms'::text, 'accessibility'::text, 'disclaimer'::text]))),
  constraint updated_line_length CHECK ((char_length(updated_line) <= 200))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.legal_texts FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER stamp_update BEFORE UPDATE OF updated_line, body ON public.legal_texts FOR EACH ROW EXECUTE FUNCTION stamp_legal_text();
alter table legal_texts enable row level security;
create policy "owners, admins and content staff see legal texts in the making" on legal_texts for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "owners, admins and content staff write legal texts" on legal_texts for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table legal_texts to service_role;
grant select on table legal_texts to authenticated;
grant update (body, updated_line) on legal_texts to authenticated;

create table legal_versions (
  id uuid default gen_random_uuid() not null,
  text_key text not null,
  number integer not null,
  updated_line text not null,
  body text not null,
  facts jsonb not null,
  note text default ''::text not null,
  published_at timestamp with time zone default now() not null,
  published_by uuid,
  is_demo boolean default false not null,
  constraint legal_versions_pkey PRIMARY KEY (id),
  constraint legal_version_taken UNIQUE (text_key, number),
  constraint legal_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint legal_versions_text_key_fkey FOREIGN KEY (text_key) REFERENCES legal_texts(key),
  constraint legal_note_length CHECK ((char_length(note) <= 300)),
  constraint legal_versions_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.legal_versions FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER only_added_to BEFORE DELETE OR UPDATE OF id, text_key, number, updated_line, body, facts, note, published_at, is_demo ON public.legal_versions FOR EACH ROW EXECUTE FUNCTION forbid_legal_version_change();
alter table legal_versions enable row level security;
create policy "everyone reads every published legal text" on legal_versions for select to anon, authenticated
  using (true);
grant delete, insert, maintain, references, select, trigger, truncate, update on table legal_versions to service_role;
grant select on table legal_versions to authenticated;
grant select (body, facts, note, number, published_at, text_key, updated_line) on legal_versions to anon;

create table lost_reasons (
  id uuid default gen_random_uuid() not null,
  name text not null,
  "position" integer not null,
  is_active boolean default true not null,
  version integer default 1 not null,
  constraint lost_reasons_pkey PRIMARY KEY (id),
  constraint lost_reasons_name_key UNIQUE (name),
  constraint lost_reasons_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60)))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.lost_reasons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.lost_reasons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.lost_reasons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.lost_reasons FOR EACH ROW EXECUTE FUNCTION next_version();
alter table lost_reasons enable row level security;
create policy "owners and admins add reasons for losing" on lost_reasons for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change reasons for losing" on lost_reasons for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete reasons for losing" on lost_reasons for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the reasons for losing" on lost_reasons for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table lost_reasons to service_role;
grant delete, select on table lost_reasons to authenticated;
grant insert (id, is_active, name, "position") on lost_reasons to authenticated;
grant update (is_active, name, "position") on lost_reasons to authenticated;

create table mail_preferences (
  email text not null,
  paused_until timestamp with time zone,
  at_most_weekly boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  constraint mail_preferences_pkey PRIMARY KEY (email),
  constraint preferring_address CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text)))
);
alter table mail_preferences enable row level security;
create policy "owners and admins see what people chose for their mailbox" on mail_preferences for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table mail_preferences to service_role;
grant select on table mail_preferences to authenticated;

create table mailing_lists (
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text default ''::text not null,
  is_public boolean default true not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  archived_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint mailing_lists_pkey PRIMARY KEY (id),
  constraint list_name_taken UNIQUE (name),
  constraint list_description_length CHECK ((char_length(description) <= 200)),
  constraint list_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 80)))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.mailing_lists REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.mailing_lists REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.mailing_lists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.mailing_lists FOR EACH ROW EXECUTE FUNCTION stamp_mailing_list();
alter table mailing_lists enable row level security;
create policy "owners and admins add mailing lists" on mailing_lists for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change mailing lists" on mailing_lists for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and content see the mailing lists" on mailing_lists for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table mailing_lists to service_role;
grant select on table mailing_lists to authenticated;
grant insert (description, id, is_public, name, "position") on mailing_lists to authenticated;
grant update (archived_at, description, is_public, name, "position") on mailing_lists to authenticated;

create table merges (
  id uuid default gen_random_uuid() not null,
  winner_id uuid not null,
  loser_id uuid not null,
  field_choices jsonb default '{}'::jsonb not null,
  snapshot jsonb not null,
  merged_by uuid default auth.uid(),
  merged_at timestamp with time zone default clock_timestamp() not null,
  undone_by uuid,
  undone_at timestamp with time zone,
  constraint merges_pkey PRIMARY KEY (id),
  constraint merges_loser_id_fkey FOREIGN KEY (loser_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint merges_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint merges_winner_id_fkey FOREIGN KEY (winner_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint merge_with_itself CHECK ((winner_id <> loser_id))
);
CREATE UNIQUE INDEX already_merged ON public.merges USING btree (loser_id) WHERE (undone_at IS NULL);
CREATE INDEX merges_latest ON public.merges USING btree (merged_at DESC);
CREATE INDEX merges_of_winner ON public.merges USING btree (winner_id, merged_at DESC);
CREATE TRIGGER audit_delete AFTER DELETE ON public.merges REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.merges REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.merges REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER emit_merged AFTER INSERT ON public.merges FOR EACH ROW EXECUTE FUNCTION emit_contact_merged();
alter table merges enable row level security;
create policy "owners and admins see what was merged" on merges for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table merges to service_role;
grant select (field_choices, id, loser_id, merged_at, merged_by, undone_at, undone_by, winner_id) on merges to authenticated;

create table message_anchors (
  context_type text not null,
  anchor text not null,
  label text not null,
  constraint message_anchors_pkey PRIMARY KEY (context_type, anchor),
  constraint message_anchors_context_type_fkey FOREIGN KEY (context_type) REFERENCES message_contexts(type) ON DELETE CASCADE,
  constraint anchor_form CHECK ((anchor ~ '^[a-z][a-z_]{1,40}$'::text))
);
alter table message_anchors enable row level security;
create policy "staff see from when the messages of the plan count" on message_anchors for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_anchors to service_role;
grant select on table message_anchors to authenticated;

create table message_contexts (
  type text not null,
  label text not null,
  constraint message_contexts_pkey PRIMARY KEY (type),
  constraint context_type_form CHECK ((type ~ '^[a-z][a-z_]{1,40}$'::text))
);
alter table message_contexts enable row level security;
create policy "staff see what messages can follow from" on message_contexts for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_contexts to service_role;
grant select on table message_contexts to authenticated;

create table message_rules (
  id uuid default gen_random_uuid() not null,
  key text not null,
  name text not null,
  context_type text not null,
  anchor text not null,
  offset_minutes integer default 0 not null,
  recipients text default 'contact'::text not null,
  channel text default 'email'::text not null,
  purpose text not null,
  template_key text not null,
  expires_after_minutes integer,
  sends_late boolean default false not null,
  repeats_when_moved boolean default false not null,
  is_active boolean default true not null,
  "position" integer default 0 not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint message_rules_pkey PRIMARY KEY (id),
  constraint message_rule_taken UNIQUE (key),
  constraint anchor_of_another_context FOREIGN KEY (context_type, anchor) REFERENCES message_anchors(context_type, anchor),
  constraint message_rule_expiry_range CHECK (((expires_after_minutes >= 5) AND (expires_after_minutes <= 527040))),
  constraint message_rule_key_form CHECK ((key ~ '^[a-z0-9_]+(\.[a-z0-9_]+)+$'::text)),
  constraint message_rule_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120))),
  constraint message_rule_offset_range CHECK ((abs(offset_minutes) <= 527040)),
  constraint notices_are_for_staff CHECK (((channel = 'in_app'::text) = (recipients = 'staff'::text))),
  constraint unknown_channel CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text, 'push'::text, 'in_app'::text]))),
  constraint unknown_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'service'::text, 'marketing'::text]))),
  constraint unknown_recipients CHECK ((recipients = ANY (ARRAY['contact'::text, 'household'::text, 'staff'::text])))
);
CREATE INDEX message_rules_of_context ON public.message_rules USING btree (context_type, anchor);
CREATE TRIGGER audit_delete AFTER DELETE ON public.message_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.message_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.message_rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER rederive AFTER UPDATE ON public.message_rules FOR EACH ROW WHEN (((((old.offset_minutes IS DISTINCT FROM new.offset_minutes) OR (old.is_active IS DISTINCT FROM new.is_active)) OR (old.recipients IS DISTINCT FROM new.recipients)) OR (old.expires_after_minutes IS DISTINCT FROM new.expires_after_minutes))) EXECUTE FUNCTION rederive_messages_of_rule();
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.message_rules FOR EACH ROW EXECUTE FUNCTION stamp_message_rule();
alter table message_rules enable row level security;
create policy "owners and admins change the message plan" on message_rules for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the message plan" on message_rules for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_rules to service_role;
grant select on table message_rules to authenticated;
grant update (expires_after_minutes, is_active, name, offset_minutes) on message_rules to authenticated;

create table message_settings (
  id boolean default true not null,
  quiet_nights boolean default true not null,
  night_from time without time zone default '21:00:00'::time without time zone not null,
  night_until time without time zone default '08:00:00'::time without time zone not null,
  quiet_shabbat boolean default true not null,
  quiet_holidays boolean default true not null,
  quiet_memorial boolean default true not null,
  rest_from time without time zone default '14:00:00'::time without time zone not null,
  rest_until time without time zone default '08:00:00'::time without time zone not null,
  daily_cap integer default 1 not null,
  weekly_cap integer default 4 not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint message_settings_pkey PRIMARY KEY (id),
  constraint daily_cap_range CHECK (((daily_cap >= 1) AND (daily_cap <= 10))),
  constraint night_is_empty CHECK ((night_until <> night_from)),
  constraint only_one_row CHECK (id),
  constraint week_below_day CHECK ((weekly_cap >= daily_cap)),
  constraint weekly_cap_range CHECK (((weekly_cap >= 1) AND (weekly_cap <= 30)))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.message_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.message_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.message_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.message_settings FOR EACH ROW EXECUTE FUNCTION stamp_message_settings();
alter table message_settings enable row level security;
create policy "owners and admins set when nothing is advertised" on message_settings for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and content see when nothing is advertised" on message_settings for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_settings to service_role;
grant select on table message_settings to authenticated;
grant update (daily_cap, night_from, night_until, quiet_holidays, quiet_memorial, quiet_nights, quiet_shabbat, rest_from, rest_until, weekly_cap) on message_settings to authenticated;

create table message_template_versions (
  template_id uuid not null,
  number integer not null,
  content jsonb not null,
  published_by uuid default auth.uid(),
  published_at timestamp with time zone default now() not null,
  constraint message_template_versions_pkey PRIMARY KEY (template_id, number),
  constraint message_template_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint message_template_versions_template_id_fkey FOREIGN KEY (template_id) REFERENCES message_templates(id) ON DELETE CASCADE,
  constraint template_content_shape CHECK (((jsonb_typeof(content) = 'object'::text) AND (octet_length((content)::text) <= 60000))),
  constraint template_number_positive CHECK ((number > 0))
);
CREATE TRIGGER forbid_change BEFORE UPDATE OF template_id, number, content, published_at ON public.message_template_versions FOR EACH ROW EXECUTE FUNCTION forbid_message_version_change();
alter table message_template_versions enable row level security;
create policy "staff see what message templates said before" on message_template_versions for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant insert, maintain, references, select, trigger on table message_template_versions to service_role;
grant select on table message_template_versions to authenticated;

create table message_templates (
  id uuid default gen_random_uuid() not null,
  key text,
  name text not null,
  channel text not null,
  purpose text default 'service'::text not null,
  context_type text,
  draft jsonb default '{}'::jsonb not null,
  published_number integer,
  archived_at timestamp with time zone,
  is_demo boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint message_templates_pkey PRIMARY KEY (id),
  constraint message_templates_key_key UNIQUE (key),
  constraint template_version_missing FOREIGN KEY (id, published_number) REFERENCES message_template_versions(template_id, number) DEFERRABLE INITIALLY DEFERRED,
  constraint message_template_key_form CHECK (((key ~ '^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)+$'::text) AND (char_length(key) <= 80))),
  constraint message_template_name_length CHECK ((((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120)) AND (name !~ '[\r\n]'::text))),
  constraint template_context_form CHECK ((context_type ~ '^[a-z][a-z_]{1,39}$'::text)),
  constraint template_draft_shape CHECK (((jsonb_typeof(draft) = 'object'::text) AND (octet_length((draft)::text) <= 60000))),
  constraint unknown_template_channel CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text, 'push'::text]))),
  constraint unknown_template_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'service'::text, 'marketing'::text])))
);
CREATE UNIQUE INDEX message_template_name_taken ON public.message_templates USING btree (lower(btrim(name))) WHERE (archived_at IS NULL);
CREATE TRIGGER before_write BEFORE UPDATE ON public.message_templates FOR EACH ROW EXECUTE FUNCTION message_template_before_write();
alter table message_templates enable row level security;
create policy "owners, admins and content change drafts of message templates" on message_templates for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "owners, admins and content write message templates" on message_templates for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "staff see message templates" on message_templates for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_templates to service_role;
grant select on table message_templates to authenticated;
grant insert (channel, context_type, draft, id, name, purpose) on message_templates to authenticated;
grant update (draft, name, purpose) on message_templates to authenticated;

create table messages (
  id uuid default gen_random_uuid() not null,
  scheduled_id uuid not null,
  contact_id uuid,
  channel text default 'email'::text not null,
  purpose text not null,
  to_value text not null,
  subject text not null,
  body_hash text not null,
  mail_id uuid,
  provider_id text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  bounced_at timestamp with time zone,
  complained_at timestamp with time zone,
  error text,
  is_demo boolean default false not null,
  needs_window boolean default false not null,
  constraint messages_pkey PRIMARY KEY (id),
  constraint message_already_sent UNIQUE (scheduled_id),
  constraint messages_mail_id_key UNIQUE (mail_id),
  constraint messages_provider_id_key UNIQUE (provider_id),
  constraint messages_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint messages_scheduled_id_fkey FOREIGN KEY (scheduled_id) REFERENCES scheduled_messages(id) ON DELETE CASCADE,
  constraint advertisement_says_so CHECK (((purpose <> 'marketing'::text) OR (subject ~~ 'פרסומת%'::text))),
  constraint unknown_channel CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text, 'push'::text]))),
  constraint unknown_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'service'::text, 'marketing'::text])))
);
CREATE INDEX messages_of_contact ON public.messages USING btree (contact_id, created_at DESC);
CREATE INDEX messages_to ON public.messages USING btree (to_value, created_at DESC);
CREATE TRIGGER emit_reported AFTER UPDATE ON public.messages FOR EACH ROW WHEN ((((old.bounced_at IS NULL) AND (new.bounced_at IS NOT NULL)) OR ((old.complained_at IS NULL) AND (new.complained_at IS NOT NULL)))) EXECUTE FUNCTION emit_message_event();
alter table messages enable row level security;
create policy "a coach sees what went out to their contacts" on messages for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see what went out" on messages for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table messages to service_role;
grant select on table messages to authenticated;

create table name_words (
  word text not null,
  constraint name_words_pkey PRIMARY KEY (word),
  constraint name_words_word_check CHECK (((char_length(word) >= 2) AND (char_length(word) <= 60)))
);
CREATE INDEX name_words_alike ON public.name_words USING gin (word extensions.gin_trgm_ops);
alter table name_words enable row level security;
grant delete, insert, maintain, references, select, trigger, truncate, update on table name_words to service_role;

create table newsletter_requests (
  id uuid default gen_random_uuid() not null,
  email text not null,
  list_id uuid not null,
  token_hash text not null,
  reminder_hash text,
  consent_text_id uuid not null,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  reminded_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  constraint newsletter_requests_pkey PRIMARY KEY (id),
  constraint newsletter_requests_reminder_hash_key UNIQUE (reminder_hash),
  constraint newsletter_requests_token_hash_key UNIQUE (token_hash),
  constraint newsletter_requests_consent_text_id_fkey FOREIGN KEY (consent_text_id) REFERENCES consent_texts(id),
  constraint newsletter_requests_list_id_fkey FOREIGN KEY (list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE,
  constraint request_address CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text)))
);
CREATE INDEX newsletter_requests_newest ON public.newsletter_requests USING btree (created_at);
CREATE INDEX newsletter_requests_of_address ON public.newsletter_requests USING btree (email, created_at DESC);
CREATE TRIGGER derive_messages AFTER INSERT OR DELETE ON public.newsletter_requests FOR EACH ROW EXECUTE FUNCTION derive_request_messages();
CREATE TRIGGER derive_messages_of_changed AFTER UPDATE OF confirmed_at, created_at, expires_at ON public.newsletter_requests FOR EACH ROW EXECUTE FUNCTION derive_request_messages();
alter table newsletter_requests enable row level security;
create policy "owners and admins see who has not confirmed yet" on newsletter_requests for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table newsletter_requests to service_role;
grant select on table newsletter_requests to authenticated;

create table not_found_log (
  path text not null,
  count bigint default 1 not null,
  reports integer default 0 not null,
  last_ref text,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint not_found_log_pkey PRIMARY KEY (path),
  constraint not_found_count CHECK ((count > 0)),
  constraint not_found_path_length CHECK ((((char_length(path) >= 1) AND (char_length(path) <= 300)) AND (path !~ '[?#]'::text))),
  constraint not_found_ref_form CHECK (((char_length(last_ref) <= 300) AND (last_ref !~ '[?#]'::text)))
);
CREATE INDEX not_found_log_least ON public.not_found_log USING btree (reports, count, last_at);
alter table not_found_log enable row level security;
create policy "owners, admins and content editors clear which addresses lead n" on not_found_log for delete to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
create policy "owners, admins and content editors see which addresses lead now" on not_found_log for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table not_found_log to service_role;
grant delete, select on table not_found_log to authenticated;

create table notification_preferences (
  user_id uuid not null,
  type text not null,
  in_app boolean not null,
  version integer default 1 not null,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, type),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notification_preferences_type_check CHECK (((type ~ '^[a-z_]+(\.[a-z_]+)*$'::text) AND (length(type) <= 80)))
);
CREATE TRIGGER next_version BEFORE UPDATE ON public.notification_preferences FOR EACH ROW EXECUTE FUNCTION next_version();
alter table notification_preferences enable row level security;
create policy "a user changes what to hear of" on notification_preferences for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "a user chooses what to hear of" on notification_preferences for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "a user sees what they do not want to hear of" on notification_preferences for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table notification_preferences to service_role;
grant select on table notification_preferences to authenticated;
grant insert (in_app, type, user_id) on notification_preferences to authenticated;
grant update (in_app, type, user_id) on notification_preferences to authenticated;

create table notifications (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  type text not null,
  title text not null,
  message text default ''::text not null,
  severity text default 'medium'::text not null,
  related_entity_type text,
  related_entity_id uuid,
  is_read boolean default false not null,
  created_at timestamp with time zone default now() not null,
  metadata jsonb default '{}'::jsonb not null,
  is_demo boolean default false not null,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notifications_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text)),
  constraint notifications_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text])))
);
alter table notifications replica identity full;
CREATE INDEX notifications_of_user ON public.notifications USING btree (user_id, created_at DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (NOT is_read);
CREATE TRIGGER apply_notification_preferences BEFORE INSERT ON public.notifications FOR EACH ROW EXECUTE FUNCTION apply_notification_preferences();
alter table notifications enable row level security;
create policy "a user deletes their own notifications" on notifications for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "a user marks their own notifications" on notifications for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "a user sees their own notifications" on notifications for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table notifications to service_role;
grant delete, select on table notifications to authenticated;
grant update (is_read) on notifications to authenticated;

create table opportunities (
  id uuid default gen_random_uuid() not null,
  name text not null,
  contact_id uuid not null,
  household_id uuid,
  pipeline_id uuid not null,
  stage_id uuid not null,
  stage text not null,
  amount_agorot bigint default 0 not null,
  probability_override integer,
  expected_close_on date,
  owner_id uuid,
  source text,
  status text not null,
  lost_reason_id uuid,
  lost_note text,
  stage_entered_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  next_step_at timestamp with time zone,
  next_step_task_id uuid,
  rank text collate "C" not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  deleted_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  custom jsonb default '{}'::jsonb not null,
  product_id uuid,
  reopened_because text,
  constraint opportunities_pkey PRIMARY KEY (id),
  constraint rank_taken UNIQUE (stage_id, rank),
  constraint opportunities_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint opportunities_household_id_fkey FOREIGN KEY (household_id) REFERENCES households(id) ON DELETE SET NULL,
  constraint opportunities_next_step_task_id_fkey FOREIGN KEY (next_step_task_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint opportunities_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint opportunities_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
  constraint pipeline_in_use FOREIGN KEY (pipeline_id) REFERENCES pipelines(id),
  constraint stage_of_another_pipeline FOREIGN KEY (pipeline_id, stage_id, stage) REFERENCES pipeline_stages(pipeline_id, id, slug) ON UPDATE CASCADE,
  constraint unknown_lost_reason FOREIGN KEY (lost_reason_id) REFERENCES lost_reasons(id),
  constraint amount_negative CHECK ((amount_agorot >= 0)),
  constraint closed_when_not_open CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint lost_note_length CHECK ((char_length(lost_note) <= 2000)),
  constraint lost_reason_required CHECK (((status = 'lost'::text) = (lost_reason_id IS NOT NULL))),
  constraint opportunities_custom_check CHECK ((jsonb_typeof(custom) = 'object'::text)),
  constraint opportunities_rank_check CHECK ((rank ~ '^\d{12}[0-9A-Za-z]*$'::text)),
  constraint opportunities_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint opportunity_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 160))),
  constraint probability_out_of_range CHECK (((probability_override >= 0) AND (probability_override <= 100))),
  constraint reopen_reason_length CHECK (((char_length(btrim(reopened_because)) >= 1) AND (char_length(btrim(reopened_because)) <= 500)))
);
alter table opportunities replica identity full;
CREATE INDEX opportunities_contact_id ON public.opportunities USING btree (contact_id);
CREATE INDEX opportunities_custom ON public.opportunities USING gin (custom jsonb_path_ops);
CREATE INDEX opportunities_household_id ON public.opportunities USING btree (household_id);
CREATE INDEX opportunities_in_bin ON public.opportunities USING btree (deleted_at DESC, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX opportunities_live_of_contact ON public.opportunities USING btree (contact_id, status) WHERE (deleted_at IS NULL);
CREATE INDEX opportunities_next_step_task_id ON public.opportunities USING btree (next_step_task_id);
CREATE INDEX opportunities_open_by_stage ON public.opportunities USING btree (stage_id, stage_entered_at) WHERE ((status = 'open'::text) AND (deleted_at IS NULL));
CREATE INDEX opportunities_owner_id ON public.opportunities USING btree (owner_id);
CREATE INDEX opportunities_pipeline_id ON public.opportunities USING btree (pipeline_id);
CREATE INDEX opportunities_product_id ON public.opportunities USING btree (product_id);
CREATE INDEX opportunities_search ON public.opportunities USING gin (he_norm(name) extensions.gin_trgm_ops);
CREATE INDEX opportunities_without_next_step ON public.opportunities USING btree (stage_entered_at) WHERE ((status = 'open'::text) AND (deleted_at IS NULL) AND (next_step_task_id IS NULL));
CREATE INDEX opportunities_won_at ON public.opportunities USING btree (closed_at) WHERE ((status = 'won'::text) AND (deleted_at IS NULL));
CREATE TRIGGER audit_delete AFTER DELETE ON public.opportunities REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.opportunities REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.opportunities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER check_custom BEFORE UPDATE OF custom ON public.opportunities FOR EACH ROW WHEN ((new.custom IS DISTINCT FROM old.custom)) EXECUTE FUNCTION check_custom('opportunity');
CREATE TRIGGER check_custom_of_new BEFORE INSERT ON public.opportunities FOR EACH ROW WHEN ((new.custom <> '{}'::jsonb)) EXECUTE FUNCTION check_custom('opportunity');
CREATE TRIGGER emit_created AFTER INSERT ON public.opportunities FOR EACH ROW WHEN ((new.deleted_at IS NULL)) EXECUTE FUNCTION emit_opportunity_event();
CREATE TRIGGER emit_moved AFTER UPDATE ON public.opportunities FOR EACH ROW WHEN (((old.stage_id <> new.stage_id) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION emit_opportunity_event();
CREATE TRIGGER next_version BEFORE UPDATE OF name, contact_id, household_id, pipeline_id, stage_id, stage, amount_agorot, probability_override, expected_close_on, owner_id, source, product_id, lost_reason_id, lost_note, reopened_because, rank, custom, deleted_at ON public.opportunities FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER refuse_without_contact BEFORE UPDATE OF deleted_at ON public.opportunities FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION refuse_without_contact();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE OF pipeline_id, stage_id, stage, status, lost_reason_id, lost_note, stage_entered_at, closed_at ON public.opportunities FOR EACH ROW EXECUTE FUNCTION opportunities_before_write();
CREATE TRIGGER set_reopening BEFORE UPDATE OF stage_id, stage, pipeline_id, status, reopened_because ON public.opportunities FOR EACH ROW EXECUTE FUNCTION require_reopen_reason();
CREATE TRIGGER tasks_follow_contact AFTER UPDATE ON public.opportunities FOR EACH ROW WHEN ((old.contact_id <> new.contact_id)) EXECUTE FUNCTION move_tasks_of_opportunity();
CREATE TRIGGER timeline_changed AFTER UPDATE ON public.opportunities FOR EACH ROW WHEN (((old.stage_id <> new.stage_id) OR ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL)))) EXECUTE FUNCTION log_opportunity_activity();
CREATE TRIGGER timeline_created AFTER INSERT ON public.opportunities FOR EACH ROW EXECUTE FUNCTION log_opportunity_activity();
CREATE TRIGGER timeline_deleted AFTER DELETE ON public.opportunities FOR EACH ROW WHEN ((old.deleted_at IS NULL)) EXECUTE FUNCTION log_opportunity_activity();
CREATE TRIGGER write_stage_history_on_insert AFTER INSERT ON public.opportunities FOR EACH ROW EXECUTE FUNCTION log_stage_change();
CREATE TRIGGER write_stage_history_on_move AFTER UPDATE ON public.opportunities FOR EACH ROW WHEN ((old.stage_id <> new.stage_id)) EXECUTE FUNCTION log_stage_change();
alter table opportunities enable row level security;
create policy "a coach changes the opportunities of their contacts and cannot " on opportunities for update to authenticated
  using (((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (deleted_at IS NULL)))
  with check (((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)) AND (deleted_at IS NULL)));
create policy "a coach opens opportunities for their contacts" on opportunities for insert to authenticated
  with check ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a coach sees the opportunities of their contacts" on opportunities for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins change opportunities, also into the bin" on opportunities for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete opportunities" on opportunities for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales open opportunities" on opportunities for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every opportunity" on opportunities for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "sales change opportunities and cannot delete them" on opportunities for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)))
  with check ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (deleted_at IS NULL)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table opportunities to service_role;
grant delete, select on table opportunities to authenticated;
grant insert (amount_agorot, contact_id, custom, expected_close_on, household_id, id, lost_note, lost_reason_id, name, owner_id, pipeline_id, probability_override, product_id, source, stage, stage_id) on opportunities to authenticated;
grant update (amount_agorot, contact_id, custom, deleted_at, expected_close_on, household_id, lost_note, lost_reason_id, name, owner_id, pipeline_id, probability_override, product_id, reopened_because, source, stage, stage_id) on opportunities to authenticated;

create table opportunity_stage_history (
  id uuid default gen_random_uuid() not null,
  opportunity_id uuid not null,
  from_stage text,
  to_stage text not null,
  at timestamp with time zone default now() not null,
  actor_id uuid,
  seconds_in_from bigint,
  is_demo boolean default false not null,
  constraint opportunity_stage_history_pkey PRIMARY KEY (id),
  constraint opportunity_stage_history_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE CASCADE
);
CREATE INDEX opportunity_stage_history_of ON public.opportunity_stage_history USING btree (opportunity_id, at);
alter table opportunity_stage_history enable row level security;
create policy "who sees an opportunity sees its history" on opportunity_stage_history for select to authenticated
  using ((opportunity_id IN ( SELECT opportunities.id
   FROM opportunities)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table opportunity_stage_history to service_role;
grant select on table opportunity_stage_history to authenticated;

create table order_links (
  token_hash text not null,
  order_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint order_links_pkey PRIMARY KEY (token_hash),
  constraint order_links_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
);
CREATE INDEX order_links_of_order ON public.order_links USING btree (order_id);
alter table order_links enable row level security;
create policy "only the server sees the links of orders" on order_links for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table order_links to service_role;

create table order_refunds (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  attempt_id uuid not null,
  amount_agorot integer not null,
  reason text not null,
  status text default 'requested'::text not null,
  provider_refund_id text,
  fault text,
  requested_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  constraint order_refunds_pkey PRIMARY KEY (id),
  constraint order_refunds_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id),
  constraint order_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_refunds_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint done_refund_has_its_number CHECK (((status = 'done'::text) = (provider_refund_id IS NOT NULL))),
  constraint order_refund_range CHECK (((amount_agorot >= 1) AND (amount_agorot <= 100000000))),
  constraint order_refund_reason_length CHECK (((char_length(btrim(reason)) >= 2) AND (char_length(btrim(reason)) <= 300))),
  constraint unknown_refund_status CHECK ((status = ANY (ARRAY['requested'::text, 'done'::text, 'refused'::text, 'unknown'::text])))
);
CREATE INDEX order_refunds_of_attempt ON public.order_refunds USING btree (attempt_id);
CREATE INDEX order_refunds_of_order ON public.order_refunds USING btree (order_id);
CREATE INDEX order_refunds_unsettled ON public.order_refunds USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'unknown'::text]));
CREATE TRIGGER audit_delete AFTER DELETE ON public.order_refunds REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.order_refunds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.order_refunds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
alter table order_refunds enable row level security;
create policy "refunds are seen with their order" on order_refunds for select to authenticated
  using ((EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = order_refunds.order_id))));
grant maintain, references, select, trigger on table order_refunds to service_role;
grant select on table order_refunds to authenticated;

create table orders (
  id uuid default gen_random_uuid() not null,
  number integer generated always as identity not null,
  contact_id uuid not null,
  product_id uuid not null,
  price_id uuid,
  title text not null,
  amount_agorot integer not null,
  currency text default 'ILS'::text not null,
  vat_percent numeric(4,2),
  installments integer default 1 not null,
  status text default 'pending'::text not null,
  paid_agorot integer default 0 not null,
  refunded_agorot integer default 0 not null,
  name text not null,
  email text not null,
  phone text,
  invoice_name text,
  company_number text,
  terms_version_id uuid,
  terms_agreed_at timestamp with time zone default now() not null,
  privacy_text_id uuid,
  held_until timestamp with time zone default (now() + '00:15:00'::interval) not null,
  attention text,
  source_url text,
  utm jsonb default '{}'::jsonb not null,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  paid_at timestamp with time zone,
  fulfilled_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint orders_pkey PRIMARY KEY (id),
  constraint order_number_taken UNIQUE (number),
  constraint orders_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint orders_price_id_fkey FOREIGN KEY (price_id) REFERENCES prices(id) ON DELETE SET NULL,
  constraint orders_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint orders_terms_version_id_fkey FOREIGN KEY (terms_version_id) REFERENCES legal_versions(id),
  constraint product_was_bought FOREIGN KEY (product_id) REFERENCES products(id),
  constraint company_number_form CHECK ((company_number ~ '^\d{8,9}$'::text)),
  constraint currency_not_sold CHECK ((currency = 'ILS'::text)),
  constraint order_amount_range CHECK (((amount_agorot >= 0) AND (amount_agorot <= 100000000))),
  constraint order_email_length CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320))),
  constraint order_installments_range CHECK (((installments >= 1) AND (installments <= 36))),
  constraint order_invoice_name_length CHECK (((char_length(invoice_name) >= 1) AND (char_length(invoice_name) <= 120))),
  constraint order_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120))),
  constraint order_phone_length CHECK ((char_length(phone) <= 20)),
  constraint order_title_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120))),
  constraint paid_has_its_time CHECK (((status = ANY (ARRAY['paid'::text, 'partially_paid'::text, 'refunded'::text, 'partially_refunded'::text])) = (paid_at IS NOT NULL))),
  constraint refunded_more_than_paid CHECK (((refunded_agorot >= 0) AND (refunded_agorot <= paid_agorot))),
  constraint unknown_order_attention CHECK ((attention = ANY (ARRAY['answer_differs'::text, 'paid_twice'::text, 'no_places_left'::text, 'already_enrolled'::text, 'document_missing'::text, 'provider_silent'::text]))),
  constraint unknown_order_status CHECK ((status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text, 'paid'::text, 'partially_paid'::text, 'failed'::text, 'cancelled'::text, 'refunded'::text, 'partially_refunded'::text])))
);
CREATE INDEX orders_held ON public.orders USING btree (price_id, held_until) WHERE (status = ANY (ARRAY['pending'::text, 'awaiting_payment'::text, 'failed'::text]));
CREATE INDEX orders_newest ON public.orders USING btree (created_at DESC);
CREATE INDEX orders_of_contact ON public.orders USING btree (contact_id, created_at DESC);
CREATE INDEX orders_of_notice ON public.orders USING btree (privacy_text_id);
CREATE INDEX orders_of_price ON public.orders USING btree (price_id);
CREATE INDEX orders_of_product ON public.orders USING btree (product_id);
CREATE INDEX orders_of_terms ON public.orders USING btree (terms_version_id);
CREATE TRIGGER announce_held_place AFTER INSERT OR UPDATE OF status, held_until, price_id ON public.orders FOR EACH ROW EXECUTE FUNCTION announce_held_place();
CREATE TRIGGER audit_delete AFTER DELETE ON public.orders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER before_insert BEFORE INSERT ON public.orders FOR EACH ROW WHEN ((NOT new.is_demo)) EXECUTE FUNCTION order_before_insert();
CREATE TRIGGER next_version BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION next_version();
alter table orders enable row level security;
create policy "a coach sees the orders of their contacts" on orders for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see every order" on orders for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant maintain, references, select, trigger on table orders to service_role;
grant select on table orders to authenticated;
grant insert (amount_agorot, company_number, contact_id, email, installments, invoice_name, ip_trunc, name, phone, price_id, privacy_text_id, product_id, source_url, terms_version_id, title, user_agent, utm, vat_percent) on orders to service_role;
grant update (amount_agorot, company_number, contact_id, email, held_until, installments, invoice_name, name, phone, price_id, privacy_text_id, terms_agreed_at, terms_version_id, title, vat_percent) on orders to service_role;

create table owner_invitations (
  token_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  used_at timestamp with time zone,
  constraint owner_invitations_pkey PRIMARY KEY (token_hash),
  constraint token_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
alter table owner_invitations enable row level security;

create table page_comparisons (
  id uuid default gen_random_uuid() not null,
  path text default '/'::text not null,
  label text not null,
  secret bytea,
  started_at timestamp with time zone default clock_timestamp() not null,
  started_by uuid,
  ended_at timestamp with time zone,
  ended_by uuid,
  winner text,
  constraint page_comparisons_pkey PRIMARY KEY (id),
  constraint page_comparisons_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint page_comparisons_started_by_fkey FOREIGN KEY (started_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint winner_took_no_part FOREIGN KEY (id, winner) REFERENCES page_variants(comparison_id, key) ON DELETE SET NULL (winner),
  constraint compared_address CHECK ((path = '/'::text)),
  constraint ended_after_start CHECK ((ended_at >= started_at)),
  constraint secret_while_running CHECK (((secret IS NULL) = (ended_at IS NOT NULL))),
  constraint winner_at_the_end CHECK (((winner IS NULL) OR (ended_at IS NOT NULL)))
);
CREATE UNIQUE INDEX comparison_already_runs ON public.page_comparisons USING btree (path) WHERE (ended_at IS NULL);
CREATE INDEX page_comparisons_ended_by ON public.page_comparisons USING btree (ended_by);
CREATE INDEX page_comparisons_started_by ON public.page_comparisons USING btree (started_by);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE OF ended_at ON public.page_comparisons FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.page_comparisons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.page_comparisons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.page_comparisons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER only_added_to BEFORE UPDATE OF id, path, label, started_at ON public.page_comparisons FOR EACH ROW EXECUTE FUNCTION forbid_variant_change();
CREATE CONSTRAINT TRIGGER require_two_variants AFTER INSERT ON public.page_comparisons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_two_variants();
alter table page_comparisons enable row level security;
create policy "owners, admins and content editors see what is compared" on page_comparisons for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_comparisons to service_role;
grant select (ended_at, ended_by, id, label, path, started_at, started_by, winner) on page_comparisons to authenticated;

create table page_outcomes (
  comparison_id uuid not null,
  key text not null,
  day date not null,
  kind text not null,
  visitor text not null,
  constraint page_outcomes_pkey PRIMARY KEY (comparison_id, key, day, visitor, kind),
  constraint page_outcomes_comparison_id_key_fkey FOREIGN KEY (comparison_id, key) REFERENCES page_variants(comparison_id, key) ON DELETE CASCADE,
  constraint outcome_visitor_length CHECK ((length(visitor) = 16)),
  constraint unknown_outcome CHECK ((kind = ANY (ARRAY['contact'::text, 'newsletter'::text, 'signup'::text])))
);
CREATE INDEX page_outcomes_by_age ON public.page_outcomes USING btree (day);
alter table page_outcomes enable row level security;
create policy "owners, admins and content editors see what came of it" on page_outcomes for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_outcomes to service_role;
grant select on table page_outcomes to authenticated;

create table page_variants (
  comparison_id uuid not null,
  key text not null,
  weight smallint not null,
  constraint page_variants_pkey PRIMARY KEY (comparison_id, key),
  constraint page_variants_comparison_id_fkey FOREIGN KEY (comparison_id) REFERENCES page_comparisons(id) ON DELETE CASCADE,
  constraint page_variants_key_fkey FOREIGN KEY (key) REFERENCES pages(path) ON DELETE CASCADE,
  constraint variant_of_another_page CHECK ((key = ANY (ARRAY['/'::text, '/home-2'::text, '/home-3'::text]))),
  constraint variant_weight CHECK (((weight >= 0) AND (weight <= 100)))
);
CREATE INDEX page_variants_of_page ON public.page_variants USING btree (key);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE ON public.page_variants FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER only_added_to BEFORE UPDATE ON public.page_variants FOR EACH ROW EXECUTE FUNCTION forbid_variant_change();
alter table page_variants enable row level security;
create policy "owners, admins and content editors see the shares" on page_variants for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_variants to service_role;
grant select on table page_variants to authenticated;

create table page_versions (
  id uuid default gen_random_uuid() not null,
  path text not null,
  number integer not null,
  blocks jsonb not null,
  note text default ''::text not null,
  is_planted boolean default false not null,
  created_by uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint page_versions_pkey PRIMARY KEY (id),
  constraint page_version_taken UNIQUE (path, number),
  constraint page_versions_path_id_key UNIQUE (path, id),
  constraint page_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint page_versions_path_fkey FOREIGN KEY (path) REFERENCES pages(path) ON DELETE CASCADE,
  constraint page_blocks_form CHECK (
CASE
    WHEN (jsonb_typeof(blocks) = 'array'::text) THEN (((jsonb_array_length(blocks) >= 1) AND (jsonb_array_length(blocks) <= 60)) AND (pg_column_size(blocks) <= 300000))
    ELSE false
END),
  constraint page_note_length CHECK ((char_length(note) <= 120))
);
CREATE INDEX page_versions_created_by ON public.page_versions USING btree (created_by);
CREATE TRIGGER only_added_to BEFORE UPDATE OF id, path, number, blocks, note, is_planted, created_at ON public.page_versions FOR EACH ROW EXECUTE FUNCTION forbid_page_version_change();
alter table page_versions enable row level security;
create policy "owners, admins and content staff read every version" on page_versions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "visitors read what is published" on page_versions for select to anon
  using ((EXISTS ( SELECT
   FROM pages p
  WHERE ((p.path = page_versions.path) AND (p.published_version_id = page_versions.id)))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_versions to service_role;
grant select on table page_versions to authenticated;
grant select (blocks, id, path) on page_versions to anon;

create table page_view_salts (
  day date not null,
  salt bytea default extensions.gen_random_bytes(32) not null,
  constraint page_view_salts_pkey PRIMARY KEY (day)
);
alter table page_view_salts enable row level security;
create policy "no one reads the daily salts" on page_view_salts for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_view_salts to service_role;

create table page_views (
  at timestamp with time zone not null,
  path text not null,
  referrer_host text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  device text not null,
  visitor text,
  variant text,
  constraint page_views_device_check CHECK ((device = ANY (ARRAY['phone'::text, 'tablet'::text, 'computer'::text]))),
  constraint page_views_path_check CHECK (((length(path) >= 1) AND (length(path) <= 300))),
  constraint page_views_referrer_host_check CHECK ((length(referrer_host) <= 200)),
  constraint page_views_utm_campaign_check CHECK ((length(utm_campaign) <= 100)),
  constraint page_views_utm_medium_check CHECK ((length(utm_medium) <= 100)),
  constraint page_views_utm_source_check CHECK ((length(utm_source) <= 100)),
  constraint page_views_visitor_check CHECK ((length(visitor) = 16)),
  constraint view_variant_length CHECK (((length(variant) >= 1) AND (length(variant) <= 300)))
);
CREATE INDEX page_views_at ON public.page_views USING btree (at);
CREATE INDEX page_views_compared ON public.page_views USING btree (visitor, at) WHERE (variant IS NOT NULL);
alter table page_views enable row level security;
create policy "site editors see page views" on page_views for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table page_views to service_role;
grant select on table page_views to authenticated;

create table pages (
  path text not null,
  label text not null,
  "position" integer default 0 not null,
  published_version_id uuid,
  published_at timestamp with time zone,
  published_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 0 not null,
  constraint pages_pkey PRIMARY KEY (path),
  constraint pages_published_by_fkey FOREIGN KEY (published_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint version_of_another_page FOREIGN KEY (path, published_version_id) REFERENCES page_versions(path, id),
  constraint page_label_length CHECK (((char_length(btrim(label)) >= 1) AND (char_length(btrim(label)) <= 80))),
  constraint page_path_form CHECK (((path = '/'::text) OR (path ~ '^/[^\s?#/][^\s?#]{0,200}$'::text))),
  constraint published_when CHECK (((published_version_id IS NULL) = (published_at IS NULL)))
);
alter table pages replica identity full;
CREATE INDEX pages_published_by ON public.pages USING btree (published_by);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE OF published_version_id ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
alter table pages enable row level security;
create policy "owners, admins and content staff see every page" on pages for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "visitors see which pages are published" on pages for select to anon
  using ((published_version_id IS NOT NULL));
grant delete, insert, maintain, references, select, trigger, truncate, update on table pages to service_role;
grant select on table pages to authenticated;
grant select (label, path, published_at, published_version_id) on pages to anon;

create table payment_attempts (
  id uuid default gen_random_uuid() not null,
  order_id uuid not null,
  provider text not null,
  is_stand_in boolean default false not null,
  terminal text not null,
  reference text not null,
  secret_hash text not null,
  amount_agorot integer not null,
  currency text default 'ILS'::text not null,
  state text default 'created'::text not null,
  provider_ref text,
  page_url text,
  opened_at timestamp with time zone,
  closes_at timestamp with time zone,
  checked_at timestamp with time zone,
  checks integer default 0 not null,
  settled_at timestamp with time zone,
  transaction_id text,
  method text,
  installments integer,
  approval text,
  last4 text,
  brand text,
  document_number text,
  document_url text,
  reason text,
  raw_code text,
  differs text,
  fault text,
  created_at timestamp with time zone default now() not null,
  constraint payment_attempts_pkey PRIMARY KEY (id),
  constraint provider_ref_taken UNIQUE (provider, provider_ref),
  constraint reference_taken UNIQUE (reference),
  constraint transaction_taken UNIQUE (provider, transaction_id),
  constraint payment_attempts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint attempt_amount_range CHECK (((amount_agorot >= 1) AND (amount_agorot <= 100000000))),
  constraint attempt_currency_not_sold CHECK ((currency = 'ILS'::text)),
  constraint attempt_reference_form CHECK ((reference ~ '^pay_[A-Za-z0-9_-]{16,60}$'::text)),
  constraint last4_form CHECK ((last4 ~ '^\d{4}$'::text)),
  constraint open_page_has_its_reference CHECK (((state = 'created'::text) OR (provider_ref IS NOT NULL) OR (settled_at IS NOT NULL))),
  constraint paid_attempt_has_its_transaction CHECK (((state <> ALL (ARRAY['paid'::text, 'partially_refunded'::text, 'refunded'::text])) OR (transaction_id IS NOT NULL))),
  constraint unknown_attempt_method CHECK ((method = ANY (ARRAY['card'::text, 'bit'::text, 'apple_pay'::text, 'google_pay'::text]))),
  constraint unknown_attempt_provider CHECK ((provider = ANY (ARRAY['cardcom'::text, 'payplus'::text, 'manual'::text]))),
  constraint unknown_attempt_reason CHECK ((reason = ANY (ARRAY['declined'::text, 'three_d_secure'::text, 'cancelled'::text, 'expired'::text, 'unknown'::text]))),
  constraint unknown_attempt_state CHECK ((state = ANY (ARRAY['created'::text, 'page_open'::text, 'verifying'::text, 'paid'::text, 'declined'::text, 'cancelled'::text, 'expired'::text, 'partially_refunded'::text, 'refunded'::text, 'disputed'::text]))),
  constraint unknown_difference CHECK ((differs = ANY (ARRAY['amount'::text, 'currency'::text, 'terminal'::text, 'reference'::text])))
);
CREATE INDEX payment_attempts_of_order ON public.payment_attempts USING btree (order_id, created_at DESC);
CREATE INDEX payment_attempts_open ON public.payment_attempts USING btree (opened_at) WHERE (state = ANY (ARRAY['page_open'::text, 'verifying'::text]));
CREATE TRIGGER before_insert BEFORE INSERT ON public.payment_attempts FOR EACH ROW EXECUTE FUNCTION attempt_before_insert();
alter table payment_attempts enable row level security;
create policy "attempts are seen with their order" on payment_attempts for select to authenticated
  using ((EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = payment_attempts.order_id))));
grant maintain, references, select, trigger on table payment_attempts to service_role;
grant select on table payment_attempts to authenticated;
grant insert (amount_agorot, is_stand_in, order_id, provider, reference, secret_hash, terminal) on payment_attempts to service_role;

create table payment_notices (
  id uuid default gen_random_uuid() not null,
  provider text not null,
  event_key text not null,
  attempt_id uuid,
  authentic text not null,
  received_at timestamp with time zone default now() not null,
  constraint payment_notices_pkey PRIMARY KEY (id),
  constraint notice_here_already UNIQUE (provider, event_key),
  constraint payment_notices_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES payment_attempts(id) ON DELETE CASCADE,
  constraint unknown_authenticity CHECK ((authentic = ANY (ARRAY['signed'::text, 'unsigned'::text, 'forged'::text])))
);
CREATE INDEX payment_notices_of_attempt ON public.payment_notices USING btree (attempt_id);
alter table payment_notices enable row level security;
create policy "only the server sees the notices of providers" on payment_notices for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table payment_notices to service_role;

create table payment_plans (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  order_id uuid,
  title text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  constraint payment_plans_pkey PRIMARY KEY (id),
  constraint payment_plans_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint payment_plans_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payment_plans_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint plan_title_length CHECK (((char_length(btrim(title)) >= 1) AND (char_length(btrim(title)) <= 120)))
);
CREATE INDEX payment_plans_of_contact ON public.payment_plans USING btree (contact_id);
CREATE INDEX payment_plans_of_order ON public.payment_plans USING btree (order_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.payment_plans REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.payment_plans REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.payment_plans REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
alter table payment_plans enable row level security;
create policy "a coach sees the plans of their contacts" on payment_plans for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales make plans" on payment_plans for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every plan" on payment_plans for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table payment_plans to service_role;
grant select on table payment_plans to authenticated;
grant insert (contact_id, id, title) on payment_plans to authenticated;

create table payments (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  charge_id uuid,
  order_id uuid,
  kind text default 'payment'::text not null,
  refund_of uuid,
  refund_reason text,
  credited_agorot integer default 0 not null,
  provider text default 'manual'::text not null,
  provider_tx text,
  method text not null,
  status text default 'captured'::text not null,
  amount_agorot integer not null,
  paid_on date default ((now() AT TIME ZONE 'Asia/Jerusalem'::text))::date not null,
  reference text,
  document_number text,
  note text,
  recorded_by uuid default auth.uid(),
  recorded_at timestamp with time zone default now() not null,
  void_reason text,
  voided_at timestamp with time zone,
  voided_by uuid,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payment_recorded_already UNIQUE (provider, provider_tx),
  constraint payments_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges(id),
  constraint payments_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id),
  constraint payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint payments_refund_of_fkey FOREIGN KEY (refund_of) REFERENCES payments(id),
  constraint payments_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint credit_of_refund CHECK (((credited_agorot >= 0) AND (credited_agorot <=
CASE kind
    WHEN 'refund'::text THEN amount_agorot
    ELSE 0
END))),
  constraint document_number_length CHECK (((char_length(document_number) >= 1) AND (char_length(document_number) <= 40))),
  constraint manual_payment_is_here CHECK (((provider <> 'manual'::text) OR ((status = 'captured'::text) AND (provider_tx IS NULL)))),
  constraint payment_amount_range CHECK (((amount_agorot >= 1) AND (amount_agorot <= 100000000))),
  constraint payment_day_range CHECK (((paid_on >= '2000-01-01'::date) AND (paid_on <= '2100-01-01'::date))),
  constraint payment_note_length CHECK ((char_length(note) <= 300)),
  constraint provider_form CHECK ((provider ~ '^[a-z][a-z0-9_]{1,30}$'::text)),
  constraint reference_length CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 60))),
  constraint refund_reason_length CHECK (((char_length(btrim(refund_reason)) >= 2) AND (char_length(btrim(refund_reason)) <= 300))),
  constraint refund_without_payment CHECK (((kind = 'refund'::text) = (refund_of IS NOT NULL))),
  constraint refund_without_reason CHECK (((kind = 'refund'::text) = (refund_reason IS NOT NULL))),
  constraint unknown_method CHECK ((method = ANY (ARRAY['transfer'::text, 'bit'::text, 'cash'::text, 'cheque'::text, 'card'::text]))),
  constraint unknown_payment_kind CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text]))),
  constraint unknown_payment_status CHECK ((status = ANY (ARRAY['initiated'::text, 'pending'::text, 'authorized'::text, 'captured'::text, 'failed'::text, 'refunded'::text, 'chargeback'::text]))),
  constraint void_reason_length CHECK (((char_length(btrim(void_reason)) >= 2) AND (char_length(btrim(void_reason)) <= 300)))
);
alter table payments replica identity full;
CREATE INDEX payments_of_charge ON public.payments USING btree (charge_id);
CREATE INDEX payments_of_contact ON public.payments USING btree (contact_id, paid_on DESC);
CREATE INDEX payments_of_order ON public.payments USING btree (order_id);
CREATE INDEX refunds_of_payment ON public.payments USING btree (refund_of) WHERE (refund_of IS NOT NULL);
CREATE TRIGGER audit_delete AFTER DELETE ON public.payments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.payments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER emit_received AFTER INSERT ON public.payments FOR EACH ROW WHEN (((new.status = 'captured'::text) AND (new.order_id IS NULL))) EXECUTE FUNCTION emit_payment_event();
CREATE TRIGGER keep_confirmed BEFORE UPDATE OF void_reason ON public.payments FOR EACH ROW WHEN (((new.provider <> 'manual'::text) AND (new.void_reason IS NOT NULL))) EXECUTE FUNCTION keep_confirmed_payment();
CREATE TRIGGER keep_refunded BEFORE UPDATE OF void_reason ON public.payments FOR EACH ROW WHEN (((new.kind = 'payment'::text) AND (old.void_reason IS NULL) AND (new.void_reason IS NOT NULL))) EXECUTE FUNCTION keep_refunded_payment();
CREATE TRIGGER next_version BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER set_derived BEFORE INSERT ON public.payments FOR EACH ROW EXECUTE FUNCTION payments_before_write();
CREATE TRIGGER set_refund BEFORE INSERT ON public.payments FOR EACH ROW WHEN ((new.kind = 'refund'::text)) EXECUTE FUNCTION refunds_before_write();
CREATE TRIGGER set_refund_again BEFORE UPDATE OF void_reason ON public.payments FOR EACH ROW WHEN (((new.kind = 'refund'::text) AND (old.void_reason IS NOT NULL) AND (new.void_reason IS NULL))) EXECUTE FUNCTION refunds_before_write();
CREATE TRIGGER settle_order AFTER INSERT OR UPDATE OF void_reason ON public.payments FOR EACH ROW WHEN (((new.order_id IS NOT NULL) AND (new.provider = 'manual'::text))) EXECUTE FUNCTION settle_order_of_payment();
CREATE TRIGGER stamp_void BEFORE UPDATE OF void_reason ON public.payments FOR EACH ROW EXECUTE FUNCTION stamp_void();
CREATE TRIGGER timeline_created AFTER INSERT ON public.payments FOR EACH ROW WHEN (((new.status = 'captured'::text) AND (NOT new.is_demo))) EXECUTE FUNCTION log_money_activity();
CREATE TRIGGER timeline_voided AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((old.void_reason IS NULL) <> (new.void_reason IS NULL))) EXECUTE FUNCTION log_money_activity();
alter table payments enable row level security;
create policy "a coach sees the payments of their contacts" on payments for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins note documents and make refunds void" on payments for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (kind = 'refund'::text)));
create policy "owners and admins refund" on payments for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (provider = 'manual'::text) AND (kind = 'refund'::text)));
create policy "owners, admins and sales note documents and make payments void" on payments for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role) AND (kind = 'payment'::text)));
create policy "owners, admins and sales record payments" on payments for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role) AND (provider = 'manual'::text) AND (kind = 'payment'::text)));
create policy "owners, admins and sales see every payment" on payments for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table payments to service_role;
grant select on table payments to authenticated;
grant insert (amount_agorot, charge_id, contact_id, document_number, id, kind, method, note, paid_on, reference, refund_of, refund_reason) on payments to authenticated;
grant update (document_number, note, reference, void_reason) on payments to authenticated;

create table pictures (
  id uuid default gen_random_uuid() not null,
  format text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  constraint pictures_pkey PRIMARY KEY (id),
  constraint pictures_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint pictures_bytes_check CHECK ((bytes > 0)),
  constraint pictures_height_check CHECK (((height >= 1) AND (height <= 2400))),
  constraint pictures_width_check CHECK (((width >= 1) AND (width <= 2400))),
  constraint unknown_format CHECK ((format = ANY (ARRAY['jpeg'::text, 'webp'::text])))
);
CREATE INDEX pictures_created_by ON public.pictures USING btree (created_by);
alter table pictures enable row level security;
create policy "everyone sees the pictures of the site" on pictures for select to anon, authenticated
  using (true);
grant delete, insert, maintain, references, select, trigger, truncate, update on table pictures to service_role;
grant select (bytes, created_at, format, height, id, width) on pictures to anon;
grant select (bytes, created_at, format, height, id, width) on pictures to authenticated;

create table pipeline_stages (
  id uuid default gen_random_uuid() not null,
  pipeline_id uuid not null,
  slug text not null,
  name text not null,
  "position" integer not null,
  probability integer not null,
  kind text default 'open'::text not null,
  rot_days integer,
  color text not null,
  version integer default 1 not null,
  constraint pipeline_stages_pkey PRIMARY KEY (id),
  constraint pipeline_stages_pipeline_id_id_slug_key UNIQUE (pipeline_id, id, slug),
  constraint stage_slug_taken UNIQUE (pipeline_id, slug),
  constraint pipeline_stages_pipeline_id_fkey FOREIGN KEY (pipeline_id) REFERENCES pipelines(id) ON DELETE CASCADE,
  constraint pipeline_stages_color_check CHECK ((color ~ '^stage-[1-6]$'::text)),
  constraint pipeline_stages_kind_check CHECK ((kind = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint pipeline_stages_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60))),
  constraint pipeline_stages_probability_check CHECK (((probability >= 0) AND (probability <= 100))),
  constraint pipeline_stages_rot_days_check CHECK ((rot_days > 0)),
  constraint pipeline_stages_slug_check CHECK ((slug ~ '^[a-z][a-z0-9_]*$'::text))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.pipeline_stages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.pipeline_stages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.pipeline_stages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.pipeline_stages FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER require_kinds AFTER DELETE ON public.pipeline_stages FOR EACH ROW EXECUTE FUNCTION require_stage_kinds();
CREATE TRIGGER require_kinds_after_change AFTER UPDATE OF kind ON public.pipeline_stages FOR EACH ROW WHEN ((old.kind <> new.kind)) EXECUTE FUNCTION require_stage_kinds();
alter table pipeline_stages enable row level security;
create policy "owners and admins add stages" on pipeline_stages for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change stages" on pipeline_stages for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete stages" on pipeline_stages for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the stages" on pipeline_stages for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table pipeline_stages to service_role;
grant delete, select on table pipeline_stages to authenticated;
grant insert (color, id, kind, name, pipeline_id, "position", probability, rot_days, slug) on pipeline_stages to authenticated;
grant update (color, kind, name, "position", probability, rot_days, slug) on pipeline_stages to authenticated;

create table pipelines (
  id uuid default gen_random_uuid() not null,
  name text not null,
  is_default boolean default false not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint pipelines_pkey PRIMARY KEY (id),
  constraint pipelines_name_check CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 80)))
);
CREATE UNIQUE INDEX one_default_pipeline ON public.pipelines USING btree (is_default) WHERE is_default;
CREATE TRIGGER audit_delete AFTER DELETE ON public.pipelines REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.pipelines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.pipelines REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.pipelines FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER require_default AFTER DELETE ON public.pipelines FOR EACH ROW WHEN (old.is_default) EXECUTE FUNCTION require_default_pipeline();
alter table pipelines enable row level security;
create policy "owners and admins add pipelines" on pipelines for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change pipelines" on pipelines for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete pipelines" on pipelines for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the pipelines" on pipelines for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table pipelines to service_role;
grant delete, select on table pipelines to authenticated;
grant insert (id, is_default, name) on pipelines to authenticated;
grant update (is_default, name) on pipelines to authenticated;

create table post_authors (
  id uuid default gen_random_uuid() not null,
  name text not null,
  about text default ''::text not null,
  picture_id uuid,
  created_at timestamp with time zone default clock_timestamp() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint post_authors_pkey PRIMARY KEY (id),
  constraint post_authors_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES pictures(id) ON DELETE SET NULL,
  constraint author_about_length CHECK ((char_length(about) <= 400)),
  constraint author_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 80)))
);
CREATE INDEX post_authors_picture_id ON public.post_authors USING btree (picture_id);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.post_authors FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.post_authors FOR EACH ROW EXECUTE FUNCTION next_version();
alter table post_authors enable row level security;
create policy "everyone sees the authors" on post_authors for select to anon, authenticated
  using (true);
create policy "site editors manage the authors" on post_authors for all to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table post_authors to service_role;
grant delete, select on table post_authors to authenticated;
grant select on table post_authors to anon;
grant insert (about, id, name, picture_id) on post_authors to authenticated;
grant update (about, name, picture_id) on post_authors to authenticated;

create table post_categories (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  name text not null,
  "position" integer default 0 not null,
  version integer default 1 not null,
  constraint post_categories_pkey PRIMARY KEY (id),
  constraint category_exists UNIQUE (slug),
  constraint category_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 40))),
  constraint category_slug_invalid CHECK (((slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'::text) AND (char_length(slug) <= 60)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.post_categories FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.post_categories FOR EACH ROW EXECUTE FUNCTION next_version();
alter table post_categories enable row level security;
create policy "everyone sees the categories of posts" on post_categories for select to anon, authenticated
  using (true);
create policy "site editors manage the categories" on post_categories for all to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table post_categories to service_role;
grant delete, select on table post_categories to authenticated;
grant select on table post_categories to anon;
grant insert (id, name, "position", slug) on post_categories to authenticated;
grant update (name, "position") on post_categories to authenticated;

create table post_previews (
  token_hash bytea not null,
  post_id uuid not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone not null,
  constraint post_previews_pkey PRIMARY KEY (token_hash),
  constraint post_previews_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint post_previews_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE
);
CREATE INDEX post_previews_created_by ON public.post_previews USING btree (created_by);
CREATE INDEX post_previews_of_post ON public.post_previews USING btree (post_id);
alter table post_previews enable row level security;
create policy "site editors see the open previews" on post_previews for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table post_previews to service_role;
grant select (created_at, created_by, expires_at, post_id) on post_previews to authenticated;

create table post_revisions (
  id uuid default gen_random_uuid() not null,
  post_id uuid not null,
  title text default ''::text not null,
  excerpt text default ''::text not null,
  body jsonb default '{"type": "doc", "content": []}'::jsonb not null,
  plain text default ''::text not null,
  search text default ''::text not null,
  cover_id uuid,
  cover_alt text default ''::text not null,
  cover_art text default 'gap'::text not null,
  category_id uuid,
  author_id uuid,
  tags text[] default '{}'::text[] not null,
  reading_min integer default 1 not null,
  why text default 'saved'::text not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default clock_timestamp() not null,
  saved_at timestamp with time zone default clock_timestamp() not null,
  constraint post_revisions_pkey PRIMARY KEY (id),
  constraint post_revisions_author_id_fkey FOREIGN KEY (author_id) REFERENCES post_authors(id) ON DELETE SET NULL,
  constraint post_revisions_category_id_fkey FOREIGN KEY (category_id) REFERENCES post_categories(id) ON DELETE SET NULL,
  constraint post_revisions_cover_id_fkey FOREIGN KEY (cover_id) REFERENCES pictures(id) ON DELETE SET NULL,
  constraint post_revisions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint post_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint body_invalid CHECK (((body ->> 'type'::text) = 'doc'::text)),
  constraint cover_alt_length CHECK ((char_length(cover_alt) <= 200)),
  constraint excerpt_length CHECK ((char_length(excerpt) <= 300)),
  constraint post_revisions_reading_min_check CHECK ((reading_min >= 1)),
  constraint title_length CHECK ((char_length(title) <= 120)),
  constraint too_many_tags CHECK ((cardinality(tags) <= 10)),
  constraint unknown_art CHECK ((cover_art = ANY (ARRAY['gap'::text, 'jars'::text, 'path'::text, 'meeting'::text, 'table'::text]))),
  constraint unknown_reason CHECK ((why = ANY (ARRAY['saved'::text, 'restored'::text])))
);
CREATE INDEX post_revisions_author_id ON public.post_revisions USING btree (author_id);
CREATE INDEX post_revisions_category_id ON public.post_revisions USING btree (category_id);
CREATE INDEX post_revisions_cover_id ON public.post_revisions USING btree (cover_id);
CREATE INDEX post_revisions_created_by ON public.post_revisions USING btree (created_by);
CREATE INDEX post_revisions_of_post ON public.post_revisions USING btree (post_id, saved_at DESC);
CREATE TRIGGER forbid_change_while_shown BEFORE UPDATE ON public.post_revisions FOR EACH ROW EXECUTE FUNCTION forbid_shown_revision_change();
alter table post_revisions enable row level security;
create policy "site editors read every revision" on post_revisions for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
create policy "visitors read what a published post shows" on post_revisions for select to anon
  using ((id IN ( SELECT p.shown_id
   FROM posts p
  WHERE (p.status = 'published'::text))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table post_revisions to service_role;
grant select on table post_revisions to authenticated;
grant select (author_id, body, category_id, cover_alt, cover_art, cover_id, excerpt, id, plain, post_id, reading_min, saved_at, search, tags, title) on post_revisions to anon;

create table post_slugs (
  slug text collate "C" not null,
  post_id uuid not null,
  is_current boolean default true not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint post_slugs_pkey PRIMARY KEY (slug),
  constraint post_slugs_post_id_fkey FOREIGN KEY (post_id) REFERENCES posts(id) ON DELETE CASCADE,
  constraint slug_invalid CHECK (((slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'::text) AND (char_length(slug) <= 60))),
  constraint slug_reserved CHECK ((slug <> ALL (ARRAY['rss'::text, 'feed'::text, 'preview'::text, 'page'::text, 'topic'::text, 'tag'::text, 'search'::text, 'author'::text])))
);
CREATE UNIQUE INDEX one_slug_of_now ON public.post_slugs USING btree (post_id) WHERE is_current;
CREATE INDEX post_slugs_of_post ON public.post_slugs USING btree (post_id);
alter table post_slugs enable row level security;
create policy "everyone finds published posts by every former address" on post_slugs for select to anon, authenticated
  using ((post_id IN ( SELECT p.id
   FROM posts p
  WHERE (p.status = 'published'::text))));
create policy "site editors see every address of a post" on post_slugs for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table post_slugs to service_role;
grant select on table post_slugs to anon;
grant select on table post_slugs to authenticated;

create table posts (
  id uuid default gen_random_uuid() not null,
  status text default 'draft'::text not null,
  published_at timestamp with time zone,
  scheduled_for timestamp with time zone,
  draft_id uuid,
  shown_id uuid,
  has_own_slug boolean default false not null,
  featured boolean default false not null,
  created_by uuid default auth.uid(),
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  deleted_at timestamp with time zone,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint posts_pkey PRIMARY KEY (id),
  constraint posts_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint posts_draft_id_fkey FOREIGN KEY (draft_id) REFERENCES post_revisions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint posts_shown_id_fkey FOREIGN KEY (shown_id) REFERENCES post_revisions(id) DEFERRABLE INITIALLY DEFERRED,
  constraint deleted_but_public CHECK (((deleted_at IS NULL) OR (status = 'draft'::text))),
  constraint published_without_content CHECK (((status <> 'published'::text) OR ((shown_id IS NOT NULL) AND (published_at IS NOT NULL)))),
  constraint scheduled_without_hour CHECK ((((status = 'scheduled'::text) = (scheduled_for IS NOT NULL)) AND ((status <> 'scheduled'::text) OR (shown_id IS NOT NULL)))),
  constraint unknown_status CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text])))
);
CREATE INDEX posts_created_by ON public.posts USING btree (created_by);
CREATE UNIQUE INDEX posts_draft_id ON public.posts USING btree (draft_id);
CREATE INDEX posts_published ON public.posts USING btree (published_at DESC) WHERE (status = 'published'::text);
CREATE UNIQUE INDEX posts_shown_id ON public.posts USING btree (shown_id);
CREATE TRIGGER announce_new_post AFTER INSERT ON public.posts FOR EACH ROW WHEN ((new.status = 'published'::text)) EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER announce_page_change AFTER DELETE OR UPDATE OF status, shown_id, published_at, featured, has_own_slug ON public.posts FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.posts FOR EACH ROW EXECUTE FUNCTION next_version();
alter table posts enable row level security;
create policy "site editors feature posts" on posts for update to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
create policy "site editors see every post" on posts for select to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
create policy "visitors see published posts" on posts for select to anon
  using ((status = 'published'::text));
grant delete, insert, maintain, references, select, trigger, truncate, update on table posts to service_role;
grant select on table posts to authenticated;
grant select (featured, id, published_at, shown_id, status, updated_at) on posts to anon;
grant update (featured) on posts to authenticated;

create table preference_links (
  token_hash text not null,
  contact_id uuid not null,
  email text not null,
  campaign_id uuid,
  created_at timestamp with time zone default now() not null,
  constraint preference_links_pkey PRIMARY KEY (token_hash),
  constraint preference_links_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL,
  constraint preference_links_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE
);
CREATE INDEX preference_links_of_contact ON public.preference_links USING btree (contact_id);
CREATE INDEX preference_links_oldest ON public.preference_links USING btree (created_at);
alter table preference_links enable row level security;
create policy "only the server sees the links" on preference_links for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table preference_links to service_role;

create table prices (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  name text default ''::text not null,
  amount_agorot integer not null,
  vat_mode text default 'included'::text not null,
  max_installments integer default 1 not null,
  "interval" text,
  charges integer,
  active_from timestamp with time zone default now() not null,
  active_to timestamp with time zone,
  seats integer,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint prices_pkey PRIMARY KEY (id),
  constraint prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
  constraint charges_without_interval CHECK (((charges IS NULL) OR ("interval" IS NOT NULL))),
  constraint price_amount_range CHECK (((amount_agorot >= 0) AND (amount_agorot <= 100000000))),
  constraint price_charges_range CHECK (((charges >= 2) AND (charges <= 60))),
  constraint price_ends_before_it_begins CHECK ((active_to > active_from)),
  constraint price_installments_range CHECK (((max_installments >= 1) AND (max_installments <= 36))),
  constraint price_name_length CHECK (((char_length(name) <= 40) AND (name !~ '[\r\n]'::text) AND (name = btrim(name)))),
  constraint price_of_two_kinds CHECK ((("interval" IS NULL) OR (max_installments = 1))),
  constraint price_seats_range CHECK (((seats >= 1) AND (seats <= 100000))),
  constraint unknown_interval CHECK (("interval" = ANY (ARRAY['month'::text, 'year'::text]))),
  constraint unknown_vat_mode CHECK ((vat_mode = ANY (ARRAY['included'::text, 'exempt'::text]))),
  constraint price_at_the_same_time EXCLUDE USING gist (product_id WITH =, name WITH =, tstzrange(active_from, active_to) WITH &&)
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.prices FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.prices REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.prices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.prices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.prices FOR EACH ROW EXECUTE FUNCTION next_version();
alter table prices enable row level security;
create policy "owners and admins set the prices" on prices for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the prices" on prices for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table prices to service_role;
grant delete, select on table prices to authenticated;
grant insert (active_from, active_to, amount_agorot, charges, "interval", max_installments, name, product_id, seats, vat_mode) on prices to authenticated;
grant update (active_from, active_to, amount_agorot, charges, "interval", max_installments, name, seats, vat_mode) on prices to authenticated;

create table privacy_events (
  id uuid default gen_random_uuid() not null,
  person_id uuid not null,
  kind text not null,
  by uuid,
  at timestamp with time zone default now() not null,
  constraint privacy_events_pkey PRIMARY KEY (id),
  constraint unknown_privacy_event CHECK ((kind = ANY (ARRAY['exported'::text, 'anonymised'::text])))
);
CREATE INDEX privacy_events_newest ON public.privacy_events USING btree (at DESC, id);
alter table privacy_events enable row level security;
create policy "owners and admins see whose data was given out or erased" on privacy_events for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table privacy_events to service_role;
grant select on table privacy_events to authenticated;

create table process_stage_instances (
  id uuid default gen_random_uuid() not null,
  client_process_id uuid not null,
  process_stage_id uuid not null,
  status text default 'locked'::text not null,
  opened_at timestamp with time zone,
  due_on date,
  done_at timestamp with time zone,
  done_by uuid,
  note text,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint process_stage_instances_pkey PRIMARY KEY (id),
  constraint stage_already_there UNIQUE (client_process_id, process_stage_id),
  constraint process_stage_instances_client_process_id_fkey FOREIGN KEY (client_process_id) REFERENCES client_processes(id) ON DELETE CASCADE,
  constraint stage_in_use FOREIGN KEY (process_stage_id) REFERENCES process_stages(id),
  constraint done_has_its_time CHECK (((status = 'done'::text) = (done_at IS NOT NULL))),
  constraint note_length CHECK ((char_length(note) <= 2000)),
  constraint unknown_status CHECK ((status = ANY (ARRAY['locked'::text, 'active'::text, 'waiting_client'::text, 'waiting_coach'::text, 'done'::text, 'skipped'::text])))
);
alter table process_stage_instances replica identity full;
CREATE INDEX process_stage_instances_process_stage_id ON public.process_stage_instances USING btree (process_stage_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.process_stage_instances REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.process_stage_instances REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.process_stage_instances REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER derive_messages AFTER UPDATE ON public.process_stage_instances FOR EACH ROW WHEN (((old.status <> new.status) AND (('done'::text = old.status) OR ('done'::text = new.status)))) EXECUTE FUNCTION derive_stage_messages();
CREATE TRIGGER derive_messages_of_deleted AFTER DELETE ON public.process_stage_instances FOR EACH ROW WHEN ((old.status = 'done'::text)) EXECUTE FUNCTION derive_stage_messages();
CREATE TRIGGER emit_moved AFTER UPDATE ON public.process_stage_instances FOR EACH ROW WHEN ((((new.status = 'done'::text) AND (old.status <> 'done'::text)) OR ((new.status = ANY (ARRAY['active'::text, 'waiting_client'::text, 'waiting_coach'::text])) AND (old.status <> ALL (ARRAY['active'::text, 'waiting_client'::text, 'waiting_coach'::text]))))) EXECUTE FUNCTION emit_stage_event();
CREATE TRIGGER emit_opened AFTER INSERT ON public.process_stage_instances FOR EACH ROW WHEN ((new.status = ANY (ARRAY['active'::text, 'waiting_client'::text, 'waiting_coach'::text]))) EXECUTE FUNCTION emit_stage_event();
CREATE TRIGGER next_version BEFORE UPDATE ON public.process_stage_instances FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.process_stage_instances FOR EACH ROW EXECUTE FUNCTION stage_instances_before_write();
alter table process_stage_instances enable row level security;
create policy "a client sees where they stand in the stages meant for clients" on process_stage_instances for select to authenticated
  using (((client_process_id IN ( SELECT my_process_ids() AS my_process_ids)) AND (process_stage_id IN ( SELECT process_stages.id
   FROM process_stages
  WHERE process_stages.visible_to_client))));
create policy "a coach lays out the stages of the processes of their contacts" on process_stage_instances for insert to authenticated
  with check ((client_process_id IN ( SELECT client_processes.id
   FROM client_processes
  WHERE (client_processes.contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)))));
create policy "a coach moves the stages of their contacts" on process_stage_instances for update to authenticated
  using ((client_process_id IN ( SELECT client_processes.id
   FROM client_processes
  WHERE (client_processes.contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)))));
create policy "owners and admins delete stages of a process" on process_stage_instances for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins move every stage" on process_stage_instances for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales lay out the stages of a process" on process_stage_instances for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "staff see the stages of the processes they see" on process_stage_instances for select to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (client_process_id IN ( SELECT client_processes.id
   FROM client_processes))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table process_stage_instances to service_role;
grant delete, select on table process_stage_instances to authenticated;
grant insert (client_process_id, due_on, id, note, process_stage_id, status) on process_stage_instances to authenticated;
grant update (due_on, note, status) on process_stage_instances to authenticated;

create table process_stages (
  id uuid default gen_random_uuid() not null,
  template_id uuid not null,
  name text not null,
  stage_order integer not null,
  description text default ''::text not null,
  stage_type text not null,
  goal text default ''::text not null,
  completion_rule text default ''::text not null,
  default_days integer,
  is_skippable boolean default false not null,
  visible_to_client boolean default true not null,
  task_template jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  constraint process_stages_pkey PRIMARY KEY (id),
  constraint stage_order_taken UNIQUE (template_id, stage_order) DEFERRABLE,
  constraint process_stages_template_id_fkey FOREIGN KEY (template_id) REFERENCES process_templates(id) ON DELETE CASCADE,
  constraint completion_rule_length CHECK ((char_length(completion_rule) <= 500)),
  constraint default_days_positive CHECK ((default_days > 0)),
  constraint stage_description_length CHECK ((char_length(description) <= 2000)),
  constraint stage_goal_length CHECK ((char_length(goal) <= 300)),
  constraint stage_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 80))),
  constraint stage_order_positive CHECK ((stage_order > 0)),
  constraint task_template_is_a_list CHECK ((jsonb_typeof(task_template) = 'array'::text)),
  constraint unknown_stage_type CHECK ((stage_type = ANY (ARRAY['meeting'::text, 'form'::text, 'task'::text, 'document'::text, 'payment'::text, 'content'::text, 'milestone'::text, 'discovery'::text, 'plan'::text, 'action'::text, 'review'::text, 'build'::text, 'close'::text])))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.process_stages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.process_stages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.process_stages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.process_stages FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER touch_template AFTER INSERT OR DELETE OR UPDATE ON public.process_stages FOR EACH ROW EXECUTE FUNCTION touch_template();
alter table process_stages enable row level security;
create policy "a client sees the stages of their processes meant for clients" on process_stages for select to authenticated
  using ((visible_to_client AND (template_id IN ( SELECT client_processes.process_template_id
   FROM client_processes
  WHERE (client_processes.id IN ( SELECT my_process_ids() AS my_process_ids))))));
create policy "owners and admins add stages of processes" on process_stages for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change stages of processes" on process_stages for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete stages of processes" on process_stages for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the stages of processes" on process_stages for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table process_stages to service_role;
grant delete, select on table process_stages to authenticated;
grant insert (completion_rule, default_days, description, goal, id, is_skippable, name, stage_order, stage_type, task_template, template_id, visible_to_client) on process_stages to authenticated;
grant update (completion_rule, default_days, description, goal, is_skippable, name, stage_order, stage_type, task_template, visible_to_client) on process_stages to authenticated;

create table process_templates (
  id uuid default gen_random_uuid() not null,
  name text not null,
  description text default ''::text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint process_templates_pkey PRIMARY KEY (id),
  constraint template_description_length CHECK ((char_length(description) <= 2000)),
  constraint template_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 120)))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.process_templates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.process_templates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.process_templates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.process_templates FOR EACH ROW EXECUTE FUNCTION next_version();
alter table process_templates enable row level security;
create policy "a client sees the templates of their own processes" on process_templates for select to authenticated
  using ((id IN ( SELECT client_processes.process_template_id
   FROM client_processes
  WHERE (client_processes.id IN ( SELECT my_process_ids() AS my_process_ids)))));
create policy "owners and admins add process templates" on process_templates for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change process templates" on process_templates for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete process templates" on process_templates for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the process templates" on process_templates for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table process_templates to service_role;
grant delete, select on table process_templates to authenticated;
grant insert (description, id, is_active, name) on process_templates to authenticated;
grant update (description, is_active, name) on process_templates to authenticated;

create table product_slugs (
  slug text not null,
  product_id uuid not null,
  left_at timestamp with time zone default now() not null,
  constraint product_slugs_pkey PRIMARY KEY (slug),
  constraint product_slugs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_slugs_of_product ON public.product_slugs USING btree (product_id);
alter table product_slugs enable row level security;
create policy "staff see the former addresses of products" on product_slugs for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table product_slugs to service_role;
grant select on table product_slugs to authenticated;

create table product_waitlist (
  id uuid default gen_random_uuid() not null,
  product_id uuid not null,
  contact_id uuid not null,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  told_at timestamp with time zone,
  constraint product_waitlist_pkey PRIMARY KEY (id),
  constraint already_waiting UNIQUE (product_id, contact_id),
  constraint product_waitlist_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint product_waitlist_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint product_waitlist_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
);
CREATE INDEX product_waitlist_of_contact ON public.product_waitlist USING btree (contact_id);
CREATE INDEX product_waitlist_of_notice ON public.product_waitlist USING btree (privacy_text_id);
alter table product_waitlist enable row level security;
create policy "a coach sees for what their contacts wait" on product_waitlist for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales record who was notified" on product_waitlist for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see who waits for a product" on product_waitlist for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales take people off a waiting list" on product_waitlist for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table product_waitlist to service_role;
grant delete, select on table product_waitlist to authenticated;
grant update (told_at) on product_waitlist to authenticated;

create table products (
  id uuid default gen_random_uuid() not null,
  slug text not null,
  name text not null,
  kind text default 'service'::text not null,
  tagline text default ''::text not null,
  description text default ''::text not null,
  included text[] default '{}'::text[] not null,
  facts jsonb default '[]'::jsonb not null,
  call_words text default 'לשיחת היכרות'::text not null,
  call_way text default 'talk'::text not null,
  "position" integer default 0 not null,
  is_active boolean default false not null,
  has_waitlist boolean default true not null,
  process_template_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint products_pkey PRIMARY KEY (id),
  constraint slug_taken UNIQUE (slug),
  constraint products_process_template_id_fkey FOREIGN KEY (process_template_id) REFERENCES process_templates(id) ON DELETE SET NULL,
  constraint product_call_length CHECK ((((char_length(call_words) >= 2) AND (char_length(call_words) <= 30)) AND (call_words ~ '\S'::text) AND (call_words !~ '[\r\n]'::text))),
  constraint product_description_length CHECK ((char_length(description) <= 600)),
  constraint product_facts_invalid CHECK (((jsonb_typeof(facts) = 'array'::text) AND (jsonb_array_length(facts) <= 12) AND (pg_column_size(facts) <= 4000))),
  constraint product_included_invalid CHECK (((cardinality(included) <= 10) AND (char_length(array_to_string(included, ''::text)) <= 800))),
  constraint product_name_length CHECK ((((char_length(name) >= 2) AND (char_length(name) <= 80)) AND (name ~ '\S'::text) AND (name !~ '[\r\n]'::text))),
  constraint product_slug_form CHECK ((((char_length(slug) >= 2) AND (char_length(slug) <= 60)) AND (slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'::text))),
  constraint product_tagline_length CHECK (((char_length(tagline) <= 160) AND (tagline !~ '[\r\n]'::text))),
  constraint slug_reserved CHECK ((NOT is_reserved_slug(slug))),
  constraint unknown_call_way CHECK ((call_way = ANY (ARRAY['talk'::text, 'buy'::text]))),
  constraint unknown_product_kind CHECK ((kind = ANY (ARRAY['service'::text, 'digital'::text, 'event'::text, 'subscription'::text])))
);
CREATE INDEX products_of_template ON public.products USING btree (process_template_id);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER forget_page AFTER DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION forget_product_page();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION products_before_write();
alter table products enable row level security;
create policy "owners and admins delete products" on products for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see the products" on products for select to authenticated
  using (( SELECT is_staff() AS is_staff));
create policy "who cares for the site adds products" on products for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "who cares for the site changes products" on products for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table products to service_role;
grant delete, select on table products to authenticated;
grant insert (call_way, call_words, description, facts, has_waitlist, included, is_active, kind, name, "position", process_template_id, slug, tagline) on products to authenticated;
grant update (call_way, call_words, description, facts, has_waitlist, included, is_active, kind, name, "position", process_template_id, slug, tagline) on products to authenticated;

create table received_messages (
  id uuid default gen_random_uuid() not null,
  channel text not null,
  provider_id text not null,
  from_value text not null,
  contact_id uuid,
  received_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint received_messages_pkey PRIMARY KEY (id),
  constraint message_already_received UNIQUE (channel, provider_id),
  constraint received_messages_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint provider_id_length CHECK (((char_length(provider_id) >= 1) AND (char_length(provider_id) <= 300))),
  constraint received_from_phone CHECK ((from_value ~ '^\+[1-9]\d{6,14}$'::text)),
  constraint unknown_channel CHECK ((channel = ANY (ARRAY['whatsapp'::text, 'sms'::text])))
);
CREATE INDEX received_messages_from ON public.received_messages USING btree (channel, from_value, received_at DESC);
CREATE INDEX received_messages_of_contact ON public.received_messages USING btree (contact_id, received_at DESC);
CREATE TRIGGER emit_received AFTER INSERT ON public.received_messages FOR EACH ROW EXECUTE FUNCTION emit_message_received();
alter table received_messages enable row level security;
create policy "a coach sees what arrived from their contacts" on received_messages for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see what arrived" on received_messages for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table received_messages to service_role;
grant select on table received_messages to authenticated;

create table reconciliations (
  day date not null,
  provider text not null,
  is_stand_in boolean default false not null,
  ours_agorot bigint default 0 not null,
  theirs_agorot bigint default 0 not null,
  differences jsonb default '[]'::jsonb not null,
  fault text,
  compared_at timestamp with time zone default now() not null,
  constraint reconciliations_pkey PRIMARY KEY (day, provider, is_stand_in),
  constraint differences_are_a_list CHECK ((jsonb_typeof(differences) = 'array'::text))
);
alter table reconciliations enable row level security;
create policy "owners and admins see how the books of the provider compare" on reconciliations for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table reconciliations to service_role;
grant select on table reconciliations to authenticated;

create table redirects (
  id uuid default gen_random_uuid() not null,
  from_path text not null,
  to_address text not null,
  code smallint default 301 not null,
  hits bigint default 0 not null,
  last_hit_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirect_from_taken UNIQUE (from_path),
  constraint redirect_from_form CHECK ((is_site_path(from_path) AND (from_path <> '/'::text))),
  constraint redirect_to_form CHECK (((char_length(to_address) <= 500) AND (to_address !~ '[[:space:][:cntrl:]\\]'::text) AND ((to_address ~ '^/([^/]|$)'::text) OR (to_address ~ '^https://[^/@?#]+\.[^/@?#]+([/?#]|$)'::text)))),
  constraint unknown_redirect_code CHECK ((code = ANY (ARRAY[301, 302])))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE OF from_path, to_address, code ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE CONSTRAINT TRIGGER forbid_redirect_loops AFTER INSERT OR UPDATE OF from_path, to_address ON public.redirects NOT DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION forbid_redirect_loops();
CREATE TRIGGER stamp_update BEFORE UPDATE OF from_path, to_address, code ON public.redirects FOR EACH ROW EXECUTE FUNCTION stamp_redirect();
alter table redirects enable row level security;
create policy "owners, admins and content editors lead old addresses on" on redirects for all to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table redirects to service_role;
grant delete, select on table redirects to authenticated;
grant insert (code, from_path, to_address) on redirects to authenticated;
grant update (code, from_path, to_address) on redirects to authenticated;

create table review_authors (
  review_id uuid not null,
  name text not null,
  email text,
  contact_id uuid,
  words_hash text not null,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  constraint review_authors_pkey PRIMARY KEY (review_id),
  constraint review_already_left UNIQUE (email, words_hash),
  constraint review_authors_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE SET NULL,
  constraint review_authors_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint review_authors_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);
CREATE INDEX review_authors_of_contact ON public.review_authors USING btree (contact_id);
CREATE INDEX review_authors_of_notice ON public.review_authors USING btree (privacy_text_id);
CREATE TRIGGER forget_author AFTER UPDATE OF email ON public.review_authors FOR EACH ROW WHEN (((old.email IS NOT NULL) AND (new.email IS NULL))) EXECUTE FUNCTION forget_review_author();
alter table review_authors enable row level security;
create policy "owners and admins see who wrote a review" on review_authors for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table review_authors to service_role;
grant select on table review_authors to authenticated;

create table review_edits (
  id uuid default gen_random_uuid() not null,
  review_id uuid not null,
  body text not null,
  proposed_by uuid default auth.uid(),
  proposed_at timestamp with time zone default now() not null,
  decision text,
  decided_at timestamp with time zone,
  constraint review_edits_pkey PRIMARY KEY (id),
  constraint review_edits_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint review_edits_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint decision_with_its_day CHECK (((decision IS NULL) = (decided_at IS NULL))),
  constraint review_edit_length CHECK (((char_length(body) >= 10) AND (char_length(body) <= 2000))),
  constraint unknown_edit_decision CHECK ((decision = ANY (ARRAY['approved'::text, 'declined'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX review_edit_waits_already ON public.review_edits USING btree (review_id) WHERE (decision IS NULL);
CREATE INDEX review_edits_of_review ON public.review_edits USING btree (review_id, proposed_at DESC);
CREATE INDEX review_edits_proposed_by ON public.review_edits USING btree (proposed_by);
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.review_edits FOR EACH ROW EXECUTE FUNCTION review_edits_before_write();
alter table review_edits enable row level security;
create policy "site editors withdraw wordings that were not accepted" on review_edits for update to authenticated
  using (((decision IS NULL) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role)))
  with check ((COALESCE(decision, 'withdrawn'::text) = 'withdrawn'::text));
create policy "who cares for the site sees words proposed to authors" on review_edits for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table review_edits to service_role;
grant select on table review_edits to authenticated;
grant update (decision) on review_edits to authenticated;

create table review_links (
  token_hash text not null,
  review_id uuid not null,
  edit_id uuid,
  is_reminder boolean default false not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '7 days'::interval) not null,
  constraint review_links_pkey PRIMARY KEY (token_hash),
  constraint review_links_edit_id_fkey FOREIGN KEY (edit_id) REFERENCES review_edits(id) ON DELETE CASCADE,
  constraint review_links_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE
);
CREATE INDEX review_links_of_edit ON public.review_links USING btree (edit_id);
CREATE INDEX review_links_of_review ON public.review_links USING btree (review_id, created_at DESC);
CREATE INDEX review_links_oldest ON public.review_links USING btree (created_at);
alter table review_links enable row level security;
create policy "only the server sees the links of authors" on review_links for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table review_links to service_role;

create table review_photos (
  id uuid default gen_random_uuid() not null,
  review_id uuid not null,
  bytes bytea not null,
  agreed_words text not null,
  created_at timestamp with time zone default now() not null,
  constraint review_photos_pkey PRIMARY KEY (id),
  constraint review_has_a_photo UNIQUE (review_id),
  constraint review_photos_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE,
  constraint review_photo_size CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 200000)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.review_photos FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
alter table review_photos enable row level security;
create policy "who cares for the site sees the photos of authors" on review_photos for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "who cares for the site takes a photo away" on review_photos for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table review_photos to service_role;
grant delete, select on table review_photos to authenticated;

create table review_requests (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  email text not null,
  token_hash text not null,
  asked_by uuid default auth.uid(),
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone default (now() + '30 days'::interval) not null,
  closed_at timestamp with time zone,
  review_id uuid,
  constraint review_requests_pkey PRIMARY KEY (id),
  constraint review_requests_token_hash_key UNIQUE (token_hash),
  constraint review_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint review_requests_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint review_requests_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE SET NULL,
  constraint review_request_address CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text)))
);
CREATE UNIQUE INDEX review_asked_already ON public.review_requests USING btree (contact_id) WHERE (closed_at IS NULL);
CREATE INDEX review_requests_asked_by ON public.review_requests USING btree (asked_by);
CREATE INDEX review_requests_of_contact ON public.review_requests USING btree (contact_id, created_at DESC);
CREATE INDEX review_requests_of_review ON public.review_requests USING btree (review_id);
alter table review_requests enable row level security;
create policy "a coach sees whom of their contacts was asked for a review" on review_requests for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see who was asked for a review" on review_requests for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table review_requests to service_role;
grant select (asked_by, closed_at, contact_id, created_at, email, expires_at, id, review_id) on review_requests to authenticated;

create table reviews (
  id uuid default gen_random_uuid() not null,
  shown_name text not null,
  about text,
  rating smallint,
  body text not null,
  original_body text not null,
  edit_agreed_on date,
  tags text[] default '{}'::text[] not null,
  source text default 'manual'::text not null,
  consent_scope text default 'first_name_only'::text not null,
  permission text,
  permitted_on date,
  status text default 'pending'::text not null,
  rejected_because text,
  is_featured boolean default false not null,
  verified_at timestamp with time zone,
  approved_at timestamp with time zone,
  approved_by uuid,
  reply text,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  verified_by text,
  constraint reviews_pkey PRIMARY KEY (id),
  constraint reviews_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint rejected_without_reason CHECK (((status = 'rejected'::text) = (rejected_because IS NOT NULL))),
  constraint review_about_length CHECK (((char_length(about) <= 120) AND (about ~ '\S'::text) AND (about !~ '[\r\n]'::text))),
  constraint review_body_length CHECK (((char_length(body) >= 10) AND (char_length(body) <= 2000))),
  constraint review_changed_without_consent CHECK (((status <> 'approved'::text) OR (body = original_body) OR (edit_agreed_on IS NOT NULL))),
  constraint review_name_length CHECK ((((char_length(shown_name) >= 1) AND (char_length(shown_name) <= 80)) AND (shown_name ~ '\S'::text) AND (shown_name !~ '[\r\n]'::text))),
  constraint review_not_verified CHECK (((status <> 'approved'::text) OR (source <> 'form'::text) OR (verified_at IS NOT NULL))),
  constraint review_permission_length CHECK (((char_length(permission) <= 500) AND (permission ~ '\S'::text))),
  constraint review_proof_with_its_day CHECK (((verified_at IS NULL) = (verified_by IS NULL))),
  constraint review_rating_range CHECK (((rating >= 1) AND (rating <= 5))),
  constraint review_reply_length CHECK (((char_length(reply) <= 600) AND (reply ~ '\S'::text))),
  constraint review_tags_invalid CHECK (((cardinality(tags) <= 6) AND (array_to_string(tags, ''::text, ''::text) !~ '[\r\n,]'::text) AND (char_length(array_to_string(tags, ''::text)) <= 180))),
  constraint review_without_permission CHECK (((status <> 'approved'::text) OR ((permission IS NOT NULL) AND (permitted_on IS NOT NULL)))),
  constraint unknown_consent_scope CHECK ((consent_scope = ANY (ARRAY['first_name_only'::text, 'site'::text, 'ads'::text]))),
  constraint unknown_rejection CHECK ((rejected_because = ANY (ARRAY['withdrawn'::text, 'not_a_client'::text, 'abusive'::text, 'spam'::text, 'other'::text]))),
  constraint unknown_review_proof CHECK ((verified_by = ANY (ARRAY['mail'::text, 'request'::text, 'staff'::text]))),
  constraint unknown_review_source CHECK ((source = ANY (ARRAY['form'::text, 'google'::text, 'manual'::text, 'import'::text]))),
  constraint unknown_review_status CHECK ((status = ANY (ARRAY['pending_verification'::text, 'pending'::text, 'approved'::text, 'rejected'::text])))
);
CREATE INDEX reviews_newest ON public.reviews USING btree (created_at DESC);
CREATE INDEX reviews_shown ON public.reviews USING btree (is_featured DESC, approved_at DESC) WHERE (status = 'approved'::text);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER emit_submitted AFTER INSERT ON public.reviews FOR EACH ROW WHEN ((new.status = 'pending'::text)) EXECUTE FUNCTION emit_review_submitted();
CREATE TRIGGER forbid_text_change BEFORE UPDATE OF body, edit_agreed_on ON public.reviews FOR EACH ROW WHEN (((old.source = 'form'::text) AND ((old.body IS DISTINCT FROM new.body) OR (old.edit_agreed_on IS DISTINCT FROM new.edit_agreed_on)))) EXECUTE FUNCTION forbid_review_text_change();
CREATE TRIGGER notify_of_review AFTER UPDATE OF status ON public.reviews FOR EACH ROW WHEN (((old.status = 'pending_verification'::text) AND (old.verified_at IS NULL) AND (new.status = 'pending'::text))) EXECUTE FUNCTION notify_of_review();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION reviews_before_write();
CREATE TRIGGER zz_emit_submitted AFTER UPDATE OF status ON public.reviews FOR EACH ROW WHEN (((old.status = 'pending_verification'::text) AND (new.status = 'pending'::text))) EXECUTE FUNCTION emit_review_submitted();
alter table reviews enable row level security;
create policy "owners and admins delete reviews" on reviews for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "who cares for the site adds reviews that were given elsewhere" on reviews for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role) AND (source <> 'form'::text)));
create policy "who cares for the site decides on reviews" on reviews for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
create policy "who cares for the site sees every review" on reviews for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table reviews to service_role;
grant delete, select on table reviews to authenticated;
grant insert (about, body, consent_scope, permission, permitted_on, rating, shown_name, source, status, tags) on reviews to authenticated;
grant update (about, body, edit_agreed_on, is_featured, permission, permitted_on, rejected_because, reply, shown_name, status, tags, verified_at) on reviews to authenticated;

create table saved_views (
  id uuid default gen_random_uuid() not null,
  user_id uuid default auth.uid() not null,
  entity text not null,
  name text not null,
  query jsonb default '{"search": ""}'::jsonb not null,
  shared boolean default false not null,
  "position" integer default 0 not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  version integer default 1 not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint view_name_taken UNIQUE (user_id, entity, name),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint unknown_view_entity CHECK ((entity = ANY (ARRAY['contacts'::text, 'opportunities'::text, 'tasks'::text]))),
  constraint view_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60))),
  constraint view_query_invalid CHECK (((jsonb_typeof(query) = 'object'::text) AND (jsonb_typeof((query -> 'search'::text)) = 'string'::text) AND (char_length((query ->> 'search'::text)) <= 4000)))
);
CREATE INDEX saved_views_shared ON public.saved_views USING btree (entity) WHERE shared;
CREATE TRIGGER audit_delete AFTER DELETE ON public.saved_views REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.saved_views REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER limit_views BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION limit_saved_views();
CREATE TRIGGER next_version BEFORE UPDATE ON public.saved_views FOR EACH ROW EXECUTE FUNCTION next_version();
alter table saved_views enable row level security;
create policy "owners and admins change shared views" on saved_views for update to authenticated
  using ((shared AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role)));
create policy "owners and admins delete shared views" on saved_views for delete to authenticated
  using ((shared AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role)));
create policy "staff change their own views" on saved_views for update to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (user_id = ( SELECT auth.uid() AS uid))));
create policy "staff delete their own views" on saved_views for delete to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (user_id = ( SELECT auth.uid() AS uid))));
create policy "staff keep views of their own" on saved_views for insert to authenticated
  with check ((( SELECT is_staff() AS is_staff) AND (user_id = ( SELECT auth.uid() AS uid))));
create policy "staff see their own views and the shared ones" on saved_views for select to authenticated
  using ((( SELECT is_staff() AS is_staff) AND (shared OR (user_id = ( SELECT auth.uid() AS uid)))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table saved_views to service_role;
grant delete, select on table saved_views to authenticated;
grant insert (entity, id, name, "position", query, shared) on saved_views to authenticated;
grant update (name, "position", query, shared) on saved_views to authenticated;

create table schedule_overrides (
  schedule_id uuid not null,
  day date not null,
  windows jsonb not null,
  constraint schedule_overrides_pkey PRIMARY KEY (schedule_id, day),
  constraint schedule_overrides_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint override_windows_invalid CHECK (((jsonb_typeof(windows) = 'array'::text) AND (jsonb_array_length(windows) <= 12)))
);
CREATE TRIGGER check_windows BEFORE INSERT OR UPDATE ON public.schedule_overrides FOR EACH ROW EXECUTE FUNCTION check_override();
alter table schedule_overrides enable row level security;
create policy "a host, owners and admins add hours of single dates" on schedule_overrides for insert to authenticated
  with check ((EXISTS ( SELECT
   FROM schedules s
  WHERE ((s.id = schedule_overrides.schedule_id) AND private.manages_host(s.user_id)))));
create policy "a host, owners and admins change hours of single dates" on schedule_overrides for update to authenticated
  using ((EXISTS ( SELECT
   FROM schedules s
  WHERE ((s.id = schedule_overrides.schedule_id) AND private.manages_host(s.user_id)))));
create policy "a host, owners and admins delete hours of single dates" on schedule_overrides for delete to authenticated
  using ((EXISTS ( SELECT
   FROM schedules s
  WHERE ((s.id = schedule_overrides.schedule_id) AND private.manages_host(s.user_id)))));
create policy "staff see the hours of single dates" on schedule_overrides for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table schedule_overrides to service_role;
grant delete, insert, select, update on table schedule_overrides to authenticated;

create table schedule_rules (
  id uuid default gen_random_uuid() not null,
  schedule_id uuid not null,
  weekday smallint not null,
  start_local time without time zone not null,
  end_local time without time zone not null,
  constraint schedule_rules_pkey PRIMARY KEY (id),
  constraint schedule_rules_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON DELETE CASCADE,
  constraint weekday_range CHECK (((weekday >= 0) AND (weekday <= 6))),
  constraint window_ends_before_start CHECK ((end_local > start_local)),
  constraint windows_overlap EXCLUDE USING gist (schedule_id WITH =, weekday WITH =, int4range((EXTRACT(epoch FROM start_local))::integer, (EXTRACT(epoch FROM end_local))::integer) WITH &&)
);
alter table schedule_rules enable row level security;
create policy "a host, owners and admins add hours" on schedule_rules for insert to authenticated
  with check ((EXISTS ( SELECT
   FROM schedules s
  WHERE ((s.id = schedule_rules.schedule_id) AND private.manages_host(s.user_id)))));
create policy "a host, owners and admins delete hours" on schedule_rules for delete to authenticated
  using ((EXISTS ( SELECT
   FROM schedules s
  WHERE ((s.id = schedule_rules.schedule_id) AND private.manages_host(s.user_id)))));
create policy "staff see the hours of schedules" on schedule_rules for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table schedule_rules to service_role;
grant delete, insert, select on table schedule_rules to authenticated;

create table scheduled_messages (
  id uuid default gen_random_uuid() not null,
  idempotency_key text not null,
  contact_id uuid,
  channel text default 'email'::text not null,
  purpose text not null,
  template_id uuid,
  template_number integer,
  context_type text not null,
  context_id uuid not null,
  rule_id uuid,
  run_id uuid,
  to_value text,
  planned_at timestamp with time zone default now() not null,
  send_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  status text default 'scheduled'::text not null,
  skip_reason text,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  waits_because text,
  waits jsonb default '[]'::jsonb not null,
  constraint scheduled_messages_pkey PRIMARY KEY (id),
  constraint message_already_scheduled UNIQUE (idempotency_key),
  constraint scheduled_messages_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint scheduled_messages_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES message_rules(id) ON DELETE SET NULL,
  constraint context_type_form CHECK ((context_type ~ '^[a-z][a-z_]{1,40}$'::text)),
  constraint recipient_unknown CHECK (((contact_id IS NOT NULL) OR (to_value IS NOT NULL))),
  constraint skipped_for_a_reason CHECK ((((status <> 'skipped'::text) OR (skip_reason IS NOT NULL)) AND ((status = ANY (ARRAY['skipped'::text, 'canceled'::text])) OR (skip_reason IS NULL)))),
  constraint unknown_channel CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text, 'push'::text]))),
  constraint unknown_message_status CHECK ((status = ANY (ARRAY['scheduled'::text, 'held_quiet'::text, 'sending'::text, 'sent'::text, 'skipped'::text, 'failed'::text, 'canceled'::text]))),
  constraint unknown_purpose CHECK ((purpose = ANY (ARRAY['transactional'::text, 'service'::text, 'marketing'::text]))),
  constraint unknown_wait CHECK ((waits_because = ANY (ARRAY['daily_cap'::text, 'weekly_cap'::text, 'quiet_hours'::text]))),
  constraint waits_is_a_list CHECK ((jsonb_typeof(waits) = 'array'::text))
);
CREATE UNIQUE INDEX letter_already_scheduled ON public.scheduled_messages USING btree (context_id, contact_id) WHERE (context_type = 'campaign'::text);
CREATE INDEX scheduled_messages_due ON public.scheduled_messages USING btree (send_at) WHERE (status = ANY (ARRAY['scheduled'::text, 'held_quiet'::text]));
CREATE INDEX scheduled_messages_newest ON public.scheduled_messages USING btree (created_at DESC);
CREATE INDEX scheduled_messages_of_contact ON public.scheduled_messages USING btree (contact_id, created_at DESC);
CREATE INDEX scheduled_messages_of_context ON public.scheduled_messages USING btree (context_type, context_id, status, id);
CREATE INDEX scheduled_messages_of_rule ON public.scheduled_messages USING btree (rule_id, status) WHERE (rule_id IS NOT NULL);
CREATE INDEX scheduled_messages_of_run ON public.scheduled_messages USING btree (run_id) WHERE (run_id IS NOT NULL);
alter table scheduled_messages enable row level security;
create policy "a coach sees what is to go out to their contacts" on scheduled_messages for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see what is to go out" on scheduled_messages for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table scheduled_messages to service_role;
grant select on table scheduled_messages to authenticated;

create table schedules (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  name text not null,
  zone text default 'Asia/Jerusalem'::text not null,
  version integer default 1 not null,
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_of_user UNIQUE (id, user_id),
  constraint schedules_user_id_fkey FOREIGN KEY (user_id) REFERENCES booking_hosts(user_id) ON DELETE CASCADE,
  constraint schedule_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60))),
  constraint schedule_zone_form CHECK ((zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$'::text))
);
CREATE INDEX schedules_user_id ON public.schedules USING btree (user_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.schedules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.schedules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.schedules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.schedules FOR EACH ROW EXECUTE FUNCTION next_version();
alter table schedules enable row level security;
create policy "a host, owners and admins add schedules" on schedules for insert to authenticated
  with check (private.manages_host(user_id));
create policy "a host, owners and admins change schedules" on schedules for update to authenticated
  using (private.manages_host(user_id));
create policy "a host, owners and admins delete schedules" on schedules for delete to authenticated
  using (private.manages_host(user_id));
create policy "staff see schedules" on schedules for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table schedules to service_role;
grant delete, select on table schedules to authenticated;
grant insert (id, name, user_id, zone) on schedules to authenticated;
grant update (name, zone) on schedules to authenticated;

create table school_breaks (
  id uuid default gen_random_uuid() not null,
  name text not null,
  from_on date not null,
  until_on date not null,
  version integer default 1 not null,
  constraint school_breaks_pkey PRIMARY KEY (id),
  constraint school_break_ends_before_start CHECK ((until_on >= from_on)),
  constraint school_break_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 60))),
  constraint school_break_too_long CHECK (((until_on - from_on) <= 100))
);
CREATE INDEX school_breaks_in_order ON public.school_breaks USING btree (until_on);
CREATE TRIGGER audit_delete AFTER DELETE ON public.school_breaks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.school_breaks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.school_breaks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.school_breaks FOR EACH ROW EXECUTE FUNCTION next_version();
alter table school_breaks enable row level security;
create policy "owners and admins add school breaks" on school_breaks for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins change school breaks" on school_breaks for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins delete school breaks" on school_breaks for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "staff see school breaks" on school_breaks for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table school_breaks to service_role;
grant delete, select on table school_breaks to authenticated;
grant insert (from_on, id, name, until_on) on school_breaks to authenticated;
grant update (from_on, name, until_on) on school_breaks to authenticated;

create table sender_domains (
  domain text not null,
  dkim_selector text not null,
  updated_at timestamp with time zone default now() not null,
  constraint sender_domains_pkey PRIMARY KEY (domain),
  constraint dkim_selector_form CHECK (((dkim_selector ~ '^[a-z0-9][a-z0-9._-]*$'::text) AND (length(dkim_selector) <= 63))),
  constraint sender_domain_form CHECK (((domain = lower(domain)) AND (length(domain) <= 253)))
);
alter table sender_domains enable row level security;
create policy "owners and admins see the selector of the sender's domain" on sender_domains for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table sender_domains to service_role;
grant select on table sender_domains to authenticated;

create table seo_overrides (
  path text not null,
  title text,
  description text,
  image_id uuid,
  image_alt text,
  canonical text,
  is_hidden boolean default false not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint seo_overrides_pkey PRIMARY KEY (path),
  constraint seo_overrides_image_id_fkey FOREIGN KEY (image_id) REFERENCES pictures(id) ON DELETE SET NULL,
  constraint seo_canonical_form CHECK (is_site_path(canonical)),
  constraint seo_description_length CHECK (((char_length(description) <= 320) AND (description ~ '\S'::text) AND (description !~ '[\r\n]'::text))),
  constraint seo_home_hidden CHECK ((NOT ((path = '/'::text) AND is_hidden))),
  constraint seo_image_alt_length CHECK (((char_length(image_alt) <= 200) AND (image_alt ~ '\S'::text))),
  constraint seo_path_form CHECK (is_site_path(path)),
  constraint seo_title_length CHECK (((char_length(title) <= 120) AND (title ~ '\S'::text) AND (title !~ '[\r\n]'::text)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.seo_overrides FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.seo_overrides FOR EACH ROW EXECUTE FUNCTION stamp_seo();
alter table seo_overrides enable row level security;
create policy "owners, admins and content editors say what search engines read" on seo_overrides for all to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table seo_overrides to service_role;
grant delete, select on table seo_overrides to authenticated;
grant insert (canonical, description, image_alt, image_id, is_hidden, path, title) on seo_overrides to authenticated;
grant update (canonical, description, image_alt, image_id, is_hidden, title) on seo_overrides to authenticated;

create table seo_settings (
  is_only boolean default true not null,
  title_pattern text default '{{title}} | {{businessName}}'::text not null,
  google_verification text,
  bing_verification text,
  facebook_verification text,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null,
  constraint seo_settings_pkey PRIMARY KEY (is_only),
  constraint bing_verification_form CHECK ((bing_verification ~ '^[\w-]{10,100}$'::text)),
  constraint facebook_verification_form CHECK ((facebook_verification ~ '^[\w-]{10,100}$'::text)),
  constraint google_verification_form CHECK ((google_verification ~ '^[\w-]{10,100}$'::text)),
  constraint seo_settings_is_only_check CHECK (is_only),
  constraint title_pattern_form CHECK (((char_length(title_pattern) <= 100) AND (title_pattern !~ '[\r\n]'::text) AND (title_pattern ~~ '%{{title}}%'::text) AND (replace(replace(title_pattern, '{{title}}'::text, ''::text), '{{businessName}}'::text, ''::text) !~ '\{\{|\}\}'::text)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.seo_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.seo_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_insert AFTER INSERT ON public.seo_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_update AFTER UPDATE ON public.seo_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only', '1000');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.seo_settings FOR EACH ROW EXECUTE FUNCTION stamp_seo();
alter table seo_settings enable row level security;
create policy "owners, admins and content editors set how the site is found" on seo_settings for all to authenticated
  using (( SELECT is_site_editor() AS is_site_editor));
grant delete, insert, maintain, references, select, trigger, truncate, update on table seo_settings to service_role;
grant select on table seo_settings to authenticated;
grant insert (bing_verification, facebook_verification, google_verification, title_pattern) on seo_settings to authenticated;
grant update (bing_verification, facebook_verification, google_verification, title_pattern) on seo_settings to authenticated;

create table session_packages (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  type_id uuid not null,
  total integer not null,
  expires_on date,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  created_by uuid default auth.uid(),
  version integer default 1 not null,
  is_demo boolean default false not null,
  constraint session_packages_pkey PRIMARY KEY (id),
  constraint session_packages_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint session_packages_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint type_has_packages FOREIGN KEY (type_id) REFERENCES appointment_types(id),
  constraint package_note_length CHECK ((char_length(note) <= 200)),
  constraint package_total_range CHECK (((total >= 1) AND (total <= 100)))
);
CREATE INDEX session_packages_created_by ON public.session_packages USING btree (created_by);
CREATE INDEX session_packages_of_contact ON public.session_packages USING btree (contact_id);
CREATE INDEX session_packages_of_type ON public.session_packages USING btree (type_id);
CREATE TRIGGER audit_delete AFTER DELETE ON public.session_packages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.session_packages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.session_packages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER check_package AFTER UPDATE ON public.session_packages FOR EACH ROW EXECUTE FUNCTION check_package();
CREATE TRIGGER next_version BEFORE UPDATE ON public.session_packages FOR EACH ROW EXECUTE FUNCTION next_version();
alter table session_packages enable row level security;
create policy "a coach sees the packages of their contacts" on session_packages for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners and admins delete packages" on session_packages for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners, admins and sales change packages" on session_packages for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales give packages" on session_packages for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
create policy "owners, admins and sales see every package" on session_packages for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table session_packages to service_role;
grant delete, select on table session_packages to authenticated;
grant insert (contact_id, expires_on, id, note, total, type_id) on session_packages to authenticated;
grant update (expires_on, note, total) on session_packages to authenticated;

create table signups (
  id uuid default gen_random_uuid() not null,
  contact_id uuid not null,
  offer text not null,
  name text not null,
  email text not null,
  phone text,
  utm jsonb default '{}'::jsonb not null,
  privacy_text_id uuid,
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  constraint signups_pkey PRIMARY KEY (id),
  constraint already_signed_up UNIQUE (contact_id, offer),
  constraint signups_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint signups_privacy_text_id_fkey FOREIGN KEY (privacy_text_id) REFERENCES consent_texts(id),
  constraint signups_utm_check CHECK ((jsonb_typeof(utm) = 'object'::text)),
  constraint unknown_offer CHECK ((offer = ANY (ARRAY['ninja'::text, 'fiscal-fitness'::text, 'lesson'::text])))
);
CREATE INDEX signups_newest ON public.signups USING btree (created_at DESC);
alter table signups enable row level security;
create policy "a coach sees what their contacts joined" on signups for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see who joined what" on signups for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table signups to service_role;
grant select on table signups to authenticated;

create table slot_holds (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  type_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  token_hash text not null,
  release_at timestamp with time zone default (now() + '00:07:00'::interval) not null,
  constraint slot_holds_pkey PRIMARY KEY (id),
  constraint hold_exists UNIQUE (token_hash),
  constraint slot_holds_type_id_fkey FOREIGN KEY (type_id) REFERENCES appointment_types(id) ON DELETE CASCADE,
  constraint slot_holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES booking_hosts(user_id) ON DELETE CASCADE,
  constraint hold_ends_before_start CHECK ((ends_at > starts_at)),
  constraint hold_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
CREATE INDEX slot_holds_of_user ON public.slot_holds USING btree (user_id, release_at);
CREATE INDEX slot_holds_type_id ON public.slot_holds USING btree (type_id);
alter table slot_holds enable row level security;
create policy "only the server sees held slots" on slot_holds for select to authenticated
  using (false);
grant delete, insert, maintain, references, select, trigger, truncate, update on table slot_holds to service_role;

create table snoozes (
  user_id uuid default auth.uid() not null,
  entity text not null,
  entity_id uuid not null,
  until timestamp with time zone not null,
  constraint snoozes_pkey PRIMARY KEY (user_id, entity_id),
  constraint snoozes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint unknown_entity CHECK ((entity = ANY (ARRAY['contact_request'::text, 'opportunity'::text, 'process_stage_instance'::text, 'contact'::text])))
);
alter table snoozes enable row level security;
create policy "staff put things off" on snoozes for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
create policy "staff put things off again" on snoozes for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
create policy "staff see what they put off" on snoozes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "staff take things up again" on snoozes for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table snoozes to service_role;
grant delete, insert, select, update on table snoozes to authenticated;

create table staff_invitations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  role text not null,
  token_hash text not null,
  invited_by uuid,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  accepted_by uuid,
  revoked_at timestamp with time zone,
  version integer default 1 not null,
  constraint staff_invitations_pkey PRIMARY KEY (id),
  constraint staff_invitations_token_hash_key UNIQUE (token_hash),
  constraint staff_invitations_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint invitation_email_invalid CHECK (((email = lower(btrim(email))) AND (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text) AND (char_length(email) <= 254))),
  constraint token_hash_invalid CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint unknown_invited_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'coach'::text, 'sales'::text, 'content'::text])))
);
CREATE UNIQUE INDEX already_invited ON public.staff_invitations USING btree (email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_invitations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_invitations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_invitations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.staff_invitations FOR EACH ROW EXECUTE FUNCTION next_version();
alter table staff_invitations enable row level security;
create policy "an admin takes back invitations of all but owners" on staff_invitations for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (role <> 'owner'::text) AND (accepted_at IS NULL)));
create policy "an owner takes back every invitation" on staff_invitations for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role) AND (accepted_at IS NULL)));
create policy "owners and admins see who is invited" on staff_invitations for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table staff_invitations to service_role;
grant select (accepted_at, accepted_by, created_at, email, expires_at, id, invited_by, revoked_at, role, sent_at, version) on staff_invitations to authenticated;
grant update (revoked_at) on staff_invitations to authenticated;

create table staff_profiles (
  user_id uuid not null,
  full_name text not null,
  photo_path text,
  signature text default ''::text not null,
  gender_form text default 'neutral'::text not null,
  version integer default 1 not null,
  constraint staff_profiles_pkey PRIMARY KEY (user_id),
  constraint staff_profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint photo_of_somebody_else CHECK ((photo_path ~ (('^'::text || user_id) || '/staff_\d+\.(png|jpg|webp|avif)$'::text))),
  constraint staff_name_has_controls CHECK ((full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'::text)),
  constraint staff_name_length CHECK (((char_length(btrim(full_name)) >= 2) AND (char_length(btrim(full_name)) <= 80))),
  constraint staff_signature_length CHECK ((char_length(signature) <= 1000)),
  constraint unknown_staff_gender_form CHECK ((gender_form = ANY (ARRAY['f'::text, 'm'::text, 'neutral'::text, 'plural'::text])))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.staff_profiles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.staff_profiles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.staff_profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id', '1000');
CREATE TRIGGER name_account AFTER INSERT OR UPDATE OF full_name ON public.staff_profiles FOR EACH ROW EXECUTE FUNCTION name_account();
CREATE TRIGGER next_version BEFORE UPDATE ON public.staff_profiles FOR EACH ROW EXECUTE FUNCTION next_version();
alter table staff_profiles enable row level security;
create policy "each of the staff changes how they are shown" on staff_profiles for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
create policy "each of the staff says how they are shown" on staff_profiles for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
create policy "staff see how colleagues are shown" on staff_profiles for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table staff_profiles to service_role;
grant select on table staff_profiles to authenticated;
grant insert (full_name, gender_form, photo_path, signature, user_id) on staff_profiles to authenticated;
grant update (full_name, gender_form, photo_path, signature) on staff_profiles to authenticated;

create table subscriptions (
  id uuid default gen_random_uuid() not null,
  list_id uuid not null,
  contact_id uuid not null,
  email text not null,
  status text default 'confirmed'::text not null,
  confirmed_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint already_subscribed UNIQUE (list_id, email),
  constraint subscriptions_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint subscriptions_list_id_fkey FOREIGN KEY (list_id) REFERENCES mailing_lists(id) ON DELETE CASCADE,
  constraint ended_when_over CHECK (((status = 'unsubscribed'::text) = (ended_at IS NOT NULL))),
  constraint unknown_subscription_status CHECK ((status = ANY (ARRAY['confirmed'::text, 'unsubscribed'::text])))
);
CREATE INDEX subscriptions_of_address ON public.subscriptions USING btree (email);
CREATE INDEX subscriptions_of_contact ON public.subscriptions USING btree (contact_id);
alter table subscriptions enable row level security;
create policy "a coach sees what their contacts read" on subscriptions for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "owners, admins and sales see who reads what" on subscriptions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table subscriptions to service_role;
grant select on table subscriptions to authenticated;

create table suppressions (
  value_hash text not null,
  channel text default 'email'::text not null,
  reason text not null,
  scope text default 'all_marketing'::text not null,
  value_norm text,
  note text default ''::text not null,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  constraint suppressions_pkey PRIMARY KEY (value_hash, channel, reason),
  constraint suppressions_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint suppressed_address CHECK (((value_norm = lower(btrim(value_norm))) AND (value_norm ~
CASE
    WHEN (channel = 'email'::text) THEN '^[^@\s]+@[^@\s]+\.[^@\s]+$'::text
    ELSE '^\+[1-9]\d{6,14}$'::text
END))),
  constraint suppression_note_length CHECK ((char_length(note) <= 300)),
  constraint unknown_channel CHECK ((channel = ANY (ARRAY['email'::text, 'whatsapp'::text, 'sms'::text, 'push'::text]))),
  constraint unknown_scope CHECK ((scope = 'all_marketing'::text)),
  constraint unknown_suppression CHECK ((reason = ANY (ARRAY['unsubscribe'::text, 'bounce'::text, 'complaint'::text, 'manual'::text, 'legal'::text])))
);
CREATE INDEX suppressions_newest ON public.suppressions USING btree (created_at DESC);
CREATE TRIGGER audit_delete AFTER DELETE ON public.suppressions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('value_hash,channel,reason');
CREATE TRIGGER audit_insert AFTER INSERT ON public.suppressions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('value_hash,channel,reason');
CREATE TRIGGER audit_update AFTER UPDATE ON public.suppressions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('value_hash,channel,reason', '1000');
CREATE TRIGGER hash_suppressed BEFORE INSERT ON public.suppressions FOR EACH ROW EXECUTE FUNCTION hash_suppressed();
alter table suppressions enable row level security;
create policy "owners and admins add suppressions" on suppressions for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (reason = ANY (ARRAY['manual'::text, 'legal'::text]))));
create policy "owners and admins undo what they or a mail server decided" on suppressions for delete to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role) AND (reason = ANY (ARRAY['manual'::text, 'bounce'::text]))));
create policy "owners, admins and sales see to whom nothing is advertised" on suppressions for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table suppressions to service_role;
grant delete, select on table suppressions to authenticated;
grant insert (channel, note, reason, value_norm) on suppressions to authenticated;

create table tags (
  id uuid default gen_random_uuid() not null,
  name text not null,
  color text default 'stage-1'::text not null,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint tags_pkey PRIMARY KEY (id),
  constraint tag_name_has_controls CHECK ((name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'::text)),
  constraint tag_name_length CHECK (((name = btrim(name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 40)))),
  constraint unknown_tag_color CHECK ((color = ANY (ARRAY['stage-1'::text, 'stage-2'::text, 'stage-3'::text, 'stage-4'::text, 'stage-5'::text, 'stage-6'::text])))
);
CREATE UNIQUE INDEX tag_name_taken ON public.tags USING btree (lower(name));
CREATE TRIGGER audit_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.tags FOR EACH ROW EXECUTE FUNCTION next_version();
alter table tags enable row level security;
create policy "owners and admins delete tags" on tags for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "owners and admins rename tags" on tags for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "who works with contacts adds tags" on tags for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text, 'coach'::text]) AS has_role));
create policy "who works with contacts sees every tag" on tags for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'sales'::text, 'coach'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table tags to service_role;
grant delete, select on table tags to authenticated;
grant insert (color, id, name) on tags to authenticated;
grant update (color, name) on tags to authenticated;

create table tasks (
  id uuid default gen_random_uuid() not null,
  name text not null,
  due_date date,
  due_at timestamp with time zone,
  status text default 'To Do'::text not null,
  user_id uuid default auth.uid(),
  contact_id uuid,
  opportunity_id uuid,
  type text default 'todo'::text not null,
  priority text default 'medium'::text not null,
  completed_at timestamp with time zone,
  created_at timestamp with time zone default clock_timestamp() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  deleted_at timestamp with time zone,
  restores_as text,
  rrule text,
  created_by uuid default auth.uid(),
  follows_id uuid,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint occurrence_already_made UNIQUE (follows_id),
  constraint tasks_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contacts(id) ON DELETE CASCADE,
  constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint tasks_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES tasks(id) ON DELETE SET NULL,
  constraint tasks_opportunity_id_fkey FOREIGN KEY (opportunity_id) REFERENCES opportunities(id) ON DELETE SET NULL,
  constraint tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint repeat_needs_day CHECK (((rrule IS NULL) OR (due_date IS NOT NULL))),
  constraint repeat_unknown CHECK ((rrule ~ '^FREQ=(DAILY|WEEKLY|MONTHLY)(;INTERVAL=[1-9]\d?)?(;BYDAY=(SU|MO|TU|WE|TH|FR|SA)(,(SU|MO|TU|WE|TH|FR|SA)){0,6})?(;BYMONTHDAY=([1-9]|[12]\d|3[01]))?(;UNTIL=\d{8})?$'::text)),
  constraint task_name_length CHECK (((char_length(btrim(name)) >= 1) AND (char_length(btrim(name)) <= 200))),
  constraint unknown_priority CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text]))),
  constraint unknown_status CHECK ((status = ANY (ARRAY['To Do'::text, 'In Progress'::text, 'Done'::text, 'Cancelled'::text]))),
  constraint unknown_status_in_bin CHECK ((restores_as = ANY (ARRAY['To Do'::text, 'In Progress'::text]))),
  constraint unknown_type CHECK ((type = ANY (ARRAY['todo'::text, 'call'::text, 'email'::text, 'whatsapp'::text, 'meeting'::text])))
);
alter table tasks replica identity full;
CREATE INDEX tasks_created_by ON public.tasks USING btree (created_by);
CREATE INDEX tasks_done ON public.tasks USING btree (completed_at DESC, id) WHERE ((status = 'Done'::text) AND (deleted_at IS NULL));
CREATE INDEX tasks_in_bin ON public.tasks USING btree (deleted_at DESC, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX tasks_of_contact ON public.tasks USING btree (contact_id);
CREATE INDEX tasks_of_opportunity ON public.tasks USING btree (opportunity_id);
CREATE INDEX tasks_of_user ON public.tasks USING btree (user_id, status, due_date);
CREATE INDEX tasks_open ON public.tasks USING btree (due_date, id) WHERE (status = ANY (ARRAY['To Do'::text, 'In Progress'::text]));
CREATE TRIGGER audit_delete AFTER DELETE ON public.tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER emit_created AFTER INSERT ON public.tasks FOR EACH ROW EXECUTE FUNCTION emit_task_event();
CREATE TRIGGER emit_done AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.status = 'Done'::text) AND (old.status <> 'Done'::text))) EXECUTE FUNCTION emit_task_event();
CREATE TRIGGER next_version BEFORE UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER notify_assignees AFTER UPDATE ON public.tasks REFERENCING OLD TABLE AS taken NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION notify_assignees();
CREATE TRIGGER notify_assignees_of_new AFTER INSERT ON public.tasks REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION notify_assignees();
CREATE TRIGGER refresh_next_step AFTER UPDATE OF due_date, due_at, status, contact_id, opportunity_id, deleted_at ON public.tasks FOR EACH ROW EXECUTE FUNCTION refresh_next_step();
CREATE TRIGGER refresh_next_step_of_new AFTER INSERT OR DELETE ON public.tasks FOR EACH ROW EXECUTE FUNCTION refresh_next_step();
CREATE TRIGGER refuse_without_contact BEFORE UPDATE OF deleted_at ON public.tasks FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION refuse_without_contact();
CREATE TRIGGER repeat AFTER UPDATE OF status ON public.tasks FOR EACH ROW WHEN (((new.rrule IS NOT NULL) AND (new.deleted_at IS NULL) AND ((old.status = 'Done'::text) <> (new.status = 'Done'::text)))) EXECUTE FUNCTION repeat_task();
CREATE TRIGGER set_derived BEFORE INSERT OR UPDATE ON public.tasks FOR EACH ROW EXECUTE FUNCTION tasks_before_write();
CREATE TRIGGER timeline_created AFTER INSERT ON public.tasks FOR EACH ROW WHEN ((new.contact_id IS NOT NULL)) EXECUTE FUNCTION log_task_activity();
CREATE TRIGGER timeline_done AFTER UPDATE ON public.tasks FOR EACH ROW WHEN (((new.contact_id IS NOT NULL) AND (new.status = 'Done'::text) AND (old.status <> 'Done'::text))) EXECUTE FUNCTION log_task_activity();
alter table tasks enable row level security;
create policy "a coach changes their own tasks and those of their contacts" on tasks for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role) AND ((user_id = ( SELECT auth.uid() AS uid)) OR (contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)))))
  with check ((( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role) AND ((contact_id IS NULL) OR (contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)))));
create policy "a coach creates tasks, without a contact or for their contacts" on tasks for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['coach'::text]) AS has_role) AND ((user_id IS NULL) OR is_colleague(user_id)) AND ((contact_id IS NULL) OR (contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)))));
create policy "a coach sees the tasks of their contacts" on tasks for select to authenticated
  using ((contact_id IN ( SELECT my_contact_ids() AS my_contact_ids)));
create policy "a user sees their own tasks" on tasks for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "content staff change their own tasks" on tasks for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['content'::text]) AS has_role) AND (user_id = ( SELECT auth.uid() AS uid))))
  with check ((( SELECT has_role(VARIADIC ARRAY['content'::text]) AS has_role) AND (user_id = ( SELECT auth.uid() AS uid)) AND (contact_id IS NULL) AND (opportunity_id IS NULL)));
create policy "content staff make tasks of their own" on tasks for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['content'::text]) AS has_role) AND (user_id = ( SELECT auth.uid() AS uid)) AND (contact_id IS NULL) AND (opportunity_id IS NULL)));
create policy "owners and admins do everything with tasks" on tasks for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
create policy "sales change the tasks of every contact" on tasks for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND ((contact_id IS NOT NULL) OR (user_id = ( SELECT auth.uid() AS uid)))));
create policy "sales make tasks for the staff" on tasks for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND ((user_id IS NULL) OR is_colleague(user_id))));
create policy "sales see the tasks of every contact" on tasks for select to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['sales'::text]) AS has_role) AND (contact_id IS NOT NULL)));
create policy "staff change the tasks they made" on tasks for update to authenticated
  using (((created_by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)))
  with check (((created_by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff) AND ((user_id IS NULL) OR is_colleague(user_id)) AND ((contact_id IS NULL) OR (EXISTS ( SELECT
   FROM contacts c
  WHERE (c.id = tasks.contact_id))))));
create policy "staff see the tasks they made" on tasks for select to authenticated
  using (((created_by = ( SELECT auth.uid() AS uid)) AND ( SELECT is_staff() AS is_staff)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table tasks to service_role;
grant delete, select on table tasks to authenticated;
grant insert (contact_id, due_at, due_date, id, name, opportunity_id, priority, rrule, status, type, user_id) on tasks to authenticated;
grant update (contact_id, deleted_at, due_at, due_date, name, opportunity_id, priority, rrule, status, type, user_id) on tasks to authenticated;

create table team_rules (
  id boolean default true not null,
  second_factor_required boolean default false not null,
  version integer default 1 not null,
  constraint team_rules_pkey PRIMARY KEY (id),
  constraint team_rules_id_check CHECK (id)
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.team_rules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.team_rules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.team_rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.team_rules FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER show_own_factor_first BEFORE UPDATE ON public.team_rules FOR EACH ROW WHEN ((new.second_factor_required AND (NOT old.second_factor_required))) EXECUTE FUNCTION show_own_factor_first();
alter table team_rules enable row level security;
create policy "an owner says what is asked of the team" on team_rules for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role));
create policy "signed-in users see the team rules" on team_rules for select to authenticated
  using (true);
grant delete, insert, maintain, references, select, trigger, truncate, update on table team_rules to service_role;
grant select on table team_rules to authenticated;
grant update (second_factor_required) on team_rules to authenticated;

create table time_off (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  note text default ''::text not null,
  version integer default 1 not null,
  constraint time_off_pkey PRIMARY KEY (id),
  constraint time_off_user_id_fkey FOREIGN KEY (user_id) REFERENCES booking_hosts(user_id) ON DELETE CASCADE,
  constraint time_off_ends_before_start CHECK ((ends_at > starts_at)),
  constraint time_off_note_length CHECK ((char_length(note) <= 120)),
  constraint time_off_too_long CHECK (((ends_at - starts_at) <= '400 days'::interval))
);
CREATE INDEX time_off_of_user ON public.time_off USING btree (user_id, ends_at);
CREATE TRIGGER audit_delete AFTER DELETE ON public.time_off REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_insert AFTER INSERT ON public.time_off REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id');
CREATE TRIGGER audit_update AFTER UPDATE ON public.time_off REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('id', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.time_off FOR EACH ROW EXECUTE FUNCTION next_version();
alter table time_off enable row level security;
create policy "a host, owners and admins add time off" on time_off for insert to authenticated
  with check (private.manages_host(user_id));
create policy "a host, owners and admins change time off" on time_off for update to authenticated
  using (private.manages_host(user_id));
create policy "a host, owners and admins delete time off" on time_off for delete to authenticated
  using (private.manages_host(user_id));
create policy "a host, owners and admins see time off" on time_off for select to authenticated
  using (private.manages_host(user_id));
grant delete, insert, maintain, references, select, trigger, truncate, update on table time_off to service_role;
grant delete, select on table time_off to authenticated;
grant insert (ends_at, id, note, starts_at, user_id) on time_off to authenticated;
grant update (ends_at, note, starts_at) on time_off to authenticated;

create table tracking_settings (
  is_only boolean default true not null,
  pixel_id text not null,
  updated_at timestamp with time zone default now() not null,
  constraint tracking_settings_pkey PRIMARY KEY (is_only),
  constraint pixel_id_form CHECK ((pixel_id ~ '^[0-9]{5,20}$'::text)),
  constraint tracking_settings_is_only_check CHECK (is_only)
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.tracking_settings FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.tracking_settings REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_insert AFTER INSERT ON public.tracking_settings REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only');
CREATE TRIGGER audit_update AFTER UPDATE ON public.tracking_settings REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('is_only', '1000');
CREATE TRIGGER stamp_update BEFORE UPDATE ON public.tracking_settings FOR EACH ROW EXECUTE FUNCTION stamp_tracking();
alter table tracking_settings enable row level security;
create policy "everyone sees which pixel receives page views" on tracking_settings for select to anon, authenticated
  using (true);
create policy "owners and admins choose which pixel receives page views" on tracking_settings for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table tracking_settings to service_role;
grant delete, select on table tracking_settings to authenticated;
grant select on table tracking_settings to anon;
grant insert (pixel_id) on tracking_settings to authenticated;
grant update (pixel_id) on tracking_settings to authenticated;

create table trust_figures (
  id uuid default gen_random_uuid() not null,
  value text not null,
  label text not null,
  source text not null,
  measured_on date not null,
  "position" integer default 0 not null,
  is_shown boolean default true not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint trust_figures_pkey PRIMARY KEY (id),
  constraint figure_label_length CHECK ((((char_length(label) >= 2) AND (char_length(label) <= 60)) AND (label ~ '\S'::text) AND (label !~ '[\r\n]'::text))),
  constraint figure_of_the_future CHECK ((measured_on <= (((now() AT TIME ZONE 'Asia/Jerusalem'::text))::date + 1))),
  constraint figure_source_length CHECK ((((char_length(source) >= 2) AND (char_length(source) <= 200)) AND (source ~ '\S'::text))),
  constraint figure_value_length CHECK ((((char_length(value) >= 1) AND (char_length(value) <= 16)) AND (value ~ '\d'::text) AND (value !~ '[\r\n]'::text)))
);
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.trust_figures FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER next_version BEFORE UPDATE ON public.trust_figures FOR EACH ROW EXECUTE FUNCTION next_version();
alter table trust_figures enable row level security;
create policy "everyone sees the published metrics" on trust_figures for select to anon, authenticated
  using ((is_shown AND ((NOT is_demo) OR ( SELECT is_demo_business() AS is_demo_business))));
create policy "who cares for the site keeps the figures" on trust_figures for all to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table trust_figures to service_role;
grant delete, select on table trust_figures to authenticated;
grant select on table trust_figures to anon;
grant insert (is_shown, label, measured_on, "position", source, value) on trust_figures to authenticated;
grant update (is_shown, label, measured_on, "position", source, value) on trust_figures to authenticated;

create table unsubscribe_reasons (
  id uuid default gen_random_uuid() not null,
  reason text not null,
  campaign_id uuid,
  link_hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint unsubscribe_reasons_pkey PRIMARY KEY (id),
  constraint unsubscribe_reasons_link_hash_key UNIQUE (link_hash),
  constraint unsubscribe_reasons_campaign_id_fkey FOREIGN KEY (campaign_id) REFERENCES campaigns(id) ON DELETE SET NULL,
  constraint unknown_unsubscribe_reason CHECK ((reason = ANY (ARRAY['too_often'::text, 'not_relevant'::text, 'never_asked'::text, 'found_elsewhere'::text, 'other'::text])))
);
alter table unsubscribe_reasons enable row level security;
create policy "owners, admins and content see why people left" on unsubscribe_reasons for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'content'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table unsubscribe_reasons to service_role;
grant select on table unsubscribe_reasons to authenticated;

create table user_roles (
  user_id uuid not null,
  role text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  is_demo boolean default false not null,
  version integer default 1 not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint unknown_role CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'coach'::text, 'sales'::text, 'content'::text, 'client'::text])))
);
CREATE INDEX user_roles_role ON public.user_roles USING btree (role) WHERE is_active;
CREATE TRIGGER announce_page_change AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH STATEMENT EXECUTE FUNCTION announce_page_change();
CREATE TRIGGER audit_delete AFTER DELETE ON public.user_roles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id,role');
CREATE TRIGGER audit_insert AFTER INSERT ON public.user_roles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id,role');
CREATE TRIGGER audit_update AFTER UPDATE ON public.user_roles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('user_id,role', '1000');
CREATE TRIGGER next_version BEFORE UPDATE ON public.user_roles FOR EACH ROW EXECUTE FUNCTION next_version();
CREATE TRIGGER require_owner_on_delete AFTER DELETE ON public.user_roles FOR EACH ROW WHEN (((old.role = 'owner'::text) AND old.is_active)) EXECUTE FUNCTION require_owner_exists();
CREATE TRIGGER require_owner_on_update AFTER UPDATE ON public.user_roles FOR EACH ROW WHEN (((old.role = 'owner'::text) AND old.is_active)) EXECUTE FUNCTION require_owner_exists();
alter table user_roles enable row level security;
create policy "a user sees their own roles" on user_roles for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "an admin changes every role but owner" on user_roles for update to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (role <> 'owner'::text)))
  with check ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (role <> 'owner'::text)));
create policy "an admin gives every role but owner" on user_roles for insert to authenticated
  with check ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (role <> 'owner'::text)));
create policy "an admin takes every role but owner" on user_roles for delete to authenticated
  using ((( SELECT has_role(VARIADIC ARRAY['admin'::text]) AS has_role) AND (role <> 'owner'::text)));
create policy "an owner changes every role" on user_roles for update to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role));
create policy "an owner gives every role" on user_roles for insert to authenticated
  with check (( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role));
create policy "an owner takes every role" on user_roles for delete to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text]) AS has_role));
create policy "owners and admins see who has which role" on user_roles for select to authenticated
  using (( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text]) AS has_role));
grant delete, insert, maintain, references, select, trigger, truncate, update on table user_roles to service_role;
grant delete, select on table user_roles to authenticated;
grant insert (is_active, role, user_id) on user_roles to authenticated;
grant update (is_active, role) on user_roles to authenticated;

create table vat_rates (
  valid_from date not null,
  percent numeric(4,2) not null,
  constraint vat_rates_pkey PRIMARY KEY (valid_from),
  constraint vat_rates_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (50)::numeric)))
);
CREATE TRIGGER audit_delete AFTER DELETE ON public.vat_rates REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('valid_from');
CREATE TRIGGER audit_insert AFTER INSERT ON public.vat_rates REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('valid_from');
CREATE TRIGGER audit_update AFTER UPDATE ON public.vat_rates REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION audit_change('valid_from', '1000');
alter table vat_rates enable row level security;
create policy "staff see the rates of tax" on vat_rates for select to authenticated
  using (( SELECT is_staff() AS is_staff));
grant delete, insert, maintain, references, select, trigger, truncate, update on table vat_rates to service_role;
grant select on table vat_rates to authenticated;

create table realtime.messages (
  id uuid default gen_random_uuid() not null,
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean default false,
  inserted_at timestamp without time zone default (clock_timestamp() AT TIME ZONE 'utc'::text) not null,
  updated_at timestamp without time zone default (clock_timestamp() AT TIME ZONE 'utc'::text) not null,
  binary_payload bytea,
  broadcasted_at timestamp without time zone,
  expires_at timestamp without time zone,
  constraint messages_pkey PRIMARY KEY (id, inserted_at)
);
CREATE INDEX messages_of_a_topic ON realtime.messages USING btree (topic, inserted_at DESC) WHERE (extension = 'broadcast'::text);
CREATE TRIGGER announce AFTER INSERT ON realtime.messages FOR EACH ROW WHEN (((new.extension = 'broadcast'::text) AND (new.event IS NOT NULL) AND (new.broadcasted_at IS NULL))) EXECUTE FUNCTION realtime.broadcast_inserted();
alter table realtime.messages enable row level security;
create policy "signed-in users receive changes" on realtime.messages for select to authenticated
  using ((( SELECT realtime.topic() AS topic) ~~ 'changes:%'::text));
create policy "who works with contacts says what they look at" on realtime.messages for insert to authenticated
  with check (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'viewers:%'::text) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'coach'::text, 'sales'::text]) AS has_role)));
create policy "who works with contacts sees who else looks at a thing" on realtime.messages for select to authenticated
  using (((extension = 'presence'::text) AND (( SELECT realtime.topic() AS topic) ~~ 'viewers:%'::text) AND ( SELECT has_role(VARIADIC ARRAY['owner'::text, 'admin'::text, 'coach'::text, 'sales'::text]) AS has_role)));
grant insert, select on table realtime.messages to anon;
grant insert, select on table realtime.messages to authenticated;
grant insert, select on table realtime.messages to service_role;

create unlogged table realtime.nodes (
  id uuid not null,
  signed_at timestamp with time zone default clock_timestamp() not null,
  said bigint not null,
  way text not null,
  constraint nodes_pkey PRIMARY KEY (id)
);
grant delete, select on table realtime.nodes to supabase_realtime_admin;

create unlogged table realtime.outbox (
  id bigint generated always as identity not null,
  transaction xid8 default pg_current_xact_id() not null,
  noted_at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  relation oid,
  attributes smallint[],
  new_row text,
  old_row text,
  prefix text,
  content bytea
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX outbox_transaction_idx ON realtime.outbox USING btree (transaction);
grant insert, select on table realtime.outbox to supabase_realtime_admin;

create unlogged table realtime.outbox_pruning (
  only_one boolean default true not null,
  seen pg_snapshot not null,
  seen_at timestamp with time zone default clock_timestamp() not null,
  constraint outbox_pruning_pkey PRIMARY KEY (only_one),
  constraint outbox_pruning_only_one_check CHECK (only_one)
);

create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  public boolean default false not null,
  avif_autodetection boolean default false not null,
  file_size_limit bigint,
  allowed_mime_types text[],
  type text default 'STANDARD'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint buckets_pkey PRIMARY KEY (id),
  constraint buckets_name_key UNIQUE (name)
);
alter table storage.buckets enable row level security;
create policy "the storage server keeps the books" on storage.buckets for all to supabase_storage_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table storage.buckets to anon;
grant delete, insert, select, update on table storage.buckets to authenticated;
grant delete, insert, select, update on table storage.buckets to service_role;
grant delete, insert, select, update on table storage.buckets to supabase_storage_admin;

create table storage.loose_blobs (
  version text not null,
  due_at timestamp with time zone default now() not null,
  given_up boolean default false not null,
  constraint loose_blobs_pkey PRIMARY KEY (version)
);
CREATE INDEX loose_blobs_due ON storage.loose_blobs USING btree (due_at);
alter table storage.loose_blobs enable row level security;
create policy "the storage server keeps the books" on storage.loose_blobs for all to supabase_storage_admin
  using (true)
  with check (true);
grant delete, insert, select, update on table storage.loose_blobs to supabase_storage_admin;

create table storage.objects (
  id uuid default gen_random_uuid() not null,
  bucket_id text not null,
  name text collate "C" not null,
  owner uuid,
  owner_id text,
  version text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/'::text)) stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  last_accessed_at timestamp with time zone default now() not null,
  constraint objects_pkey PRIMARY KEY (id),
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
);
CREATE UNIQUE INDEX bucketid_objname ON storage.objects USING btree (bucket_id, name);
CREATE INDEX objects_version ON storage.objects USING btree (version);
CREATE TRIGGER release_all_blobs BEFORE TRUNCATE ON storage.objects FOR EACH STATEMENT EXECUTE FUNCTION storage.release_all_blobs();
CREATE TRIGGER release_blob_of_replaced AFTER UPDATE OF version ON storage.objects FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) AND (old.version IS NOT NULL))) EXECUTE FUNCTION storage.release_blobs();
CREATE TRIGGER release_blobs_of_deleted AFTER DELETE ON storage.objects REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION storage.release_blobs();
alter table storage.objects enable row level security;
create policy "a user adds up to twenty pictures to their own folder" on storage.objects for insert to authenticated
  with check (((bucket_id = ANY (ARRAY['business-logos'::text, 'business-profiles'::text])) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (( SELECT picture_count() AS picture_count) < 20)));
create policy "a user removes pictures from their own folder" on storage.objects for delete to authenticated
  using (((bucket_id = ANY (ARRAY['business-logos'::text, 'business-profiles'::text])) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "a user replaces the pictures in their own folder" on storage.objects for update to authenticated
  using (((bucket_id = ANY (ARRAY['business-logos'::text, 'business-profiles'::text])) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "a user sees the pictures in their own folder" on storage.objects for select to authenticated
  using (((bucket_id = ANY (ARRAY['business-logos'::text, 'business-profiles'::text])) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)));
create policy "the storage server keeps the books" on storage.objects for all to supabase_storage_admin
  using (true)
  with check (true);
create policy "who adds a file brings its bytes once" on storage.objects for insert to authenticated
  with check (((bucket_id = 'files'::text) AND (EXISTS ( SELECT
   FROM files f
  WHERE ((f.id = file_id_of(objects.name)) AND (f.uploaded_by = ( SELECT auth.uid() AS uid)) AND (f.stored_at IS NULL))))));
create policy "who sees a submission sees the bytes of its files" on storage.objects for select to authenticated
  using (((bucket_id = 'form-files'::text) AND (EXISTS ( SELECT
   FROM form_files f
  WHERE (f.id = file_id_of(objects.name))))));
create policy "who sees the row of a file sees its bytes" on storage.objects for select to authenticated
  using (((bucket_id = 'files'::text) AND (EXISTS ( SELECT
   FROM files f
  WHERE ((f.id = file_id_of(objects.name)) AND (f.deleted_at IS NULL))))));
grant delete, insert, select, update on table storage.objects to anon;
grant delete, insert, select, update on table storage.objects to authenticated;
grant delete, insert, select, update on table storage.objects to service_role;
grant delete, insert, select, update on table storage.objects to supabase_storage_admin;


create view private.contact_access as
 SELECT contact_access_via_appointments.user_id,
    contact_access_via_appointments.contact_id
   FROM private.contact_access_via_appointments
UNION ALL
 SELECT contact_access_via_opportunities.user_id,
    contact_access_via_opportunities.contact_id
   FROM private.contact_access_via_opportunities
UNION ALL
 SELECT contact_access_via_ownership.user_id,
    contact_access_via_ownership.contact_id
   FROM private.contact_access_via_ownership
UNION ALL
 SELECT contact_access_via_processes.user_id,
    contact_access_via_processes.contact_id
   FROM private.contact_access_via_processes;

create view private.contact_access_via_appointments as
 SELECT user_id,
    contact_id
   FROM appointments
  WHERE (contact_id IS NOT NULL);

create view private.contact_access_via_opportunities as
 SELECT owner_id AS user_id,
    contact_id
   FROM opportunities;

create view private.contact_access_via_ownership as
 SELECT owner_id AS user_id,
    id AS contact_id
   FROM contacts;

create view private.contact_access_via_processes as
 SELECT coach_id AS user_id,
    contact_id
   FROM client_processes;

create view private.deletable_consents as
 SELECT deletable_consents_via_demo.id
   FROM private.deletable_consents_via_demo
UNION ALL
 SELECT deletable_consents_via_import.id
   FROM private.deletable_consents_via_import;

create view private.deletable_consents_via_demo as
 SELECT s.id
   FROM (consents s
     JOIN contacts c ON ((c.id = s.contact_id)))
  WHERE c.is_demo;

create view private.deletable_consents_via_import as
 SELECT s.id
   FROM (consents s
     JOIN imports i ON ((i.id = s.source_id)))
  WHERE ((s.source_type = 'import'::text) AND (i.status = 'rolling_back'::text));

create view private.sent_texts as
 SELECT sent_texts_via_campaigns.name,
    sent_texts_via_campaigns.content
   FROM private.sent_texts_via_campaigns
UNION ALL
 SELECT sent_texts_via_templates.name,
    sent_texts_via_templates.content
   FROM private.sent_texts_via_templates;

create view private.sent_texts_via_campaigns as
 SELECT name,
    concat_ws(' '::text, subject, preheader, (blocks)::text) AS content
   FROM campaigns c
  WHERE (status = ANY (ARRAY['scheduled'::text, 'sending'::text, 'paused'::text]));

create view private.sent_texts_via_templates as
 SELECT t.name,
    (v.content)::text AS content
   FROM (message_templates t
     JOIN message_template_versions v ON (((v.template_id = t.id) AND (v.number = t.published_number))))
  WHERE (t.archived_at IS NULL);

create view bin with (security_invoker=true) as
 SELECT 'contacts'::text AS entity,
    c.id,
    c.full_name AS name,
    c.id AS contact_id,
    c.deleted_at,
    (( SELECT count(*) AS count
           FROM opportunities o
          WHERE ((o.contact_id = c.id) AND (o.deleted_at = c.deleted_at))) + ( SELECT count(*) AS count
           FROM tasks t
          WHERE ((t.contact_id = c.id) AND (t.deleted_at = c.deleted_at)))) AS along
   FROM contacts c
  WHERE ((c.deleted_at IS NOT NULL) AND (c.merged_into_id IS NULL) AND (c.anonymised_at IS NULL))
UNION ALL
 SELECT 'households'::text AS entity,
    h.id,
    h.name,
    NULL::uuid AS contact_id,
    h.deleted_at,
    0 AS along
   FROM households h
  WHERE (h.deleted_at IS NOT NULL)
UNION ALL
 SELECT 'opportunities'::text AS entity,
    o.id,
    o.name,
    o.contact_id,
    o.deleted_at,
    0 AS along
   FROM opportunities o
  WHERE ((o.deleted_at IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM contacts c
          WHERE ((c.id = o.contact_id) AND (c.deleted_at = o.deleted_at) AND (c.merged_into_id IS NULL))))))
UNION ALL
 SELECT 'tasks'::text AS entity,
    t.id,
    t.name,
    t.contact_id,
    t.deleted_at,
    0 AS along
   FROM tasks t
  WHERE ((t.deleted_at IS NOT NULL) AND (NOT (EXISTS ( SELECT
           FROM contacts c
          WHERE ((c.id = t.contact_id) AND (c.deleted_at = t.deleted_at) AND (c.merged_into_id IS NULL))))))
UNION ALL
 SELECT 'activities'::text AS entity,
    a.id,
    "left"(COALESCE((a.payload ->> 'text'::text), a.title_cache), 200) AS name,
    a.contact_id,
    a.deleted_at,
    0 AS along
   FROM activities a
  WHERE (a.deleted_at IS NOT NULL)
UNION ALL
 SELECT 'files'::text AS entity,
    f.id,
    f.name,
    f.contact_id,
    f.deleted_at,
    0 AS along
   FROM files f
  WHERE (f.deleted_at IS NOT NULL);
grant delete, insert, maintain, references, select, trigger, truncate, update on table bin to service_role;
grant select on table bin to authenticated;

create view campaign_people with (security_invoker=true) as
 SELECT r.campaign_id,
    r.contact_id,
    c.full_name,
    r.email,
        CASE
            WHEN (m.bounced_at IS NOT NULL) THEN 'bounced'::text
            WHEN (m.delivered_at IS NOT NULL) THEN 'delivered'::text
            WHEN ((s.status = 'scheduled'::text) AND (s.waits_because IS NOT NULL)) THEN 'postponed'::text
            WHEN (s.id IS NOT NULL) THEN s.status
            WHEN (r.excluded IS NOT NULL) THEN 'excluded'::text
            ELSE 'skipped'::text
        END AS outcome,
        CASE
            WHEN (s.status = 'scheduled'::text) THEN s.waits_because
            WHEN (s.status = 'skipped'::text) THEN s.skip_reason
            WHEN (s.status <> 'canceled'::text) THEN m.error
            WHEN (s.id IS NULL) THEN COALESCE(r.excluded, 'gone'::text)
            ELSE NULL::text
        END AS reason,
    m.sent_at,
        CASE
            WHEN ((s.status = 'scheduled'::text) AND (s.waits_because IS NOT NULL)) THEN s.send_at
            ELSE NULL::timestamp with time zone
        END AS waits_until
   FROM (((campaign_recipients r
     JOIN contacts c ON ((c.id = r.contact_id)))
     LEFT JOIN scheduled_messages s ON (((s.context_type = 'campaign'::text) AND (s.context_id = r.campaign_id) AND (s.contact_id = r.contact_id))))
     LEFT JOIN messages m ON ((m.scheduled_id = s.id)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table campaign_people to service_role;
grant select on table campaign_people to authenticated;

create view contact_timeline with (security_invoker=true) as
 SELECT a.id,
    a.type,
    a.happened_at,
    a.actor_kind,
    a.actor_id,
    a.contact_id,
    a.opportunity_id,
    a.related_type,
    a.related_id,
    a.title_cache,
    a.payload,
    a.pinned_at,
    a.version,
        CASE split_part(a.type, '.'::text, 1)
            WHEN 'opportunity'::text THEN 'sales'::text
            WHEN 'task'::text THEN 'tasks'::text
            WHEN 'file'::text THEN 'files'::text
            WHEN 'note'::text THEN 'written'::text
            WHEN 'call'::text THEN 'written'::text
            WHEN 'whatsapp'::text THEN 'written'::text
            WHEN 'email'::text THEN 'written'::text
            WHEN 'meeting'::text THEN 'written'::text
            WHEN 'consent'::text THEN 'mail'::text
            WHEN 'mail'::text THEN 'mail'::text
            WHEN 'message'::text THEN 'written'::text
            WHEN 'appointment'::text THEN 'written'::text
            WHEN 'payment'::text THEN 'payments'::text
            WHEN 'charge'::text THEN 'payments'::text
            WHEN 'contact_request'::text THEN 'forms'::text
            WHEN 'signup'::text THEN 'forms'::text
            WHEN 'lead_magnet'::text THEN 'forms'::text
            WHEN 'review'::text THEN 'forms'::text
            WHEN 'waitlist'::text THEN 'forms'::text
            WHEN 'cancellation'::text THEN 'forms'::text
            ELSE 'record'::text
        END AS kind,
    concat_ws(' '::text, a.title_cache, (a.payload ->> 'text'::text), (a.payload ->> 'note'::text), (a.payload ->> 'reason'::text), (a.payload ->> 'topic'::text)) AS words
   FROM activities a
  WHERE (a.deleted_at IS NULL)
UNION ALL
 SELECT m.id,
        CASE m.channel
            WHEN 'email'::text THEN 'mail.sent'::text
            ELSE 'message.sent'::text
        END AS type,
    COALESCE(m.sent_at, m.created_at) AS happened_at,
    'system'::text AS actor_kind,
    NULL::uuid AS actor_id,
    m.contact_id,
    NULL::uuid AS opportunity_id,
    'message'::text AS related_type,
    m.id AS related_id,
    m.subject AS title_cache,
    jsonb_strip_nulls(jsonb_build_object('channel', m.channel, 'to', m.to_value, 'bounced', (m.bounced_at IS NOT NULL), 'complained', (m.complained_at IS NOT NULL), 'error', m.error)) AS payload,
    NULL::timestamp with time zone AS pinned_at,
    1 AS version,
        CASE m.channel
            WHEN 'email'::text THEN 'mail'::text
            ELSE 'written'::text
        END AS kind,
    m.subject AS words
   FROM messages m;
grant delete, insert, maintain, references, select, trigger, truncate, update on table contact_timeline to service_role;
grant select on table contact_timeline to authenticated;

create view current_consent_texts with (security_invoker=true) as
 SELECT DISTINCT ON (kind) id,
    kind,
    version,
    he_text,
    valid_from
   FROM consent_texts
  WHERE (valid_from <= now())
  ORDER BY kind, version DESC;
grant delete, insert, maintain, references, select, trigger, truncate, update on table current_consent_texts to service_role;
grant select on table current_consent_texts to anon;
grant select on table current_consent_texts to authenticated;

create view current_consents with (security_invoker=true) as
 SELECT DISTINCT ON (contact_id, value_norm, channel, purpose) contact_id,
    value_norm,
    channel,
    purpose,
    action,
    text_version_id,
    at
   FROM consents
  ORDER BY contact_id, value_norm, channel, purpose, at DESC, id;
grant delete, insert, maintain, references, select, trigger, truncate, update on table current_consents to service_role;
grant select on table current_consents to authenticated;

create view message_log with (security_invoker=true) as
 SELECT s.id,
    s.contact_id,
    c.full_name,
    s.channel,
    s.purpose,
    s.context_type,
    x.label AS context_label,
    s.context_id,
    r.name AS rule_name,
    r.key AS rule_key,
    s.run_id,
    s.planned_at,
    s.send_at,
    s.expires_at,
    s.status,
    s.skip_reason,
    s.waits_because,
    s.waits,
    s.created_at,
    COALESCE(m.to_value, s.to_value) AS address,
    m.subject,
    m.created_at AS written_at,
    m.sent_at,
    m.delivered_at,
    m.bounced_at,
    m.complained_at,
    m.error,
        CASE
            WHEN (m.bounced_at IS NOT NULL) THEN 'bounced'::text
            WHEN (m.complained_at IS NOT NULL) THEN 'complained'::text
            WHEN (m.delivered_at IS NOT NULL) THEN 'delivered'::text
            WHEN ((s.status = 'scheduled'::text) AND (s.waits_because IS NOT NULL)) THEN 'postponed'::text
            ELSE s.status
        END AS outcome,
    lower(concat_ws(' '::text, c.full_name, m.to_value, s.to_value, m.subject, r.name)) AS search_text
   FROM ((((scheduled_messages s
     LEFT JOIN contacts c ON ((c.id = s.contact_id)))
     LEFT JOIN messages m ON ((m.scheduled_id = s.id)))
     LEFT JOIN message_rules r ON ((r.id = s.rule_id)))
     LEFT JOIN message_contexts x ON ((x.type = s.context_type)));
grant delete, insert, maintain, references, select, trigger, truncate, update on table message_log to service_role;
grant select on table message_log to authenticated;

create view published_posts with (security_invoker=true) as
 SELECT p.id,
    s.slug,
    p.published_at,
    p.featured,
    r.saved_at,
    r.title,
    r.excerpt,
    r.search,
    r.tags,
    r.reading_min,
    r.cover_alt,
    r.cover_art,
        CASE
            WHEN (pic.id IS NULL) THEN NULL::jsonb
            ELSE jsonb_build_object('id', pic.id, 'format', pic.format, 'width', pic.width, 'height', pic.height)
        END AS cover,
    c.slug AS category_slug,
    c.name AS category_name,
    c.id AS category_id,
    a.name AS author_name
   FROM (((((posts p
     JOIN post_revisions r ON ((r.id = p.shown_id)))
     JOIN post_slugs s ON (((s.post_id = p.id) AND s.is_current)))
     LEFT JOIN pictures pic ON ((pic.id = r.cover_id)))
     LEFT JOIN post_categories c ON ((c.id = r.category_id)))
     LEFT JOIN post_authors a ON ((a.id = r.author_id)))
  WHERE (p.status = 'published'::text);
grant delete, insert, maintain, references, select, trigger, truncate, update on table published_posts to service_role;
grant select on table published_posts to anon;
grant select on table published_posts to authenticated;

create view site_pages with (security_invoker=true) as
 SELECT p.path,
    p.label,
    p."position",
    p.version,
    p.published_version_id,
    p.published_at,
    p.published_by,
    v.id AS newest_id,
    v.created_at AS newest_at,
    v.created_by AS newest_by,
    v.is_planted AS newest_is_planted
   FROM (pages p
     JOIN page_versions v ON (((v.path = p.path) AND (v.number = p.version))));
grant delete, insert, maintain, references, select, trigger, truncate, update on table site_pages to service_role;
grant select on table site_pages to authenticated;


CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''), auth.jwt() ->> 'email')
$function$;
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to service_role;
grant execute on function auth.email() to supabase_realtime_admin;
grant execute on function auth.email() to supabase_storage_admin;

CREATE OR REPLACE FUNCTION auth.forget_recovery_codes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.recovery_codes c
  where c.user_id = old.user_id
    and not exists (select from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('request.jwt.claims', true), '')::jsonb
$function$;
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to service_role;
grant execute on function auth.jwt() to supabase_realtime_admin;
grant execute on function auth.jwt() to supabase_storage_admin;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''), auth.jwt() ->> 'role')
$function$;
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to service_role;
grant execute on function auth.role() to supabase_realtime_admin;
grant execute on function auth.role() to supabase_storage_admin;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), auth.jwt() ->> 'sub')::uuid
$function$;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to service_role;
grant execute on function auth.uid() to supabase_realtime_admin;
grant execute on function auth.uid() to supabase_storage_admin;

CREATE OR REPLACE FUNCTION bulk.note(entity text, change jsonb, before jsonb)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.bulk_changes (entity, change, before) values (note.entity, note.change, note.before) returning id
$function$;
grant execute on function bulk.note(text,jsonb,jsonb) to authenticated;
grant execute on function bulk.note(text,jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.begin(owner_id uuid, sealed_beginning bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into calendar_secrets.beginnings (user_id, sealed) values (owner_id, sealed_beginning)
  on conflict (user_id) do update set sealed = excluded.sealed, begun_at = now()
$function$;
grant execute on function calendar_secrets.begin(uuid,bytea) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.broken_connection(host_id uuid)
 RETURNS TABLE(account text, fault text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.account_email, c.last_error, u.email::text
  from public.calendar_connections c join auth.users u on u.id = c.user_id
  where c.user_id = host_id and c.last_error in ('access_revoked', 'keys_changed', 'calendar_missing') and u.email is not null
    and exists (select from public.user_roles r where r.user_id = host_id and r.is_active and r.role <> 'client')
$function$;
grant execute on function calendar_secrets.broken_connection(uuid) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.finish(owner_id uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun calendar_secrets.beginnings;
begin
  delete from calendar_secrets.beginnings where user_id = owner_id returning * into begun;
  return case when begun.begun_at > now() - interval '10 minutes' then begun.sealed end;
end
$function$;
grant execute on function calendar_secrets.finish(uuid) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.keep_tokens(owner_id uuid, sealed_tokens bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into calendar_secrets.tokens (user_id, provider, sealed) values (owner_id, 'google', sealed_tokens)
  on conflict (user_id, provider) do update set sealed = excluded.sealed
$function$;
grant execute on function calendar_secrets.keep_tokens(uuid,bytea) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.prune()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from calendar_secrets.events e where e.ends_at < now() - interval '1 month';
  delete from calendar_secrets.synced_calendars s
  where not exists (
      select from public.calendar_connections c
      where c.user_id = s.user_id and c.provider = s.provider and c.write_calendar_id = s.calendar_id)
    and not exists (
      select from calendar_secrets.events e where e.user_id = s.user_id and e.calendar_id = s.calendar_id and e.ends_at > now());
$function$;
grant execute on function calendar_secrets.prune() to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.replace_tokens(owner_id uuid, refreshed bytea, sealed_tokens bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update calendar_secrets.tokens set sealed = sealed_tokens
  where user_id = owner_id and provider = 'google' and sealed = refreshed;
  return found;
end
$function$;
grant execute on function calendar_secrets.replace_tokens(uuid,bytea,bytea) to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.sync_write_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into calendar_secrets.synced_calendars (user_id, provider, calendar_id)
  values (new.user_id, new.provider, new.write_calendar_id)
  on conflict do nothing;
  return null;
end
$function$;
grant execute on function calendar_secrets.sync_write_calendar() to service_role;

CREATE OR REPLACE FUNCTION calendar_secrets.tokens_of(owner_id uuid)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sealed from calendar_secrets.tokens where user_id = owner_id and provider = 'google'
$function$;
grant execute on function calendar_secrets.tokens_of(uuid) to service_role;

CREATE OR REPLACE FUNCTION extensions.pgrst_ddl_watch()
 RETURNS event_trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_event = 'sql_drop' then
      if exists (select from pg_event_trigger_dropped_objects() where not is_temporary) then
        notify pgrst, 'reload schema';
      end if;
    elsif exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
      notify pgrst, 'reload schema';
    end if;
  end
  $function$;

CREATE OR REPLACE FUNCTION gateway_secrets.keep_keys(of_provider text, sealed_keys bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into gateway_secrets.keys (provider, sealed) values (of_provider, sealed_keys)
  on conflict (provider) do update set sealed = excluded.sealed
$function$;
grant execute on function gateway_secrets.keep_keys(text,bytea) to service_role;

CREATE OR REPLACE FUNCTION gateway_secrets.keys_of(of_provider text)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sealed from gateway_secrets.keys where provider = of_provider
$function$;
grant execute on function gateway_secrets.keys_of(text) to service_role;

CREATE OR REPLACE FUNCTION jobs.enqueue(task text, payload json DEFAULT '{}'::json, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job(
    identifier => enqueue.task,
    payload => enqueue.payload,
    job_key => enqueue.job_key,
    job_key_mode => case when enqueue.job_key is not null then 'replace' end,
    run_at => enqueue.run_at,
    priority => enqueue.priority
  );
end
$function$;
alter function jobs.enqueue(text,json,text,timestamp with time zone,integer) owner to worker;
grant execute on function jobs.enqueue(text,json,text,timestamp with time zone,integer) to service_role;
grant execute on function jobs.enqueue(text,json,text,timestamp with time zone,integer) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION private.add_derived_message(context_type text, context_id uuid, rule uuid, contact uuid, to_value text, send_at timestamp with time zone, expires_at timestamp with time zone, is_strict boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen public.message_rules;
  is_late constant boolean := is_strict and add_derived_message.send_at < now() - interval '1 hour';
  base_key text;
  message uuid;
begin
  select r.* into chosen from public.message_rules r where r.id = rule;
  base_key := concat_ws(':', chosen.purpose, context_type, context_id, chosen.key, coalesce(contact::text, public.address_hash(to_value)));
  insert into public.scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, rule_id, to_value,
    planned_at, send_at, expires_at, status, skip_reason)
  -- A moved reminder is another message: its key names its time.
  select case when exists (select from public.scheduled_messages s where s.idempotency_key = base_key)
      then base_key || ':' || extract(epoch from add_derived_message.send_at)::bigint else base_key end,
    contact, chosen.channel, chosen.purpose, add_derived_message.context_type, add_derived_message.context_id, rule, add_derived_message.to_value,
    add_derived_message.send_at, add_derived_message.send_at, add_derived_message.expires_at,
    case when is_late then 'skipped' else 'scheduled' end, case when is_late then 'too_late' end
  on conflict (idempotency_key) do nothing returning id into message;
  if message is not null and not is_late then perform private.wake_sender(add_derived_message.send_at); end if;
  return message;
end
$function$;

CREATE OR REPLACE FUNCTION private.address_form(contact uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when c.gender_form not in ('f', 'm') or exists (
      select from public.contact_points own
      join public.contact_points same on same.kind = own.kind and same.value_norm = own.value_norm and same.contact_id <> c.id
      join public.contacts partner on partner.id = same.contact_id and partner.household_id = c.household_id
        and partner.deleted_at is null and partner.merged_into_id is null
      where own.contact_id = c.id and own.is_primary and own.kind = 'email'
        and coalesce(partner.household_role, 'partner') = 'partner' and coalesce(c.household_role, 'partner') = 'partner') then 'plural'
    else c.gender_form end
  from public.contacts c where c.id = contact
$function$;
grant execute on function private.address_form(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.appointment_event(happened appointments, was text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case happened.status
    when 'pending' then 'appointment.requested'
    when 'awaiting_payment' then 'appointment.held'
    when 'confirmed' then case when was = 'no_show' or was = 'completed' then null
      when was is null and happened.rescheduled_from_id is not null then 'appointment.rescheduled' else 'appointment.confirmed' end
    when 'cancelled' then 'appointment.cancelled'
    when 'rejected' then 'appointment.cancelled'
    when 'expired' then 'appointment.cancelled'
    when 'completed' then 'appointment.completed'
    when 'no_show' then 'appointment.no_show' end
$function$;

CREATE OR REPLACE FUNCTION private.ask_refund(moved orders, attempt payment_attempts, fact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant integer := (fact ->> 'amount_agorot')::integer;
  before constant public.order_refunds := (select r from public.order_refunds r where r.id = (fact ->> 'refund')::uuid);
begin
  -- A repeated press.
  if before.id is not null then return; end if;
  if attempt.state not in ('paid', 'partially_refunded') then raise sqlstate 'PT409' using message = 'refund_without_payment'; end if;
  if asked > private.left_of_attempt(attempt) then raise sqlstate 'PT422' using message = 'refund_too_large'; end if;
  insert into public.order_refunds (id, order_id, attempt_id, amount_agorot, reason)
  values ((fact ->> 'refund')::uuid, moved.id, attempt.id, asked, btrim(fact ->> 'reason'));
end
$function$;

CREATE OR REPLACE FUNCTION private.ask_staff(moved orders, why text, attempt uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  what constant text := case why
    when 'answer_differs' then 'לבדוק אצל חברת הסליקה: התשלום שונה מההזמנה'
    when 'paid_twice' then 'להחזיר תשלום: ההזמנה שולמה פעמיים'
    when 'no_places_left' then 'ההזמנה שולמה, ולא נשאר מקום'
    when 'already_enrolled' then 'ההזמנה שולמה, והשם כבר רשום למוצר'
    when 'document_missing' then 'להפיק חשבונית: חברת הסליקה לא הפיקה'
    when 'provider_silent' then 'לבדוק תשלום: אין תשובה מחברת הסליקה'
    when 'portal' then 'להזמין לאזור האישי' end;
begin
  if why <> 'portal' then update public.orders o set attention = why where o.id = moved.id; end if;
  insert into public.tasks (name, due_date, user_id, contact_id, priority, created_by, is_demo)
  select left(what || ' (הזמנה ' || moved.number || ')', 200), (now() at time zone 'Asia/Jerusalem')::date,
    coalesce(c.owner_id, public.business_owner_id()), moved.contact_id, case why when 'portal' then 'medium' else 'high' end, null, moved.is_demo
  from public.contacts c where c.id = moved.contact_id
    and not exists (
      select from public.tasks t where t.contact_id = moved.contact_id and t.name = left(what || ' (הזמנה ' || moved.number || ')', 200)
        and t.status in ('To Do', 'In Progress') and t.deleted_at is null);
end
$function$;

CREATE OR REPLACE FUNCTION private.book_payment(moved orders, provider text, answer jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge uuid;
  today constant date := (now() at time zone 'Asia/Jerusalem')::date;
begin
  charge := private.charge_of_order(moved);
  insert into public.payments (contact_id, charge_id, order_id, provider, provider_tx, method, amount_agorot, paid_on, reference, document_number, recorded_by, is_demo)
  values (moved.contact_id, case when moved.paid_agorot < moved.amount_agorot then charge end, moved.id, provider, answer ->> 'transactionId',
    case answer ->> 'method' when 'bit' then 'bit' else 'card' end, (answer ->> 'amountAgorot')::integer, today,
    left(answer ->> 'approval', 60), left(answer #>> '{document,number}', 40), null, moved.is_demo)
  on conflict on constraint payment_recorded_already do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION private.cancel_message_ids(ids uuid[], reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- Messages before their schedule, as the mail worker locks them.
  update public.messages m set error = reason from public.scheduled_messages s
  where s.id = m.scheduled_id and s.id = any (ids) and s.status = 'sending' and m.sent_at is null;
  update public.scheduled_messages s set status = 'canceled', skip_reason = reason
  where s.id = any (ids) and s.status in ('scheduled', 'held_quiet', 'sending');
$function$;

CREATE OR REPLACE FUNCTION private.cancel_messages(context_type text, context_id uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.cancel_message_ids(array(
    select s.id from public.scheduled_messages s
    where s.context_type = cancel_messages.context_type and s.context_id = cancel_messages.context_id
      and s.status in ('scheduled', 'held_quiet', 'sending') order by s.id), reason)
$function$;
grant execute on function private.cancel_messages(text,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.charge_of_order(moved orders)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge uuid;
begin
  select c.id into charge from public.charges c where c.order_id = moved.id and c.plan_id is null;
  if charge is null then
    insert into public.charges (contact_id, product_id, order_id, title, amount_agorot, due_on, created_by, is_demo)
    values (moved.contact_id, moved.product_id, moved.id, moved.title, moved.amount_agorot, (now() at time zone 'Asia/Jerusalem')::date, null, moved.is_demo)
    returning id into charge;
  end if;
  return charge;
end
$function$;

CREATE OR REPLACE FUNCTION private.check_payment_at(attempt uuid, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jobs.enqueue('check_payment', json_build_object('attemptId', attempt), 'payment ' || attempt, at)
$function$;
grant execute on function private.check_payment_at(uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.claim_place_at(price uuid, product uuid, except_enrolment uuid DEFAULT NULL::uuid, except_order uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  places integer;
begin
  select p.seats into places from public.prices p where p.id = price and p.product_id = product for update;
  if not found then
    raise sqlstate 'PT422' using message = 'price_of_another_product';
  end if;
  if places <= private.places_taken(price, except_enrolment, except_order) then
    raise sqlstate 'PT409' using message = 'no_places_left';
  end if;
end
$function$;
grant execute on function private.claim_place_at(uuid,uuid,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.clock(at time without time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select to_char(at, 'HH24:MI') $function$;
grant execute on function private.clock(time without time zone) to service_role;

CREATE OR REPLACE FUNCTION private.contact_of_sender(channel text, sender text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.id from public.contact_points p join public.contacts c on c.id = p.contact_id
  where p.kind = 'phone' and p.value_norm = sender and c.deleted_at is null and c.merged_into_id is null
  order by (
    select max(m.created_at) from public.messages m
    where m.contact_id = c.id and m.to_value = sender and m.channel = contact_of_sender.channel) desc nulls last,
    p.is_primary desc, c.created_at, c.id limit 1
$function$;
grant execute on function private.contact_of_sender(text,text) to service_role;

CREATE OR REPLACE FUNCTION private.context_refusal(message scheduled_messages)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant regprocedure := to_regprocedure(format('private.message_refusal_of_%I(public.scheduled_messages)', message.context_type));
  of_run constant regprocedure := to_regprocedure('private.run_refusal(uuid)');
  why text;
begin
  if asked is not null then execute format('select %s($1)', asked::regproc) into why using message; end if;
  if why is null and message.run_id is not null and of_run is not null then
    execute format('select %s($1)', of_run::regproc) into why using message.run_id;
  end if;
  if why is null and message.rule_id is not null and not exists (
    select from private.wanted_messages(message.context_type, message.context_id) w
    where w.rule_id = message.rule_id and w.contact_id is not distinct from message.contact_id
      and (w.to_value is null or w.to_value = message.to_value)) then
    why := case when (select r.is_active from public.message_rules r where r.id = message.rule_id) then 'entity_changed' else 'rule_off' end;
  end if;
  return why;
end
$function$;

CREATE OR REPLACE FUNCTION private.create_union_view(name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  branches constant text := (
    select string_agg(format('select * from private.%I', relname), ' union all ' order by relname collate "C")
    from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'v' and starts_with(relname, name || '_via_')
  );
begin
  execute format('create view private.%I as %s', name, branches);
end
$function$;

CREATE OR REPLACE FUNCTION private.derive_messages(context_type text, context_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted record;
  present public.scheduled_messages;
  kept uuid[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'messages', context_type, context_id), 0));
  for wanted in
    select w.*, r.sends_late, r.repeats_when_moved
    from private.wanted_messages(context_type, context_id) w join public.message_rules r on r.id = w.rule_id
  loop
    select s.* into present from public.scheduled_messages s
    where s.context_type = derive_messages.context_type and s.context_id = derive_messages.context_id and s.rule_id = wanted.rule_id
      and s.contact_id is not distinct from wanted.contact_id and (wanted.to_value is null or s.to_value = wanted.to_value)
    order by s.created_at desc, s.id limit 1;
    if present.id is null then
      kept := kept || private.add_derived_message(context_type, context_id, wanted.rule_id, wanted.contact_id, wanted.to_value, wanted.send_at,
        wanted.expires_at, not wanted.sends_late);
    elsif present.status in ('sending', 'sent') and wanted.repeats_when_moved
      and wanted.send_at <> present.planned_at and wanted.send_at > now() then
      kept := kept || private.add_derived_message(context_type, context_id, wanted.rule_id, wanted.contact_id, wanted.to_value, wanted.send_at,
        wanted.expires_at, true);
    else
      kept := kept || present.id;
      if not private.move_derived_message(present, wanted.send_at, wanted.expires_at) then
        -- The sender took the message since it was read.
        perform private.derive_messages(context_type, context_id);
        return;
      end if;
    end if;
  end loop;
  perform private.cancel_message_ids(array(
    select s.id from public.scheduled_messages s
    where s.context_type = derive_messages.context_type and s.context_id = derive_messages.context_id and s.rule_id is not null
      and s.status in ('scheduled', 'held_quiet', 'sending') and s.id <> all (kept) order by s.id), 'entity_changed');
end
$function$;
grant execute on function private.derive_messages(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.difference(attempt payment_attempts, answer jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when (answer ->> 'amountAgorot')::bigint is distinct from attempt.amount_agorot then 'amount'
    when answer ->> 'currency' is distinct from attempt.currency then 'currency'
    when coalesce(answer ->> 'terminal', attempt.terminal) <> attempt.terminal then 'terminal'
    when coalesce(answer ->> 'reference', attempt.reference) <> attempt.reference then 'reference'
    when answer ->> 'transactionId' is null then 'reference' end
$function$;

CREATE OR REPLACE FUNCTION private.digits_of(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select ltrim(regexp_replace(typed, '\D', '', 'g'), '0')
$function$;
grant execute on function private.digits_of(text) to authenticated;

CREATE OR REPLACE FUNCTION private.emit_event(type text, contact uuid, entity_type text, entity uuid, payload jsonb DEFAULT '{}'::jsonb, is_demo boolean DEFAULT false, once_key text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo, once_key)
  select emit_event.type, c.id, c.household_id, emit_event.entity_type, emit_event.entity, jsonb_strip_nulls(emit_event.payload),
    emit_event.is_demo, emit_event.once_key
  from (select 1) always left join public.contacts c on c.id = emit_event.contact
  where emit_event.contact is null or c.id is not null
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION private.end_appointment(appointment uuid, ended_as text, by_whom text, why text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.appointments a set status = ended_as, cancelled_by = case when ended_as = 'cancelled' then by_whom end,
    cancel_reason = nullif(btrim(why), '')
  where a.id = appointment and a.status in ('pending', 'awaiting_payment', 'confirmed');
  return found;
end
$function$;
grant execute on function private.end_appointment(uuid,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.end_automation_runs(automation uuid, reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.automation_runs r set status = 'exited', exit_reason = reason, ended_at = now(), resume_at = null, due_at = null,
    state = r.state || jsonb_build_object('status', 'exited', 'exitReason', reason)
  where r.automation_id = automation and r.status in ('queued', 'waiting', 'running')
$function$;
grant execute on function private.end_automation_runs(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.enrolment_refusal(automation uuid, contact uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when c.id is null then 'contact_not_found'
    when c.do_not_contact and (v.definition -> 'exits' ->> 'do_not_contact')::boolean then 'contact_do_not_contact'
    when (v.definition ->> 'reentry') <> 'always' and exists (
      select from public.automation_runs r where r.automation_id = a.id and r.contact_id = c.id
        and r.status in ('queued', 'waiting', 'running')) then 'contact_already_inside'
    when (v.definition ->> 'reentry') = 'never' and exists (
      select from public.automation_runs r where r.automation_id = a.id and r.contact_id = c.id) then 'contact_was_inside'
  end
  from public.automations a
  join public.automation_versions v on v.automation_id = a.id and v.version = a.current_version
  left join public.contacts c on c.id = contact and c.deleted_at is null and c.merged_into_id is null
  where a.id = automation
$function$;

CREATE OR REPLACE FUNCTION private.epoch_ms(at timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select (extract(epoch from at) * 1000)::bigint $function$;
grant execute on function private.epoch_ms(timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.event_actor_kind()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when auth.jwt() ? 'automation_run' then 'automation'
    when auth.uid() is null then 'system'
    else 'user' end
$function$;

CREATE OR REPLACE FUNCTION private.event_cause()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (auth.jwt() ->> 'automation_run')::uuid
$function$;

CREATE OR REPLACE FUNCTION private.event_depth()
 RETURNS smallint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((auth.jwt() ->> 'event_depth')::smallint, -1::smallint) + 1::smallint
$function$;

CREATE OR REPLACE FUNCTION private.forget_moves(cards uuid[], by_whom uuid, since timestamp with time zone, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_opportunities(cards);
  delete from public.activities a
  where a.opportunity_id = any (cards) and a.actor_id is not distinct from by_whom and a.happened_at between since and until
    and a.type in ('opportunity.stage_changed', 'opportunity.won', 'opportunity.lost', 'opportunity.reopened');
  delete from public.opportunity_stage_history h
  where h.opportunity_id = any (cards) and h.actor_id is not distinct from by_whom and h.at between since and until;
  update public.opportunities o set
    stage_entered_at = last.at, closed_at = case when o.status <> 'open' then last.at end
  from (select h.opportunity_id, max(h.at) as at from public.opportunity_stage_history h where h.opportunity_id = any (cards) group by 1) last
  where o.id = last.opportunity_id and o.stage_entered_at <> last.at;
  update public.contacts c set last_activity_at = (
    select max(least(a.happened_at, clock_timestamp())) from public.activities a where a.contact_id = c.id and a.deleted_at is null)
  where c.id in (select o.contact_id from public.opportunities o where o.id = any (cards));
end
$function$;
grant execute on function private.forget_moves(uuid[],uuid,timestamp with time zone,timestamp with time zone) to authenticated;
grant execute on function private.forget_moves(uuid[],uuid,timestamp with time zone,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.fulfil_order(about uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid constant public.orders := (select o from public.orders o where o.id = about);
  template uuid;
begin
  update public.orders o set fulfilled_at = now() where o.id = about and o.fulfilled_at is null;
  if not found then return; end if;
  perform private.emit_event('order.paid', paid.contact_id, 'order', paid.id,
    jsonb_build_object('product_id', paid.product_id, 'amount_agorot', paid.amount_agorot), paid.is_demo, 'order.paid:' || about);
  begin
    insert into public.enrolments (product_id, price_id, contact_id, created_by, is_demo)
    values (paid.product_id, paid.price_id, paid.contact_id, null, paid.is_demo);
  exception
    -- The money is here all the same: staff find a place or return it.
    when sqlstate 'PT409' then perform private.ask_staff(paid, 'no_places_left');
    when unique_violation then perform private.ask_staff(paid, 'already_enrolled');
  end;
  select p.process_template_id into template from public.products p where p.id = paid.product_id;
  if template is not null then perform private.start_process(paid.contact_id, template, paid.is_demo); end if;
  perform private.ask_staff(paid, 'portal');
  perform private.log_order(paid, 'order.paid', jsonb_build_object('amount_agorot', paid.amount_agorot));
end
$function$;

CREATE OR REPLACE FUNCTION private.has_open_attempt(about uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payment_attempts a where a.order_id = about and a.state in ('page_open', 'verifying'))
$function$;

CREATE OR REPLACE FUNCTION private.host_name(host uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(p.full_name, btrim(u.raw_user_meta_data ->> 'full_name'), '')
  from auth.users u left join public.staff_profiles p on p.user_id = u.id where u.id = host
$function$;
grant execute on function private.host_name(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.host_schedule(type uuid, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'zone', coalesce(s.zone, 'Asia/Jerusalem'),
    'rules', coalesce((select jsonb_agg(jsonb_build_object('weekday', r.weekday, 'start', private.clock(r.start_local), 'end', private.clock(r.end_local))
      order by r.weekday, r.start_local) from public.schedule_rules r where r.schedule_id = s.id), '[]'),
    'overrides', coalesce((select jsonb_object_agg(o.day, o.windows) from public.schedule_overrides o
      where o.schedule_id = s.id and o.day between (from_at - interval '2 days')::date and (to_at + interval '2 days')::date), '{}'),
    'policy', jsonb_build_object('block_shabbat', h.block_shabbat, 'block_holidays', h.block_holidays, 'eve_close', private.clock(h.eve_close),
      'chol_hamoed', h.chol_hamoed, 'memorial', h.memorial, 'disabled_ids', h.disabled_ids),
    'closedDays', coalesce((select jsonb_agg(jsonb_build_object('from', d.from_on, 'to', d.until_on, 'name', d.name)) from (
      select c.name, c.from_on, c.until_on from public.closed_days c
      union all select b.name, b.from_on, b.until_on from public.school_breaks b where h.block_school_breaks) d
      where d.until_on >= (from_at - interval '2 days')::date and d.from_on <= (to_at + interval '2 days')::date), '[]'),
    'timeOff', coalesce((select jsonb_agg(jsonb_build_object('from', private.epoch_ms(o.starts_at), 'to', private.epoch_ms(o.ends_at)))
      from public.time_off o where o.user_id = h.user_id and o.ends_at > from_at and o.starts_at < to_at), '[]'))
  from public.appointment_types t
  join public.booking_hosts h on h.user_id = t.user_id
  left join lateral (
    select s.* from public.schedules s where s.id = t.schedule_id
    union all select * from (select s.* from public.schedules s where t.schedule_id is null and s.user_id = t.user_id order by s.id limit 1) usual
  ) s on true
  where t.id = type
$function$;
grant execute on function private.host_schedule(uuid,timestamp with time zone,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.is_approved_template(approved jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select approved is null or coalesce(approved ->> 'name' ~ '^[a-z0-9_]+$' and char_length(approved ->> 'name') <= 512
    and approved ->> 'language' ~ '^[a-z]{2,3}(_[A-Z]{2})?$' and jsonb_typeof(approved -> 'parameters') = 'array' and jsonb_array_length(approved -> 'parameters') <= 10
    and not exists (select from jsonb_array_elements(approved -> 'parameters') value
      where jsonb_typeof(value) <> 'string' or (value #>> '{}') !~ '\S' or char_length(value #>> '{}') > 1000), false)
$function$;

CREATE OR REPLACE FUNCTION private.is_message_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select address ~ '^(/|/[^/\s]\S*|https?://\S+|mailto:\S+|tel:\S+|\{\{קישור\.[א-תA-Za-z0-9_]+\}\})$'
$function$;

CREATE OR REPLACE FUNCTION private.is_message_picture(picture jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select picture ->> 'id' ~ '^[0-9a-f-]{36}$' and picture ->> 'format' in ('jpeg', 'webp')
    and jsonb_typeof(picture -> 'width') = 'number' and jsonb_typeof(picture -> 'height') = 'number'
$function$;

CREATE OR REPLACE FUNCTION private.is_template_content(channel text, content jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(case channel
    when 'email' then content ->> 'subject' ~ '\S' and content ->> 'subject' !~ '[\r\n]' and char_length(content ->> 'subject') <= 200
      and jsonb_typeof(content -> 'preheader') = 'string' and char_length(content ->> 'preheader') <= 300
      and jsonb_typeof(content -> 'blocks') = 'array' and jsonb_array_length(content -> 'blocks') between 1 and 40
      and not exists (select from jsonb_array_elements(content -> 'blocks') block where not public.is_message_block(block))
    when 'whatsapp' then content ->> 'text' ~ '\S' and char_length(content ->> 'text') <= 2000 and private.is_approved_template(content -> 'approved')
    when 'sms' then content ->> 'text' ~ '\S' and char_length(content ->> 'text') <= 600
    when 'push' then content ->> 'title' ~ '\S' and char_length(content ->> 'title') <= 80 and content ->> 'text' ~ '\S'
      and char_length(content ->> 'text') <= 240 and private.is_message_address(content ->> 'path')
  end, false)
$function$;

CREATE OR REPLACE FUNCTION private.lead_magnet_progress()
 RETURNS TABLE(request_id uuid, magnet_id uuid, contact_id uuid, requested_at timestamp with time zone, delivered_at timestamp with time zone, opened_at timestamp with time zone, opportunity_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, r.magnet_id, r.contact_id, r.created_at, sent.at, r.opened_at, o.id
  from public.lead_magnet_requests r
  join public.contacts c on c.id = r.contact_id and c.deleted_at is null
  left join lateral (
    select min(m.sent_at) as at from public.lead_magnet_deliveries d
    join public.scheduled_messages s on s.context_type = 'lead_magnet_delivery' and s.context_id = d.id
    join public.messages m on m.scheduled_id = s.id and m.bounced_at is null and m.error is null
    where d.request_id = r.id and d.stopped_at is null) sent on true
  left join lateral (
    select o.id from public.opportunities o where o.contact_id = r.contact_id and o.created_at >= r.created_at and o.deleted_at is null
    order by o.created_at limit 1) o on true
$function$;

CREATE OR REPLACE FUNCTION private.left_of_attempt(attempt payment_attempts)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select attempt.amount_agorot - coalesce(sum(r.amount_agorot), 0) from public.order_refunds r
  where r.attempt_id = attempt.id and r.status <> 'refused'
$function$;

CREATE OR REPLACE FUNCTION private.left_of_package(package uuid, except_appointment uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.total - (select count(*)::integer from public.appointments a
    where a.package_id = p.id and private.uses_package(a.status, a.no_show) and a.id is distinct from except_appointment)
  from public.session_packages p where p.id = package
$function$;

CREATE OR REPLACE FUNCTION private.left_of_payment(payment payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select payment.amount_agorot - coalesce(sum(r.amount_agorot), 0) from public.payments r
  where r.refund_of = payment.id and r.voided_at is null and r.status = 'captured'
$function$;

CREATE OR REPLACE FUNCTION private.listed_contact_ids(groups jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'extensions'
AS $function$
begin
  return query execute 'select c.id from public.contacts c where c.merged_into_id is null and '
    || public.contact_filter(jsonb_build_object('groups', groups));
end
$function$;

CREATE OR REPLACE FUNCTION private.lock_host(host uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('booking host ' || host, 0))
$function$;
grant execute on function private.lock_host(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.log_order(about orders, what text, payload jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  select what, case when public.is_colleague(auth.uid()) then 'user' else 'contact' end,
    case when public.is_colleague(auth.uid()) then auth.uid() else about.contact_id end,
    about.contact_id, 'order', about.id, about.title, payload || jsonb_build_object('number', about.number), about.is_demo
  where not about.is_demo
$function$;

CREATE OR REPLACE FUNCTION private.manages_host(host uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.has_role('owner', 'admin') or (host = (select auth.uid()) and public.has_role('coach', 'sales'))
$function$;
grant execute on function private.manages_host(uuid) to authenticated;

CREATE OR REPLACE FUNCTION private.may_host(host uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.user_roles r
    where r.user_id = host and r.is_active and r.role in ('owner', 'admin', 'coach', 'sales'))
$function$;
grant execute on function private.may_host(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.merge_field_names(context_type text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  module text;
  of_module text[];
  names text[] := (
    select coalesce(array_agg(case d.entity when 'household' then 'שדה_בית.' else 'שדה.' end || d.key), '{}')
    from public.custom_field_defs d where d.entity in ('contact', 'household') and d.deleted_at is null);
begin
  foreach module in array array['business', 'contact', 'newsletter', context_type] loop
    continue when to_regprocedure('private.merge_fields_of_' || quote_ident(module) || '()') is null;
    execute format('select private.merge_fields_of_%I()', module) into of_module;
    names := names || of_module;
  end loop;
  return names;
end
$function$;
grant execute on function private.merge_field_names(text) to service_role;

CREATE OR REPLACE FUNCTION private.merge_fields_of_business()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['שם_העסק', 'businessName', 'שם_משפטי', 'legalName', 'מספר_חברה', 'companyNumber', 'טלפון_העסק', 'phone',
    'נייד_העסק', 'mobile', 'דואל_העסק', 'email', 'כתובת_העסק', 'address', 'שם_התוכנית', 'productName', 'צוות', 'coachName',
    'שעות_פעילות', 'היום', 'קישור.אתר', 'קישור.אזור_אישי']
$function$;

CREATE OR REPLACE FUNCTION private.merge_fields_of_contact()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['שם_פרטי', 'firstName', 'שם_משפחה', 'שם_מלא', 'משק_בית', 'סוג', 'תגית', 'מקור', 'יום_הולדת', 'אחראי']
$function$;

CREATE OR REPLACE FUNCTION private.merge_fields_of_newsletter()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select array['קישור.העדפות_דיוור'] $function$;

CREATE OR REPLACE FUNCTION private.merge_link(module text, field text, contact uuid, context_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path text;
begin
  if to_regprocedure('private.merge_link_of_' || quote_ident(module) || '(text, uuid, uuid)') is null then return null; end if;
  execute format('select private.merge_link_of_%I($1, $2, $3)', module) into path using field, contact, context_id;
  return path;
end
$function$;
grant execute on function private.merge_link(text,text,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.merge_link_of_newsletter(field text, contact uuid, context_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
begin
  insert into public.preference_links (token_hash, contact_id, email)
  select public.link_hash(token), p.contact_id, p.value_norm from public.contact_points p
  where p.contact_id = contact and p.kind = 'email'
  order by p.is_primary desc, p.created_at, p.id limit 1;
  return case when found then '/newsletter/preferences/' || token end;
end
$function$;
grant execute on function private.merge_link_of_newsletter(text,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.merge_values(contact uuid, context_type text, context_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_contact constant jsonb := private.merge_values_of_contact(contact);
  of_context jsonb := '{}';
begin
  if of_contact is null then return null; end if;
  if context_type <> 'contact' and to_regprocedure('private.merge_values_of_' || quote_ident(context_type) || '(uuid)') is not null then
    execute format('select private.merge_values_of_%I($1)', context_type) into of_context using context_id;
  end if;
  return coalesce(private.merge_values_of_business(), '{}') || of_contact || coalesce(of_context, '{}')
    || jsonb_build_object('form', private.address_form(contact));
end
$function$;
grant execute on function private.merge_values(uuid,text,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.merge_values_of_business()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'שם_העסק', b.business_name, 'שם_משפטי', coalesce(b.legal_name, b.business_name), 'מספר_חברה', b.company_number, 'טלפון_העסק', b.phone,
    'נייד_העסק', b.mobile, 'דואל_העסק', b.email, 'כתובת_העסק', b.address, 'שם_התוכנית', b.product_name, 'צוות', b.coach_name,
    'שעות_פעילות', b.hours, 'היום', (now() at time zone 'Asia/Jerusalem')::date, 'קישור.אתר', '/', 'קישור.אזור_אישי', '/client-portal')
  from (select 1) always left join public.get_public_business_profile() b on true
$function$;
grant execute on function private.merge_values_of_business() to service_role;

CREATE OR REPLACE FUNCTION private.merge_values_of_contact(contact uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'שם_פרטי', c.first_name, 'שם_משפחה', c.last_name, 'שם_מלא', c.full_name, 'משק_בית', h.name, 'סוג', c.lifecycle,
      'תגית', (select coalesce(jsonb_agg(t.name order by t.name), '[]')
        from public.contact_tags ct join public.tags t on t.id = ct.tag_id where ct.contact_id = c.id),
      'מקור', c.source, 'יום_הולדת', c.birth_date,
      'אחראי', (select s.full_name from public.staff_profiles s where s.user_id = c.owner_id),
      'custom', d.custom, 'household_custom', coalesce(h.custom, '{}'))
    from public.contacts c join public.contact_staff_details d on d.contact_id = c.id left join public.households h on h.id = c.household_id and h.deleted_at is null
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null);
end
$function$;
grant execute on function private.merge_values_of_contact(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.message_address(message scheduled_messages)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when message.to_value is not null then message.to_value
    else (
      select p.value_norm from public.contact_points p
      where p.contact_id = message.contact_id and p.kind = case when message.channel = 'email' then 'email' else 'phone' end
      order by message.purpose = 'marketing' and public.advertising_block_reason(message.contact_id, p.value_norm, message.channel) is not null,
        p.bounced_at is not null, p.is_primary desc, p.created_at, p.id limit 1) end
$function$;

CREATE OR REPLACE FUNCTION private.message_anchors_of_appointment(appointment uuid)
 RETURNS TABLE(anchor text, at timestamp with time zone, expires_at timestamp with time zone, contact_id uuid, to_value text, is_partner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with met as (
    select a.* from public.appointments a where a.id = appointment and not a.is_demo),
  anchors as (
    select case when m.rescheduled_from_id is not null then 'moved' when m.series_id is not null then 'series_booked' else 'booked' end as anchor,
        coalesce(m.confirmed_at, m.created_at) as at, m.starts_at as expires_at
      from met m where m.status = 'confirmed' and not m.is_silent
        -- One message about a whole series, of its first appointment.
        and (m.series_id is null or m.rescheduled_from_id is not null or not exists (
          select from public.appointments a where a.series_id = m.series_id and a.rescheduled_from_id is null and a.starts_at < m.starts_at))
    union all select 'starts', m.starts_at, m.starts_at from met m where m.status = 'confirmed'
    union all select 'requested', m.created_at, m.decide_by from met m where m.status = 'pending'
    union all select 'ended', m.ends_at, m.ends_at + interval '2 days' from met m where m.status in ('confirmed', 'completed')
    union all select m.status, m.status_at, m.status_at + interval '2 days' from met m
      where m.status in ('cancelled', 'rejected', 'expired') or (m.status = 'no_show' and m.no_show = 'client'))
  -- The address that was typed: a contact found by its number may have another one, or none.
  -- What is confirmed to an attendee who joins later happens when they join.
  select n.anchor, case when n.anchor in ('booked', 'series_booked', 'moved', 'requested') then greatest(n.at, t.joined_at) else n.at end,
    n.expires_at, t.contact_id, t.email, t.role = 'partner'
  from anchors n, public.appointment_attendees t
  left join public.contacts c on c.id = t.contact_id
  where t.appointment_id = appointment and (c.id is null or c.deleted_at is null)
    and (t.contact_id is not null or t.email is not null)
    and (t.wants_reminders or n.anchor <> 'starts')
$function$;

CREATE OR REPLACE FUNCTION private.message_anchors_of_lead_magnet_delivery(delivery uuid)
 RETURNS TABLE(anchor text, at timestamp with time zone, expires_at timestamp with time zone, contact_id uuid, to_value text, is_partner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.anchor, d.created_at, d.created_at + interval '7 days', r.contact_id, d.email, false
  from public.lead_magnet_deliveries d
  join public.lead_magnet_requests r on r.id = d.request_id
  join public.contacts c on c.id = r.contact_id and c.deleted_at is null
  cross join unnest(array['requested', 'not_opened']) a (anchor)
  where d.id = delivery and d.stopped_at is null and not r.is_demo
    and (a.anchor = 'requested' or r.opened_at is null and not exists (
      select from public.lead_magnet_deliveries later where later.request_id = d.request_id and later.created_at > d.created_at))
$function$;

CREATE OR REPLACE FUNCTION private.message_anchors_of_newsletter_request(request uuid)
 RETURNS TABLE(anchor text, at timestamp with time zone, expires_at timestamp with time zone, contact_id uuid, to_value text, is_partner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The last day is left for the confirmation.
  select 'requested', r.created_at, r.expires_at - interval '1 day', null::uuid, r.email, false
  from public.newsletter_requests r
  where r.id = request and r.confirmed_at is null
    and not exists (select from public.newsletter_requests l where l.email = r.email and l.created_at > r.created_at)
    and not exists (select from public.suppressions s where s.channel = 'email' and s.value_hash = public.address_hash(r.email))
$function$;

CREATE OR REPLACE FUNCTION private.message_anchors_of_process(process uuid)
 RETURNS TABLE(anchor text, at timestamp with time zone, expires_at timestamp with time zone, contact_id uuid, to_value text, is_partner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'finished', p.completed_at, p.completed_at + interval '30 days', p.contact_id, null::text, false
  from public.client_processes p join public.contacts c on c.id = p.contact_id
  where p.id = process and p.status = 'completed' and not p.is_demo and c.deleted_at is null and c.merged_into_id is null
$function$;

CREATE OR REPLACE FUNCTION private.message_anchors_of_stage(stage uuid)
 RETURNS TABLE(anchor text, at timestamp with time zone, expires_at timestamp with time zone, contact_id uuid, to_value text, is_partner boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'done', i.done_at, i.done_at + interval '7 days', p.contact_id, null::text, false
  from public.process_stage_instances i
  join public.process_stages t on t.id = i.process_stage_id and t.visible_to_client
  join public.client_processes p on p.id = i.client_process_id and p.status = 'active'
  join public.contacts c on c.id = p.contact_id
  where i.id = stage and i.status = 'done' and not i.is_demo and c.client_user_id is not null and c.deleted_at is null
$function$;

CREATE OR REPLACE FUNCTION private.message_refusal(message scheduled_messages, contact uuid, address text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    case when message.expires_at <= now() then 'expired' end,
    case when message.purpose = 'marketing' then public.advertising_block_reason(contact, address, message.channel)
      when address is null then private.no_address_of(message.channel)
      when contact is not null then (
        select case when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'gone'
          when c.do_not_contact and message.purpose = 'service' then 'do_not_contact' end
        from (select 1) always left join public.contacts c on c.id = contact) end,
    case when message.purpose = 'service' then (
      select 'legal' from public.suppressions s
      where s.channel = message.channel and s.value_hash = public.address_hash(address) and s.reason = 'legal') end,
    private.context_refusal(message),
    -- Two contacts were merged, and the other one's message was written before.
    case when message.rule_id is not null or message.context_type = 'campaign' then (
      select 'same_address' where exists (
        select from public.messages m join public.scheduled_messages o on o.id = m.scheduled_id
        where m.contact_id = contact and o.context_type = message.context_type and o.context_id = message.context_id
          and o.rule_id is not distinct from message.rule_id and o.id <> message.id and o.planned_at = message.planned_at
          and (message.status <> 'sending' or m.sent_at is not null))) end)
$function$;

CREATE OR REPLACE FUNCTION private.message_refusal_of_campaign(message scheduled_messages)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nullif(r.excluded, 'same_address') from public.campaign_recipients r
  where r.campaign_id = message.context_id and r.contact_id = message.contact_id
$function$;

CREATE OR REPLACE FUNCTION private.move_appointment(moved appointments, starts timestamp with time zone, ends timestamp with time zone, new_status text, decide_until timestamp with time zone, is_silent boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  copy uuid;
begin
  -- First, so that the appointment does not stand in its own way.
  update public.appointments a set status = 'rescheduled', decide_by = null
  where a.id = moved.id and a.status in ('pending', 'awaiting_payment', 'confirmed');
  if not found then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  insert into public.appointments (type_id, title, user_id, contact_id, household_id, opportunity_id, package_id, series_id, starts_at, ends_at, status, pending_blocks,
    buffer_before, buffer_after, location_kind, location_value, join_url, answers, client_zone, decide_by, rescheduled_from_id, root_id,
    ical_sequence, utm, is_silent, is_demo)
  values (moved.type_id, moved.title, moved.user_id, moved.contact_id, moved.household_id, moved.opportunity_id, moved.package_id, moved.series_id, starts, ends, new_status,
    moved.pending_blocks, moved.buffer_before, moved.buffer_after, moved.location_kind, moved.location_value, moved.join_url, moved.answers,
    moved.client_zone, decide_until, moved.id, moved.root_id, moved.ical_sequence + 1, moved.utm, move_appointment.is_silent, moved.is_demo)
  returning id into copy;
  insert into public.appointment_attendees (appointment_id, contact_id, role, name, email, phone, wants_reminders)
  select copy, t.contact_id, t.role, t.name, t.email, t.phone, t.wants_reminders from public.appointment_attendees t where t.appointment_id = moved.id;
  return copy;
end
$function$;
grant execute on function private.move_appointment(appointments,timestamp with time zone,timestamp with time zone,text,timestamp with time zone,boolean) to service_role;

CREATE OR REPLACE FUNCTION private.move_derived_message(present scheduled_messages, at timestamp with time zone, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_waiting constant boolean := present.status in ('scheduled', 'held_quiet');
  comes_back constant boolean := at > now() - interval '1 hour'
    and ((present.status = 'canceled' and present.skip_reason = 'entity_changed') or (present.status = 'skipped' and present.skip_reason = 'too_late'));
begin
  if not (comes_back or is_waiting and (present.planned_at, present.expires_at) is distinct from (at, until)) then return true; end if;
  if exists (select from public.messages m where m.scheduled_id = present.id) then return true; end if;
  update public.scheduled_messages s set planned_at = at, send_at = at, expires_at = until, status = 'scheduled', skip_reason = null,
    waits_because = null
  where s.id = present.id and s.status = present.status;
  if not found then return false; end if;
  perform private.wake_sender(at);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.move_to_undo(card_id uuid, expected_version integer)
 RETURNS SETOF private.opportunity_moves
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.* from private.opportunity_moves m
  where m.opportunity_id = card_id and m.version = expected_version and m.moved_by is not distinct from auth.uid()
$function$;
grant execute on function private.move_to_undo(uuid,integer) to authenticated;
grant execute on function private.move_to_undo(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.newest_covered_charge(contact uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with valid as (
    select p.charge_id, private.settled_by(p) settled from public.payments p
    where p.contact_id = contact and p.voided_at is null and p.status = 'captured'
  ), bound as (
    select c.id, c.due_on, c.number, c.created_at,
      c.amount_agorot - least(c.amount_agorot, greatest(0, coalesce((select sum(v.settled) from valid v where v.charge_id = c.id), 0))) need, c.amount_agorot
    from public.charges c where c.contact_id = contact and c.voided_at is null
  ), ordered as (
    select b.id, b.need, b.due_on, b.number, b.created_at,
      sum(b.need) over (order by b.due_on, coalesce(b.number, 0), b.created_at, b.id) - b.need before_it,
      (select sum(v.settled) from valid v) - (select sum(o.amount_agorot - o.need) from bound o) free
    from bound b
  )
  select o.id from ordered o where o.need > 0 and o.free > o.before_it
  order by o.due_on desc, coalesce(o.number, 0) desc, o.created_at desc, o.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION private.no_address_of(channel text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case channel when 'email' then 'no_email' when 'push' then 'no_push' else 'no_phone' end
$function$;

CREATE OR REPLACE FUNCTION private.note_follow_ups(card opportunities, made jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_opportunities(array[card.id]);
  update private.opportunity_moves m set ended_at = clock_timestamp(), version = card.version, made = jsonb_strip_nulls(note_follow_ups.made)
  where m.opportunity_id = card.id;
end
$function$;
grant execute on function private.note_follow_ups(opportunities,jsonb) to authenticated;
grant execute on function private.note_follow_ups(opportunities,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.note_move(card opportunities, was jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.opportunity_moves as m (opportunity_id, moved_by, began_at, ended_at, version, was)
  values (card.id, auth.uid(), now(), clock_timestamp(), card.version, was)
  on conflict (opportunity_id) do update set moved_by = excluded.moved_by, began_at = excluded.began_at, ended_at = excluded.ended_at,
    version = excluded.version, was = excluded.was, made = '{}'
$function$;

CREATE OR REPLACE FUNCTION private.open_attempt(moved orders, attempt payment_attempts, fact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if attempt.state <> 'created' then return; end if;
  update public.payment_attempts a set state = 'page_open', provider_ref = fact ->> 'provider_ref', page_url = fact ->> 'url',
    opened_at = now(), closes_at = now() + interval '60 minutes', fault = null
  where a.id = attempt.id;
  if moved.paid_at is null then
    update public.orders o set status = 'awaiting_payment' where o.id = moved.id and o.status <> 'awaiting_payment';
  end if;
  if attempt.provider <> 'manual' then perform private.check_payment_at(attempt.id, now() + interval '2 minutes'); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.order_status(money orders)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when money.paid_at is null then money.status
    when money.refunded_agorot > 0 and money.refunded_agorot >= money.paid_agorot then 'refunded'
    when money.refunded_agorot > 0 then 'partially_refunded'
    when money.paid_agorot >= money.amount_agorot then 'paid'
    when money.paid_agorot > 0 then 'partially_paid'
    -- Every payment was made void.
    else 'cancelled' end
$function$;

CREATE OR REPLACE FUNCTION private.package_for(contact uuid, type uuid, starts timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from public.session_packages p join public.contacts owner on owner.id = p.contact_id
  where p.type_id = type
    and (p.contact_id = contact or owner.household_id = (select c.household_id from public.contacts c where c.id = contact))
    and (p.expires_on is null or p.expires_on >= (starts at time zone 'Asia/Jerusalem')::date)
    and private.left_of_package(p.id) > 0
  order by p.expires_on nulls last, p.created_at, p.id limit 1
$function$;
grant execute on function private.package_for(uuid,uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.pause_automation(automation uuid, because text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paused public.automations;
begin
  update public.automations a set status = 'paused', paused_because = because where a.id = automation and a.status = 'enabled'
  returning a.* into paused;
  if not found then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, is_demo)
  select u.user_id, 'automation.paused', left('אוטומציה הושהתה: ' || paused.name, 200),
    case because when 'breaker' then 'יותר מדי צעדים נכשלו. אף אחד לא יצא ממנה, והיא ממתינה לבדיקה.'
      else 'אוטומציות מפעילות זו את זו במעגל. היא ממתינה לבדיקה.' end,
    'critical', 'automation', paused.id, paused.is_demo
  from public.notice_recipients(null) u (user_id);
end
$function$;
grant execute on function private.pause_automation(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.pay_by_hand(moved orders, fact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge uuid;
begin
  if char_length(btrim(coalesce(fact ->> 'reason', ''))) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
  if moved.paid_agorot + (fact ->> 'amount_agorot')::integer > moved.amount_agorot then
    raise sqlstate 'PT422' using message = 'more_than_ordered';
  end if;
  charge := private.charge_of_order(moved);
  -- Its trigger settles the order.
  insert into public.payments (id, contact_id, charge_id, order_id, method, amount_agorot, reference, note, is_demo)
  values (coalesce((fact ->> 'payment')::uuid, gen_random_uuid()), moved.contact_id, charge, moved.id, fact ->> 'method',
    (fact ->> 'amount_agorot')::integer, fact ->> 'reference', btrim(fact ->> 'reason'), moved.is_demo);
end
$function$;

CREATE OR REPLACE FUNCTION private.place_opportunity(card_id uuid, to_stage_id uuid, before_id uuid, new_lost_reason_id uuid, new_lost_note text, new_reopened_because text)
 RETURNS opportunities
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was public.opportunities;
  card public.opportunities;
begin
  perform private.require_opportunities(array[card_id]);
  select o.* into was from public.opportunities o where o.id = card_id;
  update public.opportunities o set
    stage_id = to_stage_id,
    rank = 'before ' || coalesce(before_id::text, 'end'),
    lost_reason_id = new_lost_reason_id,
    lost_note = new_lost_note,
    reopened_because = new_reopened_because
  where o.id = card_id
  returning o.* into card;
  perform private.note_move(card, jsonb_build_object('opportunity', to_jsonb(was),
    'lifecycle', (select c.lifecycle from public.contacts c where c.id = was.contact_id)));
  return card;
end
$function$;
grant execute on function private.place_opportunity(uuid,uuid,uuid,uuid,text,text) to authenticated;
grant execute on function private.place_opportunity(uuid,uuid,uuid,uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.places_left(price prices)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when price.seats is not null then greatest(0, price.seats - private.places_taken(price.id))::integer end
$function$;

CREATE OR REPLACE FUNCTION private.places_taken(price uuid, except_enrolment uuid DEFAULT NULL::uuid, except_order uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select count(*) from public.enrolments e
      where e.price_id = price and e.ended_on is null and e.id is distinct from except_enrolment)
    + (select count(*) from public.orders o
      where o.price_id = price and o.status in ('pending', 'awaiting_payment', 'failed') and o.held_until > now()
        and o.id is distinct from except_order)
$function$;

CREATE OR REPLACE FUNCTION private.refuse_advertising(channel text, address text, source text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.suppressions (value_norm, channel, reason) values (address, refuse_advertising.channel, 'unsubscribe')
  on conflict do nothing;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, payload)
  select 'consent.withdrawn', 'contact', withdrawn, withdrawn, 'consent',
    jsonb_build_object('channel', refuse_advertising.channel, 'value', address)
  from public.withdraw_consent(refuse_advertising.channel, address, source) withdrawn;
end
$function$;
grant execute on function private.refuse_advertising(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION private.reply_until(channel text, address text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nullif(greatest(max(r.received_at) + interval '24 hours', now()), now()) from public.received_messages r
  where reply_until.channel = 'whatsapp' and r.channel = 'whatsapp' and r.from_value = address
$function$;

CREATE OR REPLACE FUNCTION private.require_appointment(appointment uuid, seen_version integer, next_host uuid DEFAULT NULL::uuid)
 RETURNS appointments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_row public.appointments;
begin
  perform private.lock_host(h.host) from (
    select a.user_id from public.appointments a where a.id = appointment union select next_host order by 1) h (host)
  where h.host is not null;
  select a.* into found_row from public.appointments a where a.id = appointment for no key update;
  if found_row.id is null or not private.manages_host(found_row.user_id) then
    raise sqlstate 'PT404' using message = 'appointment_gone';
  end if;
  if found_row.version <> seen_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  return found_row;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_opportunities(cards uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.role() = 'authenticated' and not (select public.has_role('owner', 'admin', 'sales')) and exists (
    select from public.opportunities o
    where o.id = any (cards) and o.contact_id not in (select public.my_contact_ids())
  ) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.require_role(VARIADIC roles text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not public.has_role(variadic roles) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
end
$function$;
grant execute on function private.require_role(text[]) to authenticated;
grant execute on function private.require_role(text[]) to service_role;

CREATE OR REPLACE FUNCTION private.run_refusal(run uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'run_exited' from public.automation_runs r
  where r.id = run and r.status = 'exited' and r.exit_reason not in ('exit_step', 'goal_not_reached', 'restarted')
$function$;
grant execute on function private.run_refusal(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.schedule_message(key text, contact uuid, channel text, purpose text, template uuid, context_type text, context_id uuid, send_at timestamp with time zone DEFAULT now(), expires_at timestamp with time zone DEFAULT NULL::timestamp with time zone, run uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message uuid;
begin
  insert into public.scheduled_messages (idempotency_key, contact_id, channel, purpose, template_id, context_type, context_id,
    planned_at, send_at, expires_at, run_id)
  values (key, contact, schedule_message.channel, schedule_message.purpose, template, schedule_message.context_type, schedule_message.context_id,
    schedule_message.send_at, schedule_message.send_at, schedule_message.expires_at, run)
  on conflict (idempotency_key) do nothing returning id into message;
  if message is null then
    select s.id into message from public.scheduled_messages s where s.idempotency_key = key;
  else
    perform private.wake_sender(schedule_message.send_at);
  end if;
  return message;
end
$function$;
grant execute on function private.schedule_message(text,uuid,text,text,uuid,text,uuid,timestamp with time zone,timestamp with time zone,uuid) to service_role;

CREATE OR REPLACE FUNCTION private.settle_order(about uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known public.orders;
  was constant public.orders := (select o from public.orders o where o.id = about);
begin
  known := was;
  select coalesce(sum(p.amount_agorot) filter (where p.kind = 'payment'), 0), coalesce(sum(p.amount_agorot) filter (where p.kind = 'refund'), 0)
    into known.paid_agorot, known.refunded_agorot
  from public.payments p where p.order_id = about and p.voided_at is null and p.status = 'captured';
  if known.paid_agorot > 0 or known.amount_agorot = 0 then known.paid_at := coalesce(known.paid_at, now()); end if;
  if known.paid_agorot = 0 and known.amount_agorot > 0 then known.paid_at := null; end if;
  known.status := case when known.paid_at is null and was.paid_at is not null then 'cancelled' else private.order_status(known) end;
  update public.orders o set paid_agorot = known.paid_agorot, refunded_agorot = known.refunded_agorot, paid_at = known.paid_at, status = known.status
  where o.id = about
    and (o.paid_agorot, o.refunded_agorot, o.status) is distinct from (known.paid_agorot, known.refunded_agorot, known.status);
  if known.status = 'paid' then perform private.fulfil_order(about); end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.settled_by(entry payments)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case entry.kind when 'payment' then entry.amount_agorot else
    case when exists (select from public.charges c where c.id = entry.charge_id and c.voided_at is not null) then 0 else entry.credited_agorot end
      - entry.amount_agorot end
$function$;

CREATE OR REPLACE FUNCTION private.shown_price(price prices)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', price.id, 'name', price.name, 'amount_agorot', price.amount_agorot, 'vat_mode', price.vat_mode,
    'max_installments', price.max_installments, 'interval', price.interval, 'charges', price.charges, 'active_to', price.active_to,
    'seats', price.seats, 'seats_left', private.places_left(price))
$function$;

CREATE OR REPLACE FUNCTION private.start_process(contact uuid, template uuid, is_demo boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  started uuid;
  today constant date := (now() at time zone 'Asia/Jerusalem')::date;
begin
  insert into public.client_processes (contact_id, household_id, process_template_id, coach_id, is_demo)
  select c.id, c.household_id, template,
    (select r.user_id from public.user_roles r where r.user_id = c.owner_id and r.is_active and r.role = 'coach'), start_process.is_demo
  from public.contacts c where c.id = contact
  on conflict do nothing
  returning id into started;
  if started is null then return null; end if;
  insert into public.process_stage_instances (client_process_id, process_stage_id, status, due_on, is_demo)
  select started, s.id, case when s.place = 1 then 'active' else 'locked' end,
    case when s.place = 1 and s.default_days is not null then today + s.default_days end, start_process.is_demo
  from (select s.*, row_number() over (order by s.stage_order) as place from public.process_stages s where s.template_id = template) s;
  return started;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_answer(moved orders, attempt payment_attempts, answer jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if attempt.state in ('paid', 'partially_refunded', 'refunded') then return; end if;
  update public.payment_attempts a set checked_at = now(), checks = a.checks + 1 where a.id = attempt.id;
  case answer ->> 'state'
    when 'paid' then perform private.take_payment(moved, attempt, answer);
    when 'declined' then perform private.take_decline(moved, attempt, answer);
    when 'pending' then perform private.take_silence(moved, attempt);
    else raise sqlstate 'PT422' using message = 'answer_unknown';
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_back_move(card_id uuid, expected_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  move constant private.opportunity_moves := (select m from private.move_to_undo(card_id, expected_version) m);
  was constant public.opportunities := jsonb_populate_record(null::public.opportunities, move.was -> 'opportunity');
  task constant uuid := move.made ->> 'task';
  process constant uuid := move.made ->> 'process';
begin
  perform private.require_opportunities(array[card_id]);
  -- A move that closed it long ago is taken back, not reopened: no reason is asked for.
  update public.opportunities o set stage_id = was.stage_id, lost_reason_id = was.lost_reason_id, lost_note = was.lost_note,
    reopened_because = coalesce(was.reopened_because, '-')
  where o.id = move.opportunity_id;
  perform private.forget_moves(array[move.opportunity_id], move.moved_by, move.began_at, clock_timestamp());
  update public.opportunities o set stage_entered_at = was.stage_entered_at, closed_at = was.closed_at,
    reopened_because = was.reopened_because,
    rank = case when exists (select from public.opportunities other
      where other.stage_id = was.stage_id and other.rank = was.rank and other.id <> was.id) then o.rank else was.rank end
  where o.id = move.opportunity_id;
  if move.made ? 'lifecycle' then
    update public.contacts c set lifecycle = move.was ->> 'lifecycle'
    where c.id = was.contact_id and c.lifecycle = move.made ->> 'lifecycle';
  end if;
  -- A task or a process that was worked on since stays.
  delete from public.activities a where a.related_id = task and a.type = 'task.created'
    and exists (select from public.tasks t where t.id = task and t.version = 1 and t.status = 'To Do');
  delete from public.tasks t where t.id = task and t.version = 1 and t.status = 'To Do';
  delete from public.client_processes p where p.id = process and p.version = 1
    and not exists (select from public.process_stage_instances i where i.client_process_id = p.id and i.version > 1);
  update public.client_processes p set status = 'active'
  where p.id in (select jsonb_array_elements_text(move.made -> 'stopped')::uuid) and p.status = 'cancelled';
  delete from private.opportunity_moves m where m.opportunity_id = move.opportunity_id;
end
$function$;
grant execute on function private.take_back_move(uuid,integer) to authenticated;
grant execute on function private.take_back_move(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION private.take_decline(moved orders, attempt payment_attempts, answer jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if attempt.state = 'declined' and attempt.transaction_id is not distinct from answer ->> 'transactionId' then return; end if;
  update public.payment_attempts a set state = 'declined', settled_at = now(), transaction_id = answer ->> 'transactionId',
    reason = coalesce(answer ->> 'reason', 'unknown'), raw_code = left(answer ->> 'rawCode', 40)
  where a.id = attempt.id;
  if moved.paid_at is null and not private.has_open_attempt(moved.id) then
    update public.orders o set status = 'failed' where o.id = moved.id and o.status <> 'failed';
    perform private.emit_event('order.failed', moved.contact_id, 'order', moved.id,
      jsonb_build_object('product_id', moved.product_id, 'reason', coalesce(answer ->> 'reason', 'unknown')), moved.is_demo,
      'order.failed:' || attempt.id || ':' || coalesce(answer ->> 'transactionId', ''));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.take_payment(moved orders, attempt payment_attempts, answer jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other constant text := private.difference(attempt, answer);
begin
  if other is not null then
    if attempt.differs is distinct from other then
      update public.payment_attempts a set state = 'disputed', differs = other where a.id = attempt.id;
      perform private.ask_staff(moved, 'answer_differs', attempt.id);
    end if;
    return;
  end if;
  update public.payment_attempts a set state = 'paid', differs = null, fault = null, reason = null, raw_code = null,
    settled_at = now(), transaction_id = answer ->> 'transactionId', method = coalesce(answer ->> 'method', 'card'),
    installments = (answer ->> 'installments')::integer, approval = left(answer ->> 'approval', 40),
    last4 = substring(answer ->> 'last4' from '^\d{4}$'), brand = left(answer ->> 'brand', 40),
    document_number = answer #>> '{document,number}', document_url = answer #>> '{document,url}'
  where a.id = attempt.id;
  perform private.book_payment(moved, attempt.provider, answer);
  if jsonb_typeof(answer -> 'document') = 'string' then perform private.ask_staff(moved, 'document_missing', attempt.id); end if;
  if moved.paid_agorot >= moved.amount_agorot and moved.paid_at is not null then
    perform private.ask_staff(moved, 'paid_twice', attempt.id);
  end if;
  perform private.settle_order(moved.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_refund(moved orders, fact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.order_refunds;
  attempt public.payment_attempts;
  paid public.payments;
begin
  select r.* into refund from public.order_refunds r where r.id = (fact ->> 'refund')::uuid and r.order_id = moved.id for update;
  if refund.id is null then raise sqlstate 'PT404' using message = 'refund_unknown'; end if;
  if refund.status in ('done', 'refused') then return; end if;
  update public.order_refunds r set status = fact ->> 'status', provider_refund_id = fact ->> 'refund_id', fault = fact ->> 'fault',
    settled_at = case when fact ->> 'status' in ('done', 'refused') then now() end
  where r.id = refund.id;
  if fact ->> 'status' <> 'done' then return; end if;
  select a.* into attempt from public.payment_attempts a where a.id = refund.attempt_id for update;
  select p.* into paid from public.payments p where p.provider = attempt.provider and p.provider_tx = attempt.transaction_id;
  insert into public.payments (contact_id, kind, refund_of, refund_reason, provider, provider_tx, method, amount_agorot, recorded_by, is_demo)
  values (paid.contact_id, 'refund', paid.id, refund.reason, attempt.provider, fact ->> 'refund_id', paid.method, refund.amount_agorot,
    refund.requested_by, moved.is_demo)
  on conflict on constraint payment_recorded_already do nothing;
  update public.payment_attempts a set state = case
    when (select sum(r.amount_agorot) from public.order_refunds r where r.attempt_id = a.id and r.status = 'done') >= a.amount_agorot
    then 'refunded' else 'partially_refunded' end
  where a.id = attempt.id;
  perform private.emit_event('order.refunded', moved.contact_id, 'order', moved.id,
    jsonb_build_object('product_id', moved.product_id, 'amount_agorot', refund.amount_agorot), moved.is_demo, 'order.refunded:' || refund.id);
  perform private.settle_order(moved.id);
end
$function$;

CREATE OR REPLACE FUNCTION private.take_silence(moved orders, attempt payment_attempts)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if attempt.state not in ('page_open', 'verifying') then return; end if;
  if attempt.closes_at > now() then
    update public.payment_attempts a set state = 'verifying' where a.id = attempt.id and a.state <> 'verifying';
    return;
  end if;
  update public.payment_attempts a set state = 'expired', reason = 'expired', settled_at = now() where a.id = attempt.id;
  if moved.paid_at is null and not private.has_open_attempt(moved.id) then
    update public.orders o set status = 'cancelled' where o.id = moved.id and o.status = 'awaiting_payment';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.template_content_fault(content jsonb, names text[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select fault from (
    select private.template_fault(value #>> '{}', names) as fault
    from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') value
    union all
    select private.template_fault('{{אם ' || (value #>> '{}') || '}}{{סוף}}', names)
    from jsonb_path_query(content, 'lax $.blocks[*].when ? (@.type() == "string" && @ != "")') value) faults
  where fault is not null limit 1
$function$;

CREATE OR REPLACE FUNCTION private.template_fault(content text, names text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  token text;
  word text;
  before text;
  parts text[];
  condition text[];
  has_else boolean[] := '{}';
  tokens integer := 0;
begin
  if char_length(content) > 10000 then return left(content, 20); end if;
  -- Valid tokens leave a space, so that the braces around one do not form another.
  if regexp_replace(content, '\{\{[^{}\n]*\}\}', ' ', 'g') ~ '\{\{|\}\}' then
    return coalesce(substring(regexp_replace(content, '\{\{[^{}\n]*\}\}', ' ', 'g') from '(?:\{\{|\}\}).{0,18}'), '{{');
  end if;
  for token in select m[1] from regexp_matches(content, '(\{\{[^{}\n]*\}\})', 'g') m loop
    tokens := tokens + 1;
    word := btrim(substr(token, 3, char_length(token) - 4), E' \t');
    if word = 'סוף' then
      if cardinality(has_else) = 0 then return token; end if;
      has_else := has_else[:cardinality(has_else) - 1];
    elsif word = 'אחרת' then
      if cardinality(has_else) = 0 or has_else[cardinality(has_else)] then return token; end if;
      has_else[cardinality(has_else)] := true;
    elsif word ~ '^אם[ \t]' then
      condition := regexp_match(word, '^אם[ \t]+(?:לא[ \t]+)?([^=]+?)[ \t]*(?:=[ \t]*([^=]*?)[ \t]*)?$');
      if condition is null or condition[2] = '' or char_length(condition[2]) > 80
        or not private.template_name(condition[1]) = any (names) or cardinality(has_else) >= 3 then return token; end if;
      has_else := has_else || false;
    else
      parts := string_to_array(word, '|');
      before := coalesce(parts[1], '');
      if btrim(split_part(before, ':', 1), E' \t') = 'מין' then
        if cardinality(parts) <> 3 or strpos(before, ':') = 0 or btrim(substr(before, strpos(before, ':') + 1), E' \t') = ''
          or btrim(parts[2], E' \t') = '' or btrim(parts[3], E' \t') = '' then return token; end if;
      elsif cardinality(parts) > 2 or not private.template_name(split_part(before, ':', 1)) = any (names)
        or (strpos(before, ':') > 0 and btrim(substr(before, strpos(before, ':') + 1), E' \t')
          not in ('יום', 'תאריך', 'תאריך מלא', 'שעה', 'יום ושעה'))
        or char_length(btrim(parts[2], E' \t')) not between 1 and 80 then return token;
      end if;
    end if;
  end loop;
  if cardinality(has_else) > 0 or tokens > 200 then return coalesce(token, '{{אם'); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.template_name(typed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select regexp_replace(btrim(typed, E' \t'), '[ \t]+', '_', 'g')
$function$;

CREATE OR REPLACE FUNCTION private.uses_package(status text, no_show text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select status in ('awaiting_payment', 'pending', 'confirmed', 'completed') or (status = 'no_show' and no_show = 'client')
$function$;

CREATE OR REPLACE FUNCTION private.wake_sender(at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when at is null then null
    when at <= now() then jobs.enqueue('send_messages', '{}', 'send_messages:now')
    else jobs.enqueue('send_messages', '{}', 'send_messages:' || extract(epoch from date_trunc('minute', at))::bigint, at) end
$function$;
grant execute on function private.wake_sender(timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION private.wanted_messages(context_type text, context_id uuid)
 RETURNS TABLE(rule_id uuid, contact_id uuid, to_value text, send_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  anchors constant regprocedure := to_regprocedure(format('private.message_anchors_of_%I(uuid)', context_type));
begin
  if anchors is null then return; end if;
  return query execute format(
    'select distinct on (r.id, a.contact_id, a.to_value) r.id, a.contact_id, a.to_value, t.at,
       least(a.expires_at, t.at + make_interval(mins => r.expires_after_minutes))
     from %s($2) a join public.message_rules r on r.context_type = $1 and r.anchor = a.anchor,
       lateral (select a.at + make_interval(mins => r.offset_minutes) as at) t
     where r.is_active and r.channel <> ''in_app'' and (r.recipients = ''household'' or not a.is_partner)
     order by r.id, a.contact_id, a.to_value, t.at', anchors::regproc) using context_type, context_id;
end
$function$;
grant execute on function private.wanted_messages(text,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.activities_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  -- An activity dated in the future counts as now. Otherwise its contact would be first in the list for years.
  update public.contacts c set last_activity_at = least(new.happened_at, clock_timestamp())
  where c.id = new.contact_id and (c.last_activity_at is null or c.last_activity_at < new.happened_at);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.add_contact(first_name text, last_name text DEFAULT NULL::text, phone text DEFAULT NULL::text, email text DEFAULT NULL::text, source text DEFAULT NULL::text)
 RETURNS contacts
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  added contacts;
begin
  insert into contacts (first_name, last_name, source, owner_id)
  values (add_contact.first_name, add_contact.last_name, add_contact.source, auth.uid())
  returning * into added;
  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
  select added.id, point.kind, point.value, point.value, true
  from (values ('phone', phone), ('email', email)) point (kind, value) where point.value is not null;
  return added;
end
$function$;
grant execute on function add_contact(text,text,text,text,text) to authenticated;
grant execute on function add_contact(text,text,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.add_imported_parts(who uuid, import imports, parts jsonb, shared boolean)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  word text;
  tag uuid;
  made uuid[] := '{}';
begin
  if import.on_match = 'overwrite' then
    update contact_points p set is_primary = false
    where p.contact_id = who and p.is_primary and p.kind in (select n ->> 'kind' from jsonb_array_elements(parts -> 'points') n);
  end if;
  -- One statement, so that duplicates are refreshed once.
  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary, shared_in_household)
  select who, n.kind, n.raw, n.norm,
    n.place = min(n.place) over (partition by n.kind)
      and not exists (select from contact_points p where p.contact_id = who and p.kind = n.kind and p.is_primary),
    shared and exists (select from contact_points p where p.kind = n.kind and p.value_norm = n.norm and p.contact_id <> who)
  from (
    select p ->> 'kind' as kind, p ->> 'raw' as raw, p ->> 'norm' as norm, place
    from jsonb_array_elements(parts -> 'points') with ordinality given (p, place)
  ) n
  on conflict on constraint point_already_there do nothing;
  for word in select distinct on (lower(t)) t from jsonb_array_elements_text(parts -> 'tags') t loop
    select t.id into tag from tags t where lower(t.name) = lower(word);
    if tag is null then
      insert into tags (name) values (word) returning id into tag;
      made := made || tag;
    end if;
    insert into contact_tags (contact_id, tag_id) values (who, tag) on conflict do nothing;
  end loop;
  if parts ? 'note' then
    insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
    values ('note', 'user', import.created_by, who, 'import', import.id, jsonb_build_object('text', parts ->> 'note'));
  end if;
  return made;
end
$function$;
grant execute on function add_imported_parts(uuid,imports,jsonb,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.add_linked_partner(appointment uuid, partner_name text, partner_email text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  met public.appointments;
begin
  select a.* into met from public.appointments a where a.id = appointment for no key update;
  if met.status not in ('pending', 'awaiting_payment', 'confirmed') or met.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  if not coalesce((select t.allow_partner from public.appointment_types t where t.id = met.type_id), false) then
    raise sqlstate 'PT409' using message = 'partner_not_offered';
  end if;
  if exists (select from public.appointment_attendees t where t.appointment_id = appointment and t.email = lower(partner_email)) then
    raise sqlstate 'PT422' using message = 'partner_is_attendee';
  end if;
  insert into public.appointment_attendees (appointment_id, role, name, email) values (appointment, 'partner', partner_name, lower(partner_email));
end
$function$;
grant execute on function add_linked_partner(uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.add_pipeline(name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  made uuid := gen_random_uuid();
begin
  insert into pipelines (id, name) values (made, btrim(add_pipeline.name));
  insert into pipeline_stages (pipeline_id, slug, name, position, probability, kind, rot_days, color)
  select made, s.slug, s.name, s.position, s.probability, s.kind, s.rot_days, s.color
  from pipeline_stages s join pipelines p on p.id = s.pipeline_id where p.is_default;
  return made;
end
$function$;
grant execute on function add_pipeline(text) to authenticated;
grant execute on function add_pipeline(text) to service_role;

CREATE OR REPLACE FUNCTION public.add_plan(contact uuid, title text, parts jsonb, product uuid DEFAULT NULL::uuid, id uuid DEFAULT gen_random_uuid())
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  plan constant uuid := add_plan.id;
  who contacts;
begin
  if coalesce(jsonb_array_length(parts), 0) not between 2 and 60 then raise sqlstate 'PT422' using message = 'plan_parts_range'; end if;
  select c.* into who from contacts c where c.id = contact and c.deleted_at is null;
  if who.id is null then raise sqlstate 'PT404' using message = 'contact_not_found'; end if;
  insert into payment_plans (id, contact_id, title) values (plan, contact, add_plan.title);
  insert into charges (contact_id, plan_id, number, product_id, title, amount_agorot, due_on)
  select contact, plan, row_number() over (order by p.due_on), product, add_plan.title, p.amount_agorot, p.due_on
  from jsonb_to_recordset(parts) p (due_on date, amount_agorot integer);
  perform log_plan_activity(plan);
  return plan;
end
$function$;
grant execute on function add_plan(uuid,text,jsonb,uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.add_staff_details()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.contact_staff_details (contact_id) select a.id from added a;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.address_hash(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$function$;
grant execute on function address_hash(text) to authenticated;
grant execute on function address_hash(text) to service_role;

CREATE OR REPLACE FUNCTION public.advertising_block_reason(contact uuid, address text, channel text DEFAULT 'email'::text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'gone'
    when c.do_not_contact then 'do_not_contact'
    when address is null then private.no_address_of(advertising_block_reason.channel)
    else coalesce(
      (select s.reason from public.suppressions s
       where s.channel = advertising_block_reason.channel and s.value_hash = public.address_hash(address)
       order by array_position(array['legal', 'unsubscribe', 'complaint', 'manual', 'bounce'], s.reason) limit 1),
      (select 'no_consent' where coalesce((
        select k.action from public.consents k
        where k.contact_id = contact and k.value_norm = address and k.channel = advertising_block_reason.channel and k.purpose = 'marketing'
        order by k.at desc, k.id limit 1), 'withdraw') <> 'grant'),
      (select 'paused' from public.mail_preferences m where m.email = address and m.paused_until > now()))
  end
  from (select 1) always left join public.contacts c on c.id = contact
$function$;
grant execute on function advertising_block_reason(uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.analyze_campaigns()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  analyze public.campaign_recipients, public.scheduled_messages;
end $function$;
grant execute on function analyze_campaigns() to service_role;

CREATE OR REPLACE FUNCTION public.announce_held_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.prices p where p.id = new.price_id and p.seats is not null) then
    perform pg_catalog.pg_notify('page_changed', tg_table_name);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.announce_page_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('page_changed', tg_table_name);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.anonymise_person(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  records constant uuid[] := array(select public.records_of_person(person));
  addresses constant text[] := array(select public.own_addresses(person));
  numbers constant text[] := array(select p.value_norm from public.own_points(person) p where p.kind = 'phone');
  homes constant uuid[] := array(select distinct c.household_id from public.contacts c where c.id = any (records) and c.household_id is not null);
  accounts constant uuid[] := array(select c.client_user_id from public.contacts c where c.id = any (records) and c.client_user_id is not null);
  deals constant uuid[] := array(select o.id from public.opportunities o where o.contact_id = any (records));
begin
  perform from public.contacts c where c.id = any (records) order by c.id for update;
  perform public.forget_traces(person);
  delete from public.merges m where m.winner_id = any (records) or m.loser_id = any (records);
  delete from public.duplicate_pairs d where d.first_id = any (records) or d.second_id = any (records);

  delete from public.client_processes p where p.contact_id = any (records);
  delete from public.files f where f.contact_id = any (records);
  delete from public.contact_requests r where r.contact_id = any (records);
  delete from public.tasks t where t.contact_id = any (records) or t.opportunity_id = any (deals);
  -- With their attendees and links.
  delete from public.appointments a where a.contact_id = any (records);
  delete from public.session_packages p where p.contact_id = any (records);
  delete from public.appointment_attendees t where t.contact_id = any (records) or t.email = any (addresses);
  delete from public.opportunities o where o.id = any (deals);
  -- With their sealed answers and files.
  delete from public.form_submissions f where f.contact_id = any (records);
  delete from public.signups s where s.contact_id = any (records);
  -- With their deliveries and links.
  delete from public.lead_magnet_requests r where r.contact_id = any (records) or r.email = any (addresses);
  delete from public.product_waitlist w where w.contact_id = any (records);
  -- With their attempts and links. Paid ones stay, as the law demands.
  delete from public.orders o where o.contact_id = any (records) and o.paid_at is null and not private.has_open_attempt(o.id)
    and not exists (select from public.payments p where p.order_id = o.id);
  delete from public.contact_tags t where t.contact_id = any (records);
  delete from public.automation_runs r where r.contact_id = any (records);
  delete from public.automation_list_members m where m.contact_id = any (records);
  delete from public.campaign_recipients r where r.contact_id = any (records);
  delete from public.messages m where m.contact_id = any (records);
  delete from public.scheduled_messages m where m.contact_id = any (records) or m.to_value = any (addresses || numbers);
  delete from public.received_messages m where m.contact_id = any (records) or m.from_value = any (numbers);
  delete from public.preference_links l where l.contact_id = any (records);
  delete from public.subscriptions s where s.contact_id = any (records);
  -- Published reviews stay without an author; unpublished ones are deleted.
  delete from public.reviews r using public.review_authors a
  where a.review_id = r.id and a.contact_id = any (records) and r.status <> 'approved';
  update public.reviews r set shown_name = 'בעילום שם', about = null, original_body = r.body,
    edit_agreed_on = coalesce(r.edit_agreed_on, r.permitted_on), permission = 'האישור נמחק עם פרטי האדם, לבקשתו'
  from public.review_authors a where a.review_id = r.id and a.contact_id = any (records);
  update public.review_authors r set name = 'פרטים נמחקו', email = null, contact_id = null, source_url = null, ip_trunc = null, user_agent = null
  where r.contact_id = any (records);

  -- Only the hash, so that a later import does not write to the address again.
  insert into public.suppressions (value_norm, channel, reason, note)
  select address, 'email', 'manual', 'נמחק לבקשת האדם' from unnest(addresses) address
  union all
  select number, channel, 'manual', 'נמחק לבקשת האדם' from unnest(numbers) number, unnest(array['whatsapp', 'sms']) channel
  on conflict do nothing;
  update public.suppressions s set value_norm = null, note = 'נמחק לבקשת האדם' where s.value_norm = any (addresses || numbers);
  delete from public.contact_points p where p.contact_id = any (records);

  update public.contacts c set first_name = 'פרטים נמחקו', last_name = null, gender_form = 'neutral', birth_date = null,
    do_not_contact = true, owner_id = null, client_user_id = null, household_id = null, household_role = null, source = null,
    external_id = null, deleted_at = coalesce(c.deleted_at, now()), anonymised_at = now()
  where c.id = any (records);
  update public.contact_staff_details d set call_basis = null, call_basis_at = null, call_basis_note = null, dnc_checked_at = null,
    first_touch = null, last_touch = null, score = 0, custom = '{}'
  where d.contact_id = any (records);
  update public.households h set name = 'פרטים נמחקו', address = null, notes = null, custom = '{}', deleted_at = coalesce(h.deleted_at, now())
  where h.id = any (homes)
    and not exists (select from public.contacts c where c.household_id = h.id and c.anonymised_at is null);
  -- The portal account is deleted too, unless it belongs to a staff member.
  delete from auth.users u where u.id = any (accounts)
    and not exists (select from public.user_roles r where r.user_id = u.id and r.role <> 'client');
  -- Last, because the statements above write to the timeline and the audit log.
  delete from public.activities a where a.contact_id = any (records);
  delete from public.domain_events e where e.contact_id = any (records);
  perform public.forget_in_audit_log(record) from unnest(records) record;
  update public.audit_log l set before = null, after = null, label = ''
  where l.entity = 'households' and l.entity_id in (select h.id::text from public.households h where h.id = any (homes) and h.name = 'פרטים נמחקו')
    or l.entity = 'reviews' and l.entity_id in (select a.review_id::text from public.review_authors a where a.name = 'פרטים נמחקו')
    or l.at >= now() and l.entity in ('reviews', 'review_authors', 'suppressions', 'newsletter_requests', 'mail_preferences');
  insert into public.privacy_events (person_id, kind, by) values (person, 'anonymised', auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION public.any_or_none(given text[], or_none boolean, has_one text, has_nothing text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when not or_none then has_one when given = '{}' then has_nothing else '(' || has_one || ' or ' || has_nothing || ')' end
$function$;
grant execute on function any_or_none(text[],boolean,text,text) to authenticated;
grant execute on function any_or_none(text[],boolean,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.apply_calendar_change(host uuid, root uuid, is_deleted boolean, starts timestamp with time zone, ends timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  met public.appointments;
  question text;
begin
  -- Before the row, as a booking does.
  perform private.lock_host(host);
  select a.* into met from public.appointments a
  where a.root_id = root and a.user_id = host and a.status = 'confirmed' and a.starts_at > now() for no key update;
  if met.id is null then return 'ignored'; end if;
  if is_deleted then
    perform private.end_appointment(met.id, 'cancelled', 'host', 'הפגישה נמחקה מהיומן');
    return 'cancelled';
  end if;
  if (met.starts_at, met.ends_at) = (starts, ends) then return 'ignored'; end if;
  if starts <= now() then
    question := 'ביומן Google היא עברה למועד שכבר עבר';
  else
    begin
      perform private.move_appointment(met, starts, ends, 'confirmed', null, false);
      return 'moved';
    exception when exclusion_violation then
      question := 'ביומן Google היא עברה לשעה שיש בה פגישה אחרת';
    end;
  end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  values (host, 'appointment.collision', left('פגישה שצריך להחליט עליה: ' || met.title, 200),
    question || '. כאן המועד לא השתנה. אפשר לבחור מועד אחר מהיומן', 'high', 'contact', met.contact_id);
  return 'asked';
end
$function$;
grant execute on function apply_calendar_change(uuid,uuid,boolean,timestamp with time zone,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION public.apply_notification_preferences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.severity <> 'critical' and (exists (
    select from public.notification_preferences p where p.user_id = new.user_id and p.type = new.type and not p.in_app)
    or exists (select from public.message_rules r where r.channel = 'in_app' and r.template_key = new.type and not r.is_active)
  ) then
    return null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.appointment_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'confirmed' then new.confirmed_at := coalesce(new.confirmed_at, now()); end if;
  if tg_op = 'INSERT' then
    new.root_id := coalesce(new.root_id, new.id);
    if new.contact_id is not null and new.household_id is null then
      select c.household_id into new.household_id from public.contacts c where c.id = new.contact_id;
    end if;
    return new;
  end if;
  -- An ended appointment stays ended, so that no old link brings it back. Only who missed it may be corrected.
  if old.status in ('rescheduled', 'cancelled', 'rejected', 'expired') and new.status <> old.status then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  -- A notice to the host is no change that others have to see.
  if new.host_noticed_at is distinct from old.host_noticed_at then return new; end if;
  if new.status <> old.status then new.status_at := now(); end if;
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.appointment_message_facts(appointment uuid, contact uuid, address text)
 RETURNS TABLE(root_id uuid, role text, name text, title text, starts_at timestamp with time zone, ends_at timestamp with time zone, old_starts_at timestamp with time zone, client_zone text, location_kind text, location_value text, join_url text, host_name text, host_phone text, reason text, policy text, type_path text, ical_sequence integer, status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.root_id, t.role, t.name, a.title, a.starts_at, a.ends_at, before.starts_at, a.client_zone, a.location_kind, a.location_value,
    a.join_url, private.host_name(a.user_id), null::text, a.cancel_reason, y.policy_text, h.slug || '/' || y.slug, a.ical_sequence, a.status
  from public.appointments a
  join lateral (
    select t.* from public.appointment_attendees t where t.appointment_id = a.id
      and (t.contact_id = contact or (contact is null and t.email = lower(address))) order by t.role limit 1) t on true
  left join public.appointments before on before.id = a.rescheduled_from_id
  left join public.appointment_types y on y.id = a.type_id
  left join public.booking_hosts h on h.user_id = a.user_id
  where a.id = appointment
$function$;
grant execute on function appointment_message_facts(uuid,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.appointments_of_address(address text)
 RETURNS TABLE(root_id uuid, role text, name text, title text, starts_at timestamp with time zone, client_zone text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.root_id, t.role, t.name, a.title, a.starts_at, a.client_zone
  from public.appointment_attendees t join public.appointments a on a.id = t.appointment_id
  where t.email = lower(address) and a.status in ('pending', 'awaiting_payment', 'confirmed') and a.starts_at > now() and not a.is_demo
    and not exists (
      select from public.appointment_links l where l.root_id = a.root_id and l.role = t.role and l.created_at > now() - interval '2 minutes')
  order by a.starts_at limit 10
$function$;
grant execute on function appointments_of_address(text) to service_role;

CREATE OR REPLACE FUNCTION public.approved_reviews()
 RETURNS TABLE(id uuid, shown_name text, about text, rating smallint, body text, reply text, tags text[], is_featured boolean, verified_by text, source text, approved_at timestamp with time zone, photo_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, r.shown_name, r.about, r.rating, r.body, r.reply, r.tags, r.is_featured, r.verified_by, r.source, r.approved_at, p.id
  from public.reviews r left join public.review_photos p on p.review_id = r.id
  where r.status = 'approved' and (not r.is_demo or public.is_demo_business())
  order by r.is_featured desc, r.approved_at desc, r.id
$function$;
grant execute on function approved_reviews() to anon;
grant execute on function approved_reviews() to authenticated;
grant execute on function approved_reviews() to service_role;

CREATE OR REPLACE FUNCTION public.archive_message_template(template uuid, is_archived boolean)
 RETURNS message_templates
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.message_templates;
begin
  perform private.require_role('owner', 'admin');
  update public.message_templates t set archived_at = case when is_archived then coalesce(t.archived_at, now()) end
  where t.id = template returning * into found;
  if found.id is null then raise sqlstate 'PT404' using message = 'template_not_found'; end if;
  return found;
end
$function$;
grant execute on function archive_message_template(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.attempt_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.state := 'created';
  new.transaction_id := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.audience_of(lists uuid[], stages text[], segments jsonb DEFAULT '[]'::jsonb)
 RETURNS TABLE(contact_id uuid, email text, excluded text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as (
    select s.contact_id, s.email, 0 as rank
    from public.subscriptions s where s.list_id = any (lists) and s.status = 'confirmed'
    union all
    -- Of several addresses the one with consent, then the primary one.
    select c.id, p.value_norm, 1
    from public.contacts c
    left join lateral (
      select cp.value_norm from public.contact_points cp
      where cp.contact_id = c.id and cp.kind = 'email'
      order by public.advertising_block_reason(c.id, cp.value_norm) is null desc, cp.is_primary desc, cp.created_at, cp.id limit 1) p on true
    where c.deleted_at is null and c.merged_into_id is null and c.id in (
      select k.id from public.contacts k where k.lifecycle = any (stages)
      union select public.segment_contact_ids(segments))
  ),
  people as (
    select distinct on (w.contact_id) w.contact_id, w.email from wanted w order by w.contact_id, w.rank, w.email
  ),
  judged as (
    select p.contact_id, p.email, public.advertising_block_reason(p.contact_id, p.email) as excluded from people p
  )
  -- A couple that shares a mailbox gets one message.
  select j.contact_id, j.email,
    case when j.excluded is null and row_number() over (partition by j.email, j.excluded is null order by j.contact_id) > 1
      then 'same_address' else j.excluded end
  from judged j
$function$;
grant execute on function audience_of(uuid[],text[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  crowd constant integer := 100;
  throng constant integer := tg_argv[1];
  keys constant text[] := string_to_array(coalesce(tg_argv[0], 'id'), ',');
  many bigint;
  changed_columns jsonb;
begin
  if tg_op = 'UPDATE' then
    select count(*) into many from new_rows;
    if many > throng then
      -- Both sides are sorted alike, so their first hundred rows correspond.
      select jsonb_agg(distinct field.key) into changed_columns
      from (select row_number() over () as place, to_jsonb(r) as whole from new_rows r limit 100) n
      join (select row_number() over () as place, to_jsonb(r) as whole from old_rows r limit 100) o using (place)
      cross join lateral jsonb_each(n.whole) field
      where field.value <> o.whole -> field.key and public.audit_tells(field.key);
      insert into public.audit_log (actor_id, action, entity, after)
      select auth.uid(), 'update', tg_table_name, jsonb_build_object('count', many, 'columns', changed_columns)
      where changed_columns is not null;
      return null;
    end if;

    insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, before, after)
    select auth.uid(), 'update', tg_table_name, public.audit_key(changed.whole, keys), public.audit_contact(tg_table_name, changed.whole),
      public.audit_label(changed.whole), (changed.whole ->> 'version')::integer, changed.before, changed.after
    from (
      select pair.whole, difference.*
      from (
        -- Grouped instead of joined: a plan cached for one row has a nested loop that is too slow for ten thousand.
        select (array_agg(r.whole) filter (where r.is_new))[1] as whole, (array_agg(r.whole) filter (where not r.is_new))[1] as old
        from (
          select to_jsonb(o) as whole, false as is_new from old_rows o
          union all
          select to_jsonb(n), true from new_rows n
        ) r
        group by case when cardinality(keys) = 1 then r.whole ->> keys[1] else public.audit_key(r.whole, keys) end
      ) pair
      cross join lateral (
        select jsonb_object_agg(field.key, pair.old -> field.key) as before, jsonb_object_agg(field.key, field.value) as after
        from jsonb_each(pair.whole) field
        where field.value <> pair.old -> field.key and public.audit_tells(field.key)
      ) difference
      where pair.whole <> pair.old
    ) changed
    where changed.after is not null;
    return null;
  end if;

  if tg_op = 'INSERT' then
    -- Rows of the demo and of the installation have no author.
    select count(*) into many from new_rows r where not (auth.uid() is null and coalesce((to_jsonb(r) ->> 'is_demo')::boolean, false));
    if many between 1 and crowd then
      insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, after)
      select auth.uid(), 'insert', tg_table_name, public.audit_key(n.whole, keys), public.audit_contact(tg_table_name, n.whole),
        public.audit_label(n.whole), (n.whole ->> 'version')::integer, public.audit_facts(n.whole)
      from (select to_jsonb(r) as whole from new_rows r) n;
    end if;
  else
    select count(*) into many from old_rows;
    if many between 1 and crowd then
      insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, before)
      select auth.uid(), 'delete', tg_table_name, public.audit_key(o.whole, keys), public.audit_contact(tg_table_name, o.whole),
        public.audit_label(o.whole), (o.whole ->> 'version')::integer, public.audit_facts(o.whole)
      from (select to_jsonb(r) as whole from old_rows r) o;
    end if;
  end if;
  if many > crowd then
    insert into public.audit_log (actor_id, action, entity, after)
    values (auth.uid(), lower(tg_op), tg_table_name, jsonb_build_object('count', many));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_contact(entity text, whole jsonb)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case entity when 'contacts' then whole ->> 'id' else coalesce(whole ->> 'contact_id', whole ->> 'winner_id') end::uuid
$function$;

CREATE OR REPLACE FUNCTION public.audit_facts(whole jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(fact.key, fact.value), '{}')
  from jsonb_each(whole) fact where fact.value <> 'null' and public.audit_tells(fact.key)
$function$;

CREATE OR REPLACE FUNCTION public.audit_key(whole jsonb, keys text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select string_agg(whole ->> key, ' ' order by place) from unnest(keys) with ordinality k (key, place)
$function$;

CREATE OR REPLACE FUNCTION public.audit_label(whole jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select left(coalesce(whole ->> 'full_name', whole ->> 'name', whole ->> 'label', whole ->> 'title', whole ->> 'value_norm',
    whole ->> 'file_name', whole ->> 'subject', whole #>> '{payload,text}', ''), 120)
$function$;

CREATE OR REPLACE FUNCTION public.audit_table(watched regclass, keys text DEFAULT 'id'::text, throng integer DEFAULT 1000)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('create or replace trigger audit_insert after insert on %s referencing new table as new_rows
    for each statement execute function public.audit_change(%L)', watched, keys);
  execute format('create or replace trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function public.audit_change(%L, %L)', watched, keys, throng);
  execute format('create or replace trigger audit_delete after delete on %s referencing old table as old_rows
    for each statement execute function public.audit_change(%L)', watched, keys);
end
$function$;

CREATE OR REPLACE FUNCTION public.audit_tells(column_name text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select column_name !~ '(token|secret|password|sealed|_hash$|^hash$|snapshot)'
    and column_name <> all (array['id', 'version', 'is_demo', 'created_at', 'updated_at', 'search_name', 'full_name', 'search', 'last_activity_at',
      'next_step_at', 'next_step_task_id', 'score', 'rank', 'stage', 'pipeline_id', 'stage_entered_at', 'closed_at', 'restores_as', 'completed_at',
      'value_raw', 'first_touch', 'last_touch', 'stored_at', 'size_bytes', 'mime_type', 'hits', 'last_hit_at'])
$function$;

CREATE OR REPLACE FUNCTION public.automation_figures()
 RETURNS TABLE(automation_id uuid, status text, exit_reason text, runs bigint, last_error text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select r.automation_id, r.status, r.exit_reason, count(*),
    (array_agg(r.error order by r.ended_at desc) filter (where r.error is not null))[1]
  from automation_runs r where not r.is_dry_run group by 1, 2, 3
$function$;
grant execute on function automation_figures() to authenticated;

CREATE OR REPLACE FUNCTION public.automation_step_figures(automation uuid)
 RETURNS TABLE(step_id text, outcome text, reason text, runs bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select s.step_id, s.status, s.output ->> 'reason', count(*)
  from automation_runs r join automation_run_steps s on s.run_id = r.id
  where r.automation_id = automation and not r.is_dry_run group by 1, 2, 3
$function$;
grant execute on function automation_step_figures(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.bin_with_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.deleted_at is null then
    update public.opportunities o set deleted_at = null where o.contact_id = new.id and o.deleted_at = old.deleted_at;
    update public.tasks t set deleted_at = null where t.contact_id = new.id and t.deleted_at = old.deleted_at;
  elsif old.deleted_at is null and new.merged_into_id is null then
    update public.opportunities o set deleted_at = new.deleted_at where o.contact_id = new.id and o.deleted_at is null;
    update public.tasks t set deleted_at = new.deleted_at where t.contact_id = new.id and t.deleted_at is null;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.bio_changes_at()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(at) from public.bio_links l, unnest(array[l.starts_at, l.ends_at]) at where l.is_enabled and at > now()
$function$;
grant execute on function bio_changes_at() to anon;
grant execute on function bio_changes_at() to authenticated;
grant execute on function bio_changes_at() to service_role;

CREATE OR REPLACE FUNCTION public.bio_link_is_shown(link bio_links)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select link.is_enabled and (link.starts_at is null or link.starts_at <= now()) and (link.ends_at is null or link.ends_at > now())
    and (not link.is_demo or public.is_demo_business())
$function$;
grant execute on function bio_link_is_shown(bio_links) to anon;
grant execute on function bio_link_is_shown(bio_links) to authenticated;
grant execute on function bio_link_is_shown(bio_links) to service_role;

CREATE OR REPLACE FUNCTION public.board_cards(pipeline uuid, filter opportunity_filter DEFAULT NULL::opportunity_filter, stage uuid DEFAULT NULL::uuid, after text DEFAULT NULL::text, page integer DEFAULT 40, ids uuid[] DEFAULT NULL::uuid[])
 RETURNS SETOF opportunities
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select shown.* from public.pipeline_stages s cross join lateral (
    select o.* from public.filtered_opportunities(pipeline, filter) o
    where o.stage_id = s.id and (after is null or o.rank > after) and (ids is null or o.id = any (ids))
    order by o.rank limit case when ids is null then least(page, 200) end
  ) shown
  where s.pipeline_id = pipeline and (board_cards.stage is null or s.id = board_cards.stage)
$function$;
grant execute on function board_cards(uuid,opportunity_filter,uuid,text,integer,uuid[]) to authenticated;
grant execute on function board_cards(uuid,opportunity_filter,uuid,text,integer,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.board_totals(pipeline uuid, filter opportunity_filter DEFAULT NULL::opportunity_filter)
 RETURNS TABLE(stage_id uuid, cards bigint, sum_agorot bigint, weighted_agorot bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.id, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  group by s.id
$function$;
grant execute on function board_totals(uuid,opportunity_filter) to authenticated;
grant execute on function board_totals(uuid,opportunity_filter) to service_role;

CREATE OR REPLACE FUNCTION public.book_for_contact(type uuid, contact uuid, starts timestamp with time zone[], minutes integer, partner_name text DEFAULT NULL::text, partner_email text DEFAULT NULL::text, opportunity uuid DEFAULT NULL::uuid, is_silent boolean DEFAULT false)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_type public.appointment_types;
  met public.contacts;
  series uuid := case when cardinality(starts) > 1 then gen_random_uuid() end;
  start timestamptz;
  booked uuid;
begin
  select t.* into of_type from public.appointment_types t where t.id = type;
  if of_type.id is null or not private.manages_host(of_type.user_id) and not public.has_role('sales') then
    raise sqlstate 'PT404' using message = 'type_gone';
  end if;
  if coalesce(cardinality(starts), 0) not between 1 and 24 then raise sqlstate 'PT422' using message = 'series_too_long'; end if;
  select c.* into met from public.contacts c where c.id = contact and c.deleted_at is null and c.merged_into_id is null
    and (public.has_role('owner', 'admin', 'sales') or c.id in (select public.my_contact_ids()));
  if met.id is null then raise sqlstate 'PT404' using message = 'contact_gone'; end if;
  perform private.lock_host(of_type.user_id);
  for start in select s from unnest(starts) s order by s loop
    insert into public.appointments (type_id, title, user_id, contact_id, opportunity_id, series_id, starts_at, ends_at, status, buffer_before,
      buffer_after, location_kind, location_value, is_silent)
    values (type, of_type.title, of_type.user_id, contact,
      (select o.id from public.opportunities o where o.id = opportunity and o.contact_id = contact), series,
      start, start + make_interval(mins => minutes), 'confirmed', of_type.buffer_before, of_type.buffer_after, of_type.location_kind,
      of_type.location_value, book_for_contact.is_silent)
    returning id into booked;
    insert into public.appointment_attendees (appointment_id, contact_id, role, name, email, phone)
    values (booked, contact, 'main', met.full_name,
      (select lower(p.value_norm) from public.contact_points p where p.contact_id = contact and p.kind = 'email' order by p.is_primary desc limit 1),
      (select p.value_norm from public.contact_points p where p.contact_id = contact and p.kind = 'phone' order by p.is_primary desc limit 1));
    if partner_email is not null then
      insert into public.appointment_attendees (appointment_id, role, name, email) values (booked, 'partner', partner_name, lower(partner_email));
    end if;
    return next booked;
  end loop;
end
$function$;
grant execute on function book_for_contact(uuid,uuid,timestamp with time zone[],integer,text,text,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.booking_addresses()
 RETURNS TABLE(host_slug text, host_name text, headline text, type_slug text, title text, description text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select h.slug, private.host_name(h.user_id), h.headline, t.slug, t.title, t.description
  from public.booking_hosts h join public.appointment_types t on t.user_id = h.user_id and t.is_active and not t.is_hidden
  where h.is_open and private.may_host(h.user_id) order by h.slug, t.position, t.id
$function$;
grant execute on function booking_addresses() to anon;
grant execute on function booking_addresses() to authenticated;
grant execute on function booking_addresses() to service_role;

CREATE OR REPLACE FUNCTION public.booking_page(address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'userId', h.user_id, 'slug', h.slug, 'name', coalesce(private.host_name(h.user_id), ''), 'photoPath', p.photo_path, 'headline', h.headline,
    'isOpen', h.is_open and private.may_host(h.user_id), 'closedText', h.closed_text,
    'types', coalesce((select jsonb_agg(jsonb_build_object(
        'id', t.id, 'slug', t.slug, 'title', t.title, 'description', t.description, 'durations', t.durations,
        'defaultDuration', t.default_duration, 'locationKind', t.location_kind,
        'locationValue', case when t.location_kind in ('in_person', 'phone_client_calls') then t.location_value else '' end,
        'color', t.color, 'priceAgorot', t.price_agorot, 'requiresConfirmation', t.requires_confirmation,
        'cancelNoticeMin', t.cancel_notice_min, 'rescheduleNoticeMin', t.reschedule_notice_min, 'policyText', t.policy_text,
        'questions', t.questions, 'requiresPackage', t.requires_package, 'isHidden', t.is_hidden, 'allowPartner', t.allow_partner) order by t.position, t.created_at, t.id)
      from public.appointment_types t where t.user_id = h.user_id and t.is_active), '[]'))
  from public.booking_hosts h left join public.staff_profiles p on p.user_id = h.user_id
  where h.slug = lower(address) or h.user_id::text = lower(address)
$function$;
grant execute on function booking_page(text) to service_role;

CREATE OR REPLACE FUNCTION public.bulk_change_contacts(selection jsonb, change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'extensions'
 SET statement_timeout TO '60s'
AS $function$
declare
  ids constant uuid[] := selected_contacts(selection);
  before jsonb := '{}';
  touched uuid[] := '{}';
  batch uuid;
begin
  if change - array['owner_id', 'lifecycle', 'source', 'do_not_contact', 'deleted_at'] = '{}' and change <> '{}' then
    before := jsonb_build_object('rows', bulk_set('contacts', ids, change));
    touched := array(select (r ->> 'id')::uuid from jsonb_array_elements(before -> 'rows') r);
  elsif change ? 'add_tag' then
    with tagged as (
      insert into contact_tags (contact_id, tag_id)
      select c.id, (change ->> 'add_tag')::uuid from contacts c where c.id = any (ids) and c.deleted_at is null order by c.id
      on conflict do nothing returning contact_id)
    select coalesce(array_agg(contact_id), '{}') into touched from tagged;
    before := jsonb_build_object('tagged', touched);
  elsif change ? 'remove_tag' then
    with untagged as (
      delete from contact_tags t where t.tag_id = (change ->> 'remove_tag')::uuid and t.contact_id = any (ids) returning t.contact_id)
    select coalesce(array_agg(contact_id), '{}') into touched from untagged;
    before := jsonb_build_object('untagged', touched);
  elsif change ? 'task' then
    with made as (
      insert into tasks (name, due_date, type, user_id, contact_id)
      select change #>> '{task,name}', (change #>> '{task,due_date}')::date, coalesce(change #>> '{task,type}', 'todo'),
        coalesce((change #>> '{task,user_id}')::uuid, auth.uid()), c.id
      from contacts c where c.id = any (ids) and c.deleted_at is null order by c.id
      returning id)
    select coalesce(array_agg(id), '{}') into touched from made;
    before := jsonb_build_object('tasks', touched);
  else
    raise sqlstate 'PT422' using message = 'unknown_bulk_change';
  end if;

  if touched <> '{}' then
    batch := bulk.note('contacts', change, before);
  end if;
  return jsonb_build_object('batch', batch, 'changed', cardinality(touched), 'asked', cardinality(ids));
end
$function$;
grant execute on function bulk_change_contacts(jsonb,jsonb) to authenticated;
grant execute on function bulk_change_contacts(jsonb,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.bulk_change_opportunities(ids uuid[], change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  stage public.pipeline_stages;
  columns jsonb;
  rows jsonb := '[]';
  tasks uuid[] := '{}';
  batch uuid;
begin
  if cardinality(ids) > 20000 then raise sqlstate 'PT422' using message = 'bulk_too_many'; end if;
  if change ? 'task' then
    with made as (
      insert into public.tasks (name, due_date, opportunity_id, contact_id, user_id)
      select change #>> '{task,name}', (change #>> '{task,due_date}')::date, o.id, o.contact_id, coalesce(o.owner_id, auth.uid())
      from public.opportunities o where o.id = any (ids) and o.deleted_at is null
      returning id)
    select coalesce(array_agg(id), '{}') into tasks from made;
  else
    if change ? 'stage_id' then
      select s.* into stage from public.lock_stage((change ->> 'stage_id')::uuid) s;
      if stage.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;
      if stage.kind = 'lost' and change ->> 'lost_reason_id' is null then
        raise sqlstate 'PT422' using message = 'lost_reason_required';
      end if;
      columns := jsonb_build_object('stage_id', stage.id,
        'lost_reason_id', case when stage.kind = 'lost' then change -> 'lost_reason_id' else 'null' end,
        'lost_note', case when stage.kind = 'lost' then coalesce(change -> 'lost_note', 'null') else 'null' end);
      if stage.kind = 'open' and change ->> 'reopened_because' is not null then
        columns := columns || jsonb_build_object('reopened_because', change -> 'reopened_because');
      end if;
      -- Opportunities already in the stage keep their note and reason.
      ids := array(select o.id from public.opportunities o where o.id = any (ids) and o.stage_id <> stage.id);
    elsif change ? 'owner_id' then
      columns := jsonb_build_object('owner_id', change -> 'owner_id');
    elsif change ? 'bin' then
      columns := jsonb_build_object('deleted_at', now());
    else
      raise sqlstate 'PT422' using message = 'unknown_bulk_change';
    end if;
    rows := public.bulk_set('opportunities', ids, columns);
  end if;

  if rows <> '[]' or tasks <> '{}' then
    batch := bulk.note('opportunities', change, jsonb_build_object('rows', rows, 'tasks', to_jsonb(tasks)));
  end if;
  return jsonb_build_object('batch', batch, 'changed', jsonb_array_length(rows) + cardinality(tasks), 'asked', cardinality(ids));
end
$function$;
grant execute on function bulk_change_opportunities(uuid[],jsonb) to authenticated;
grant execute on function bulk_change_opportunities(uuid[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.bulk_set(entity text, ids uuid[], columns jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
begin
  if entity not in ('contacts', 'opportunities', 'tasks') or columns = '{}' then
    raise sqlstate 'PT422' using message = 'unknown_bulk_entity';
  end if;
  -- Locked in the order of ids, to avoid deadlocks.
  execute format(
    'with old as (select t.id, %2$s as was from public.%1$I t where t.id = any ($1) order by t.id for no key update),
     done as (
       update public.%1$I t set %3$s from old, jsonb_populate_record(null::public.%1$I, $2) n
       where t.id = old.id and (%4$s) returning t.id, t.version, old.was)
     select coalesce(jsonb_agg(jsonb_build_object(''id'', id, ''version'', version, ''was'', was)), ''[]'') from done',
    entity,
    (select 'jsonb_build_object(' || string_agg(format('%L, t.%I', key, key), ', ') || ')' from jsonb_object_keys(columns) key),
    (select string_agg(format('%I = n.%I', key, key), ', ') from jsonb_object_keys(columns) key),
    (select string_agg(format('t.%I is distinct from n.%I', key, key), ' or ') from jsonb_object_keys(columns) key))
    into changed using ids, columns;
  return changed;
end
$function$;
grant execute on function bulk_set(text,uuid[],jsonb) to authenticated;
grant execute on function bulk_set(text,uuid[],jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.business_owner_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.user_id
  from public.user_roles r left join public.business_profiles p on p.user_id = r.user_id
  where r.role = 'owner' and r.is_active
  order by p.user_id is null, r.created_at, r.user_id
  limit 1
$function$;
grant execute on function business_owner_id() to authenticated;
grant execute on function business_owner_id() to service_role;

CREATE OR REPLACE FUNCTION public.calendar_feed(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select jsonb_agg(jsonb_build_object('rootId', a.root_id, 'sequence', a.ical_sequence, 'title', a.title, 'startsAt', a.starts_at,
      'endsAt', a.ends_at, 'changedAt', a.status_at, 'status', a.status, 'locationKind', a.location_kind, 'locationValue', a.location_value,
      'joinUrl', a.join_url, 'names', (select jsonb_agg(t.name order by t.role) from public.appointment_attendees t where t.appointment_id = a.id))
      order by a.starts_at)
    from public.appointments a
    where a.user_id = f.user_id and a.status in ('awaiting_payment', 'pending', 'confirmed', 'completed', 'no_show')
      and a.starts_at > now() - interval '31 days' and a.starts_at < now() + interval '366 days'), '[]')
  from public.calendar_feeds f where f.token_hash = public.link_hash(token) and private.may_host(f.user_id)
$function$;
grant execute on function calendar_feed(text) to service_role;

CREATE OR REPLACE FUNCTION public.call_booking_path()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select '/book/' || h.slug || '/' || t.slug
  from public.booking_settings s join public.appointment_types t on t.id = s.call_type_id and t.is_active
  join public.booking_hosts h on h.user_id = t.user_id and h.is_open and private.may_host(h.user_id)
$function$;
grant execute on function call_booking_path() to anon;
grant execute on function call_booking_path() to authenticated;
grant execute on function call_booking_path() to service_role;

CREATE OR REPLACE FUNCTION public.campaign_outcomes(campaign uuid)
 RETURNS TABLE(outcome text, reason text, people integer, waits_until timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'content');
  return query
    select case
        when m.bounced_at is not null then 'bounced'
        when m.delivered_at is not null then 'delivered'
        when s.status = 'scheduled' and s.waits_because is not null then 'postponed'
        when s.id is not null then s.status
        when r.excluded is not null then 'excluded'
        -- The message moved to the contact that this one was merged into.
        else 'skipped' end,
      case when s.status = 'scheduled' then s.waits_because when s.status = 'skipped' then s.skip_reason
        when s.id is null then coalesce(r.excluded, 'gone') end,
      count(*)::integer,
      min(s.send_at) filter (where s.status = 'scheduled' and s.waits_because is not null)
    from public.campaign_recipients r
    left join public.scheduled_messages s on s.context_type = 'campaign' and s.context_id = r.campaign_id and s.contact_id = r.contact_id
    left join public.messages m on m.scheduled_id = s.id
    where r.campaign_id = campaign group by 1, 2 order by 3 desc, 1, 2;
end
$function$;
grant execute on function campaign_outcomes(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.campaign_results(campaign uuid)
 RETURNS TABLE(talked integer, removed integer, bought integer, paid_agorot bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin');
  return query
    with reached as (
      select m.contact_id, m.to_value, m.sent_at from public.scheduled_messages s join public.messages m on m.scheduled_id = s.id
      where s.context_type = 'campaign' and s.context_id = campaign and m.sent_at is not null and m.bounced_at is null),
    paid as (
      select p.contact_id, sum(p.amount_agorot) as agorot from reached r
      join public.payments p on p.contact_id = r.contact_id and p.kind = 'payment' and p.status = 'captured' and p.voided_at is null
        and p.recorded_at >= r.sent_at and p.recorded_at < r.sent_at + interval '30 days'
      group by p.contact_id)
    select
      (select count(*)::integer from reached r where exists (
        select from public.activities a where a.contact_id = r.contact_id and a.type in ('call', 'whatsapp', 'email', 'meeting')
          and a.deleted_at is null and a.happened_at >= r.sent_at and a.happened_at < r.sent_at + interval '7 days')),
      (select count(*)::integer from reached r where exists (
        select from public.consents c where c.contact_id = r.contact_id and c.value_norm = r.to_value and c.channel = 'email'
          and c.purpose = 'marketing' and c.action = 'withdraw' and c.at >= r.sent_at and c.at < r.sent_at + interval '7 days')),
      (select count(*)::integer from paid), (select coalesce(sum(agorot), 0)::bigint from paid);
end
$function$;
grant execute on function campaign_results(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.campaigns_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rewritten boolean := (new.name, new.subject, new.preheader, new.blocks, new.list_ids, new.lifecycles, new.segments)
    is distinct from (old.name, old.subject, old.preheader, old.blocks, old.list_ids, old.lifecycles, old.segments);
  allowed text[] := case old.status
    when 'draft' then array['scheduled']
    when 'scheduled' then array['draft', 'sending', 'cancelled']
    when 'sending' then array['paused', 'sent', 'cancelled']
    when 'paused' then array['sending', 'cancelled']
    else array[]::text[] end;
begin
  if rewritten and old.status not in ('draft', 'scheduled') then
    raise sqlstate 'PT409' using message = 'campaign_already_begun';
  end if;
  if rewritten and old.status = 'scheduled' then new.status := 'draft'; end if;
  if new.status <> old.status and new.status <> all (allowed) then
    raise sqlstate 'PT409' using message = 'campaign_step_not_possible', detail = old.status || ' → ' || new.status;
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.cancel_appointment(appointment uuid, seen_version integer, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_appointment(appointment, seen_version);
  if not private.end_appointment(appointment, 'cancelled', 'host', why) then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
end
$function$;
grant execute on function cancel_appointment(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION public.cancel_linked_appointment(appointment uuid, why text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ended public.appointments;
  notice integer;
begin
  select a.* into ended from public.appointments a where a.id = appointment for no key update;
  if ended.status = 'cancelled' and ended.cancelled_by = 'client' and ended.cancel_reason = btrim(why) then return; end if;
  if ended.status not in ('pending', 'awaiting_payment', 'confirmed') or ended.starts_at <= now() then
    raise sqlstate 'PT409' using message = 'appointment_ended';
  end if;
  select coalesce(t.cancel_notice_min, 0) into notice from public.appointment_types t where t.id = ended.type_id;
  if ended.status = 'confirmed' and ended.starts_at - make_interval(mins => coalesce(notice, 0)) < now() then
    raise sqlstate 'PT409' using message = 'cancel_too_late';
  end if;
  perform private.end_appointment(appointment, 'cancelled', 'client', why);
end
$function$;
grant execute on function cancel_linked_appointment(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.cancellation_receipt(receipt text)
 RETURNS TABLE(ticket_number text, received_at timestamp with time zone, masked_email text, is_mailed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (select encode(sha256(convert_to(receipt, 'UTF8')), 'hex') as hash)
  select r.ticket_number::text, r.received_at, left(r.email, 1) || '***@' || split_part(r.email, '@', 2), r.is_receipt_mailed
  from asked, public.cancellation_requests r
  where r.receipt_hash = asked.hash
    or r.id = (select c.request_id from public.cancellation_receipts c where c.receipt_hash = asked.hash)
$function$;
grant execute on function cancellation_receipt(text) to anon;
grant execute on function cancellation_receipt(text) to authenticated;
grant execute on function cancellation_receipt(text) to service_role;

CREATE OR REPLACE FUNCTION public.change_member_role(member uuid, new_role text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  if not may_give_role(new_role) or new_role = 'client'
    or (not has_role('owner') and exists (select from user_roles where user_id = member and role = 'owner' and is_active)) then
    raise sqlstate 'PT403' using message = 'role_not_yours_to_give';
  end if;
  -- The new role first, so that the only owner stays one throughout.
  insert into user_roles (user_id, role) values (member, new_role)
  on conflict (user_id, role) do update set is_active = true;
  update user_roles set is_active = false where user_id = member and role not in (new_role, 'client') and is_active;
end
$function$;
grant execute on function change_member_role(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.change_post_slug(post uuid, slug text, seen_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  perform public.give_post_slug(post, slug, true);
  -- An update of this column notifies the page cache of the new address.
  update public.posts p set has_own_slug = true, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$function$;
grant execute on function change_post_slug(uuid,text,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.change_tasks(changes jsonb)
 RETURNS SETOF tasks
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  if jsonb_array_length(changes) > 1000 then raise sqlstate 'PT422' using message = 'too_many_tasks'; end if;
  return query
  update tasks t set
    name = case when c.change ? 'name' then c.change ->> 'name' else t.name end,
    status = case when c.change ? 'status' then c.change ->> 'status' else t.status end,
    due_date = case when c.change ? 'due_date' then (c.change ->> 'due_date')::date else t.due_date end,
    due_at = case when c.change ? 'due_at' then (c.change ->> 'due_at')::timestamptz else t.due_at end,
    user_id = case when c.change ? 'user_id' then (c.change ->> 'user_id')::uuid else t.user_id end,
    contact_id = case when c.change ? 'contact_id' then (c.change ->> 'contact_id')::uuid else t.contact_id end,
    opportunity_id = case when c.change ? 'opportunity_id' then (c.change ->> 'opportunity_id')::uuid else t.opportunity_id end,
    type = case when c.change ? 'type' then c.change ->> 'type' else t.type end,
    priority = case when c.change ? 'priority' then c.change ->> 'priority' else t.priority end,
    rrule = case when c.change ? 'rrule' then c.change ->> 'rrule' else t.rrule end,
    deleted_at = case when c.change ? 'deleted_at' then (c.change ->> 'deleted_at')::timestamptz else t.deleted_at end
  from (select (change ->> 'id')::uuid as id, change from jsonb_array_elements(changes) change) c
  where t.id = c.id and (not c.change ? 'version' or t.version = (c.change ->> 'version')::integer)
  returning t.*;
end
$function$;
grant execute on function change_tasks(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.charges_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if 'exempt' is distinct from (
    select p.vat_mode from public.prices p order by (p.product_id = new.product_id) desc nulls last, p.active_from desc limit 1) then
    new.vat_percent := (select r.percent from public.vat_rates r where r.valid_from <= new.due_on order by r.valid_from desc limit 1);
  end if;
  if exists (select from public.payment_plans p where p.id = new.plan_id and p.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'plan_of_another_contact';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_campaign_segments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then perform private.require_role('owner', 'admin'); end if;
  -- Refuses invalid conditions at once, not when the campaign starts.
  perform public.segment_contact_ids(new.segments);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_custom()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.check_email_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  about public.email_kinds := (select k from public.email_kinds k where k.kind = new.kind);
  broken text;
begin
  -- An unknown kind is left to the foreign key.
  if about.kind is null then return new; end if;
  if about.has_link and new.button is null then broken := 'email_without_button'; end if;
  if regexp_replace(concat_ws(' ', new.subject, new.preheader, new.heading, new.body, new.button, new.closing),
      format('\{\{(%s)\}\}', array_to_string(about.tokens, '|')), '', 'g') ~ '\{\{|\}\}' then
    broken := 'unknown_email_token';
  end if;
  if broken is not null then
    raise exception using errcode = 'check_violation', message = format('the words violate check constraint "%s"', broken), constraint = broken, table = 'email_texts', schema = 'public';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.opportunities o where o.id = new.opportunity_id and o.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  -- Limits the number of files per contact.
  if tg_op = 'INSERT' and (select count(*) from public.files f where f.contact_id = new.contact_id) >= 500 then
    raise sqlstate 'PT422' using message = 'too_many_files';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_override()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
  last_end time := '00:00';
begin
  for part in select (w ->> 'start')::time as opens, (w ->> 'end')::time as closes from jsonb_array_elements(new.windows) w loop
    if part.opens is null or part.closes is null or part.closes <= part.opens or part.opens < last_end then
      raise check_violation using constraint = 'override_windows_invalid', message = 'override_windows_invalid';
    end if;
    last_end := part.closes;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_package()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.left_of_package(new.id) < 0 then raise sqlstate 'PT422' using message = 'package_below_used'; end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.choose_gateway(chosen text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.gateway_settings g set is_chosen = false where g.is_chosen and g.provider is distinct from chosen;
  update public.gateway_settings g set is_chosen = true where g.provider = chosen and not g.is_chosen;
end
$function$;
grant execute on function choose_gateway(text) to authenticated;

CREATE OR REPLACE FUNCTION public.claim_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.price_id is not null and new.ended_on is null then
    perform private.claim_place_at(new.price_id, new.product_id, new.id);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.close_post_preview(post uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'content');
  delete from public.post_previews v where v.post_id = post;
end
$function$;
grant execute on function close_post_preview(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.columns_except(rel regclass, excluded name[])
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
  where a.attrelid = rel and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (excluded)
$function$;

CREATE OR REPLACE FUNCTION public.compare_pages(shares jsonb, seen uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function compare_pages(jsonb,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.comparison_report(comparison uuid)
 RETURNS TABLE(key text, weight smallint, views bigint, visitors bigint, contacts bigint, newsletters bigint, signups bigint, answered bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function comparison_report(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.compose_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := nullif(btrim(new.last_name), '');
  new.full_name := concat_ws(' ', new.first_name, new.last_name);
  new.search_name := public.he_norm(new.full_name);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.contact_as_found(who uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select jsonb_build_object(
    'contact', (select to_jsonb(c) from contacts c where c.id = who),
    'staff_details', (select to_jsonb(d) from contact_staff_details d where d.contact_id = who),
    'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from contact_points p where p.contact_id = who),
    'tags', (select coalesce(jsonb_agg(to_jsonb(t) order by t.tag_id), '[]') from contact_tags t where t.contact_id = who))
$function$;
grant execute on function contact_as_found(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.contact_condition(condition jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  field constant text := condition ->> 'field';
  op constant text := condition ->> 'op';
  vals constant text[] := array(select jsonb_array_elements_text(condition -> 'values'));
  one constant text := vals[1];
  -- The value 'none' selects rows without a value.
  given constant text[] := array_remove(vals, 'none');
  or_none constant boolean := 'none' = any (vals);
  key text;
  is_so text;
begin
  if field is null or op is null or cardinality(vals) not between 1 and 100 then
    raise sqlstate 'PT422' using message = 'filter_invalid';
  end if;

  if field in ('created', 'activity') then
    key := case field when 'created' then 'c.created_at' else 'case when c.last_activity_at is null then ''-infinity'' else c.last_activity_at end' end;
    return case op
      when 'last' then format('%s >= now() - make_interval(days => %L)', key, one::integer)
      when 'older' then format('%s < now() - make_interval(days => %L)', key, one::integer)
      when 'from' then format('%s >= %L::date::timestamp at time zone ''Asia/Jerusalem''', key, one::date)
      when 'to' then format('%s < (%L::date + 1)::timestamp at time zone ''Asia/Jerusalem''', key, one::date)
      else public.refuse_filter() end;
  end if;

  if field like 'custom.%' then
    key := substr(field, 8);
    if key !~ '^[a-z][a-z0-9_]{0,39}$' then return public.refuse_filter(); end if;
    is_so := case op
      when 'is' then public.any_or_none(given, or_none,
        format('(d.custom -> %1$L ?| %2$L or d.custom ->> %1$L = any (%2$L))', key, given), format('not d.custom ? %L', key))
      when 'not' then 'not coalesce(' || public.any_or_none(given, or_none,
        format('(d.custom -> %1$L ?| %2$L or d.custom ->> %1$L = any (%2$L))', key, given), format('not d.custom ? %L', key)) || ', false)'
      when 'contains' then format('strpos(public.he_norm(d.custom ->> %L), public.he_norm(%L)) > 0', key, one)
      when 'min' then format('d.custom -> %L >= %L and jsonb_typeof(d.custom -> %1$L) = ''number''', key, to_jsonb(one::numeric))
      when 'max' then format('d.custom -> %L <= %L and jsonb_typeof(d.custom -> %1$L) = ''number''', key, to_jsonb(one::numeric))
      when 'from' then format('d.custom ->> %L >= %L', key, one::date)
      when 'to' then format('d.custom ->> %L <= %L', key, one::date)
      else public.refuse_filter() end;
    return format('c.id in (select d.contact_id from public.contact_staff_details d where %s)', is_so);
  end if;

  is_so := case field
    when 'lifecycle' then format('c.lifecycle = any (%L)', vals)
    when 'owner' then public.any_or_none(given, or_none, format('c.owner_id = any (%L)',
      array(select case v when 'me' then auth.uid() else v::uuid end from unnest(given) v)), 'c.owner_id is null')
    when 'source' then public.any_or_none(given, or_none, format('c.source = any (%L)', given), 'c.source is null')
    when 'tag' then public.any_or_none(given, or_none,
      format('c.id in (select t.contact_id from public.contact_tags t where t.tag_id = any (%L))', given::uuid[]),
      'not exists (select from public.contact_tags t where t.contact_id = c.id)')
    when 'deal' then public.any_or_none(given, or_none,
      format('c.id in (select o.contact_id from public.opportunities o where o.deleted_at is null and o.status = any (%L))', given),
      'not exists (select from public.opportunities o where o.contact_id = c.id and o.deleted_at is null)')
    when 'stage' then format('c.id in (select o.contact_id from public.opportunities o where o.deleted_at is null and o.stage_id = any (%L))',
      vals::uuid[])
    when 'next_step' then '(' || (
      select string_agg(case v
        when 'none' then 'c.next_step_at is null'
        when 'overdue' then 'c.next_step_at < now()'
        when 'planned' then 'c.next_step_at >= now()'
        else public.refuse_filter() end, ' or ') from unnest(vals) v) || ')'
    when 'consent' then format('exists (
      select from public.consents k where k.contact_id = c.id and k.purpose = ''marketing'' and k.action = ''grant'' and k.channel = any (%L)
        and not exists (select from public.consents l where l.contact_id = k.contact_id and l.value_norm = k.value_norm
          and l.channel = k.channel and l.purpose = k.purpose and l.action = ''withdraw'' and l.at >= k.at))', vals)
    when 'has' then '(' || (
      select string_agg(case v
        when 'phone' then 'exists (select from public.contact_points p where p.contact_id = c.id and p.kind = ''phone'')'
        when 'email' then 'exists (select from public.contact_points p where p.contact_id = c.id and p.kind = ''email'')'
        when 'household' then 'c.household_id is not null'
        when 'portal' then 'c.client_user_id is not null'
        when 'dnc' then 'c.do_not_contact'
        else public.refuse_filter() end, ' and ') from unnest(vals) v) || ')'
    else public.refuse_filter() end;
  return case op
    when 'is' then is_so
    when 'not' then 'not coalesce(' || is_so || ', false)'
    else public.refuse_filter() end;
exception when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
  return public.refuse_filter();
end
$function$;
grant execute on function contact_condition(jsonb) to authenticated;
grant execute on function contact_condition(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.contact_filter(filter jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  words constant text := btrim(coalesce(filter ->> 'words', ''));
  groups constant jsonb := coalesce(filter -> 'groups', '[]');
  asked text;
begin
  if jsonb_typeof(groups) <> 'array' or jsonb_array_length(groups) > 10 or char_length(groups::text) > 20000 then
    return public.refuse_filter();
  end if;
  select string_agg('(' || conditions || ')', ' or ') into asked
  from jsonb_array_elements(groups) with ordinality g (conditions_of, place)
  cross join lateral (
    select string_agg(public.contact_condition(c), ' and ') as conditions from jsonb_array_elements(conditions_of) c) each;
  return 'c.deleted_at is null'
    || coalesce(' and (' || asked || ')', '')
    || case when words <> '' then format(' and c.id = any (array(select f.id from public.found_contact_ids(%L, 5000) f))', words) else '' end
    -- A coach has few contacts: repeated here so that an index finds them, instead of filtering every row by the policy.
    || case when public.has_role('coach') and not public.has_role('owner', 'admin', 'sales')
         then ' and c.id = any (array(select public.my_contact_ids()))' else '' end;
end
$function$;
grant execute on function contact_filter(jsonb) to authenticated;
grant execute on function contact_filter(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.contact_references()
 RETURNS TABLE(rel regclass, col name, key name[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.conrelid::regclass, a.attname,
    (select array_agg(k.attname order by k.attnum)
     from pg_catalog.pg_index i join pg_catalog.pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
     where i.indrelid = c.conrelid and i.indisprimary)
  from pg_catalog.pg_constraint c
  cross join unnest(c.conkey, c.confkey) points (here, there)
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = points.here
  join pg_catalog.pg_attribute id on id.attrelid = c.confrelid and id.attnum = points.there and id.attname = 'id'
  where c.contype = 'f' and c.confrelid = 'public.contacts'::regclass and c.conparentid = 0
    and c.conrelid <> all (array['public.contacts', 'public.contact_staff_details', 'public.merges', 'public.duplicate_pairs']::regclass[])
  order by c.conrelid::regclass::text, a.attname
$function$;

CREATE OR REPLACE FUNCTION public.contains_any(written text, marks text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select exists (select from unnest(marks) mark where case when position('@' in mark) > 0
    then regexp_replace(replace(replace(lower(written), '%40', '@'), '%2b', '+'), '\\[nrt]|%[0-9a-f]{2}', ' ', 'g') ~ mark
    else position(mark in public.plain_text(written)) > 0 end)
$function$;

CREATE OR REPLACE FUNCTION public.count_all_contacts()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when public.has_role('owner', 'admin', 'sales')
    then (select count(*) from public.contacts c where c.deleted_at is null) end
$function$;
grant execute on function count_all_contacts() to authenticated;
grant execute on function count_all_contacts() to service_role;

CREATE OR REPLACE FUNCTION public.count_audience(lists uuid[], stages text[], segments jsonb DEFAULT '[]'::jsonb)
 RETURNS TABLE(excluded text, people integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'content');
  -- Content editors count only segments that were chosen for a campaign.
  if segments <> '[]' and not exists (select from public.campaigns c where c.segments = count_audience.segments) then
    perform private.require_role('owner', 'admin');
  end if;
  return query select a.excluded, count(*)::integer from public.audience_of(lists, stages, segments) a group by a.excluded order by count(*) desc, a.excluded;
end
$function$;
grant execute on function count_audience(uuid[],text[],jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.count_bio_click(link uuid, source text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.bio_clicks (link_id, day, source, clicks)
  select l.id, (now() at time zone 'Asia/Jerusalem')::date,
    case when count_bio_click.source ~ '^[a-z0-9._-]{1,40}$'
      and (select count(distinct c.source) from public.bio_clicks c
        where c.day = (now() at time zone 'Asia/Jerusalem')::date and c.source <> count_bio_click.source) < 30
      then count_bio_click.source else 'other' end, 1
  from public.bio_links l where l.id = link
  on conflict (link_id, day, source) do update set clicks = bio_clicks.clicks + 1
$function$;
grant execute on function count_bio_click(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.count_contacts(filter jsonb DEFAULT '{}'::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
declare
  found bigint;
begin
  if coalesce(filter -> 'groups', '[]') = '[]' and btrim(coalesce(filter ->> 'words', '')) = '' then
    found := count_all_contacts();
    if found is not null then return found; end if;
  end if;
  execute 'select count(*) from contacts c where ' || contact_filter(filter) into found;
  return found;
end
$function$;
grant execute on function count_contacts(jsonb) to authenticated;
grant execute on function count_contacts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.count_not_found(seen jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.not_found_log as log (path, count, reports, last_ref, last_at)
  select row.path, row.count, row.reports, row.ref, row.at
  from jsonb_to_recordset(seen) as row (path text, count bigint, reports integer, ref text, at timestamptz)
  on conflict (path) do update set count = log.count + excluded.count, reports = log.reports + excluded.reports,
    last_ref = coalesce(excluded.last_ref, log.last_ref), last_at = greatest(log.last_at, excluded.last_at);
  delete from public.not_found_log where path in (
    select path from public.not_found_log order by reports desc, count desc, last_at desc offset 1000);
$function$;
grant execute on function count_not_found(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.count_redirect_hits(seen jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.redirects set hits = redirects.hits + row.count, last_hit_at = greatest(last_hit_at, row.at)
  from jsonb_to_recordset(seen) as row (path text, count bigint, at timestamptz)
  where from_path = row.path
$function$;
grant execute on function count_redirect_hits(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.create_calendar_feed()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := encode(extensions.gen_random_bytes(24), 'hex');
begin
  if not private.manages_host(auth.uid()) or not exists (select from public.booking_hosts h where h.user_id = auth.uid()) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  insert into public.calendar_feeds (user_id, token_hash) values (auth.uid(), public.link_hash(token))
  on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = now();
  return token;
end
$function$;
grant execute on function create_calendar_feed() to authenticated;

CREATE OR REPLACE FUNCTION public.decide_appointment(appointment uuid, seen_version integer, is_accepted boolean, why text DEFAULT ''::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  if asked.status <> 'pending' then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if is_accepted and asked.starts_at <= now() then raise sqlstate 'PT422' using message = 'appointment_in_past'; end if;
  if is_accepted then
    update public.appointments a set status = 'confirmed', decide_by = null where a.id = appointment;
  else
    perform private.end_appointment(appointment, 'rejected', 'host', why);
  end if;
end
$function$;
grant execute on function decide_appointment(uuid,integer,boolean,text) to authenticated;

CREATE OR REPLACE FUNCTION public.decide_pair(one uuid, other uuid, is_dismissed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.has_role('owner', 'admin', 'sales')
    and (select count(*) from public.my_contact_ids() mine (id) where mine.id in (one, other)) < 2 then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  update public.duplicate_pairs p set
    dismissed_at = case when is_dismissed then now() end,
    dismissed_by = case when is_dismissed then auth.uid() end
  where p.first_id = least(one, other) and p.second_id = greatest(one, other);
  if not found then raise sqlstate 'PT404' using message = 'pair_not_found'; end if;
  if not is_dismissed then perform public.refresh_duplicates(array[one, other]); end if;
end
$function$;
grant execute on function decide_pair(uuid,uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_for_good(things jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thing record;
  gone integer := 0;
begin
  perform private.require_role('owner', 'admin');
  -- Contacts last: they delete their records, which may be selected too.
  for thing in
    select t.entity, t.id from jsonb_to_recordset(things) t (entity text, id uuid)
    order by t.entity = 'contacts', t.entity, t.id limit 1000
  loop
    if not coalesce(public.purge_thing(thing.entity, thing.id), false) then raise sqlstate 'PT404' using message = 'not_in_reach'; end if;
    gone := gone + 1;
  end loop;
  return gone;
end
$function$;
grant execute on function delete_for_good(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_imported_consents(people uuid[], import uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.consents c where c.contact_id = any (people) and c.source_type = 'import' and c.source_id = import
$function$;
grant execute on function delete_imported_consents(uuid[],uuid) to service_role;

CREATE OR REPLACE FUNCTION public.delete_post(post uuid, seen_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  delete from public.post_previews v where v.post_id = post;
  update public.posts p set status = 'draft', shown_id = null, scheduled_for = null, deleted_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  return answer;
end
$function$;
grant execute on function delete_post(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_stage(stage uuid, destination uuid, expected_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET statement_timeout TO '60s'
AS $function$
declare
  gone pipeline_stages;
  target pipeline_stages;
  card uuid;
  moved integer := 0;
begin
  -- Locks out concurrent moves into the stage, which then fail with unknown_stage.
  select s.* into gone from pipeline_stages s where s.id = stage for update;
  if gone.id is null then raise sqlstate 'PT404' using message = 'stage_not_found'; end if;
  if gone.version is distinct from expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if exists (select from opportunities o where o.stage_id = gone.id) then
    select s.* into target from lock_stage(destination) s where s.pipeline_id = gone.pipeline_id and s.kind = gone.kind and s.id <> gone.id;
    if target.id is null then raise sqlstate 'PT422' using message = 'stage_destination_missing'; end if;
  end if;
  -- The lowest first: each goes to the top of the target.
  for card in select o.id from opportunities o where o.stage_id = gone.id order by o.rank desc for update loop
    update opportunities o set stage_id = target.id where o.id = card;
    moved := moved + 1;
  end loop;
  delete from pipeline_stages s where s.id = gone.id;
  return moved;
end
$function$;
grant execute on function delete_stage(uuid,uuid,integer) to authenticated;
grant execute on function delete_stage(uuid,uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.delete_tag(tag uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET statement_timeout TO '60s'
AS $function$
declare
  gone tags;
  carried uuid[];
begin
  perform private.require_role('owner', 'admin');
  -- Locked, so that it is not assigned in the meantime.
  select * into gone from tags t where t.id = tag for update;
  if not found then raise sqlstate 'PT404' using message = 'tag_not_found'; end if;
  carried := array(select t.contact_id from contact_tags t where t.tag_id = tag);
  delete from tags t where t.id = tag;
  return jsonb_build_object('changed', cardinality(carried), 'batch', bulk.note('contacts',
    jsonb_build_object('delete_tag', jsonb_build_object('id', gone.id, 'name', gone.name, 'color', gone.color)),
    jsonb_build_object('untagged', carried)));
end
$function$;
grant execute on function delete_tag(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.delete_unused_name_words(words text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.name_words w
  where w.word = any (words)
    and not exists (select from public.contacts c where public.words_of_name(c.search_name) @> array[w.word])
$function$;

CREATE OR REPLACE FUNCTION public.derive_appointment_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('appointment', coalesce(new.id, old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_attendee_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('appointment', coalesce(new.appointment_id, old.appointment_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_delivery_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('lead_magnet_delivery', d.id) from (
    select coalesce(new.id, old.id) as id
    union
    select s.id from public.lead_magnet_deliveries s where tg_op = 'INSERT' and s.request_id = new.request_id) d;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_lead_magnet_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('lead_magnet_delivery', d.id)
  from public.lead_magnet_deliveries d where d.request_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_process_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('process', coalesce(new.id, old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_request_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('newsletter_request', coalesce(new.id, old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.derive_stage_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages('stage', coalesce(new.id, old.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.draw_ticket_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare is_taken boolean;
begin
  while new.ticket_number is null or is_taken loop
    new.ticket_number := 100000 + floor(random() * 900000);
    execute format('select exists (select from %s where ticket_number = $1)', tg_relid::regclass) into is_taken using new.ticket_number;
  end loop;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_file_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects where bucket_id = 'files' and name = old.id::text;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.drop_form_file_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.objects where bucket_id = 'form-files' and name = old.id::text;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_appointment_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant text := case when tg_op = 'UPDATE' then old.status end;
  type constant text := private.appointment_event(new, was);
begin
  if type is null then return null; end if;
  perform private.emit_event(type, new.contact_id, 'appointment', new.id,
    jsonb_build_object('user_id', new.user_id, 'type_id', new.type_id, 'status', new.status, 'cancelled_by', new.cancelled_by,
      'no_show', new.no_show, 'starts_at', to_jsonb(new.starts_at)), new.is_demo);
  if new.contact_id is not null and not new.is_demo then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, payload)
    values (type, clock_timestamp(),
      case when public.is_colleague(auth.uid()) then 'user' when new.cancelled_by = 'client' or was is null then 'contact' else 'system' end,
      case when public.is_colleague(auth.uid()) then auth.uid() when new.cancelled_by = 'client' or was is null then new.contact_id end,
      new.contact_id, new.opportunity_id, 'appointment', new.id, new.title,
      jsonb_strip_nulls(jsonb_build_object('starts_at', new.starts_at, 'reason', new.cancel_reason, 'status', new.status, 'no_show', new.no_show)));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_calendar_broken()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event('calendar.broken', null, 'calendar', new.user_id, jsonb_build_object('reason', new.last_error));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_consent_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event(case new.action when 'grant' then 'consent.granted' else 'consent.withdrawn' end, new.contact_id, 'consent', new.id,
    jsonb_build_object('channel', new.channel, 'purpose', new.purpose, 'source_type', new.source_type), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_contact_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event('contact.merged', new.winner_id, 'contact', new.winner_id,
    jsonb_build_object('merge_id', new.id, 'loser_id', new.loser_id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_contact_tagged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.tagged', c.id, c.household_id, 'contact', c.id,
    jsonb_build_object('tag_id', t.tag_id, 'change', case when tg_op = 'INSERT' then 'added' else 'removed' end), c.is_demo
  from tagged t join public.contacts c on c.id = t.contact_id join public.tags on tags.id = t.tag_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_contacts_created()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.created', c.id, c.household_id, 'contact', c.id,
    jsonb_build_object('lifecycle', c.lifecycle), c.is_demo
  from added c;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_contacts_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.updated', c.id, c.household_id, 'contact', c.id,
    jsonb_strip_nulls(jsonb_build_object('fields', fields.names,
      'lifecycle', case when c.lifecycle <> o.lifecycle then c.lifecycle end,
      'from_lifecycle', case when c.lifecycle <> o.lifecycle then o.lifecycle end,
      'owner_id', case when c.owner_id is distinct from o.owner_id then c.owner_id end,
      'from_owner_id', case when c.owner_id is distinct from o.owner_id then o.owner_id end)), c.is_demo
  from after_rows c join before_rows o on o.id = c.id
  cross join lateral (
    select coalesce(jsonb_agg(f.name order by f.name), '[]') as names from (values
      ('household_id', c.household_id is distinct from o.household_id),
      ('first_name', c.first_name <> o.first_name),
      ('last_name', c.last_name is distinct from o.last_name),
      ('gender_form', c.gender_form <> o.gender_form),
      ('birth_date', c.birth_date is distinct from o.birth_date),
      ('lifecycle', c.lifecycle <> o.lifecycle),
      ('do_not_contact', c.do_not_contact <> o.do_not_contact),
      ('owner_id', c.owner_id is distinct from o.owner_id),
      ('source', c.source is distinct from o.source)) f (name, changed) where f.changed) fields
  where fields.names <> '[]' and c.deleted_at is null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_custom_fields_updated()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
  select 'contact.updated', c.id, c.household_id, 'contact', c.id, '{"fields": ["custom"]}', c.is_demo
  from after_rows d join before_rows o on o.contact_id = d.contact_id join public.contacts c on c.id = d.contact_id
  where d.custom <> o.custom and c.deleted_at is null and c.created_at <> now();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_enrolment(automation uuid, contact uuid, type text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.emit_event(emit_enrolment.type, c.id, 'automation', automation, jsonb_build_object('automation_id', automation), c.is_demo)
  from public.contacts c where c.id = contact
$function$;
grant execute on function emit_enrolment(uuid,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.emit_form_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts constant jsonb := jsonb_build_object('form_id', new.form_id, 'version', new.form_version, 'ending', new.ending_key);
begin
  if tg_op = 'INSERT' and new.status <> 'spam' then
    perform private.emit_event('form.started', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  end if;
  if new.status = 'complete' and (tg_op = 'INSERT' or old.status <> 'complete') then
    perform private.emit_event('form.submitted', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  elsif tg_op = 'UPDATE' and new.abandoned_at is not null and old.abandoned_at is null then
    perform private.emit_event('form.abandoned', new.contact_id, 'form_submission', new.id, facts, new.is_demo);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_late_stages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with late as (
    select i.*, p.contact_id, p.coach_id, concat_ws(':', 'stage.late', i.id, i.due_on) as once_key
    from public.process_stage_instances i join public.client_processes p on p.id = i.client_process_id
    where p.status = 'active' and i.status in ('active', 'waiting_client', 'waiting_coach')
      and (now() at time zone 'Asia/Jerusalem')::date - i.due_on between 1 and 3)
  select private.emit_event('stage.late', l.contact_id, 'stage', l.id, jsonb_build_object(
    'client_process_id', l.client_process_id, 'process_stage_id', l.process_stage_id, 'coach_id', l.coach_id), l.is_demo, l.once_key)
  from late l where not exists (select from public.domain_events e where e.once_key = l.once_key)
$function$;
grant execute on function emit_late_stages() to service_role;

CREATE OR REPLACE FUNCTION public.emit_lead_captured()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event('lead.captured', new.contact_id, 'contact_request', new.id,
    jsonb_build_object('opportunity_id', new.opportunity_id, 'task_id', new.task_id), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_lead_magnet_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  magnet public.lead_magnets;
  happened constant text := case tg_op when 'INSERT' then 'requested' else 'downloaded' end;
begin
  select m.* into magnet from public.lead_magnets m where m.id = new.magnet_id;
  perform private.emit_event('lead.' || happened, new.contact_id, 'lead_magnet', magnet.id,
    jsonb_build_object('lead_magnet_id', magnet.id, 'slug', magnet.slug), new.is_demo);
  if not new.is_demo then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
    values ('lead_magnet.' || happened, clock_timestamp(), 'contact', new.contact_id, new.contact_id, 'lead_magnet', magnet.id, magnet.title,
      case when tg_op = 'INSERT' then jsonb_strip_nulls(jsonb_build_object('name', new.name, 'email', new.email, 'phone', new.phone))
        else '{}' end);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_list_joins()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  watched record;
begin
  for watched in
    select a.id, v.definition -> 'trigger' -> 'groups' as groups from public.automations a
    join public.automation_versions v on v.automation_id = a.id and v.version = a.current_version
    where a.status = 'enabled' and 'automation.list_joined' = any (v.trigger_types)
  loop
    begin
      with present as (select m as contact_id from private.listed_contact_ids(watched.groups) m),
        gone as (
          delete from public.automation_list_members m where m.automation_id = watched.id
            and not exists (select from present p where p.contact_id = m.contact_id)),
        joined as (
          insert into public.automation_list_members (automation_id, contact_id)
          select watched.id, p.contact_id from present p on conflict do nothing returning contact_id)
      insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo)
      select 'automation.list_joined', c.id, c.household_id, 'automation', watched.id,
        jsonb_build_object('automation_id', watched.id), c.is_demo
      from joined j join public.contacts c on c.id = j.contact_id;
    exception when sqlstate 'PT422' then
      -- A condition names a field that was removed.
      perform private.pause_automation(watched.id, 'breaker');
    end;
  end loop;
end
$function$;
grant execute on function emit_list_joins() to service_role;

CREATE OR REPLACE FUNCTION public.emit_message_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event(case when old.bounced_at is null and new.bounced_at is not null then 'message.bounced' else 'message.complained' end,
    new.contact_id, 'message', new.id, jsonb_build_object('channel', new.channel, 'purpose', new.purpose), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_message_received()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event('message.received', new.contact_id, 'received_message', new.id, jsonb_build_object('channel', new.channel));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_opportunity_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  what constant text := case
    when tg_op = 'INSERT' then 'created'
    when new.status = old.status then 'stage_changed'
    when new.status = 'won' then 'won'
    when new.status = 'lost' then 'lost'
    else 'reopened' end;
begin
  perform private.emit_event('opportunity.' || what, new.contact_id, 'opportunity', new.id, jsonb_build_object(
    'pipeline_id', new.pipeline_id, 'stage_id', new.stage_id, 'product_id', new.product_id, 'owner_id', new.owner_id,
    'amount_agorot', new.amount_agorot,
    'from_stage_id', case when tg_op = 'UPDATE' then old.stage_id end, 'lost_reason_id', new.lost_reason_id), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_overdue_tasks()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with overdue as (
    select t.*, public.task_due(t.due_date, t.due_at) as due from public.tasks t
    where t.status in ('To Do', 'In Progress') and coalesce(t.due_at, t.due_date::timestamptz) > now() - interval '4 days')
  select private.emit_event('task.overdue', t.contact_id, 'task', t.id,
    jsonb_build_object('user_id', t.user_id, 'opportunity_id', t.opportunity_id, 'kind', t.type), t.is_demo,
    concat_ws(':', 'task.overdue', t.id, extract(epoch from t.due)::bigint))
  from overdue t
  where t.due between now() - interval '3 days' and now() and not exists (select from public.domain_events e
    where e.once_key = concat_ws(':', 'task.overdue', t.id, extract(epoch from t.due)::bigint))
$function$;
grant execute on function emit_overdue_tasks() to service_role;

CREATE OR REPLACE FUNCTION public.emit_payment_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event(case new.kind when 'refund' then 'payment.refunded' else 'payment.received' end, new.contact_id, 'payment', new.id,
    jsonb_build_object('charge_id', new.charge_id, 'amount_agorot', new.amount_agorot, 'method', new.method), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_reached_date(automation uuid, contact uuid, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo, once_key, occurred_at)
  select 'automation.date_reached', c.id, c.household_id, 'automation', automation, jsonb_build_object('automation_id', automation),
    c.is_demo, concat_ws(':', 'date', automation, c.id, extract(epoch from moment)::bigint), moment
  from public.contacts c where c.id = contact and c.deleted_at is null
  on conflict do nothing
$function$;
grant execute on function emit_reached_date(uuid,uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION public.emit_review_submitted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event('review.submitted', (select a.contact_id from public.review_authors a where a.review_id = new.id), 'review', new.id,
    jsonb_build_object('rating', new.rating, 'source', new.source), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_rotting_opportunities()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.emit_event('opportunity.rotting', o.contact_id, 'opportunity', o.id,
    jsonb_build_object('pipeline_id', o.pipeline_id, 'stage_id', o.stage_id, 'owner_id', o.owner_id, 'days', s.rot_days), o.is_demo,
    concat_ws(':', 'opportunity.rotting', o.id, extract(epoch from o.stage_entered_at)::bigint))
  from public.opportunities o join public.pipeline_stages s on s.id = o.stage_id
  where s.kind = 'open' and o.deleted_at is null and o.stage_entered_at <= now() - make_interval(days => s.rot_days)
    and o.stage_entered_at > now() - make_interval(days => s.rot_days + 3)
    and not exists (select from public.domain_events e
      where e.once_key = concat_ws(':', 'opportunity.rotting', o.id, extract(epoch from o.stage_entered_at)::bigint))
$function$;
grant execute on function emit_rotting_opportunities() to service_role;

CREATE OR REPLACE FUNCTION public.emit_stage_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  process public.client_processes;
begin
  select p.* into process from public.client_processes p where p.id = new.client_process_id;
  perform private.emit_event(case new.status when 'done' then 'stage.done' else 'stage.opened' end, process.contact_id, 'stage', new.id,
    jsonb_build_object('client_process_id', process.id, 'process_stage_id', new.process_stage_id, 'coach_id', process.coach_id), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.emit_task_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.emit_event(case when tg_op = 'INSERT' then 'task.created' else 'task.done' end, new.contact_id, 'task', new.id,
    jsonb_build_object('user_id', new.user_id, 'opportunity_id', new.opportunity_id, 'kind', new.type), new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.empty_bin(at_most integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thing record;
  gone integer := 0;
begin
  for thing in select b.entity, b.id from public.bin b where b.deleted_at < now() - interval '30 days' order by b.deleted_at limit at_most loop
    if public.purge_thing(thing.entity, thing.id) then gone := gone + 1; end if;
  end loop;
  return gone;
end
$function$;
grant execute on function empty_bin(integer) to service_role;

CREATE OR REPLACE FUNCTION public.end_comparison(seen uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'content');
  update public.page_comparisons set ended_at = clock_timestamp(), ended_by = auth.uid(), secret = null
    where id = seen and ended_at is null;
  if not found and not exists (select from public.page_comparisons where id = seen) then
    raise sqlstate 'PT404' using message = 'comparison_not_found';
  end if;
end
$function$;
grant execute on function end_comparison(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.enrol_contacts(automation uuid, contacts uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen uuid;
  refusal text;
begin
  perform private.require_role('owner', 'admin', 'sales');
  if not exists (select from public.automations a where a.id = automation and a.status = 'enabled') then
    raise sqlstate 'PT409' using message = 'automation_not_enabled';
  end if;
  if cardinality(contacts) > 10000 then raise sqlstate 'PT422' using message = 'too_many_contacts'; end if;
  if cardinality(contacts) = 1 then
    refusal := private.enrolment_refusal(automation, contacts[1]);
    if refusal is not null then raise sqlstate 'PT409' using message = refusal; end if;
  end if;
  foreach chosen in array contacts loop
    perform public.emit_enrolment(automation, chosen, 'automation.enrolled');
  end loop;
  return cardinality(contacts);
end
$function$;
grant execute on function enrol_contacts(uuid,uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.ensure_event_cursor(subscriber text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.event_cursors (subscriber, transaction_id, event_id)
  select ensure_event_cursor.subscriber, pg_snapshot_xmin(pg_current_snapshot()), 0
  on conflict do nothing
$function$;
grant execute on function ensure_event_cursor(text) to service_role;

CREATE OR REPLACE FUNCTION public.every_word(tokens text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg(format('c.search_name like %L', '%' || t || '%'), ' and ') from unnest(tokens) t
$function$;

CREATE OR REPLACE FUNCTION public.exported_ids(filter jsonb, sort text, chosen uuid[] DEFAULT NULL::uuid[], but uuid[] DEFAULT '{}'::uuid[])
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
begin
  return query execute format('select c.id from contacts c where %s%s%s order by %s %s nulls last, c.id',
    case when chosen is null then contact_filter(filter) else 'c.deleted_at is null' end,
    case when chosen is null then '' else ' and c.id = any ($1)' end,
    case when but = '{}' then '' else ' and c.id <> all ($2)' end,
    case ltrim(sort, '-')
      when 'activity' then 'c.last_activity_at' when 'created' then 'c.created_at'
      when 'name' then 'c.search_name collate "C"' when 'next_step' then 'c.next_step_at' else refuse_filter() end,
    case when sort like '-%' then 'desc' else 'asc' end) using chosen, but;
end
$function$;
grant execute on function exported_ids(jsonb,text,uuid[],uuid[]) to authenticated;
grant execute on function exported_ids(jsonb,text,uuid[],uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.failing_steps()
 RETURNS TABLE(automation_id uuid, name text, kind text, step_id text, failures bigint, last_error text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select a.id, a.name, a.kind, s.step_id, count(distinct r.id), (array_agg(s.error order by s.finished_at desc) filter (where s.error is not null))[1]
  from automation_runs r join automations a on a.id = r.automation_id
  join automation_run_steps s on s.run_id = r.id and s.step_id = r.current_step and s.status = 'failed'
  where r.status = 'failed' and r.ended_at > now() - interval '7 days' and not r.is_dry_run
  group by 1, 2, 3, 4 order by 5 desc, 2 limit 20
$function$;
grant execute on function failing_steps() to authenticated;

CREATE OR REPLACE FUNCTION public.field_options_fit(type text, options jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when type not in ('select', 'multi') then options = '[]'
    when jsonb_typeof(options) <> 'array' or jsonb_array_length(options) not between 1 and 60 then false
    else not exists (
      select from jsonb_array_elements(options) option
      where coalesce(option ->> 'id' !~ '^[a-z0-9_]{1,40}$' or btrim(option ->> 'label') = '' or char_length(option ->> 'label') > 80, true)
    ) and (select count(distinct option ->> 'id') from jsonb_array_elements(options) option) = jsonb_array_length(options)
  end
$function$;
grant execute on function field_options_fit(text,jsonb) to authenticated;
grant execute on function field_options_fit(text,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.field_uses(field_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select case d.entity
    when 'contact' then (
      select count(*) from contact_staff_details s join contacts c on c.id = s.contact_id where s.custom ? d.key and c.deleted_at is null)
    when 'opportunity' then (select count(*) from opportunities where custom ? d.key and deleted_at is null)
    else (select count(*) from households where custom ? d.key and deleted_at is null)
  end
  from custom_field_defs d where d.id = field_id
$function$;
grant execute on function field_uses(uuid) to authenticated;
grant execute on function field_uses(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.field_value_fits(type text, options jsonb, value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.file_id_of(key text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then key::uuid end
$function$;
grant execute on function file_id_of(text) to authenticated;
grant execute on function file_id_of(text) to service_role;

CREATE OR REPLACE FUNCTION public.filtered_appointments(filter appointment_filter)
 RETURNS SETOF appointments
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.* from public.appointments a
  where a.status <> 'rescheduled'
    and case (filter).shown
      when 'ahead' then a.status in ('awaiting_payment', 'pending', 'confirmed') and a.ends_at > now()
      when 'undecided' then a.status = 'pending'
      when 'past' then a.status in ('confirmed', 'completed', 'no_show') and a.ends_at <= now()
      when 'no_show' then a.status = 'no_show'
      when 'ended' then a.status in ('cancelled', 'rejected', 'expired')
      else true end
    and ((filter).hosts is null or a.user_id = any ((filter).hosts))
    and ((filter).types is null or a.type_id = any ((filter).types))
    and ((filter).from_day is null or a.starts_at >= (filter).from_day::timestamp at time zone 'Asia/Jerusalem')
    and ((filter).until_day is null or a.starts_at < ((filter).until_day + 1)::timestamp at time zone 'Asia/Jerusalem')
    and (coalesce((filter).query, '') = '' or exists (
      select from public.appointment_attendees t where t.appointment_id = a.id
        and (strpos(public.he_norm(t.name), nullif(public.he_norm((filter).query), '')) > 0 or strpos(t.email, lower((filter).query)) > 0
          or char_length(private.digits_of((filter).query)) >= 4 and strpos(t.phone, private.digits_of((filter).query)) > 0)))
$function$;
grant execute on function filtered_appointments(appointment_filter) to authenticated;

CREATE OR REPLACE FUNCTION public.filtered_opportunities(pipeline uuid, filter opportunity_filter)
 RETURNS SETOF opportunities
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;
grant execute on function filtered_opportunities(uuid,opportunity_filter) to authenticated;
grant execute on function filtered_opportunities(uuid,opportunity_filter) to service_role;

CREATE OR REPLACE FUNCTION public.find_posts(category text, tag text, words text[], skipped integer, wanted integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with found as (
    select * from published_posts p
    where (category is null or p.category_slug = category)
      and (tag is null or p.tags @> array[tag])
      and not exists (select from unnest(words[1:10]) word where strpos(p.search, word) = 0)
  )
  select jsonb_build_object(
    'total', (select count(*) from found),
    'posts', coalesce((select jsonb_agg(to_jsonb(shown) - 'search' order by shown.published_at desc, shown.id) from (
      select * from found order by published_at desc, id offset greatest(skipped, 0) limit least(greatest(wanted, 1), 100)) shown), '[]'))
$function$;
grant execute on function find_posts(text,text,text[],integer,integer) to anon;
grant execute on function find_posts(text,text,text[],integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.finish_undoing(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  made jsonb;
begin
  select i.made into made from imports i where i.id = import;
  begin
    delete from households h where h.id in (select jsonb_array_elements_text(made -> 'households')::uuid)
      and h.version = 1 and not exists (select from contacts c where c.household_id = h.id);
    delete from tags t where t.id in (select jsonb_array_elements_text(made -> 'tags')::uuid)
      and t.version = 1 and not exists (select from contact_tags ct where ct.tag_id = t.id);
  exception when foreign_key_violation then
    null; -- still referenced: kept
  end;
  update imports i set status = 'rolled_back', rolled_back_at = now() where i.id = import;
end
$function$;
grant execute on function finish_undoing(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.forbid_automation_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise sqlstate 'PT409' using message = 'automation_version_is_final';
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and tg_table_name = 'consents' and exists (select from private.deletable_consents d where d.id = old.id) then
    return old;
  end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_legal_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.is_demo then return old; end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_message_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise sqlstate 'PT409' using message = 'template_version_fixed';
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_option_removal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from jsonb_array_elements(old.options) gone
    where not new.options @> jsonb_build_array(jsonb_build_object('id', gone -> 'id'))
  ) then
    raise sqlstate 'PT422' using message = 'field_option_removed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_page_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_profile_owner_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise insufficient_privilege using message = 'profile_of_another_user';
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_redirect_loops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  here text := public.path_of_address(new.to_address);
  leaps integer := 1;
begin
  -- Serializes writers whose rows would close a loop together.
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  while here is not null loop
    if here = new.from_path then raise sqlstate 'PT409' using message = 'redirect_loop'; end if;
    select public.path_of_address(to_address) into here from public.redirects where from_path = here;
    exit when not found;
    leaps := leaps + 1;
    if leaps > 5 then raise sqlstate 'PT409' using message = 'redirect_chain_too_long'; end if;
  end loop;
  if (select count(*) from public.redirects) > 5000 then
    raise sqlstate 'PT409' using message = 'too_many_redirects';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_review_text_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user = 'authenticated' then raise sqlstate 'PT409' using message = 'review_words_are_the_authors'; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_shown_revision_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A deleted category or author may be cleared in any revision.
  if (new.title, new.excerpt, new.body, new.cover_alt, new.cover_art, new.tags) is distinct from
     (old.title, old.excerpt, old.body, old.cover_alt, old.cover_art, old.tags)
    and exists (select from public.posts p where p.shown_id = new.id) then
    raise sqlstate 'PT409' using message = 'revision_is_shown';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_template_version_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.kind <> old.kind then raise sqlstate 'PT422' using message = 'template_kind_fixed'; end if;
  insert into public.component_template_versions (template_id, number, name, content, created_by)
  values (new.id, new.version, new.name, new.content, coalesce(auth.uid(), new.created_by));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forbid_variant_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_imports()
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  gone integer;
begin
  delete from imports i where i.status in ('uploaded', 'mapped', 'previewed') and i.created_at < now() - interval '7 days';
  get diagnostics gone = row_count;
  with old as (
    update imports i set forgotten_at = now()
    where i.forgotten_at is null and i.status in ('done', 'failed', 'rolled_back')
      and coalesce(i.rolled_back_at, i.finished_at, i.run_at, i.created_at) < now() - interval '30 days'
    returning i.id
  )
  delete from import_rows r using old where r.import_id = old.id;
  return gone + (select count(*) from imports i where i.forgotten_at = now());
end
$function$;
grant execute on function forget_imports() to service_role;

CREATE OR REPLACE FUNCTION public.forget_in_audit_log(person uuid)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with forgotten as (
    update public.audit_log set before = null, after = null, label = ''
    where contact_id = person and (before is not null or after is not null or label <> '') returning 1)
  select count(*) from forgotten
$function$;
grant execute on function forget_in_audit_log(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.forget_lead_magnet()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then delete from public.pages p where p.path = '/lead/' || old.slug; end if;
  delete from storage.objects o where o.bucket_id = 'lead-magnets' and o.name = old.asset_key::text;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_person(person uuid, expected_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seen integer;
begin
  perform private.require_role('owner');
  select c.version into seen from public.contacts c where c.id = person and c.anonymised_at is null and c.merged_into_id is null for update;
  if seen is null then raise sqlstate 'PT404' using message = 'person_not_found'; end if;
  if seen <> expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  perform public.anonymise_person(person);
end
$function$;
grant execute on function forget_person(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.forget_product_page()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.pages p where p.path = '/' || old.slug;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_review_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.review_photos p where p.review_id = new.review_id;
  delete from public.review_edits e where e.review_id = new.review_id;
  delete from public.review_links l where l.review_id = new.review_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_review_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.review_requests r where r.contact_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.forget_traces(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  records constant uuid[] := array(select public.records_of_person(person));
  about constant uuid[] := public.ids_about(records);
  marks constant text[] := public.identifying_marks(person);
  addresses constant text[] := array(select public.own_addresses(person));
begin
  delete from public.notifications n where n.related_entity_id = any (about);
  delete from public.snoozes s where s.entity_id = any (about);
  delete from public.newsletter_requests r where r.email = any (addresses);
  delete from public.mail_preferences p where p.email = any (addresses);
  delete from mail.outbox o where lower(o.to_address) = any (addresses);
  update public.import_rows r set raw = '[]', clean = null, before = null,
    plan = case when r.result is null then 'error' else r.plan end,
    reason = case when r.result is null then 'person_forgotten' else r.reason end
  where r.record_id = any (records) or (r.record_id is null and public.contains_any(r.raw::text, marks));
  update public.bulk_changes b set before = jsonb_set(b.before, '{rows}', (
    select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(b.before -> 'rows') one
    where not (one ->> 'id')::uuid = any (about)))
  where exists (select from jsonb_array_elements(b.before -> 'rows') one where (one ->> 'id')::uuid = any (about));
  update public.exports e set search = '' where public.contains_any(e.search, marks);
  delete from public.saved_views v where public.contains_any(v.query::text, marks);
  perform public.forget_in_audit_log(record) from unnest(records) record;
  -- Rows found by address, or by a former reference, contain lines without a contact id.
  update public.audit_log l set before = null, after = null, label = ''
  where l.entity in ('reviews', 'review_authors', 'notifications', 'tasks', 'files', 'opportunities') and l.entity_id = any (about::text[])
    or l.entity in ('suppressions', 'newsletter_requests', 'mail_preferences', 'subscriptions', 'saved_views', 'exports')
      and public.contains_any(concat_ws(' ', l.label, l.before, l.after), marks);
end
$function$;

CREATE OR REPLACE FUNCTION public.found_contact_ids(words text, at_most integer)
 RETURNS TABLE(id uuid, rank integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'extensions'
 SET "pg_trgm.similarity_threshold" TO '0.3'
AS $function$
declare
  typed constant text := left(words, 200);
  tokens constant text[] := array(select distinct t from regexp_split_to_table(he_norm(typed), ' ') t where t <> '');
  digits constant text := regexp_replace(regexp_replace(typed, '\D', '', 'g'), '^(00972|972)?0*', '');
  mail constant text := replace(lower(btrim(typed)), '_', '\_');
  whose constant text := case
    when has_role('owner', 'admin', 'sales') then 'true'
    when has_role('coach') then 'c.id = any (array(select my_contact_ids()))'
    else format('c.client_user_id = %L', auth.uid()) end;
  -- Two common words may match no contact together: `offset 0` makes the planner look up the words before sorting.
  named constant text := 'select c.id, %s from (select * from contacts c where c.deleted_at is null and (%s) and %s'
    || case when cardinality(tokens) > 1 and exists (select from unnest(tokens) t where char_length(t) > 2) then ' offset 0' else '' end
    || ') c order by c.last_activity_at desc nulls last, c.id limit $1';
begin
  if tokens = '{}' then return; end if;

  -- A number has no letters; an address has no Hebrew.
  if char_length(digits) >= 3 and typed !~ '[[:alpha:]@]' then
    return query execute format(
      'select c.id, 1 from contacts c where c.deleted_at is null and (%s)
         and c.id in (select p.contact_id from contact_points p where p.kind = ''phone'' and %s)
       order by c.last_activity_at desc nulls last, c.id limit $1',
      whose,
      case when char_length(digits) >= 8
        then format('p.value_norm = any (%L)', array['+972' || digits, '+' || regexp_replace(typed, '\D', '', 'g'), '+' || digits])
        else format('p.value_norm like %L', '%' || digits || '%') end)
      using at_most;
    if found then return; end if;
  elsif char_length(mail) >= 3 and typed !~ '[\u0590-\u05ff\s%\\]' then
    return query execute format(
      'select c.id, 1 from contacts c where c.deleted_at is null and (%s)
         and c.id in (select p.contact_id from contact_points p where p.kind = ''email'' and p.value_norm like %L)
       order by c.last_activity_at desc nulls last, c.id limit $1',
      whose, '%' || mail || '%')
      using at_most;
    if found then return; end if;
  end if;

  return query execute format(named, 1, whose, every_word(tokens)) using at_most;
  if found then return; end if;
  if exists (select from unnest(tokens) t where t ~ '^[והבלמשכ].{3,}') then
    return query execute format(named, 2, whose, every_word(array(select regexp_replace(t, '^[והבלמשכ](?=.{3})', '') from unnest(tokens) t)))
      using at_most;
    if found then return; end if;
  end if;
  return query execute format(named, 3, whose, (select string_agg(format('c.search_name like any (%L)', trigram_similar(t)), ' and ') from unnest(tokens) t))
    using at_most;
end
$function$;
grant execute on function found_contact_ids(text,integer) to authenticated;
grant execute on function found_contact_ids(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.found_note_ids(words text, at_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'extensions'
AS $function$
declare
  tokens constant text[] := array(select distinct t from regexp_split_to_table(he_norm(left(words, 200)), ' ') t where char_length(t) > 1);
begin
  if tokens = '{}' or not has_role('owner', 'admin', 'sales', 'coach') then return; end if;
  return query execute format(
    'select a.id from (select * from activities a where a.payload ? ''text'' and a.deleted_at is null and %s offset 0) a
     where %s order by a.happened_at desc limit $1',
    (select string_agg(format('he_norm(a.payload ->> ''text'') like %L', '%' || t || '%'), ' and ') from unnest(tokens) t),
    case when has_role('owner', 'admin', 'sales') then 'true' else 'a.contact_id = any (array(select my_contact_ids()))' end)
    using at_most;
end
$function$;
grant execute on function found_note_ids(text,integer) to authenticated;
grant execute on function found_note_ids(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.fraction_between(lower_one text, upper_one text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  made text := '';
  low integer;
  high integer;
begin
  for i in 1 .. char_length(lower_one) + coalesce(char_length(upper_one), 0) + 2 loop
    low := strpos(digits, substr(lower_one, i, 1)) - 1; -- a fraction continues with zeros
    high := case when upper_one is null then 62 else strpos(digits, substr(upper_one, i, 1)) - 1 end;
    if high - low > 1 then
      return made || substr(digits, (low + high) / 2 + 1, 1);
    end if;
    made := made || substr(digits, low + 1, 1);
    if high > low then upper_one := null; end if;
  end loop;
  raise exception 'no fraction between % and %', lower_one, upper_one;
end
$function$;

CREATE OR REPLACE FUNCTION public.free_rank(column_id uuid, card_id uuid, before_id uuid DEFAULT NULL::uuid, on_top boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  above text;
  below text;
begin
  -- Serialized per column until the end of the transaction.
  perform pg_advisory_xact_lock(hashtextextended('opportunities.rank ' || column_id, 0));
  if on_top then
    select min(o.rank) into below from public.opportunities o where o.stage_id = column_id and o.id is distinct from card_id;
    return public.rank_between(null, below);
  end if;
  select o.rank into below from public.opportunities o
  where o.id = before_id and o.stage_id = column_id and o.id is distinct from card_id;
  select max(o.rank) into above from public.opportunities o
  where o.stage_id = column_id and o.id is distinct from card_id and (below is null or o.rank < below);
  return public.rank_between(above, below);
end
$function$;

CREATE OR REPLACE FUNCTION public.frequency_cap(contact uuid, address text, OUT why text, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with today as (select date_trunc('day', now() at time zone 'Asia/Jerusalem') as day),
  days as (select day, date_trunc('week', day + interval '1 day') - interval '1 day' as sunday from today),
  had as (
    select count(*) filter (where m.created_at >= days.day at time zone 'Asia/Jerusalem') as today, count(*) as this_week
    from days join public.messages m on m.created_at >= days.sunday at time zone 'Asia/Jerusalem'
    where m.purpose = 'marketing' and (m.contact_id = contact or m.to_value = address)
      and (m.error is null or m.sent_at is not null)),
  full_is as (
    select had.today >= s.daily_cap as the_day,
      had.this_week >= case when p.at_most_weekly then 1 else s.weekly_cap end as the_week
    from had, public.message_settings s left join public.mail_preferences p on p.email = address)
  select case when the_week then 'weekly_cap' when the_day then 'daily_cap' end,
    case when the_week then days.sunday + interval '7 days' when the_day then days.day + interval '1 day' end
      at time zone 'Asia/Jerusalem'
  from full_is, days
$function$;
grant execute on function frequency_cap(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.get_public_business_profile()
 RETURNS TABLE(business_name text, legal_name text, company_number text, address text, phone text, mobile text, email text, privacy_email text, accessibility_email text, accessibility_coordinator text, product_name text, coach_name text, hours text, login_url text, socials jsonb, logo_url text, logo_light_url text, logo_dark_url text, profile_image_url text, brand_colors jsonb, is_published boolean, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.business_name, p.legal_name, p.company_number, p.address, p.phone, p.mobile, p.email,
    p.privacy_email, p.accessibility_email, p.accessibility_coordinator, p.product_name, p.coach_name,
    p.hours, p.login_url, p.socials, p.logo_url, p.logo_light_url, p.logo_dark_url, p.profile_image_url,
    p.brand_colors, p.published_at is not null, p.updated_at
  from public.business_profiles p
  where p.user_id = public.business_owner_id()
$function$;
grant execute on function get_public_business_profile() to anon;
grant execute on function get_public_business_profile() to authenticated;
grant execute on function get_public_business_profile() to service_role;

CREATE OR REPLACE FUNCTION public.give_post_slug(post uuid, wanted text, exact boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free text := wanted;
  n integer := 1;
begin
  perform pg_advisory_xact_lock(hashtextextended('post_slugs', 0));
  while exists (select from public.post_slugs s where s.slug = free and s.post_id <> post) loop
    if exact then
      raise sqlstate 'PT409' using message = 'slug_taken';
    end if;
    n := n + 1;
    free := rtrim(left(wanted, 60 - char_length('-' || n)), '-') || '-' || n;
  end loop;
  if exists (select from public.post_slugs s where s.slug = free and s.post_id = post and s.is_current) then
    return;
  end if;
  if (select p.published_at is null from public.posts p where p.id = post) then
    delete from public.post_slugs s where s.post_id = post and s.slug <> free;
  end if;
  update public.post_slugs s set is_current = false where s.post_id = post and s.is_current;
  insert into public.post_slugs (slug, post_id) values (free, post) on conflict (slug) do update set is_current = true;
end
$function$;
grant execute on function give_post_slug(uuid,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.hand_over(member uuid, leaves boolean, contacts_to uuid DEFAULT NULL::uuid, opportunities_to uuid DEFAULT NULL::uuid, tasks_to uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held text[];
  moved_contacts uuid[];
  moved_opportunities uuid[];
  moved_tasks uuid[];
  handover uuid;
begin
  perform private.require_role('owner', 'admin');
  -- Serializes concurrent handovers and role changes.
  perform pg_advisory_xact_lock(hashtextextended('handovers', 0));
  perform from public.user_roles r where r.user_id = member for update;
  held := array(select r.role from public.user_roles r where r.user_id = member and r.is_active and r.role <> 'client' order by 1);
  if not exists (select from public.user_roles r where r.user_id = member and r.role <> 'client') then
    raise sqlstate 'PT404' using message = 'not_on_team';
  end if;
  if 'owner' = any (held) and not public.has_role('owner') then
    raise sqlstate 'PT403' using message = 'role_not_yours_to_give';
  end if;
  if exists (
    select from unnest(array[contacts_to, opportunities_to]) heir where heir is not null and (heir = member or not exists (
      select from public.user_roles r where r.user_id = heir and r.is_active and r.role in ('owner', 'admin', 'coach', 'sales')))
  ) or (tasks_to is not null and (tasks_to = member or not exists (
    select from public.user_roles r where r.user_id = tasks_to and r.is_active and r.role <> 'client')))
  then
    raise sqlstate 'PT422' using message = 'heir_not_on_team';
  end if;

  with moved as (update public.contacts c set owner_id = contacts_to where c.owner_id = member returning c.id)
  select coalesce(array_agg(id), '{}') into moved_contacts from moved;
  with moved as (
    update public.opportunities o set owner_id = opportunities_to where o.owner_id = member and o.status = 'open' returning o.id)
  select coalesce(array_agg(id), '{}') into moved_opportunities from moved;
  with moved as (
    update public.tasks t set user_id = tasks_to where t.user_id = member and t.status in ('To Do', 'In Progress') returning t.id)
  select coalesce(array_agg(id), '{}') into moved_tasks from moved;

  if leaves then
    update public.user_roles r set is_active = false where r.user_id = member and r.role = any (held);
    update public.staff_invitations i set revoked_at = now()
    where i.invited_by = member and i.accepted_at is null and i.revoked_at is null;
    if not exists (select from public.user_roles r where r.user_id = member and r.is_active) then
      delete from auth.sessions s where s.user_id = member;
    end if;
  end if;
  insert into public.handovers (member_id, by, roles, contacts_to, opportunities_to, tasks_to, contacts, opportunities, tasks)
  values (member, auth.uid(), case when leaves then held else '{}' end, contacts_to, opportunities_to, tasks_to,
    moved_contacts, moved_opportunities, moved_tasks)
  returning id into handover;
  return handover;
end
$function$;
grant execute on function hand_over(uuid,boolean,uuid,uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.has_role(VARIADIC roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role = any (roles) and r.is_active and (
      coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
      or (
        not exists (
          select from auth.mfa_factors
          where user_id = (select auth.uid()) and factor_type = 'totp' and status = 'verified'
        )
        and (r.role = 'client' or not exists (select from public.team_rules where second_factor_required))
      )
    )
  )
$function$;
grant execute on function has_role(text[]) to authenticated;
grant execute on function has_role(text[]) to service_role;

CREATE OR REPLACE FUNCTION public.hash_as_found(found jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select md5((found #- '{staff_details,score}' #- '{contact,last_activity_at}' #- '{contact,next_step_at}')::text)
$function$;
grant execute on function hash_as_found(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.hash_suppressed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.value_hash := public.address_hash(new.value_norm);
  new.created_by := coalesce(new.created_by, auth.uid());
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.hash_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select encode(sha256(convert_to(t.he_text, 'UTF8')), 'hex') into new.text_snapshot_hash
  from public.consent_texts t where t.id = new.text_version_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.he_norm(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(
    translate(
      translate(
        lower(regexp_replace(
          normalize(left(coalesce(words, ''), 500), nfkd),
          '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0300-\u036f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')),
        'ךםןףץ', 'כמנפצ'),
      '״׳"''`’“”', ''),
    '[^[:alnum:]@.+]+', ' ', 'g'))
$function$;
grant execute on function he_norm(text) to authenticated;
grant execute on function he_norm(text) to service_role;

CREATE OR REPLACE FUNCTION public.hold_slot(type uuid, token text, starts timestamp with time zone, ends timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen public.appointment_types;
  until timestamptz;
begin
  select t.* into chosen from public.appointment_types t where t.id = type;
  delete from public.slot_holds h where h.user_id = chosen.user_id and h.release_at <= now();
  insert into public.slot_holds (user_id, type_id, starts_at, ends_at, token_hash)
  values (chosen.user_id, type, starts, ends, public.link_hash(token))
  on conflict (token_hash) do update set user_id = excluded.user_id, type_id = excluded.type_id, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, release_at = excluded.release_at
  returning release_at into until;
  return until;
end
$function$;
grant execute on function hold_slot(uuid,text,timestamp with time zone,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION public.identifying_marks(person uuid)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(case p.kind
    when 'email' then '(?<![a-z0-9._%+-])' || regexp_replace(lower(p.value_norm), '([][\\.*+?^$(){}|/-])', '\\\1', 'g') || '(?![a-z0-9-]|\.[a-z0-9])'
    else public.plain_text(regexp_replace(p.value_norm, '^\+(972)?', ''))
  end), '{}') from public.own_points(person) p
$function$;

CREATE OR REPLACE FUNCTION public.ids_about(records uuid[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link record;
  hit uuid[];
  about uuid[] := records || array(select a.review_id from public.review_authors a where a.contact_id = any (records));
begin
  for link in
    select k.conrelid::regclass as place, a.attname as col
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_catalog.pg_attribute own on own.attrelid = k.conrelid and own.attname = 'id' and own.atttypid = 'uuid'::regtype
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and k.conrelid <> 'public.contacts'::regclass
  loop
    execute format('select array_agg(id) from %s where %I = any ($1)', link.place, link.col) into hit using records;
    about := about || hit;
  end loop;
  return about;
end
$function$;

CREATE OR REPLACE FUNCTION public.import_changes(who uuid, clean jsonb, on_match text, has_consent boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with known as (select to_jsonb(c) as row, d.custom from contacts c join contact_staff_details d on d.contact_id = c.id where c.id = who),
  columns as (
    select jsonb_object_agg(name, clean -> name) as changed
    from known, unnest(array['first_name', 'last_name', 'birth_date', 'lifecycle', 'owner_id', 'source', 'external_id', 'do_not_contact']) name
    where clean ? name and clean -> name is distinct from row -> name
      -- A do-not-contact mark always applies, whatever the policy.
      and (on_match = 'overwrite' or row ->> name is null or (name = 'do_not_contact' and clean -> name = 'true'))
  ),
  fields as (
    select jsonb_object_agg(f.key, f.value) as changed from known, jsonb_each(clean -> 'custom') f
    where f.value is distinct from custom -> f.key and (on_match = 'overwrite' or not custom ? f.key)
  ),
  points as (
    select jsonb_agg(p) as added
    from (select 'phone' as kind, jsonb_array_elements(clean -> 'phones') as p
      union all select 'email', jsonb_array_elements(clean -> 'emails')) wanted
    where not exists (select from contact_points c where c.contact_id = who and c.kind = wanted.kind and c.value_norm = p ->> 'norm')
  ),
  marks as (
    select jsonb_agg(name) as added from jsonb_array_elements_text(clean -> 'tags') name
    where not exists (select from contact_tags ct join tags t on t.id = ct.tag_id where ct.contact_id = who and lower(t.name) = lower(name))
  )
  select jsonb_strip_nulls(jsonb_build_object('columns', c.changed, 'custom', f.changed, 'points', p.added, 'tags', m.added,
    'note', case when not exists (select from activities a
      where a.contact_id = who and a.type = 'note' and a.payload ->> 'text' = clean ->> 'note') then clean -> 'note' end,
    'consent', case when has_consent and exists (select from new_consents(who, clean)) then true end))
  from columns c, fields f, points p, marks m
$function$;
grant execute on function import_changes(uuid,jsonb,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.import_column_values(import uuid, col integer, header_row integer, separately boolean)
 RETURNS TABLE(value text, lines bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select word.value, count(*)
  from import_rows r
  cross join lateral unnest(case when separately then regexp_split_to_array(r.raw ->> col, '[,;|]') else array[r.raw ->> col] end) part
  cross join lateral (select btrim(regexp_replace(part, '\s+', ' ', 'g')) as value) word
  where r.import_id = import and r.n > import_column_values.header_row and word.value <> ''
  group by word.value order by count(*) desc, word.value limit 61
$function$;
grant execute on function import_column_values(uuid,integer,integer,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.import_facts(clean jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select clean - 'phones' - 'emails' || jsonb_build_object('reached_at', (
    select coalesce(jsonb_agg(p -> 'norm'), '[]')
    from jsonb_array_elements(coalesce(clean -> 'phones', '[]') || coalesce(clean -> 'emails', '[]')) p))
$function$;
grant execute on function import_facts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.import_incomplete(import uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select case when count(*) > 0 then jsonb_build_object('incomplete', count(*)) else '{}' end
  from import_rows r where r.import_id = import and r.faults <> '[]' and coalesce(r.result, r.plan) <> 'error'
$function$;
grant execute on function import_incomplete(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.import_keys(clean jsonb, match_by text)
 RETURNS TABLE(kind text, value text)
 LANGUAGE sql
 IMMUTABLE ROWS 3
 SET search_path TO 'public'
AS $function$
  select 'phone', p ->> 'norm' from jsonb_array_elements(clean -> 'phones') p where match_by in ('phone', 'phone_or_email')
  union all
  select 'email', p ->> 'norm' from jsonb_array_elements(clean -> 'emails') p where match_by in ('email', 'phone_or_email')
  union all
  select 'external', clean ->> 'external_id' where match_by = 'external_id' and clean ? 'external_id'
  union all
  select 'name', he_norm(concat_ws(' ', clean ->> 'first_name', clean ->> 'last_name'))
  where jsonb_array_length(coalesce(clean -> 'phones', '[]')) + jsonb_array_length(coalesce(clean -> 'emails', '[]')) = 0
    and not clean ? 'external_id'
$function$;
grant execute on function import_keys(jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION public.import_line(import imports, line import_rows)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
#variable_conflict use_column
declare
  clean constant jsonb := line.clean;
  fresh constant jsonb := import.defaults || line.clean;
  who uuid;
  how text;
  host uuid;
  is_double boolean;
  news jsonb;
  was jsonb;
  outcome text;
  partner jsonb;
  tags_made uuid[];
begin
  -- The preview's values apply; the match is computed again, because contacts may have changed since.
  select r.record_id into who from import_rows r
  where r.import_id = import.id and r.n = line.duplicate_of and r.result in ('created', 'updated', 'skipped');
  is_double := who is not null;
  if is_double then
    how := 'same';
  else
    select m.contact_id, m.verdict into who, how from match_import(clean, import.match_by) m;
  end if;
  if how = 'household' then
    host := case when import.links_households then who end;
    who := null;
  end if;

  if who is null then
    insert into contacts (first_name, last_name, birth_date, lifecycle, do_not_contact, owner_id, source, external_id)
    values (fresh ->> 'first_name', fresh ->> 'last_name', (fresh ->> 'birth_date')::date, coalesce(fresh ->> 'lifecycle', 'lead'),
      coalesce((fresh -> 'do_not_contact')::boolean, false), (fresh ->> 'owner_id')::uuid, fresh ->> 'source',
      fresh ->> 'external_id')
    returning id into who;
    update contact_staff_details d set custom = clean -> 'custom' where d.contact_id = who and clean ? 'custom';
    if line.household_of is not null then
      select r.record_id into host from import_rows r where r.import_id = import.id and r.n = line.household_of and r.result <> 'error';
    end if;
    if host is not null then partner := join_household(who, host, import.id); end if;
    news := jsonb_strip_nulls(jsonb_build_object('tags', clean -> 'tags', 'note', clean -> 'note',
      'points', coalesce(clean -> 'phones', '[]') || coalesce(clean -> 'emails', '[]')));
    outcome := 'created';
    was := case when partner is not null then jsonb_build_object('partner', partner) end;
  else
    perform from contacts c where c.id = who for update;
    news := import_changes(who, clean, import.on_match, import.consent_proof is not null);
    if import.on_match = 'skip' or news = '{}' then
      update import_rows r set result = 'skipped', record_id = who, reason = case
        when is_double then 'in_file_duplicate' when import.on_match = 'skip' then 'already_there' else 'nothing_new' end
      where r.import_id = import.id and r.n = line.n;
      return;
    end if;
    was := contact_as_found(who);
    if news ? 'columns' then
      update contacts c set
        first_name = coalesce(news #>> '{columns,first_name}', c.first_name), last_name = coalesce(news #>> '{columns,last_name}', c.last_name),
        birth_date = coalesce((news #>> '{columns,birth_date}')::date, c.birth_date),
        lifecycle = coalesce(news #>> '{columns,lifecycle}', c.lifecycle),
        do_not_contact = coalesce((news #> '{columns,do_not_contact}')::boolean, c.do_not_contact),
        owner_id = coalesce((news #>> '{columns,owner_id}')::uuid, c.owner_id), source = coalesce(news #>> '{columns,source}', c.source),
        external_id = coalesce(news #>> '{columns,external_id}', c.external_id)
      where c.id = who;
    end if;
    update contact_staff_details d set custom = d.custom || (news -> 'custom') where d.contact_id = who and news ? 'custom';
    outcome := 'updated';
  end if;

  tags_made := add_imported_parts(who, import, news, host is not null);
  if tags_made <> '{}' then
    update imports i set made = jsonb_set(i.made, '{tags}', i.made -> 'tags' || to_jsonb(tags_made)) where i.id = import.id;
  end if;
  perform record_imported_consent(who, import, clean);
  insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
  values (case outcome when 'created' then 'contact.imported' else 'contact.import_updated' end, 'user', import.created_by, who,
    'import', import.id, left(regexp_replace(import.file_name, '\.[a-zA-Z]{3,4}$', ''), 200));
  update import_rows r
  set result = outcome, record_id = who, before = was, reason = null, after_hash = hash_as_found(contact_as_found(who)),
    activity_at = (select c.last_activity_at from contacts c where c.id = who)
  where r.import_id = import.id and r.n = line.n;
end
$function$;
grant execute on function import_line(imports,import_rows) to service_role;

CREATE OR REPLACE FUNCTION public.import_new_contacts(import imports, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  fresh integer[];
  tags_made uuid[];
begin
  with next as (
    select * from import_rows r where r.import_id = import.id and r.result is null order by r.n limit most
  ), taken as (
    update import_rows r set result = 'created', record_id = gen_random_uuid(), activity_at = now() from next
    where r.import_id = import.id and r.n = next.n and next.clean is not null and next.duplicate_of is null
      and next.household_of is null and not matches_contact(next.clean, import.match_by)
    returning r.n
  )
  select array_agg(n) into fresh from taken;
  if fresh is null then return 0; end if;

  insert into contacts (id, first_name, last_name, birth_date, lifecycle, do_not_contact, owner_id, source, external_id, last_activity_at)
  select r.record_id, w.all ->> 'first_name', w.all ->> 'last_name', (w.all ->> 'birth_date')::date, coalesce(w.all ->> 'lifecycle', 'lead'),
    coalesce((w.all -> 'do_not_contact')::boolean, false), (w.all ->> 'owner_id')::uuid, w.all ->> 'source', w.all ->> 'external_id',
    now()
  from import_rows r, lateral (select import.defaults || r.clean as all) w where r.import_id = import.id and r.n = any (fresh);
  update contact_staff_details d set custom = r.clean -> 'custom' from import_rows r
  where r.import_id = import.id and r.n = any (fresh) and r.clean ? 'custom' and d.contact_id = r.record_id;

  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
  select r.record_id, p ->> 'kind', p ->> 'raw', p ->> 'norm', place = min(place) over (partition by r.n, p ->> 'kind')
  from import_rows r, jsonb_array_elements(coalesce(r.clean -> 'phones', '[]') || coalesce(r.clean -> 'emails', '[]')) with ordinality given (p, place)
  where r.import_id = import.id and r.n = any (fresh);

  with made as (
    insert into tags (name)
    select distinct on (lower(word)) word from import_rows r, jsonb_array_elements_text(r.clean -> 'tags') word
    where r.import_id = import.id and r.n = any (fresh) and not exists (select from tags t where lower(t.name) = lower(word))
    returning id
  )
  select coalesce(array_agg(id), '{}') into tags_made from made;
  update imports i set made = jsonb_set(i.made, '{tags}', i.made -> 'tags' || to_jsonb(tags_made))
  where i.id = import.id and tags_made <> '{}';
  insert into contact_tags (contact_id, tag_id)
  select distinct r.record_id, t.id from import_rows r, jsonb_array_elements_text(r.clean -> 'tags') word join tags t on lower(t.name) = lower(word)
  where r.import_id = import.id and r.n = any (fresh);

  perform record_imported_consent(r.record_id, import, r.clean) from import_rows r
  where r.import_id = import.id and r.n = any (fresh) and import.consent_proof is not null;
  insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  select l.type, now(), 'user', import.created_by, r.record_id, 'import', import.id, l.title, l.payload
  from import_rows r, lateral (values
    ('note', '', jsonb_build_object('text', r.clean ->> 'note')),
    ('contact.imported', left(regexp_replace(import.file_name, '\.[a-zA-Z]{3,4}$', ''), 200), '{}'::jsonb)) l (type, title, payload)
  where r.import_id = import.id and r.n = any (fresh) and (l.type <> 'note' or r.clean ? 'note');
  update import_rows r set after_hash = hash_as_found(contact_as_found(r.record_id)) where r.import_id = import.id and r.n = any (fresh);
  return cardinality(fresh);
end
$function$;
grant execute on function import_new_contacts(imports,integer) to service_role;

CREATE OR REPLACE FUNCTION public.index_changed_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.name_words select unnest(public.words_of_name(new.search_name)) on conflict do nothing;
  perform public.delete_unused_name_words(public.words_of_name(old.search_name));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.index_new_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Sorted, so that two imports do not deadlock.
  insert into public.name_words select distinct word from written w, unnest(public.words_of_name(w.search_name)) word order by 1
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_colleague(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.user_roles r where r.user_id = person and r.is_active and r.role <> 'client')
$function$;
grant execute on function is_colleague(uuid) to authenticated;
grant execute on function is_colleague(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.is_demo_business()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.business_profiles p where p.user_id = public.business_owner_id() and p.is_demo)
$function$;
grant execute on function is_demo_business() to anon;
grant execute on function is_demo_business() to authenticated;
grant execute on function is_demo_business() to service_role;

CREATE OR REPLACE FUNCTION public.is_message_block(block jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((case
    when block ->> 'kind' = 'line' then true
    when block ->> 'kind' in ('heading', 'text', 'quote') then jsonb_typeof(block -> 'text') = 'string' and block ->> 'text' ~ '\S'
    when block ->> 'kind' = 'button' then jsonb_typeof(block -> 'words') = 'string' and block ->> 'words' ~ '\S'
      and private.is_message_address(block ->> 'to')
    when block ->> 'kind' = 'picture' then block ->> 'alt' ~ '\S' and private.is_message_picture(block -> 'picture')
      and (block ->> 'to' = '' or private.is_message_address(block ->> 'to'))
    when block ->> 'kind' = 'article' then block ->> 'title' ~ '\S' and jsonb_typeof(block -> 'text') = 'string'
      and private.is_message_address(block ->> 'to')
      and (jsonb_typeof(block -> 'picture') = 'null' or private.is_message_picture(block -> 'picture'))
  end) and (not block ? 'when' or (jsonb_typeof(block -> 'when') = 'string' and char_length(block ->> 'when') <= 200)), false)
$function$;

CREATE OR REPLACE FUNCTION public.is_own_picture(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select address is null
    or address ~ '^(https?://[^/?#[:space:]]+)?/storage/v1/object/public/business-(logos|profiles)/[^[:space:]"''<>\\]+$'
$function$;
grant execute on function is_own_picture(text) to authenticated;
grant execute on function is_own_picture(text) to service_role;

CREATE OR REPLACE FUNCTION public.is_reserved_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select slug = any ('{
    home, home-2, home-3, about, contact, reviews, product, product-2, product-3, features, pricing, faq, blog,
    newsletter, unsubscribe, unsubscribe-success, privacy-policy, terms, accessibility, disclaimer, cancel-transaction,
    landinger, link-in-bio, lesson, book-a-call, preparation, design-system, ninja, fiscal-fitness, not-found, 404,
    index, search, financial_stage, webinar, webinar-invite, template-preview, plf, form, book, appointment, lead,
    checkout, payment-success, payment-error, preview, auth, login, logout, setup, crm, dashboard, admin, client-login,
    client-portal, client-invitation, account, settings, api, assets, rest, storage, functions, realtime, share-image,
    sitemap, robots, rss, feed, health, metrics, static, public, src, node_modules}'::text[])
$function$;
grant execute on function is_reserved_slug(text) to anon;
grant execute on function is_reserved_slug(text) to authenticated;
grant execute on function is_reserved_slug(text) to service_role;

CREATE OR REPLACE FUNCTION public.is_site_editor()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.has_role('owner', 'admin', 'content')
$function$;
grant execute on function is_site_editor() to authenticated;
grant execute on function is_site_editor() to service_role;

CREATE OR REPLACE FUNCTION public.is_site_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select path = '/' or (path ~ '^/[^/]' and path !~ '[?#[:space:][:cntrl:]\\]|//|/$' and path = lower(path) and char_length(path) <= 300)
$function$;
grant execute on function is_site_path(text) to authenticated;
grant execute on function is_site_path(text) to service_role;

CREATE OR REPLACE FUNCTION public.is_staff()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.has_role('owner', 'admin', 'coach', 'sales', 'content')
$function$;
grant execute on function is_staff() to authenticated;
grant execute on function is_staff() to service_role;

CREATE OR REPLACE FUNCTION public.is_staff_address(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from auth.users u join public.user_roles r on r.user_id = u.id
    where u.email = address and u.deleted_at is null and r.is_active and r.role <> 'client')
$function$;
grant execute on function is_staff_address(text) to service_role;

CREATE OR REPLACE FUNCTION public.issue_owner_invitation(hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.wait_for_owner_invitations();
  if exists (select from public.user_roles where role = 'owner' and is_active) then return false; end if;
  update public.owner_invitations set expires_at = now() where used_at is null and expires_at > now();
  insert into public.owner_invitations (token_hash) values (hash);
  return true;
end
$function$;
grant execute on function issue_owner_invitation(text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.join_household(who uuid, with_whom uuid, import_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  partner contacts;
  home uuid;
begin
  select * into partner from contacts c where c.id = with_whom for update;
  home := partner.household_id;
  if home is null then
    insert into households (name) values (left('משפחת ' || coalesce(partner.last_name, partner.first_name), 120)) returning id into home;
    update imports i set made = jsonb_set(i.made, '{households}', i.made -> 'households' || to_jsonb(home)) where i.id = import_id;
    update contacts c set household_id = home, household_role = coalesce(c.household_role, 'partner') where c.id = with_whom;
  end if;
  update contacts c set household_id = home, household_role = 'partner' where c.id = who;
  if partner.household_id is not null then return null; end if;
  return jsonb_build_object('id', partner.id, 'role', partner.household_role, 'version', partner.version,
    'after_hash', hash_as_found(contact_as_found(partner.id)));
end
$function$;
grant execute on function join_household(uuid,uuid,uuid) to service_role;

CREATE OR REPLACE FUNCTION public.join_team(hash text, member uuid, full_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare invitation public.staff_invitations;
begin
  update public.staff_invitations i set accepted_at = now(), accepted_by = member
  where i.token_hash = hash and public.staff_invitation_state(i) = 'open'
  returning i.* into invitation;
  if invitation.id is null then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
  insert into public.user_roles (user_id, role) values (member, invitation.role)
  on conflict (user_id, role) do update set is_active = true;
  insert into public.staff_profiles (user_id, full_name) values (member, join_team.full_name)
  on conflict (user_id) do nothing;
end
$function$;
grant execute on function join_team(text,uuid,text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.keep_confirmed_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise sqlstate 'PT409' using message = 'payment_by_provider';
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_form_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and not exists (select from public.forms f where f.id = old.form_id) then
    return old;
  end if;
  -- Deleting the account of the publisher clears the reference.
  if tg_op = 'UPDATE' and new.published_by is null and to_jsonb(new) - 'published_by' = to_jsonb(old) - 'published_by' then
    return new;
  end if;
  raise sqlstate 'PT403' using message = 'form_version_is_final';
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_refunded_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.payments p where p.id = new.id for update;
  if private.left_of_payment(new) < new.amount_agorot then raise sqlstate 'PT409' using message = 'payment_has_refunds'; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.keep_submission()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  follows constant text[] := array['contact_id', 'opportunity_id', 'status', 'revision', 'is_demo'];
begin
  if old.status = 'complete' and (new.status = 'partial' or to_jsonb(new) - follows <> to_jsonb(old) - follows) then
    raise sqlstate 'PT403' using message = 'submission_is_final';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.known_people(first_name text, last_name text DEFAULT NULL::text, phone text DEFAULT NULL::text, email text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, full_name text, score integer, reasons text[], looks_like text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with written as (
    select jsonb_populate_record(null::public.contacts, jsonb_build_object(
      'first_name', known_people.first_name, 'last_name', known_people.last_name)) as person
  ), reached as (
    (select p.contact_id, p.kind from public.contact_points p where p.kind = 'phone' and p.value_norm = known_people.phone limit 12)
    union all
    (select p.contact_id, p.kind from public.contact_points p where p.kind = 'email' and p.value_norm = known_people.email limit 12)
    union all
    (select c.id, 'name' from public.contacts c
     where c.deleted_at is null and c.last_name is not null
       and public.he_norm(c.full_name) = public.he_norm(concat_ws(' ', known_people.first_name, known_people.last_name)) limit 12)
  ), people as (
    select r.contact_id, bool_or(r.kind = 'phone') as phone, bool_or(r.kind = 'email') as email from reached r group by 1
  )
  select c.id, c.full_name, j.score, j.reasons, j.looks_like
  from people p
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  cross join written w
  cross join lateral public.score_pair(w.person, c, p.phone, p.email) j
  where j.score >= 30
    and ((select public.has_role('owner', 'admin', 'sales')) or c.id in (select public.my_contact_ids()))
  order by j.score desc, c.full_name, c.id
  limit 5
$function$;
grant execute on function known_people(text,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_magnet_figures()
 RETURNS TABLE(magnet_id uuid, views bigint, requested bigint, delivered bigint, opened bigint, opportunities bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, (select count(*) from public.page_views v where v.path = '/lead/' || m.slug),
    count(p.request_id), count(p.delivered_at), count(p.opened_at), count(p.opportunity_id)
  from public.lead_magnets m left join private.lead_magnet_progress() p on p.magnet_id = m.id
  where (select public.has_role('owner', 'admin', 'content', 'sales'))
  group by m.id
$function$;
grant execute on function lead_magnet_figures() to authenticated;

CREATE OR REPLACE FUNCTION public.lead_magnet_link(token text)
 RETURNS TABLE(state text, slug text, title text, email text, has_file boolean, asset_type text, asset_bytes integer, is_opened boolean, is_subscribed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
      when d.stopped_at is not null then 'stopped'
      when num_nonnulls(m.asset_key, m.guide, m.automation_id) = 0 then 'gone'
      when d.expires_at < now() then 'expired'
      when d.uses >= 10 then 'used_up'
      else 'open' end,
    m.slug, m.title, public.masked_address(r.email), num_nonnulls(m.asset_key, m.guide) > 0, m.asset_type, m.asset_bytes, r.opened_at is not null,
    coalesce((select k.action = 'grant' from public.consents k
      where k.value_norm = r.email and k.channel = 'email' and k.purpose = 'marketing' order by k.at desc, k.id limit 1), false)
  from public.lead_magnet_deliveries d
  join public.lead_magnet_requests r on r.id = d.request_id join public.lead_magnets m on m.id = r.magnet_id
  where public.link_hash(token) in (d.token_hash, d.reminder_hash)
$function$;
grant execute on function lead_magnet_link(text) to anon;
grant execute on function lead_magnet_link(text) to authenticated;
grant execute on function lead_magnet_link(text) to service_role;

CREATE OR REPLACE FUNCTION public.lead_magnet_people(magnet uuid)
 RETURNS TABLE(request_id uuid, contact_id uuid, full_name text, requested_at timestamp with time zone, delivered_at timestamp with time zone, opened_at timestamp with time zone, opportunity_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.request_id, p.contact_id, c.full_name, p.requested_at, p.delivered_at, p.opened_at, p.opportunity_id
  from private.lead_magnet_progress() p join public.contacts c on c.id = p.contact_id
  where p.magnet_id = magnet
    and ((select public.has_role('owner', 'admin', 'sales')) or p.contact_id in (select public.my_contact_ids()))
  order by p.requested_at desc, p.request_id limit 500
$function$;
grant execute on function lead_magnet_people(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.lead_magnet_visit(token text)
 RETURNS TABLE(slug text, title text, email text, may_correct boolean, is_opened boolean, asked_newsletter boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.slug, m.title, public.masked_address(r.email),
    v.may_correct and r.opened_at is null and v.created_at > now() - interval '1 day', r.opened_at is not null,
    v.asked_newsletter
  from public.lead_magnet_visits v
  join public.lead_magnet_requests r on r.id = v.request_id join public.lead_magnets m on m.id = r.magnet_id
  where v.token_hash = public.link_hash(token)
$function$;
grant execute on function lead_magnet_visit(text) to anon;
grant execute on function lead_magnet_visit(text) to authenticated;
grant execute on function lead_magnet_visit(text) to service_role;

CREATE OR REPLACE FUNCTION public.lead_magnets_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  former constant text := case when tg_op = 'UPDATE' then '/lead/' || old.slug end;
  path constant text := '/lead/' || new.slug;
begin
  if tg_op = 'UPDATE' then
    new.version := old.version + 1;
    new.updated_at := now();
    if new.slug <> old.slug then
      perform public.move_page(former, path);
      delete from public.redirects r where r.from_path = path;
      insert into public.redirects (from_path, to_address) values (former, path)
      on conflict on constraint redirect_from_taken do update set to_address = excluded.to_address, code = 301;
    end if;
    if new.title <> old.title then
      update public.pages p set label = new.title where p.path = '/lead/' || new.slug;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_automation(run uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'sales');
  perform public.emit_enrolment(r.automation_id, r.contact_id, 'automation.left')
  from public.automation_runs r where r.id = run and r.status in ('queued', 'waiting', 'running');
  if not found then raise sqlstate 'PT409' using message = 'run_not_active'; end if;
end
$function$;
grant execute on function leave_automation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.legal_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'businessName', nullif(btrim(p.business_name), ''),
    'legalName', nullif(btrim(p.legal_name), ''),
    'companyNumber', nullif(btrim(p.company_number), ''),
    'address', nullif(btrim(p.address), ''),
    'phone', nullif(btrim(p.phone), ''),
    'email', nullif(btrim(p.email), ''),
    'privacyEmail', coalesce(nullif(btrim(p.privacy_email), ''), nullif(btrim(p.email), '')),
    'accessibilityEmail', coalesce(nullif(btrim(p.accessibility_email), ''), nullif(btrim(p.email), '')),
    'coordinatorName', nullif(btrim(p.accessibility_coordinator), ''),
    'dpoContact', nullif(btrim(s.dpo_contact), ''),
    'testedWith', nullif(btrim(s.tested_with), ''),
    'retentionProcessMonths', s.retention_process_months::text,
    'retentionLeadMonths', s.retention_lead_months::text,
    'physicalAccessibility', nullif(btrim(s.physical_accessibility), ''),
    'accessibilityUpdated', s.accessibility_updated_on::text,
    'accessibilityAudited', s.accessibility_audited_on::text))
  from (select public.business_owner_id() as id) owner
  left join public.business_profiles p on p.user_id = owner.id
  left join public.legal_settings s on true
$function$;
grant execute on function legal_facts() to anon;
grant execute on function legal_facts() to authenticated;
grant execute on function legal_facts() to service_role;

CREATE OR REPLACE FUNCTION public.limit_fields()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('custom_field_defs.' || new.entity, 0));
  if (select count(*) from public.custom_field_defs d where d.entity = new.entity and d.deleted_at is null) > 60 then
    raise sqlstate 'PT422' using message = 'too_many_fields';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.limit_saved_views()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved_views.' || new.user_id, 0));
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.entity = new.entity) >= 30 then
    raise sqlstate 'PT422' using message = 'too_many_views';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.link_as_household(one uuid, other uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  people contacts[];
  home uuid;
  is_new boolean := false;
  before jsonb;
begin
  if one = other then raise sqlstate 'PT422' using message = 'household_of_one'; end if;
  people := array(select c from contacts c where c.id in (one, other) and c.deleted_at is null order by c.id for update);
  if cardinality(people) < 2 then raise sqlstate 'PT404' using message = 'contact_not_found'; end if;
  if people[1].household_id <> people[2].household_id then raise sqlstate 'PT409' using message = 'two_households'; end if;
  home := coalesce(people[1].household_id, people[2].household_id);
  select jsonb_agg(jsonb_build_object('id', p.id, 'household_id', p.household_id, 'household_role', p.household_role)) into before
  from unnest(people) p;
  if home is null then
    home := gen_random_uuid();
    is_new := true;
    insert into households (id, name) values (home, 'משפחת ' || coalesce(people[1].last_name, people[2].last_name, people[1].first_name));
  end if;
  update contacts set household_id = home, household_role = coalesce(household_role, 'partner')
  where id in (one, other) and household_id is distinct from home;
  with marked as (
    update contact_points p set shared_in_household = true
    where p.contact_id in (one, other) and not p.shared_in_household
      and exists (
        select from contact_points q
        where q.contact_id in (one, other) and q.contact_id <> p.contact_id and (q.kind, q.value_norm) = (p.kind, p.value_norm))
    returning p.id
  )
  select jsonb_build_object('household_id', home, 'is_new', is_new, 'people', before, 'points', coalesce(jsonb_agg(m.id), '[]'))
  into before from marked m;
  return before;
end
$function$;
grant execute on function link_as_household(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.link_hash(token text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(token, 'UTF8')), 'hex')
$function$;
grant execute on function link_hash(text) to service_role;

CREATE OR REPLACE FUNCTION public.linked_appointment(token text)
 RETURNS TABLE(id uuid, role text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.id, l.role from public.appointment_links l
  join lateral (select a.id from public.appointments a where a.root_id = l.root_id order by a.created_at desc, a.ical_sequence desc limit 1) a on true
  where l.token_hash = public.link_hash(token)
$function$;
grant execute on function linked_appointment(text) to service_role;

CREATE OR REPLACE FUNCTION public.linked_appointment_page(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'appointmentId', a.id, 'role', l.role, 'typeId', a.type_id, 'title', a.title, 'status', a.status, 'startsAt', a.starts_at, 'endsAt', a.ends_at,
    'zone', a.client_zone, 'locationKind', a.location_kind, 'locationValue', a.location_value, 'joinUrl', a.join_url,
    'cancelledBy', a.cancelled_by, 'cancelReason', a.cancel_reason, 'statusAt', a.status_at, 'decideBy', a.decide_by, 'sequence', a.ical_sequence,
    'allowPartner', coalesce(t.allow_partner, false), 'rootId', a.root_id, 'hostName', coalesce(private.host_name(a.user_id), ''), 'hostSlug', h.slug, 'typeSlug', t.slug, 'policyText', coalesce(t.policy_text, ''),
    'cancelUntil', a.starts_at - make_interval(mins => coalesce(t.cancel_notice_min, 0)),
    'rescheduleUntil', a.starts_at - make_interval(mins => coalesce(t.reschedule_notice_min, 0)),
    'duration', (extract(epoch from a.ends_at - a.starts_at) / 60)::integer,
    'attendees', (select jsonb_agg(jsonb_build_object('name', m.name, 'role', m.role) order by m.role)
      from public.appointment_attendees m where m.appointment_id = a.id))
  from public.linked_appointment(token) l join public.appointments a on a.id = l.id
  left join public.staff_profiles p on p.user_id = a.user_id
  left join public.booking_hosts h on h.user_id = a.user_id
  left join public.appointment_types t on t.id = a.type_id
$function$;
grant execute on function linked_appointment_page(text) to service_role;

CREATE OR REPLACE FUNCTION public.list_contacts(filter jsonb DEFAULT '{}'::jsonb, sort text DEFAULT '-activity'::text, after jsonb DEFAULT NULL::jsonb, skip integer DEFAULT 0, at_most integer DEFAULT 100)
 RETURNS SETOF contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
declare
  key constant text := case ltrim(sort, '-')
    when 'activity' then 'case when c.last_activity_at is null then ''-infinity'' else c.last_activity_at end'
    when 'created' then 'c.created_at'
    when 'name' then 'c.search_name collate "C"'
    when 'next_step' then 'case when c.next_step_at is null then ''infinity'' else c.next_step_at end'
    else refuse_filter() end;
  descends constant boolean := sort like '-%';
  from_there text := '';
begin
  if after is not null then
    from_there := format(' and (%s, c.id) %s (%L, %L::uuid)', key, case when descends then '<' else '>' end,
      coalesce(after ->> 'value', case ltrim(sort, '-') when 'activity' then '-infinity' else 'infinity' end), after ->> 'id');
  end if;
  return query execute format('select c.* from contacts c where %s%s order by %s %s, c.id %4$s limit %s offset %s',
    contact_filter(filter), from_there, key, case when descends then 'desc' else 'asc' end,
    least(greatest(at_most, 1), 500), greatest(skip, 0));
end
$function$;
grant execute on function list_contacts(jsonb,text,jsonb,integer,integer) to authenticated;
grant execute on function list_contacts(jsonb,text,jsonb,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION public.list_excluded_recipients(lists uuid[], stages text[], segments jsonb DEFAULT '[]'::jsonb)
 RETURNS TABLE(contact_id uuid, full_name text, email text, excluded text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin');
  return query select a.contact_id, c.full_name, a.email, a.excluded
    from public.audience_of(lists, stages, segments) a join public.contacts c on c.id = a.contact_id
    where a.excluded is not null order by a.excluded, c.full_name, c.id limit 500;
end
$function$;
grant execute on function list_excluded_recipients(uuid[],text[],jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.listed_opportunities(pipeline uuid, filter opportunity_filter DEFAULT NULL::opportunity_filter, sort text DEFAULT 'stage_entered_at'::text, descending boolean DEFAULT true, after_value text DEFAULT NULL::text, after_id uuid DEFAULT NULL::uuid, page integer DEFAULT 50)
 RETURNS SETOF opportunities
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function listed_opportunities(uuid,opportunity_filter,text,boolean,text,uuid,integer) to authenticated;
grant execute on function listed_opportunities(uuid,opportunity_filter,text,boolean,text,uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.lock_contact(contact uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select exists (select from public.contacts c
    where c.id = contact and c.deleted_at is null and c.merged_into_id is null for key share)
$function$;
grant execute on function lock_contact(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.lock_post(post uuid, seen_version integer)
 RETURNS posts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.posts;
begin
  perform private.require_role('owner', 'admin', 'content');
  select * into held from public.posts p where p.id = post for update;
  if held.id is null then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  if held.version <> seen_version then
    raise sqlstate 'PT409' using message = 'post_changed_meanwhile';
  end if;
  return held;
end
$function$;
grant execute on function lock_post(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.lock_staff_invitation(hash text)
 RETURNS TABLE(state text, email text, role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare invitation public.staff_invitations;
begin
  select i.* into invitation from public.staff_invitations i where i.token_hash = hash for update;
  return query select public.staff_invitation_state(invitation), invitation.email, invitation.role;
end
$function$;
grant execute on function lock_staff_invitation(text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.lock_stage(stage uuid)
 RETURNS SETOF pipeline_stages
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.* from public.pipeline_stages s
  where s.id = stage and (public.is_staff() or auth.role() = 'service_role') for key share
$function$;
grant execute on function lock_stage(uuid) to authenticated;
grant execute on function lock_stage(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.log_call_basis()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.contact_staff_details d set call_basis = 'callback', call_basis_at = new.created_at, call_basis_note = 'פנייה מהאתר'
  where d.contact_id = new.contact_id and (d.call_basis is null or d.call_basis = 'callback');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_merge(what text, about contacts, merge uuid, other contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform public.suppress_triggers(true);
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
  values (what, 'user', auth.uid(), about.id, 'merge', merge, left(other.full_name, 200), about.is_demo);
  perform public.suppress_triggers(false);
end
$function$;

CREATE OR REPLACE FUNCTION public.log_money_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  of_charge constant boolean := tg_table_name = 'charges';
  line constant jsonb := to_jsonb(new);
  what constant text := case
    when tg_op = 'INSERT' then case when of_charge then 'charge.added' when line ->> 'kind' = 'refund' then 'payment.refunded' else 'payment.recorded' end
    when line ->> 'void_reason' is not null then case when of_charge then 'charge.voided' else 'payment.voided' end
    else case when of_charge then 'charge.restored' else 'payment.restored' end
  end;
begin
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  values (what, case when auth.uid() is null then 'system' else 'user' end, auth.uid(), new.contact_id,
    case when of_charge then 'charge' else 'payment' end, new.id, coalesce(line ->> 'title', ''),
    jsonb_strip_nulls(jsonb_build_object('amount_agorot', new.amount_agorot, 'method', line -> 'method', 'reason', coalesce(new.void_reason, line ->> 'refund_reason'))),
    new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_opportunity_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  card constant public.opportunities := coalesce(new, old);
  what text;
  details jsonb := '{}';
begin
  if tg_op = 'INSERT' then
    what := 'opportunity.created';
    details := jsonb_build_object('to', card.stage, 'to_name', public.stage_name(card.stage_id));
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
    details := jsonb_build_object(
      'from', old.stage, 'from_name', public.stage_name(old.stage_id),
      'to', new.stage, 'to_name', public.stage_name(new.stage_id));
    if new.status = 'lost' then
      details := details || jsonb_build_object(
        'reason', (select r.name from public.lost_reasons r where r.id = new.lost_reason_id), 'note', new.lost_note);
    elsif what = 'opportunity.reopened' and new.reopened_because is not null then
      details := details || jsonb_build_object('reason', new.reopened_because);
    end if;
  end if;

  -- A contact deleted in the same transaction has no timeline.
  if tg_op = 'DELETE' and not exists (select from public.contacts c where c.id = old.contact_id) then return null; end if;
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id,
    related_type, related_id, title_cache, payload, is_demo)
  values (what, case when tg_op = 'INSERT' then card.created_at else clock_timestamp() end,
    case when auth.uid() is null then 'system' else 'user' end, auth.uid(), card.contact_id,
    case when tg_op <> 'DELETE' then card.id end, 'opportunity', card.id, card.name, details, card.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_plan_activity(plan uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  select 'charge.planned', 'user', auth.uid(), p.contact_id, 'payment_plan', p.id, p.title,
    (select jsonb_build_object('amount_agorot', sum(c.amount_agorot), 'parts', count(*)) from public.charges c where c.plan_id = p.id)
  -- Only a plan created by this transaction.
  from public.payment_plans p where p.id = plan and p.created_by = auth.uid() and p.created_at = now()
$function$;
grant execute on function log_plan_activity(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.log_stage_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.opportunity_stage_history (opportunity_id, to_stage, at, actor_id, is_demo)
    values (new.id, new.stage, new.stage_entered_at, auth.uid(), new.is_demo);
  else
    insert into public.opportunity_stage_history (opportunity_id, from_stage, to_stage, actor_id, seconds_in_from, is_demo)
    values (new.id, old.stage, new.stage, auth.uid(), extract(epoch from now() - old.stage_entered_at), new.is_demo);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.log_task_activity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache, is_demo)
  values (case when tg_op = 'INSERT' then 'task.created' else 'task.done' end,
    case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end,
    case when auth.uid() is null then 'system' else 'user' end, auth.uid(),
    new.contact_id, new.opportunity_id, 'task', new.id, new.name, new.is_demo);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.make_first_owner(owner_id uuid, business_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'owner_exists';
  end if;
  insert into public.user_roles (user_id, role) values (owner_id, 'owner');
  insert into public.business_profiles (user_id, business_name) values (owner_id, business_name);
end
$function$;
grant execute on function make_first_owner(uuid,text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.make_primary_point(point uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  chosen contact_points;
begin
  select p.* into chosen from contact_points p where p.id = point for update;
  if chosen.id is null then
    raise sqlstate 'PT404' using message = 'point_gone';
  end if;
  update contact_points p set is_primary = false
  where p.contact_id = chosen.contact_id and p.kind = chosen.kind and p.is_primary and p.id <> point;
  update contact_points p set is_primary = true where p.id = point;
end
$function$;
grant execute on function make_primary_point(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.mark_import_duplicates(import uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  with keyed as (
    select r.n, k.kind, k.value, he_norm(r.clean ->> 'first_name') as first, he_norm(r.clean ->> 'last_name') as last,
      name_words_key(r.clean) as words
    from imports i join import_rows r on r.import_id = i.id, import_keys(r.clean, i.match_by) k
    where i.id = import and r.clean is not null
  ),
  judged as (
    select n, kind in ('phone', 'email') as is_shareable, min(n) over (partition by kind, value) as first_n,
      least(min(n) over (partition by kind, value, first), min(n) over (partition by kind, value, words)) as namesake,
      case when last <> '' then min(n) over (partition by kind, value, last) end as relative
    from keyed
  ),
  found as (
    select n,
      min(case when is_shareable and namesake < n then namesake when not is_shareable and first_n < n then first_n end) as same,
      min(case when is_shareable and relative < n then relative end) as home
    from judged group by n
  )
  update import_rows r
  set duplicate_of = f.same, household_of = case when f.same is null and i.links_households then f.home end
  from found f, imports i
  where i.id = import and r.import_id = import and r.n = f.n and (f.same is not null or f.home is not null)
$function$;
grant execute on function mark_import_duplicates(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.mark_legal_reviewed(is_reviewed boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin');
  insert into public.legal_settings as s (reviewed_at, reviewed_by) values (now(), auth.uid())
  on conflict (is_only) do update set reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by;
  if not is_reviewed then
    update public.legal_settings set reviewed_at = null, reviewed_by = null;
  end if;
end
$function$;
grant execute on function mark_legal_reviewed(boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.mark_unreachable(address text, why text, said text, channel text DEFAULT 'email'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.suppressions (value_norm, channel, reason, note)
  values (lower(btrim(address)), mark_unreachable.channel, why, left(coalesce(said, ''), 300))
  on conflict do nothing;
  update public.contact_points p set
    bounced_at = case when why = 'bounce' then now() else p.bounced_at end,
    complained_at = case when why = 'complaint' then now() else p.complained_at end
  where mark_unreachable.channel = 'email' and p.kind = 'email' and p.value_norm = lower(btrim(address));
end
$function$;
grant execute on function mark_unreachable(text,text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.masked_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(split_part(address, '@', 1), '^(..?).*$', '\1') || '•••@' || split_part(address, '@', 2)
$function$;
grant execute on function masked_address(text) to service_role;

CREATE OR REPLACE FUNCTION public.match_import(clean jsonb, match_by text)
 RETURNS TABLE(contact_id uuid, verdict text)
 LANGUAGE sql
 STABLE ROWS 1
 SET search_path TO 'public'
AS $function$
  with asked as (select he_norm(clean ->> 'first_name') as first, he_norm(clean ->> 'last_name') as last),
  hits as (
    select p.contact_id as id, false as is_certain from import_keys(clean, match_by) k
    cross join lateral (select * from contact_points p where p.kind = k.kind and p.value_norm = k.value offset 0) p
    union
    select c.id, true from import_keys(clean, match_by) k
    cross join lateral (select * from contacts c where c.external_id = k.value offset 0) c where k.kind = 'external'
    union
    select c.id, true from import_keys(clean, match_by) k
    cross join lateral (select * from contacts c where he_norm(c.full_name) = k.value and c.deleted_at is null offset 0) c
    where k.kind = 'name' and not exists (select from contact_points p where p.contact_id = c.id)
  ),
  people as (
    select c.id, bool_or(h.is_certain) as is_certain, c.created_at, c.household_id,
      he_norm(c.first_name) = a.first
        or name_words_key(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) = name_words_key(clean) as is_first,
      he_norm(c.last_name) = a.last and a.last <> '' as is_last
    from hits h cross join lateral (select * from contacts known where known.id = h.id offset 0) c, asked a
    where c.deleted_at is null and c.merged_into_id is null
    group by c.id, c.created_at, c.household_id, c.first_name, c.last_name, a.first, a.last
  ),
  same as (select * from people where is_certain or is_first),
  best as (select * from same order by is_certain desc, is_first desc, is_last desc, created_at, id limit 1)
  select b.id, 'same' from best b
  union all
  (select p.id, 'household' from people p where p.is_last and not exists (select from same)
   order by p.household_id is null, p.created_at, p.id limit 1)
$function$;
grant execute on function match_import(jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION public.match_review_authors()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.review_authors a set contact_id = p.contact_id
  from added p, public.reviews r
  where p.kind = 'email' and a.email = p.value_norm and a.contact_id is null and r.id = a.review_id and r.verified_by in ('mail', 'request');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.matches_contact(clean jsonb, match_by text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select exists (
      select from import_keys(clean, match_by) k
      -- "offset 0" forces a lookup by key, whatever the planner estimates for tables without statistics.
      cross join lateral (select from contact_points p where p.kind = k.kind and p.value_norm = k.value offset 0) hit)
    or exists (select from contacts c where c.external_id = clean ->> 'external_id')
    or not (clean ?| array['phones', 'emails', 'external_id']) and exists (
      select from import_keys(clean, match_by) k
      cross join lateral (select from contacts c where he_norm(c.full_name) = k.value and c.deleted_at is null offset 0) hit)
$function$;
grant execute on function matches_contact(jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION public.matching_opportunity_ids(query text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function matching_opportunity_ids(text) to authenticated;
grant execute on function matching_opportunity_ids(text) to service_role;

CREATE OR REPLACE FUNCTION public.may_ask_for_review(contact uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())
$function$;
grant execute on function may_ask_for_review(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.may_be_mentioned(contact uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct r.user_id from public.user_roles r
  where r.is_active and r.role in ('owner', 'admin', 'sales', 'coach') and public.may_open_contact(r.user_id, contact)
    and (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids()))
$function$;
grant execute on function may_be_mentioned(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.may_give_role(role text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select has_role('owner') or (has_role('admin') and may_give_role.role <> 'owner')
$function$;
grant execute on function may_give_role(text) to authenticated;
grant execute on function may_give_role(text) to service_role;

CREATE OR REPLACE FUNCTION public.may_move_into(household uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select household is null
    or not exists (select from public.contacts c where c.household_id = household)
    or exists (select from public.contacts c where c.household_id = household and c.id in (select public.my_contact_ids()))
$function$;
grant execute on function may_move_into(uuid) to authenticated;
grant execute on function may_move_into(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.may_open_contact(colleague uuid, contact uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.user_roles r where r.user_id = colleague and r.is_active and (
      r.role in ('owner', 'admin', 'sales')
      or (r.role = 'coach' and exists (
        select from private.contact_access a where a.contact_id = contact and a.user_id = colleague))))
$function$;

CREATE OR REPLACE FUNCTION public.may_write_to(contact uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())
$function$;
grant execute on function may_write_to(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.mentions_of_person(person uuid)
 RETURNS TABLE(contact_id uuid, full_name text, notes bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  marks constant text[] := public.identifying_marks(person) || (select replace(public.plain_text(c.full_name), '@', '') from public.contacts c where c.id = person);
begin
  perform private.require_role('owner', 'admin');
  return query
    select c.id, c.full_name, count(*) from public.activities a join public.contacts c on c.id = a.contact_id
    where a.type = 'note' and a.deleted_at is null and c.deleted_at is null and c.id not in (select public.records_of_person(person))
      and public.contains_any(a.payload ->> 'text', marks)
    group by c.id, c.full_name order by count(*) desc, c.full_name limit 20;
end
$function$;
grant execute on function mentions_of_person(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.merge_contacts(winner_id uuid, loser_id uuid, winner_version integer, loser_version integer, choices jsonb DEFAULT '{}'::jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  winner public.contacts;
  loser public.contacts;
  merged public.contacts;
  merge constant uuid := gen_random_uuid();
  details jsonb;
  demoted jsonb;
  moved jsonb := '[]';
  rows jsonb;
  target record;
begin
  perform private.require_role('owner', 'admin');
  if winner_id = loser_id then raise sqlstate 'PT422' using message = 'merge_with_itself'; end if;
  if exists (select from jsonb_each_text(choices) c where c.value is null or c.value not in ('winner', 'loser')) then
    raise sqlstate 'PT422' using message = 'choice_invalid';
  end if;
  -- Locked in the order of ids, so that concurrent merges of a pair do not deadlock.
  perform from public.contacts c where c.id in (winner_id, loser_id) order by c.id for update;
  select c.* into winner from public.contacts c where c.id = winner_id;
  select c.* into loser from public.contacts c where c.id = loser_id;
  if winner.merged_into_id is not null or loser.merged_into_id is not null then
    raise sqlstate 'PT409' using message = 'contact_merged_already';
  end if;
  if winner.id is null or loser.id is null or coalesce(winner.deleted_at, loser.deleted_at) is not null then
    raise sqlstate 'PT404' using message = 'contact_not_found';
  end if;
  if (winner.version, loser.version) is distinct from (winner_version, loser_version) then
    raise sqlstate 'PT409' using message = 'stale_version';
  end if;

  perform public.suppress_triggers(true);
  -- One primary contact point per kind: the winner's, if it has one.
  with lowered as (
    update public.contact_points p set is_primary = false
    where p.contact_id = loser.id and p.is_primary and exists (
      select from public.contact_points w where w.contact_id = winner.id and w.kind = p.kind and w.is_primary)
    returning p.id
  )
  select coalesce(jsonb_agg(l.id), '[]') into demoted from lowered l;
  for target in select * from public.contact_references() loop
    rows := public.reassign_rows(target.rel, target.col, target.key, loser.id, winner.id);
    if rows <> '[]' then
      moved := moved || jsonb_build_array(jsonb_build_object('rel', target.rel::text, 'col', target.col, 'rows', rows));
    end if;
  end loop;
  perform public.suppress_triggers(false);

  -- Last: deleting the loser moves its remaining records into the bin.
  merged := public.merged_fields(winner, loser, choices);
  update public.contacts c set
    deleted_at = now(), merged_into_id = winner.id,
    -- A user account belongs to one contact: it follows if chosen.
    client_user_id = case when c.client_user_id is distinct from merged.client_user_id then c.client_user_id end
  where c.id = loser.id;
  merged := public.write_contact_fields(merged);
  details := public.merge_staff_details(winner, loser, choices);
  perform public.log_merge('contact.merged', merged, merge, loser);

  insert into public.merges (id, winner_id, loser_id, field_choices, snapshot)
  values (merge, winner.id, loser.id, choices, jsonb_build_object(
    'winner', to_jsonb(winner), 'loser', to_jsonb(loser), 'merged', to_jsonb(merged), 'staff_details', details,
    'moved', moved, 'demoted', demoted));
  perform public.refresh_duplicates(array[winner.id, loser.id]);
  return merge;
end
$function$;
grant execute on function merge_contacts(uuid,uuid,integer,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.merge_staff_details(winner contacts, loser contacts, choices jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ours public.contact_staff_details;
  theirs public.contact_staff_details;
  merged public.contact_staff_details;
begin
  perform from public.contact_staff_details d where d.contact_id in (winner.id, loser.id) order by d.contact_id for update;
  select d.* into ours from public.contact_staff_details d where d.contact_id = winner.id;
  select d.* into theirs from public.contact_staff_details d where d.contact_id = loser.id;
  merged := jsonb_populate_record(ours, public.merged_columns(to_jsonb(ours), to_jsonb(theirs), choices,
    '{"call_basis_at": "call_basis", "call_basis_note": "call_basis"}', array['contact_id', 'version', 'custom']));
  merged.custom := theirs.custom || ours.custom || coalesce((
    select jsonb_object_agg(substr(c.key, 8), theirs.custom -> substr(c.key, 8))
    from jsonb_each_text(choices) c where c.key like 'custom.%' and c.value = 'loser'), '{}');
  merged.score := greatest(ours.score, theirs.score);
  if loser.created_at < winner.created_at then
    merged.first_touch := coalesce(theirs.first_touch, ours.first_touch);
  end if;
  merged := public.write_staff_details(merged);
  return jsonb_build_object('winner', to_jsonb(ours), 'loser', to_jsonb(theirs), 'merged', to_jsonb(merged));
end
$function$;

CREATE OR REPLACE FUNCTION public.merged_columns(ours jsonb, theirs jsonb, choices jsonb, along jsonb, excluded text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(field.key, case
    when choices ->> field.chosen_by = 'loser' then theirs -> field.key
    when choices ->> field.chosen_by = 'winner' then ours -> field.key
    when ours -> field.chosen_by = 'null' then theirs -> field.key
    else ours -> field.key
  end)
  from (select k as key, coalesce(along ->> k, k) as chosen_by from jsonb_object_keys(ours) k where k <> all (excluded)) field
$function$;

CREATE OR REPLACE FUNCTION public.merged_fields(winner contacts, loser contacts, choices jsonb)
 RETURNS contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Columns that are no personal data, or follow another column.
  excluded constant text[] := array['id', 'created_at', 'deleted_at', 'merged_into_id', 'is_demo', 'version', 'full_name', 'search_name'];
  merged public.contacts;
begin
  merged := jsonb_populate_record(winner,
    public.merged_columns(to_jsonb(winner), to_jsonb(loser), choices, '{"household_role": "household_id"}', excluded));

  -- A do-not-contact mark of either contact applies.
  merged.do_not_contact := winner.do_not_contact or loser.do_not_contact;
  merged.last_activity_at := greatest(winner.last_activity_at, loser.last_activity_at);
  merged.next_step_at := least(winner.next_step_at, loser.next_step_at);
  return merged;
end
$function$;

CREATE OR REPLACE FUNCTION public.message_health()
 RETURNS TABLE(due bigint, oldest_due_at timestamp with time zone, of_campaigns bigint, since timestamp with time zone, sent bigint, bounced bigint, complained bigint, failed bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with waiting as (
    select send_at, context_type = 'campaign' as is_campaign from scheduled_messages
    where status in ('scheduled', 'held_quiet') and send_at <= now()
  ), week as (
    select m.sent_at, m.bounced_at, m.complained_at, s.status from messages m
    join scheduled_messages s on s.id = m.scheduled_id where m.created_at > now() - interval '7 days'
  )
  select q.due, q.oldest_due_at, q.of_campaigns, now() - interval '7 days', w.sent, w.bounced, w.complained, w.failed from
    (select count(*) filter (where not is_campaign) as due, min(send_at) filter (where not is_campaign) as oldest_due_at,
      count(*) filter (where is_campaign) as of_campaigns from waiting) q,
    (select count(coalesce(sent_at, bounced_at)) as sent, count(bounced_at) as bounced, count(complained_at) as complained,
      count(*) filter (where status = 'failed' and bounced_at is null) as failed from week) w
$function$;
grant execute on function message_health() to authenticated;

CREATE OR REPLACE FUNCTION public.message_reason_counts()
 RETURNS TABLE(is_waiting boolean, reason text, messages bigint, next_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select true, waits_because, count(*), min(send_at) from scheduled_messages
  where status in ('scheduled', 'held_quiet') and waits_because is not null group by 2
  union all
  select false, skip_reason, count(*), null from scheduled_messages
  where status in ('skipped', 'canceled') and send_at between now() - interval '7 days' and now() group by 2
$function$;
grant execute on function message_reason_counts() to authenticated;

CREATE OR REPLACE FUNCTION public.message_step_figures(automation uuid)
 RETURNS TABLE(step_id text, figure text, reason text, contacts bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with performed as (
    select r.id as run_id, r.exit_reason, s.step_id, s.seq, m.status, m.skip_reason
    from automation_runs r join automation_run_steps s on s.run_id = r.id
    join scheduled_messages m on m.id = (s.output ->> 'message')::uuid
    where r.automation_id = automation and not r.is_dry_run)
  select p.step_id, p.status, p.skip_reason, count(*) from performed p group by 1, 2, 3
  union all
  select l.step_id, 'exited', l.exit_reason, count(*)
  from (select distinct on (p.run_id) p.* from performed p order by p.run_id, p.seq desc) l
  where l.exit_reason in ('replied', 'booked', 'bought', 'refused') group by 1, 3
$function$;
grant execute on function message_step_figures(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.message_template_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.channel <> old.channel then raise sqlstate 'PT422' using message = 'template_channel_fixed'; end if;
  if new.key is distinct from old.key then raise sqlstate 'PT422' using message = 'template_key_fixed'; end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.missing_legal_facts(words text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  facts constant jsonb := public.legal_facts();
  rest text := words;
  part text;
begin
  for part in select distinct hit.names[1] from regexp_matches(words, '\{\{#([A-Za-z]+)\}\}', 'g') hit (names) loop
    if facts ? part or exists (select from public.legal_claims c where c.claim = part) then
      rest := replace(replace(rest, '{{#' || part || '}}', ''), '{{/' || part || '}}', '');
    else
      rest := regexp_replace(rest, '\{\{#' || part || '\}\}.*?\{\{/' || part || '\}\}', '', 'g');
    end if;
  end loop;
  return array(
    select distinct name from (
      select hit.names[1] as name from regexp_matches(rest, '\{\{([A-Za-z]+)\}\}', 'g') hit (names)
      union all values ('legalName'), ('companyNumber'), ('email')
      -- Other braces would be published as they are typed.
      union all select 'braces' where regexp_replace(rest, '\{\{[A-Za-z]+\}\}', '', 'g') ~ '\{\{|\}\}'
    ) named
    where not facts ? name order by 1);
end
$function$;
grant execute on function missing_legal_facts(text) to authenticated;
grant execute on function missing_legal_facts(text) to service_role;

CREATE OR REPLACE FUNCTION public.missing_to_publish(revision post_revisions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when btrim(revision.title) = '' then 'title_missing'
    when btrim(revision.plain) = '' then 'body_missing'
    when btrim(revision.excerpt) = '' then 'excerpt_missing'
    when revision.cover_id is not null and btrim(revision.cover_alt) = '' then 'cover_alt_missing'
    when revision.body @? '$.**.content[*] ? (@.type == "figure" && (@.attrs.alt == "" || !exists(@.attrs.alt)))' then 'picture_alt_missing'
  end
$function$;

CREATE OR REPLACE FUNCTION public.most_chosen_product()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with taken as (
    select e.product_id, count(*) as people, rank() over (order by count(*) desc) as place
    from public.enrolments e join public.products p on p.id = e.product_id and p.is_active
    where not e.is_demo or public.is_demo_business()
    group by e.product_id)
  select product_id from taken
  where place = 1 and people >= 5 and (select count(*) from taken where place = 1) = 1
    and (select count(*) from taken) > 1
$function$;
grant execute on function most_chosen_product() to service_role;

CREATE OR REPLACE FUNCTION public.move_appointment(appointment uuid, seen_version integer, starts timestamp with time zone, ends timestamp with time zone, is_silent boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  return private.move_appointment(moved, starts, ends, moved.status, case when moved.status <> 'confirmed' then least(starts, moved.decide_by) end, is_silent);
end
$function$;
grant execute on function move_appointment(uuid,integer,timestamp with time zone,timestamp with time zone,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.move_between_bin(things jsonb, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  thing record;
  moved bigint;
  is_there boolean;
  total integer := 0;
begin
  -- Contacts first, because their records may be restored only after them; then by id, to avoid deadlocks.
  for thing in
    select t.entity, t.id from jsonb_to_recordset(things) t (entity text, id uuid)
    order by array_position(array['households', 'contacts'], t.entity), t.entity, t.id limit 1000
  loop
    if thing.entity = 'activities' then
      perform put_activity_away(thing.id, at is not null);
      moved := 1;
    elsif thing.entity in ('contacts', 'households', 'opportunities', 'tasks', 'files') then
      execute format('update %I set deleted_at = $1 where id = $2 and (deleted_at is null) <> ($1 is null)', thing.entity) using at, thing.id;
      get diagnostics moved = row_count;
    else
      raise sqlstate 'PT422' using message = 'unknown_bin_kind';
    end if;
    -- Already moved together with its contact.
    if moved = 0 then
      execute format('select exists (select from %I where id = $1 and (deleted_at is null) = ($2 is null))', thing.entity)
        using thing.id, at into is_there;
      if not is_there then raise sqlstate 'PT404' using message = 'not_in_reach'; end if;
    end if;
    total := total + moved;
  end loop;
  return total;
end
$function$;
grant execute on function move_between_bin(jsonb,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.move_linked_appointment(appointment uuid, starts timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved public.appointments;
  of_type public.appointment_types;
begin
  select a.* into moved from public.appointments a where a.id = appointment for no key update;
  select t.* into of_type from public.appointment_types t where t.id = moved.type_id;
  if moved.status not in ('pending', 'confirmed') or moved.starts_at <= now() then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if moved.starts_at - make_interval(mins => coalesce(of_type.reschedule_notice_min, 0)) < now() then
    raise sqlstate 'PT409' using message = 'reschedule_too_late';
  end if;
  return private.move_appointment(moved, starts, starts + (moved.ends_at - moved.starts_at),
    case when of_type.requires_confirmation then 'pending' else 'confirmed' end,
    case when of_type.requires_confirmation then least(starts, now() + interval '3 days') end, false);
end
$function$;
grant execute on function move_linked_appointment(uuid,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION public.move_opportunity(opportunity_id uuid, to_stage_id uuid, expected_version integer, before_id uuid DEFAULT NULL::uuid, lost_reason_id uuid DEFAULT NULL::uuid, lost_note text DEFAULT NULL::text, reopened_because text DEFAULT NULL::text)
 RETURNS opportunities
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  card opportunities;
  target pipeline_stages;
  reason uuid;
begin
  -- Lock order of every move: the stage, the opportunity, the column.
  select s.* into target from lock_stage(to_stage_id) s;
  select o.* into card from opportunities o
  where o.id = move_opportunity.opportunity_id and o.deleted_at is null for update;
  if card.id is null then raise sqlstate 'PT404' using message = 'opportunity_not_found'; end if;
  if target.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;
  if card.version is distinct from expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;

  reason := coalesce(move_opportunity.lost_reason_id, card.lost_reason_id);
  if target.kind = 'lost' and reason is null then raise sqlstate 'PT422' using message = 'lost_reason_required'; end if;

  return private.place_opportunity(card.id, to_stage_id, before_id, reason, coalesce(move_opportunity.lost_note, card.lost_note), case
    when card.status <> 'open' and target.kind = 'open' then nullif(btrim(move_opportunity.reopened_because), '')
    else card.reopened_because
  end);
end
$function$;
grant execute on function move_opportunity(uuid,uuid,integer,uuid,uuid,text,text) to authenticated;
grant execute on function move_opportunity(uuid,uuid,integer,uuid,uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.move_order(about uuid, fact jsonb)
 RETURNS orders
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved public.orders;
  attempt public.payment_attempts;
begin
  select o.* into moved from public.orders o where o.id = about for update;
  if moved.id is null then raise sqlstate 'PT404' using message = 'order_unknown'; end if;
  if fact ? 'attempt' then
    select a.* into attempt from public.payment_attempts a where a.id = (fact ->> 'attempt')::uuid and a.order_id = about for update;
    if attempt.id is null then raise sqlstate 'PT404' using message = 'attempt_unknown'; end if;
  end if;
  case fact ->> 'kind'
    when 'free' then
      if moved.amount_agorot > 0 then raise sqlstate 'PT422' using message = 'order_is_not_free'; end if;
      perform private.settle_order(about);
    when 'opened' then perform private.open_attempt(moved, attempt, fact);
    when 'not_opened' then
      update public.payment_attempts a set fault = fact ->> 'fault' where a.id = attempt.id and a.state = 'created';
    when 'answer' then perform private.take_answer(moved, attempt, fact -> 'answer');
    when 'silent' then perform private.ask_staff(moved, 'provider_silent', attempt.id);
    when 'refund_asked' then perform private.ask_refund(moved, attempt, fact);
    when 'refund_answer' then perform private.take_refund(moved, fact);
    when 'paid_by_hand' then perform private.pay_by_hand(moved, fact);
    when 'cancelled' then
      if char_length(btrim(coalesce(fact ->> 'reason', ''))) < 2 then raise sqlstate 'PT422' using message = 'reason_missing'; end if;
      if moved.status not in ('pending', 'awaiting_payment', 'failed') then raise sqlstate 'PT409' using message = 'order_ended'; end if;
      update public.orders o set status = 'cancelled', held_until = least(o.held_until, now()) where o.id = about;
      perform private.log_order(moved, 'order.cancelled', jsonb_build_object('reason', btrim(fact ->> 'reason')));
    when 'ledger' then perform private.settle_order(about);
    else raise sqlstate 'PT422' using message = 'fact_unknown';
  end case;
  return (select o from public.orders o where o.id = about);
end
$function$;
grant execute on function move_order(uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.move_page(from_path text, to_path text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page public.pages;
begin
  select * into page from public.pages p where p.path = from_path for update;
  if not found then return; end if;
  insert into public.pages (path, label, position, created_at, is_demo, version)
  values (to_path, page.label, page.position, page.created_at, page.is_demo, page.version);
  insert into public.page_versions (path, number, blocks, note, is_planted, created_by, created_at)
  select to_path, v.number, v.blocks, v.note, v.is_planted, v.created_by, v.created_at
  from public.page_versions v where v.path = from_path;
  update public.pages p set (published_version_id, published_at, published_by) = (
    select n.id, page.published_at, page.published_by
    from public.page_versions o join public.page_versions n on n.path = to_path and n.number = o.number
    where o.id = page.published_version_id)
  where p.path = to_path;
  delete from public.pages p where p.path = from_path;
  update public.seo_overrides o set path = to_path where o.path = from_path;
end
$function$;

CREATE OR REPLACE FUNCTION public.move_tasks_of_opportunity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.tasks t set contact_id = new.contact_id where t.opportunity_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.my_contact_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct a.contact_id from private.contact_access a
  where a.user_id = (select auth.uid()) and (select public.has_role('coach'))
$function$;
grant execute on function my_contact_ids() to authenticated;
grant execute on function my_contact_ids() to service_role;

CREATE OR REPLACE FUNCTION public.my_process_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from public.client_processes p join public.contacts c on c.id = p.contact_id
  where c.client_user_id = (select auth.uid()) and c.deleted_at is null and (select public.has_role('client'))
$function$;
grant execute on function my_process_ids() to authenticated;
grant execute on function my_process_ids() to service_role;

CREATE OR REPLACE FUNCTION public.my_sessions()
 RETURNS TABLE(id uuid, created_at timestamp with time zone, last_seen_at timestamp with time zone, user_agent text, is_current boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.created_at, coalesce(s.refreshed_at, s.created_at), coalesce(s.user_agent, ''),
    s.id::text = coalesce(auth.jwt() ->> 'session_id', '')
  from auth.sessions s
  where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc
  limit 50
$function$;
grant execute on function my_sessions() to authenticated;

CREATE OR REPLACE FUNCTION public.name_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('full_name', new.full_name)
  where u.id = new.user_id and u.raw_user_meta_data ->> 'full_name' is distinct from new.full_name;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.name_words_key(clean jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  select string_agg(word, ' ' order by word)
  from regexp_split_to_table(he_norm(concat_ws(' ', clean ->> 'first_name', clean ->> 'last_name')), ' ') word
$function$;
grant execute on function name_words_key(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.new_consents(who uuid, clean jsonb)
 RETURNS TABLE(channel text, value text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select w.channel, w.value from (
    select 'email' as channel, p ->> 'norm' as value from jsonb_array_elements(clean -> 'emails') p
    union all
    select c.channel, p ->> 'norm' from jsonb_array_elements(clean -> 'phones') p, (values ('sms'), ('whatsapp')) c (channel)
  ) w
  where coalesce((clean -> 'consent')::boolean, true) and not exists (
    select from consents c where c.value_norm = w.value and c.channel = w.channel and c.purpose = 'marketing'
      and (c.contact_id = who or c.action = 'withdraw'))
$function$;
grant execute on function new_consents(uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.newsletter_request_of(token text)
 RETURNS TABLE(state text, email text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when r.confirmed_at is not null then 'confirmed' when r.expires_at < now() then 'expired' else 'open' end,
    public.masked_address(r.email)
  from public.newsletter_requests r
  where public.link_hash(token) in (r.token_hash, r.reminder_hash)
$function$;
grant execute on function newsletter_request_of(text) to anon;
grant execute on function newsletter_request_of(text) to authenticated;
grant execute on function newsletter_request_of(text) to service_role;

CREATE OR REPLACE FUNCTION public.next_appointments(contacts uuid[])
 RETURNS TABLE(contact_id uuid, starts_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.contact_id, min(a.starts_at) from public.appointments a
  where a.contact_id = any (contacts) and a.status in ('pending', 'confirmed') and a.ends_at > now()
  group by a.contact_id
$function$;
grant execute on function next_appointments(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.next_events(after_transaction xid8, after_id bigint, types text[], most integer)
 RETURNS SETOF domain_events
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select e.* from public.domain_events e
  where (e.transaction_id, e.id) > (after_transaction, after_id)
    and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())
    and e.type = any (types)
  order by e.transaction_id, e.id limit most
$function$;
grant execute on function next_events(xid8,bigint,text[],integer) to service_role;

CREATE OR REPLACE FUNCTION public.next_messages(context_type text, context_id uuid, most integer)
 RETURNS TABLE(id uuid, contact_id uuid, first_name text, address text, refusal text, cap text, cap_until timestamp with time zone, consented_at timestamp with time zone, reply_until timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due constant uuid[] := array(
    select s.id from public.scheduled_messages s
    where s.status = 'scheduled' and s.send_at <= now()
      and case when next_messages.context_id is null then s.context_type <> 'campaign'
        else s.context_type = next_messages.context_type and s.context_id = next_messages.context_id end
    order by case when next_messages.context_id is null then s.send_at end, s.id limit most);
begin
  -- Locks the contacts, so that a concurrent merge commits before their consent is read.
  perform from public.contacts c where c.id in (select s.contact_id from public.scheduled_messages s where s.id = any (due))
    order by c.id for key share;
  perform from public.scheduled_messages s where s.id = any (due) order by s.id for update;
  return query
    with addressed as (
      select s, private.message_address(s) as address from public.scheduled_messages s where s.id = any (due) and s.status = 'scheduled'),
    ranked as (
      select a.*, row_number() over (partition by (a.s).purpose, (a.s).contact_id order by array_position(due, (a.s).id)) as of_contact,
        row_number() over (partition by (a.s).purpose, a.address order by array_position(due, (a.s).id)) as of_address
      from addressed a)
    select (r.s).id, (r.s).contact_id, c.first_name, r.address,
      coalesce(private.message_refusal(r.s, (r.s).contact_id, r.address),
        case when enough.until > least((r.s).planned_at + interval '7 days', (r.s).expires_at) then enough.why end),
      enough.why, enough.until,
      (select max(g.at) from public.consents g where g.contact_id = (r.s).contact_id and g.value_norm = r.address
         and g.channel = (r.s).channel and g.purpose = 'marketing' and g.action = 'grant'),
      private.reply_until((r.s).channel, r.address)
    from ranked r
    left join public.contacts c on c.id = (r.s).contact_id
    left join lateral public.frequency_cap((r.s).contact_id, r.address) enough on (r.s).purpose = 'marketing'
    where (r.s).purpose <> 'marketing'
      or ((r.of_contact = 1 or (r.s).contact_id is null) and (r.of_address = 1 or r.address is null))
    order by array_position(due, (r.s).id);
end
$function$;
grant execute on function next_messages(text,uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.next_occurrence(rrule text, due date, after date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  every constant integer := coalesce(substring(rrule from 'INTERVAL=(\d+)')::integer, 1);
  days constant text[] := string_to_array(substring(rrule from 'BYDAY=([A-Z,]+)'), ',');
  month_day constant integer := coalesce(substring(rrule from 'BYMONTHDAY=(\d+)')::integer, extract(day from due)::integer);
  until constant text := substring(rrule from 'UNTIL=(\d{8})');
  floor_day constant date := greatest(due, after);
  a_sunday constant date := date '2000-01-02';
  a_month date;
  months integer;
  found date;
begin
  if rrule like 'FREQ=DAILY%' then
    found := due + every * ((floor_day - due) / every + 1);
  elsif rrule like 'FREQ=WEEKLY%' then
    select min(day::date) into found
    from generate_series(floor_day + 1, floor_day + 7 * (every + 1), interval '1 day') day
    where ((day::date - a_sunday) / 7 - (due - a_sunday) / 7) % every = 0
      and (array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from day)::integer + 1]
        = any (coalesce(days, array[(array['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'])[extract(dow from due)::integer + 1]]));
  else
    a_month := date_trunc('month', due)::date;
    months := (extract(year from floor_day)::integer - extract(year from due)::integer) * 12
      + extract(month from floor_day)::integer - extract(month from due)::integer;
    for step in months / every .. months / every + 1 loop
      found := least(
        (a_month + make_interval(months => step * every))::date + month_day - 1,
        (a_month + make_interval(months => step * every + 1))::date - 1);
      exit when found > floor_day;
    end loop;
  end if;
  return case when until is null or to_char(found, 'YYYYMMDD') <= until then found end;
end
$function$;
grant execute on function next_occurrence(text,date,date) to authenticated;
grant execute on function next_occurrence(text,date,date) to service_role;

CREATE OR REPLACE FUNCTION public.next_template_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.next_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_calendar_response(host uuid, root uuid, address text, answer text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  attendee public.appointment_attendees;
begin
  update public.appointment_attendees t set response = answer
  from public.appointments a
  where a.id = t.appointment_id and a.root_id = root and a.user_id = host and a.status = 'confirmed' and t.email = lower(address)
    and t.response <> answer
  returning t.* into attendee;
  if attendee.id is null or answer <> 'declined' then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select host, 'appointment.declined', left(attendee.name || ' לא יגיעו לפגישה', 200),
    a.title || ', ' || to_char(a.starts_at at time zone 'Asia/Jerusalem', 'DD.MM.YYYY, HH24:MI') || '. הפגישה לא בוטלה', 'high', 'contact', a.contact_id
  from public.appointments a where a.id = attendee.appointment_id;
end
$function$;
grant execute on function note_calendar_response(uuid,uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.note_file_stored(file uuid)
 RETURNS files
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted public.files;
begin
  update public.files f set stored_at = now(), size_bytes = (o.metadata ->> 'size')::bigint, mime_type = o.metadata ->> 'mimetype'
  from storage.objects o
  where f.id = file and f.uploaded_by = auth.uid() and f.stored_at is null and o.bucket_id = 'files' and o.name = f.id::text
  returning f.* into noted;
  if noted.id is null then
    raise sqlstate 'PT404' using message = 'file_not_stored';
  end if;
  insert into public.activities (type, actor_kind, actor_id, contact_id, opportunity_id, related_type, related_id, title_cache)
  values ('file.added', 'user', auth.uid(), noted.contact_id, noted.opportunity_id, 'file', noted.id, noted.name);
  return noted;
end
$function$;
grant execute on function note_file_stored(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.note_page_outcome(seen_as text, counted_as text, kind text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function note_page_outcome(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.notice_recipients(responsible uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with active as (select distinct r.user_id, r.role from public.user_roles r where r.is_active and r.role <> 'client')
  select distinct a.user_id from active a
  where case when exists (select from active b where b.user_id = responsible) then a.user_id = responsible else a.role = 'owner' end
$function$;
grant execute on function notice_recipients(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.notify_assignees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then return null; end if;
  if tg_op = 'INSERT' then
    perform public.notify_of_assigned_tasks(array(
      select g.id from given g where g.user_id <> auth.uid() and g.follows_id is null));
  else
    perform public.notify_of_assigned_tasks(array(
      select g.id from given g join taken t on t.id = g.id
      where g.user_id <> auth.uid() and g.user_id is distinct from t.user_id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_mentioned()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  who uuid;
  about public.contacts;
begin
  for who in
    select distinct named.id::uuid from jsonb_array_elements_text(new.payload -> 'mentions') named (id)
    where named.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and (tg_op = 'INSERT' or not coalesce(old.payload -> 'mentions', '[]') ? named.id)
  loop
    if not public.may_open_contact(who, new.contact_id) then
      raise sqlstate 'PT422' using message = 'mentioned_cannot_see';
    end if;
    if who is distinct from auth.uid() then
      select c.* into about from public.contacts c where c.id = new.contact_id;
      insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id, metadata)
      values (who, 'note.mentioned', left('הזכירו אתכם אצל ' || about.full_name, 200),
        left(regexp_replace(new.payload ->> 'text', '\s+', ' ', 'g'), 300), 'high', 'contact', new.contact_id,
        jsonb_build_object('activity_id', new.id));
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_of_assigned_tasks(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (user_id, type, title, message, related_entity_type, related_entity_id, metadata)
  select t.user_id, 'task.assigned',
    case when count(*) = 1 then 'משימה חדשה ברשימה שלכם' else count(*) || ' משימות חדשות ברשימה שלכם' end,
    concat_ws(': ', (select 'מאת ' || nullif(btrim(u.raw_user_meta_data ->> 'full_name'), '') from auth.users u where u.id = auth.uid()),
      left(string_agg(t.name, ', ' order by t.due_date nulls last, t.name), 300)),
    'task', case when count(*) = 1 then (array_agg(t.id))[1] end, jsonb_build_object('count', count(*), 'by', auth.uid())
  from public.tasks t
  where t.id = any (ids) and t.status in ('To Do', 'In Progress') and public.is_colleague(t.user_id)
  group by t.user_id
$function$;

CREATE OR REPLACE FUNCTION public.notify_of_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    values (left(format('לדבר עם %s על החוויה שלהם', coalesce(author.name, new.shown_name)), 200),
      (now() at time zone 'Asia/Jerusalem')::date + 1,
      coalesce((select c.owner_id from public.contacts c where c.id = author.contact_id), public.business_owner_id()),
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
$function$;

CREATE OR REPLACE FUNCTION public.offers()
 RETURNS TABLE(id uuid, slug text, former_slugs text[], name text, kind text, tagline text, description text, included text[], facts jsonb, call_words text, call_way text, has_waitlist boolean, updated_at timestamp with time zone, price jsonb, prices jsonb, is_open boolean, opens_at timestamp with time zone, seats_left integer, is_most_chosen boolean, changes_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.slug, array(select s.slug from public.product_slugs s where s.product_id = p.id order by s.slug),
    p.name, p.kind, p.tagline, p.description, p.included, p.facts, p.call_words, p.call_way, p.has_waitlist, p.updated_at,
    case when (shown.price).id is not null then private.shown_price(shown.price) end,
    coalesce((select jsonb_agg(private.shown_price(x) order by x.amount_agorot, x.name) from public.prices x
      where x.product_id = p.id and x.active_from <= now() and (x.active_to is null or x.active_to > now())), '[]'),
    coalesce((shown.price).active_from <= now(), false),
    case when (shown.price).active_from > now() then (shown.price).active_from end,
    case when (shown.price).id is not null then private.places_left(shown.price) end,
    coalesce(p.id = (select public.most_chosen_product()), false),
    least(
      (select min(at) from public.prices x, unnest(array[x.active_from, x.active_to]) at where x.product_id = p.id and at > now()),
      -- A place that an order holds comes back when its price is not held any more.
      (select min(o.held_until) from public.orders o join public.prices x on x.id = o.price_id
       where o.product_id = p.id and x.seats is not null and o.held_until > now() and o.status in ('pending', 'awaiting_payment', 'failed')))
  from public.products p
  left join lateral (
    select x as price from public.prices x where x.product_id = p.id and (x.active_to is null or x.active_to > now())
    order by greatest(x.active_from, now()), private.places_left(x) is not distinct from 0, x.amount_agorot, x.name limit 1) shown on true
  where p.is_active and (not p.is_demo or public.is_demo_business())
  order by p.position, p.name, p.id
$function$;
grant execute on function offers() to anon;
grant execute on function offers() to authenticated;
grant execute on function offers() to service_role;

CREATE OR REPLACE FUNCTION public.open_opportunity(stage_id uuid, contact_id uuid DEFAULT NULL::uuid, first_name text DEFAULT NULL::text, last_name text DEFAULT NULL::text, phone text DEFAULT NULL::text, email text DEFAULT NULL::text, source text DEFAULT NULL::text, name text DEFAULT NULL::text, product_id uuid DEFAULT NULL::uuid, amount_agorot bigint DEFAULT 0, expected_close_on date DEFAULT NULL::date, owner_id uuid DEFAULT NULL::uuid, step_name text DEFAULT NULL::text, step_due_on date DEFAULT NULL::date)
 RETURNS opportunities
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  person contacts;
  card opportunities;
begin
  if open_opportunity.contact_id is null then
    person := add_contact(open_opportunity.first_name, open_opportunity.last_name, open_opportunity.phone, open_opportunity.email,
      open_opportunity.source);
  else
    select c.* into person from contacts c where c.id = open_opportunity.contact_id and c.deleted_at is null and c.merged_into_id is null;
    if person.id is null then raise sqlstate 'PT404' using message = 'contact_not_found'; end if;
  end if;

  insert into opportunities (name, contact_id, stage_id, product_id, amount_agorot, expected_close_on, owner_id, source)
  values (
    coalesce(nullif(btrim(open_opportunity.name), ''), left(person.full_name, 160)), person.id, open_opportunity.stage_id,
    open_opportunity.product_id, open_opportunity.amount_agorot, open_opportunity.expected_close_on, open_opportunity.owner_id,
    open_opportunity.source)
  returning * into card;

  if nullif(btrim(step_name), '') is not null then
    insert into tasks (name, due_date, opportunity_id, contact_id, user_id)
    values (btrim(step_name), step_due_on, card.id, person.id, coalesce(open_opportunity.owner_id, auth.uid()));
  end if;
  -- Last: a coach may hand over a new contact, and then no longer sees it.
  if open_opportunity.contact_id is null and open_opportunity.owner_id <> person.owner_id then
    update contacts c set owner_id = open_opportunity.owner_id where c.id = person.id;
  end if;
  return card;
end
$function$;
grant execute on function open_opportunity(uuid,uuid,text,text,text,text,text,text,uuid,bigint,date,uuid,text,date) to authenticated;
grant execute on function open_opportunity(uuid,uuid,text,text,text,text,text,text,uuid,bigint,date,uuid,text,date) to service_role;

CREATE OR REPLACE FUNCTION public.open_post_preview(post uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := encode(extensions.gen_random_bytes(16), 'hex');
begin
  perform private.require_role('owner', 'admin', 'content');
  delete from public.post_previews v where v.post_id = post or v.expires_at < now();
  insert into public.post_previews (token_hash, post_id, expires_at)
  select extensions.digest(token, 'sha256'), p.id, now() + interval '14 days' from public.posts p where p.id = post and p.deleted_at is null;
  if not found then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  return token;
end
$function$;
grant execute on function open_post_preview(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.opportunities_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target public.pipeline_stages;
  is_new constant boolean := tg_op = 'INSERT';
begin
  if is_new then
    new.pipeline_id := coalesce(
      new.pipeline_id,
      (select s.pipeline_id from public.pipeline_stages s where s.id = new.stage_id),
      (select p.id from public.pipelines p where p.is_default));
  elsif new.stage_id = old.stage_id and new.stage is distinct from old.stage then
    new.stage_id := null; -- the stage was given by its slug
  end if;

  -- By id, else by slug, else the first of the pipeline.
  select s.* into target from public.pipeline_stages s
  where case
    when new.stage_id is not null then s.id = new.stage_id
    when new.stage is not null then s.pipeline_id = new.pipeline_id and s.slug = new.stage
    else s.pipeline_id = new.pipeline_id
  end
  order by s.position limit 1;
  if target.id is null then raise sqlstate 'PT422' using message = 'unknown_stage'; end if;

  new.stage_id := target.id;
  new.stage := target.slug;
  new.status := target.kind;
  if new.status <> 'lost' then
    new.lost_reason_id := null;
    new.lost_note := null;
  end if;

  if is_new then
    new.stage_entered_at := coalesce(new.stage_entered_at, now());
    new.closed_at := case when new.status <> 'open' then coalesce(new.closed_at, now()) end;
    new.rank := coalesce(new.rank, public.free_rank(new.stage_id, new.id, on_top => true));
    new.household_id := coalesce(new.household_id, (select c.household_id from public.contacts c where c.id = new.contact_id));
  elsif new.stage_id <> old.stage_id then
    new.stage_entered_at := now();
    new.closed_at := case when new.status <> 'open' then coalesce(case when old.status = new.status then old.closed_at end, now()) end;
  end if;
  if new.rank like 'before %' then
    -- Asked for by private.place_opportunity.
    new.rank := public.free_rank(new.stage_id, new.id, nullif(substr(new.rank, 8), 'end')::uuid);
  elsif not is_new and new.stage_id <> old.stage_id then
    new.rank := public.free_rank(new.stage_id, new.id, on_top => true);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.opportunity_forecast(pipeline uuid, filter opportunity_filter DEFAULT NULL::opportunity_filter)
 RETURNS TABLE(month date, cards bigint, sum_agorot bigint, weighted_agorot bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select date_trunc('month', o.expected_close_on)::date, count(*), sum(o.amount_agorot)::bigint,
    round(sum(o.amount_agorot * coalesce(o.probability_override, s.probability)) / 100.0)::bigint
  from public.filtered_opportunities(pipeline, filter) o join public.pipeline_stages s on s.id = o.stage_id
  where o.status = 'open'
  group by 1
$function$;
grant execute on function opportunity_forecast(uuid,opportunity_filter) to authenticated;
grant execute on function opportunity_forecast(uuid,opportunity_filter) to service_role;

CREATE OR REPLACE FUNCTION public.order_before_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.status := 'pending';
  new.paid_agorot := 0;
  new.refunded_agorot := 0;
  new.paid_at := null;
  new.attention := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_bio_links(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.bio_links l set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = l.id and l.position <> o.place
$function$;
grant execute on function order_bio_links(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.order_fields(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  update custom_field_defs d set position = place.position
  from unnest(ids) with ordinality place (id, position)
  where d.id = place.id and d.position is distinct from place.position
$function$;
grant execute on function order_fields(uuid[]) to authenticated;
grant execute on function order_fields(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.order_products(ids uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.products p set position = o.place::integer
  from unnest(ids) with ordinality o (id, place) where o.id = p.id and p.position <> o.place
$function$;
grant execute on function order_products(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.order_stages(pipeline uuid, stages uuid[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  update pipeline_stages s set position = wanted.position
  from unnest(stages) with ordinality as wanted (id, position)
  where s.id = wanted.id and s.pipeline_id = pipeline and s.position <> wanted.position
$function$;
grant execute on function order_stages(uuid,uuid[]) to authenticated;
grant execute on function order_stages(uuid,uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.own_address()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email from auth.users u where u.id = auth.uid()
$function$;
grant execute on function own_address() to service_role;

CREATE OR REPLACE FUNCTION public.own_addresses(person uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.value_norm from public.own_points(person) p where p.kind = 'email'
$function$;

CREATE OR REPLACE FUNCTION public.own_legal_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then new.is_demo := false; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.own_points(person uuid)
 RETURNS TABLE(kind text, value_norm text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select distinct p.kind, p.value_norm from public.contact_points p
  where p.contact_id in (select public.records_of_person(person))
    and not exists (
      select from public.contact_points other join public.contacts c on c.id = other.contact_id
      where other.kind = p.kind and other.value_norm = p.value_norm and c.deleted_at is null
        and c.id not in (select public.records_of_person(person)))
$function$;

CREATE OR REPLACE FUNCTION public.owner_invitation_state(hash text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select case
      when used_at is not null then 'used'
      when exists (select from public.user_roles where role = 'owner' and is_active) then 'used'
      when expires_at <= now() then 'expired'
      else 'open'
    end
    from public.owner_invitations where token_hash = hash
  ), 'unknown')
$function$;
grant execute on function owner_invitation_state(text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.packages_of_contact(contact uuid)
 RETURNS TABLE(id uuid, contact_id uuid, type_id uuid, title text, total integer, remaining integer, expires_on date, note text, version integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.contact_id, p.type_id, t.title, p.total, private.left_of_package(p.id), p.expires_on, p.note, p.version
  from public.session_packages p join public.appointment_types t on t.id = p.type_id join public.contacts owner on owner.id = p.contact_id
  where (p.contact_id = contact or owner.household_id = (select c.household_id from public.contacts c where c.id = contact))
    and (public.has_role('owner', 'admin', 'sales') or p.contact_id in (select public.my_contact_ids()))
  order by p.created_at desc, p.id
$function$;
grant execute on function packages_of_contact(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.page_view_report(from_day date, to_day date)
 RETURNS TABLE(kind text, label text, views bigint, visitors bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with seen as materialized (
    select (at at time zone 'Asia/Jerusalem')::date as day, path, referrer_host, utm_source, utm_campaign, device, visitor
    from public.page_views
    where at >= from_day::timestamp at time zone 'Asia/Jerusalem'
      and at < (to_day + 1)::timestamp at time zone 'Asia/Jerusalem'
  ),
  -- Hashes of different days are not comparable, so visitors are counted per day; the screen says so.
  counted as (
    select case
        when grouping(day) = 0 then 'day'
        when grouping(path) = 0 then 'page'
        when grouping(referrer_host) = 0 then 'referrer'
        when grouping(utm_source, utm_campaign) = 0 then 'campaign'
        when grouping(device) = 0 then 'device'
        else 'all'
      end as kind,
      case
        when grouping(day) = 0 then day::text
        when grouping(path) = 0 then path
        when grouping(referrer_host) = 0 then coalesce(referrer_host, '')
        when grouping(utm_source, utm_campaign) = 0 then concat_ws(' / ', utm_source, utm_campaign)
        when grouping(device) = 0 then device
        else ''
      end as label,
      count(*) as views,
      count(distinct visitor) as visitors
    from seen
    group by grouping sets ((), (day), (path), (referrer_host), (utm_source, utm_campaign), (device))
  )
  select counted.kind, counted.label, counted.views, counted.visitors from counted
  where counted.kind <> 'campaign' or counted.label <> ''
  order by counted.kind, counted.views desc, counted.label
$function$;
grant execute on function page_view_report(date,date) to authenticated;

CREATE OR REPLACE FUNCTION public.page_view_salt()
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone 'Asia/Jerusalem')::date;
  found bytea;
begin
  select salt into found from public.page_view_salts where day = today;
  if found is null then
    insert into public.page_view_salts (day) values (today) on conflict (day) do nothing;
    select salt into found from public.page_view_salts where day = today;
    -- Yesterday's salt remains for an hour: a node may still write views from before midnight.
    delete from public.page_view_salts where day < ((now() - interval '1 hour') at time zone 'Asia/Jerusalem')::date;
    delete from public.page_views where at < now() - interval '13 months';
  end if;
  return found;
end
$function$;
grant execute on function page_view_salt() to service_role;

CREATE OR REPLACE FUNCTION public.pairs_of(people uuid[])
 RETURNS TABLE(first_id uuid, second_id uuid, score integer, reasons text[], looks_like text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with sharing as (
    select least(mine.contact_id, theirs.contact_id) as first_id, greatest(mine.contact_id, theirs.contact_id) as second_id,
      bool_or(mine.kind = 'phone') as phone, bool_or(mine.kind = 'email') as email
    from public.contact_points mine
    cross join lateral (
      select few.contact_id, count(*) over () as crowd
      -- A number of a dozen contacts is a switchboard and identifies no one.
      from (select p.contact_id from public.contact_points p where p.kind = mine.kind and p.value_norm = mine.value_norm limit 12) few
    ) theirs
    where mine.contact_id = any (people) and theirs.contact_id <> mine.contact_id and theirs.crowd < 12
    group by 1, 2
  )
  select s.first_id, s.second_id, j.score, j.reasons, j.looks_like
  from sharing s
  join public.contacts one on one.id = s.first_id and one.deleted_at is null
  join public.contacts other on other.id = s.second_id and other.deleted_at is null
  cross join lateral public.score_pair(one, other, s.phone, s.email) j
  -- Linked family members share contact points and names.
  where j.score >= 60 and not (
    one.household_id is not distinct from other.household_id and one.household_id is not null
    and public.he_norm(one.first_name) <> public.he_norm(other.first_name));
end
$function$;

CREATE OR REPLACE FUNCTION public.path_of_address(address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  path text := regexp_replace(address, '[?#].*$', '');
begin
  if address not like '/%' then return null; end if;
  begin
    if path ~ '%(?![0-9A-Fa-f]{2})' then raise sqlstate '22021'; end if;
    select convert_from(string_agg(case when part[1] ~ '^%' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, ''::bytea order by at), 'UTF8')
      into path from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+', 'g') with ordinality as found (part, at);
  exception when character_not_in_repertoire then null;
  end;
  return lower(coalesce(nullif(rtrim(regexp_replace(path, '/{2,}', '/', 'g'), '/'), ''), '/'));
end
$function$;

CREATE OR REPLACE FUNCTION public.payments_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.charges c where c.id = new.charge_id and c.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'charge_of_another_contact';
  end if;
  -- Only a cheque may have a future date.
  if new.provider = 'manual' and new.method <> 'cheque' and new.paid_on > (now() at time zone 'Asia/Jerusalem')::date then
    raise sqlstate 'PT422' using message = 'paid_ahead';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.person_data(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_rows jsonb;
  found_tables jsonb := '{}';
  place record;
begin
  perform private.require_role('owner', 'admin');
  if not exists (select from public.contacts c where c.id = person) then
    raise sqlstate 'PT404' using message = 'person_not_found';
  end if;
  for place in
    select distinct k.conrelid::regclass::text as table_name, c.relname as name, string_agg(format('t.%I in (select public.records_of_person($1))', a.attname), ' or ') as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and c.relname not in ('duplicate_pairs', 'merges')
    group by 1, 2
    union all select 'public.households', 'households', 't.id in (select c.household_id from public.contacts c where c.id in (select public.records_of_person($1)))'
    union all select 'public.opportunity_stage_history', 'opportunity_stage_history',
      't.opportunity_id in (select o.id from public.opportunities o where o.contact_id in (select public.records_of_person($1)))'
    union all select 'public.newsletter_requests', 'newsletter_requests', 't.email in (select public.own_addresses($1))'
    union all select 'public.reviews', 'reviews', 't.id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.review_photos', 'review_photos',
      't.review_id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.form_files', 'form_files',
      't.submission_id in (select s.id from public.form_submissions s where s.contact_id in (select public.records_of_person($1)))'
    union all select 'public.form_sealed_answers', 'form_sealed_answers',
      't.submission_id in (select s.id from public.form_submissions s where s.contact_id in (select public.records_of_person($1)))'
    union all select 'public.audit_log', 'audit_log', 't.contact_id in (select public.records_of_person($1))'
  loop
    if place.name = 'contacts' then place.condition := 't.id in (select public.records_of_person($1))'; end if;
    execute format(
      'select coalesce(jsonb_agg((select jsonb_object_agg(field.key, field.value) from jsonb_each(to_jsonb(t)) field
         where field.key not like ''%%hash%%'' and field.key not in (''search_name'', ''rank''))), ''[]'') from %s t where %s',
      place.table_name, place.condition) into found_rows using person;
    if found_rows <> '[]' then found_tables := found_tables || jsonb_build_object(place.name, found_rows); end if;
  end loop;
  return found_tables;
end
$function$;
grant execute on function person_data(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.person_holdings(person uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(part.key, jsonb_array_length(part.value)), '{}') from jsonb_each(public.person_data(person)) part
$function$;
grant execute on function person_holdings(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.picture_count()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from storage.objects
  where bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text
$function$;
grant execute on function picture_count() to authenticated;
grant execute on function picture_count() to service_role;

CREATE OR REPLACE FUNCTION public.pin_activity(activity uuid, pinned boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line constant public.activities := public.visible_activity(activity);
begin
  update public.activities a set pinned_at = case when pinned then now() end where a.id = line.id;
end
$function$;
grant execute on function pin_activity(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.plain_text(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select translate(lower(written), ' -().', '')
$function$;

CREATE OR REPLACE FUNCTION public.plan_import(import uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
declare
  judged integer;
begin
  with next as (
    select r.* from import_rows r join imports i on i.id = import
    where r.import_id = import and r.n > i.header_row and r.plan is null order by r.n limit most
  ),
  judged as (
    select r.n,
      case
        when r.clean is null then 'error'
        when r.duplicate_of is not null then
          case when i.on_match = 'skip' or import_facts(earlier.clean) @> import_facts(r.clean) then 'skipped' else 'updated' end
        when m.verdict = 'same' then
          case when i.on_match = 'skip' or import_changes(m.contact_id, r.clean, i.on_match, i.consent_proof is not null) = '{}' then 'skipped' else 'updated' end
        else 'created'
      end as plan,
      case when r.duplicate_of is not null then 'in_file_duplicate'
        when m.verdict = 'same' and i.on_match = 'skip' then 'already_there'
        when m.verdict = 'same' then 'nothing_new'
      end as reason,
      case when r.duplicate_of is null and m.verdict = 'same' then m.contact_id end as record_id
    from next r
    join imports i on i.id = import
    left join import_rows earlier on earlier.import_id = import and earlier.n = r.duplicate_of
    left join lateral (
      select * from match_import(r.clean, i.match_by) where r.duplicate_of is null and matches_contact(r.clean, i.match_by)) m on true
  )
  update import_rows r
  set plan = j.plan, record_id = j.record_id,
    reason = case when j.plan in ('skipped', 'error') then coalesce(r.reason, j.reason) end
  from judged j where r.import_id = import and r.n = j.n;
  get diagnostics judged = row_count;
  return judged;
end
$function$;
grant execute on function plan_import(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.preferences_of(token text)
 RETURNS TABLE(email text, is_off boolean, is_consenting boolean, paused_until timestamp with time zone, at_most_weekly boolean, lists jsonb, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.masked_address(l.email),
    exists (select from public.suppressions s where s.value_hash = public.address_hash(l.email) and s.reason in ('unsubscribe', 'complaint', 'legal')),
    coalesce((select k.action = 'grant' from public.consents k
      where k.contact_id = l.contact_id and k.value_norm = l.email and k.channel = 'email' and k.purpose = 'marketing'
      order by k.at desc, k.id limit 1), false),
    case when p.paused_until > now() then p.paused_until end,
    coalesce(p.at_most_weekly, false),
    coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'description', m.description, 'isOn', s.status is not distinct from 'confirmed')
        order by m.position, m.created_at)
      from public.mailing_lists m
      left join public.subscriptions s on s.list_id = m.id and s.email = l.email
      where m.archived_at is null and (m.is_public or s.status = 'confirmed')), '[]'),
    (select u.reason from public.unsubscribe_reasons u where u.link_hash = l.token_hash)
  from public.preference_links l left join public.mail_preferences p on p.email = l.email
  where l.token_hash = public.link_hash(token)
$function$;
grant execute on function preferences_of(text) to anon;
grant execute on function preferences_of(text) to authenticated;
grant execute on function preferences_of(text) to service_role;

CREATE OR REPLACE FUNCTION public.preserve_opt_outs(winner uuid, loser uuid, since timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, text_snapshot_hash, source_type, source_id,
    source_url, ip_trunc, user_agent, at, proof, recorded_by, is_demo)
  select loser, k.value_norm, k.channel, k.purpose, k.action, k.text_version_id, k.text_snapshot_hash, k.source_type, k.source_id,
    k.source_url, k.ip_trunc, k.user_agent, k.at, k.proof, k.recorded_by, k.is_demo
  from (
    select distinct on (c.value_norm, c.channel, c.purpose) c.*
    from public.consents c where c.contact_id = winner and c.at >= since
    order by c.value_norm, c.channel, c.purpose, c.at desc, c.id) k
  where k.action = 'withdraw'
    and exists (select from public.contact_points p where p.contact_id = loser and p.value_norm = k.value_norm)
$function$;

CREATE OR REPLACE FUNCTION public.preview_bulk_contacts(selection jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'extensions'
 SET statement_timeout TO '30s'
AS $function$
  with chosen as materialized (select c.full_name, c.search_name from contacts c where c.id = any (selected_contacts(selection)) and c.deleted_at is null)
  select jsonb_build_object(
    'count', (select count(*) from chosen),
    'names', coalesce((select jsonb_agg(full_name) from (select full_name from chosen order by search_name collate "C" limit 5) first), '[]'))
$function$;
grant execute on function preview_bulk_contacts(jsonb) to authenticated;
grant execute on function preview_bulk_contacts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.preview_merge(winner_id uuid, loser_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  target record;
  name text;
  found integer;
  answer jsonb := '{}';
begin
  perform private.require_role('owner', 'admin');
  for target in select * from public.contact_references() loop
    execute format('select count(*)::integer from %s t where t.%I = $1', target.rel, target.col) into found using loser_id;
    if found > 0 then
      name := (select c.relname from pg_catalog.pg_class c where c.oid = target.rel);
      answer := answer || jsonb_build_object(name, found + coalesce((answer ->> name)::integer, 0));
    end if;
  end loop;
  return answer;
end
$function$;
grant execute on function preview_merge(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.preview_post(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', p.id, 'slug', s.slug, 'published_at', coalesce(p.published_at, p.scheduled_for, now()), 'featured', p.featured,
    'saved_at', r.saved_at, 'title', r.title, 'excerpt', r.excerpt, 'tags', r.tags, 'reading_min', r.reading_min, 'body', r.body,
    'cover_alt', r.cover_alt, 'cover_art', r.cover_art,
    'cover', (select jsonb_build_object('id', c.id, 'format', c.format, 'width', c.width, 'height', c.height) from public.pictures c where c.id = r.cover_id),
    'category_slug', k.slug, 'category_name', k.name, 'author_name', a.name,
    'author', case when a.id is null then null else jsonb_build_object('name', a.name, 'about', a.about, 'picture',
      (select jsonb_build_object('id', c.id, 'format', c.format, 'width', c.width, 'height', c.height) from public.pictures c where c.id = a.picture_id)) end,
    'related', '[]'::jsonb)
  from public.post_previews v
  join public.posts p on p.id = v.post_id and p.deleted_at is null
  join public.post_revisions r on r.id = p.draft_id
  left join public.post_slugs s on s.post_id = p.id and s.is_current
  left join public.post_categories k on k.id = r.category_id
  left join public.post_authors a on a.id = r.author_id
  where v.token_hash = extensions.digest(token, 'sha256') and v.expires_at > now()
$function$;
grant execute on function preview_post(text) to anon;
grant execute on function preview_post(text) to authenticated;

CREATE OR REPLACE FUNCTION public.products_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.product_slugs s where s.slug = new.slug and s.product_id <> new.id) then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end if;
  if tg_op = 'UPDATE' then
    -- Visibility and position do not count versions.
    if (new.slug, new.name, new.kind, new.tagline, new.description, new.included, new.facts, new.call_words, new.call_way, new.has_waitlist)
      is distinct from
      (old.slug, old.name, old.kind, old.tagline, old.description, old.included, old.facts, old.call_words, old.call_way, old.has_waitlist) then
      new.version := old.version + 1;
    end if;
    new.updated_at := now();
    if new.slug <> old.slug then
      delete from public.product_slugs s where s.slug = new.slug;
      insert into public.product_slugs (slug, product_id) values (old.slug, new.id);
      perform public.move_page('/' || old.slug, '/' || new.slug);
    end if;
    if new.name <> old.name then
      update public.pages p set label = new.name where p.path = '/' || new.slug;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.prune_audit_log()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (delete from public.audit_log where at < now() - interval '24 months' returning 1)
  select count(*) from gone
$function$;
grant execute on function prune_audit_log() to service_role;

CREATE OR REPLACE FUNCTION public.prune_events()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.domain_events e where e.occurred_at < now() - interval '13 months'
$function$;
grant execute on function prune_events() to service_role;

CREATE OR REPLACE FUNCTION public.prune_form_drafts()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.form_submissions s where s.status = 'partial' and s.last_at < now() - interval '90 days'
$function$;
grant execute on function prune_form_drafts() to service_role;

CREATE OR REPLACE FUNCTION public.publish_due_post(post uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with published as (
    update public.posts p set status = 'published', published_at = coalesce(p.published_at, p.scheduled_for), scheduled_for = null, updated_at = clock_timestamp()
    where p.id = post and p.status = 'scheduled' and p.scheduled_for <= clock_timestamp() returning 1
  )
  select exists (select from published)
$function$;
grant execute on function publish_due_post(uuid) to worker;

CREATE OR REPLACE FUNCTION public.publish_form(form uuid, definition jsonb, expected integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  seen public.forms;
  number integer;
begin
  select f.* into seen from public.forms f where f.id = form and f.deleted_at is null for update;
  if seen.id is null then raise sqlstate 'PT404' using message = 'form_not_found'; end if;
  if seen.version <> expected then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  number := coalesce(seen.current_version, 0) + 1;
  insert into public.form_versions (form_id, number, definition, published_by) values (form, number, definition, auth.uid());
  update public.forms f set current_version = number, status = 'published' where f.id = form;
  return number;
end
$function$;
grant execute on function publish_form(uuid,jsonb,integer) to service_role;

CREATE OR REPLACE FUNCTION public.publish_legal_text(text_key text, seen_version integer, note text DEFAULT ''::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft public.legal_texts;
  latest public.legal_versions;
  missing text[];
begin
  perform private.require_role('owner', 'admin');
  select * into draft from public.legal_texts t where t.key = publish_legal_text.text_key for update;
  if draft.key is null then raise sqlstate 'PT404' using message = 'unknown_legal_text'; end if;
  if draft.version <> seen_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  missing := public.missing_legal_facts(draft.updated_line || ' ' || draft.body);
  if missing <> '{}' then
    raise sqlstate 'PT422' using message = 'legal_facts_missing', detail = array_to_string(missing, ',');
  end if;
  select * into latest from public.legal_versions v where v.text_key = draft.key order by v.number desc limit 1;
  if (latest.body, latest.updated_line) = (draft.body, draft.updated_line) then
    raise sqlstate 'PT409' using message = 'nothing_to_publish';
  end if;
  insert into public.legal_versions (text_key, number, updated_line, body, facts, note, published_by)
  values (draft.key, coalesce(latest.number, 0) + 1, draft.updated_line, draft.body, public.legal_facts(), coalesce(btrim(note), ''), auth.uid());
  -- The review by a lawyer covered another text.
  update public.legal_settings set reviewed_at = null, reviewed_by = null where reviewed_at is not null;
  return coalesce(latest.number, 0) + 1;
end
$function$;
grant execute on function publish_legal_text(text,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION public.publish_message_template(template uuid, seen_version integer, from_number integer DEFAULT NULL::integer)
 RETURNS message_templates
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.message_templates;
  wanted jsonb;
  fault text;
begin
  perform private.require_role('owner', 'admin');
  select * into found from public.message_templates t where t.id = template for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'template_not_found'; end if;
  if found.version <> seen_version then raise sqlstate 'PT409' using message = 'template_changed'; end if;
  if found.archived_at is not null then raise sqlstate 'PT409' using message = 'template_archived'; end if;
  wanted := case when from_number is null then found.draft
    else (select v.content from public.message_template_versions v where v.template_id = template and v.number = from_number) end;
  if wanted is null then raise sqlstate 'PT404' using message = 'template_version_unknown'; end if;
  if not private.is_template_content(found.channel, wanted) then raise sqlstate 'PT422' using message = 'template_incomplete'; end if;
  fault := private.template_content_fault(wanted, private.merge_field_names(found.context_type));
  if fault is not null then raise sqlstate 'PT422' using message = 'template_field_unknown', detail = fault; end if;
  if wanted is distinct from (
    select v.content from public.message_template_versions v where v.template_id = template and v.number = found.published_number) then
    insert into public.message_template_versions (template_id, number, content)
    select template, coalesce(max(v.number), 0) + 1, wanted from public.message_template_versions v where v.template_id = template
    returning number into found.published_number;
  end if;
  update public.message_templates t set draft = wanted, published_number = found.published_number
  where t.id = template returning * into found;
  return found;
end
$function$;
grant execute on function publish_message_template(uuid,integer,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.publish_pages_with_site()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id = public.business_owner_id() and not exists (select from public.pages where published_version_id is not null) then
    update public.pages p set published_version_id = v.id, published_at = now(), published_by = auth.uid()
    from public.page_versions v where v.path = p.path and v.number = p.version and p.path <> '/*';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.publish_post(post uuid, seen_version integer, at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held constant public.posts := public.lock_post(post, seen_version);
  written public.post_revisions;
  missing text;
  later constant boolean := at > clock_timestamp();
  answer integer;
begin
  if held.deleted_at is not null then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  if later and held.status = 'published' then
    raise sqlstate 'PT409' using message = 'already_published';
  end if;
  if later and at > clock_timestamp() + interval '2 years' then
    raise sqlstate 'PT422' using message = 'hour_too_far';
  end if;
  select * into written from public.post_revisions r where r.id = held.draft_id;
  missing := public.missing_to_publish(written);
  if missing is not null then
    raise sqlstate 'PT422' using message = missing;
  end if;
  update public.posts p set
    status = case when later then 'scheduled' else 'published' end,
    shown_id = written.id,
    scheduled_for = case when later then at end,
    published_at = case when later then held.published_at else coalesce(held.published_at, clock_timestamp()) end,
    updated_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  if later then
    perform jobs.enqueue('publish_post', json_build_object('post', post), 'publish_post:' || post, at);
  end if;
  return answer;
end
$function$;
grant execute on function publish_post(uuid,integer,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.purge_person(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  merged uuid;
begin
  if exists (select from public.opportunities o where o.contact_id = person and o.deleted_at is null) then return false; end if;
  for merged in select c.id from public.contacts c where c.merged_into_id = person loop
    if not public.purge_person(merged) then return false; end if;
  end loop;
  perform public.forget_traces(person);
  -- Reviews remain without their author, and a portal account without a contact has no access: both are cleared here.
  if exists (select from public.review_authors a where a.contact_id = person)
    or exists (select from public.contacts c where c.id = person and c.client_user_id is not null) then
    perform public.anonymise_person(person);
  else
    begin
      delete from public.opportunities o where o.contact_id = person;
      delete from public.contacts c where c.id = person;
    exception when foreign_key_violation then
      perform public.anonymise_person(person);
    end;
  end if;
  perform public.forget_in_audit_log(person);
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.purge_thing(kind text, thing uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  if kind = 'contacts' then
    perform from public.contacts c
    where c.id = thing and c.deleted_at is not null and c.merged_into_id is null and c.anonymised_at is null for update;
    return found and public.purge_person(thing);
  end if;
  if kind not in ('households', 'opportunities', 'tasks', 'activities', 'files') then
    raise sqlstate 'PT422' using message = 'unknown_bin_kind';
  end if;
  execute format('delete from public.%I where id = $1 and deleted_at is not null', kind) using thing;
  get diagnostics gone = row_count;
  return gone > 0;
end
$function$;

CREATE OR REPLACE FUNCTION public.put_activity_away(activity uuid, away boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line constant public.activities := public.visible_activity(activity);
begin
  if line.type not in ('note', 'call', 'whatsapp', 'email', 'meeting')
    or not (line.actor_id = auth.uid() or public.has_role('owner', 'admin')) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  update public.activities a set deleted_at = case when away then now() end where a.id = line.id;
end
$function$;
grant execute on function put_activity_away(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.put_in_bin(things jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$ select move_between_bin(things, now()) $function$;
grant execute on function put_in_bin(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.put_off(entity text, entity_id uuid, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  delete from snoozes s
  where s.user_id = auth.uid() and (s.until < now() or (s.entity_id = put_off.entity_id and put_off.until is null));
  if put_off.until is null then return; end if;
  insert into snoozes (entity, entity_id, until) values (put_off.entity, put_off.entity_id, put_off.until)
  on conflict on constraint snoozes_pkey do update set until = excluded.until;
end
$function$;
grant execute on function put_off(text,uuid,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.rank_between(above text, below text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  top bigint := substr(above, 1, 12)::bigint;
  bottom bigint := substr(below, 1, 12)::bigint;
begin
  if above is null and below is null then return '500000000000'; end if;
  if above is null then return lpad((bottom - 1)::text, 12, '0'); end if;
  if below is null then return lpad((top + 1)::text, 12, '0'); end if;
  if bottom - top > 1 then return lpad(((top + bottom) / 2)::text, 12, '0'); end if;
  return substr(above, 1, 12) || public.fraction_between(substr(above, 13), case when bottom = top then substr(below, 13) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.rate_answer(asked text, has_helped boolean)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with counted as (
    insert into public.answer_ratings as r (question, helped, missed)
    select question, has_helped::int, (not has_helped)::int
    from public.pages p
    join public.page_versions v on v.path = p.path and v.id = p.published_version_id
    cross join jsonb_array_elements(v.blocks) block
    cross join jsonb_array_elements(block -> 'content' -> 'list') entry
    cross join lateral (select entry ->> 'question' as question) written
    where p.path = '/faq' and block ->> 'kind' = 'questions'
      and asked like regexp_replace(regexp_replace(question, '([\\%_])', '\\\1', 'g'), '\{\{\w+\}\}', '%', 'g')
    limit 1
    on conflict (question) do update
      set helped = r.helped + excluded.helped, missed = r.missed + excluded.missed, last_at = now()
    returning 1)
  select exists (select from counted)
$function$;
grant execute on function rate_answer(text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.read_bin(kind text DEFAULT NULL::text, before timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50)
 RETURNS TABLE(entity text, id uuid, name text, contact_id uuid, contact_name text, deleted_at timestamp with time zone, deleted_by uuid, along bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select b.entity, b.id, b.name, b.contact_id, c.full_name, b.deleted_at,
    (select l.actor_id from audit_log l
     where l.entity = b.entity and l.entity_id = b.id::text and l.after ? 'deleted_at' order by l.id desc limit 1),
    b.along
  from bin b left join contacts c on c.id = b.contact_id
  where (kind is null or b.entity = kind)
    and (read_bin.before is null or (b.deleted_at, b.id) < (read_bin.before, coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
  order by b.deleted_at desc, b.id desc
  limit least(greatest(page_size, 1), 200)
$function$;
grant execute on function read_bin(text,timestamp with time zone,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.read_post(address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with asked as (select s.post_id, s.is_current from post_slugs s where s.slug = address),
  shown as (
    select p.*, r.body, r.author_id from published_posts p
    join asked on asked.post_id = p.id
    join posts on posts.id = p.id
    join post_revisions r on r.id = posts.shown_id
  )
  select case when asked.is_current then to_jsonb(shown) - 'search' || jsonb_build_object(
      'author', (select jsonb_build_object('name', a.name, 'about', a.about, 'picture',
          (select jsonb_build_object('id', pic.id, 'format', pic.format, 'width', pic.width, 'height', pic.height) from pictures pic where pic.id = a.picture_id))
        from post_authors a where a.id = shown.author_id),
      -- By shared category, then by shared tags, then by date.
      'related', coalesce((select jsonb_agg(to_jsonb(other) - 'search' - 'rank' order by other.rank desc, other.published_at desc, other.id) from (
          select o.*, (o.category_id is not distinct from shown.category_id)::int * 10 + cardinality(array(select unnest(o.tags) intersect select unnest(shown.tags))) as rank
          from published_posts o where o.id <> shown.id order by rank desc, o.published_at desc, o.id limit 3) other), '[]'))
    else jsonb_build_object('moved_to', shown.slug) end
  from asked, shown
$function$;
grant execute on function read_post(text) to anon;
grant execute on function read_post(text) to authenticated;

CREATE OR REPLACE FUNCTION public.read_staff_invitation(hash text)
 RETURNS TABLE(state text, email text, role text, inviter text, has_account boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.staff_invitation_state(i), i.email, i.role,
    coalesce(p.full_name, nullif(btrim(by.raw_user_meta_data ->> 'full_name'), '')),
    exists (select from auth.users u where u.email = i.email and u.deleted_at is null and u.email_confirmed_at is not null)
  from (select) nothing
  left join public.staff_invitations i on i.token_hash = hash
  left join auth.users by on by.id = i.invited_by
  left join public.staff_profiles p on p.user_id = i.invited_by
$function$;
grant execute on function read_staff_invitation(text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.reassign_appointment(appointment uuid, seen_version integer, host uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given constant public.appointments := private.require_appointment(appointment, seen_version, host);
begin
  if given.status not in ('pending', 'awaiting_payment', 'confirmed') then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if not private.may_host(host) then raise sqlstate 'PT422' using message = 'not_a_host'; end if;
  update public.appointments a set user_id = host where a.id = appointment;
end
$function$;
grant execute on function reassign_appointment(uuid,integer,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.reassign_rows(rel regclass, col name, key name[], from_id uuid, to_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved_rows constant text := format(
    'select coalesce(jsonb_agg(jsonb_build_object(''key'', jsonb_build_array(%s), ''seen'', coalesce(to_jsonb(led) ->> ''version'', md5(to_jsonb(led)::text)))), ''[]'') from led',
    (select string_agg(format('led.%I', k), ', ') from unnest(key) k));
  place tid;
  one jsonb;
  moved jsonb := '[]';
begin
  begin
    execute format('with led as (update %s t set %I = $2 where t.%2$I = $1 returning t.*) ', rel, col) || moved_rows into moved using from_id, to_id;
  exception when unique_violation or exclusion_violation then
    for place in execute format('select t.ctid from %s t where t.%I = $1', rel, col) using from_id loop
      begin
        execute format('with led as (update %s t set %I = $2 where t.ctid = $1 returning t.*) ', rel, col) || moved_rows into one using place, to_id;
        moved := moved || one;
      exception when unique_violation or exclusion_violation then
        continue;
      end;
    end loop;
  end;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION public.record_consent(contact uuid, way text, value text, action text, proof text)
 RETURNS consents
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted public.consents;
  is_known constant boolean := exists (
    select from public.contact_points p where p.contact_id = contact and p.value_norm = value
      and p.kind = case way when 'email' then 'email' else 'phone' end);
begin
  if not (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  if not is_known then
    raise sqlstate 'PT422' using message = 'consent_of_unknown_point';
  end if;
  if char_length(btrim(coalesce(proof, ''))) < 4 then
    raise sqlstate 'PT422' using message = 'consent_of_staff_needs_proof';
  end if;
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, proof, recorded_by)
  select contact, value, way, 'marketing', action, t.id, 'staff', btrim(proof), auth.uid()
  from public.current_consent_texts t where t.kind = 'marketing'
  returning * into noted;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
  values (case action when 'grant' then 'consent.granted' else 'consent.withdrawn' end, 'user', auth.uid(), contact, 'consent', noted.id,
    jsonb_build_object('channel', way, 'value', value, 'text', noted.proof));
  -- A withdrawal applies to the address, so it is recorded for every contact who shares it. `source_id` refers to the original entry.
  if action = 'withdraw' then
    with others as (
      insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, recorded_by)
      select c.contact_id, c.value_norm, c.channel, c.purpose, 'withdraw', c.text_version_id, 'same_address', noted.id, auth.uid()
      from public.current_consents c
      where c.value_norm = value and c.channel = way and c.purpose = 'marketing' and c.action = 'grant' and c.contact_id <> contact
      returning id, contact_id
    )
    insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
    select 'consent.withdrawn', 'user', auth.uid(), o.contact_id, 'consent', o.id, jsonb_build_object('channel', way, 'value', value)
    from others o;
  end if;
  return noted;
end
$function$;
grant execute on function record_consent(uuid,text,text,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.record_imported_consent(who uuid, import imports, clean jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$
  insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, proof, recorded_by)
  select who, n.value, n.channel, 'marketing', 'grant', t.id, 'import', import.id, import.consent_proof, import.created_by
  from current_consent_texts t, new_consents(who, clean) n
  where t.kind = 'marketing' and import.consent_proof is not null
$function$;
grant execute on function record_imported_consent(uuid,imports,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.record_mail_outcome(mail uuid, refused text DEFAULT NULL::text, nobody_there boolean DEFAULT false, provider text DEFAULT NULL::text, opted_out boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.messages;
begin
  update public.messages m set
    sent_at = case when refused is null then now() end,
    error = refused,
    bounced_at = case when nobody_there then now() end,
    provider_id = coalesce(m.provider_id, provider)
  where m.mail_id = mail and m.sent_at is null returning m.* into message;
  if message.id is null then return; end if;
  -- A message that was canceled while the mail server took it was sent.
  update public.scheduled_messages s set status = case when refused is null then 'sent' else 'failed' end, skip_reason = null
  where s.id = message.scheduled_id;
  if nobody_there then perform public.mark_unreachable(message.to_value, 'bounce', refused, message.channel); end if;
  if opted_out then perform public.mark_unreachable(message.to_value, 'unsubscribe', refused, message.channel); end if;
end
$function$;
grant execute on function record_mail_outcome(uuid,text,boolean,text,boolean) to service_role;
grant execute on function record_mail_outcome(uuid,text,boolean,text,boolean) to worker;

CREATE OR REPLACE FUNCTION public.record_message_status(provider text, outbox uuid, status text, at timestamp with time zone, refused text DEFAULT NULL::text, nobody_there boolean DEFAULT false, opted_out boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  message public.messages;
begin
  update public.messages m set
    provider_id = coalesce(m.provider_id, provider),
    sent_at = case when status <> 'failed' then coalesce(m.sent_at, at) else m.sent_at end,
    delivered_at = case when status = 'delivered' then coalesce(m.delivered_at, at) else m.delivered_at end,
    error = case when status = 'failed' then coalesce(m.error, refused) else m.error end,
    bounced_at = case when status = 'failed' and nobody_there then coalesce(m.bounced_at, at) else m.bounced_at end
  where (m.provider_id = provider or (m.provider_id is null and m.mail_id = outbox))
    and (status <> 'failed' or m.delivered_at is null)
  returning m.* into message;
  if message.id is null then return; end if;
  update public.scheduled_messages s set status = case when message.error is null then 'sent' else 'failed' end, skip_reason = null
  where s.id = message.scheduled_id and s.status in ('sending', 'sent', 'canceled');
  if status = 'failed' and nobody_there then perform public.mark_unreachable(message.to_value, 'bounce', refused, message.channel); end if;
  if status = 'failed' and opted_out then
    perform private.refuse_advertising(message.channel, message.to_value, 'message_reply');
  end if;
end
$function$;
grant execute on function record_message_status(text,uuid,text,timestamp with time zone,text,boolean,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.records_of_person(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive records as (
    select c.id from public.contacts c where c.id = person
    union
    select c.id from public.contacts c join records r on c.merged_into_id = r.id
  )
  select id from records
$function$;

CREATE OR REPLACE FUNCTION public.rederive_messages_of_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.derive_messages(s.context_type, s.context_id) from (
    select distinct m.context_type, m.context_id from public.scheduled_messages m
    where m.rule_id = new.id and (m.status in ('scheduled', 'held_quiet', 'sending') or (m.status = 'canceled' and m.skip_reason = 'entity_changed'))
    order by m.context_id) s;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_all_duplicates()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.refresh_duplicates(array(
    select distinct p.contact_id from public.contact_points p
    where (p.kind, p.value_norm) in (
      select q.kind, q.value_norm from public.contact_points q group by 1, 2 having count(*) between 2 and 11)))
$function$;
grant execute on function refresh_all_duplicates() to service_role;

CREATE OR REPLACE FUNCTION public.refresh_duplicates(people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
#variable_conflict use_column
begin
  with found as materialized (select * from public.pairs_of(people)),
  gone as (
    delete from public.duplicate_pairs p
    where (p.first_id = any (people) or p.second_id = any (people)) and p.dismissed_at is null
      and not exists (select from found f where (f.first_id, f.second_id) = (p.first_id, p.second_id))
  )
  insert into public.duplicate_pairs as stored (first_id, second_id, score, reasons, looks_like)
  select f.first_id, f.second_id, f.score, f.reasons, f.looks_like from found f
  -- Sorted, so that two imports do not deadlock.
  order by f.first_id, f.second_id
  on conflict (first_id, second_id) do update
    set score = excluded.score, reasons = excluded.reasons, looks_like = excluded.looks_like
    where (stored.score, stored.reasons, stored.looks_like) is distinct from (excluded.score, excluded.reasons, excluded.looks_like);
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_duplicates_of_household()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.refresh_duplicates(array(select c.id from public.contacts c where c.household_id = new.id));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_duplicates_of_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people constant uuid[] := array(
    select a.id from after a join before b on b.id = a.id
    where (a.first_name, a.last_name, a.household_id, a.deleted_at) is distinct from (b.first_name, b.last_name, b.household_id, b.deleted_at));
begin
  if cardinality(people) > 0 then perform public.refresh_duplicates(people); end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_duplicates_of_points()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.refresh_duplicates(array(select distinct c.contact_id from changed c));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refresh_next_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- In the order of ids, to avoid deadlocks.
  cards constant uuid[] := array(select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.opportunity_id end, case when tg_op <> 'DELETE' then new.opportunity_id end]) id where id is not null order by id);
  people constant uuid[] := array(select distinct id from unnest(array[case when tg_op <> 'INSERT' then old.contact_id end, case when tg_op <> 'DELETE' then new.contact_id end]) id where id is not null order by id);
  one uuid;
begin
  foreach one in array cards loop
    update public.opportunities o set (next_step_task_id, next_step_at) = (
      select t.id, public.task_due(t.due_date, t.due_at) from public.tasks t
      where t.opportunity_id = one and t.status in ('To Do', 'In Progress')
      order by 2 nulls last, t.created_at, t.id limit 1)
    where o.id = one;
  end loop;
  foreach one in array people loop
    update public.contacts c set next_step_at = (
      select min(public.task_due(t.due_date, t.due_at)) from public.tasks t
      where t.contact_id = one and t.status in ('To Do', 'In Progress'))
    where c.id = one;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refunds_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid public.payments;
  credit bigint;
begin
  perform from public.contacts c where c.id = new.contact_id for no key update;
  select p.* into paid from public.payments p where p.id = new.refund_of for update;
  if paid.id is null or paid.kind <> 'payment' or paid.contact_id <> new.contact_id or paid.voided_at is not null or paid.status <> 'captured' then
    raise sqlstate 'PT422' using message = 'refund_without_payment';
  end if;
  if new.paid_on < paid.paid_on then raise sqlstate 'PT422' using message = 'refund_before_payment'; end if;
  if new.amount_agorot > private.left_of_payment(paid) then raise sqlstate 'PT422' using message = 'refund_too_large'; end if;
  if tg_op = 'INSERT' then
    new.charge_id := paid.charge_id;
    new.order_id := paid.order_id;
    select coalesce(sum(private.settled_by(p)), 0)
      - (select coalesce(sum(c.amount_agorot), 0) from public.charges c where c.contact_id = new.contact_id and c.voided_at is null)
      into credit
    from public.payments p where p.contact_id = new.contact_id and p.voided_at is null and p.status = 'captured';
    new.credited_agorot := new.amount_agorot - least(new.amount_agorot, greatest(credit, 0));
    if exists (select from public.charges c where c.id = new.charge_id and c.voided_at is not null) then new.credited_agorot := 0; end if;
    if new.charge_id is null and new.credited_agorot > 0 then new.charge_id := private.newest_covered_charge(new.contact_id); end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_filter()
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise sqlstate 'PT422' using message = 'filter_invalid';
end
$function$;
grant execute on function refuse_filter() to authenticated;
grant execute on function refuse_filter() to service_role;

CREATE OR REPLACE FUNCTION public.refuse_removal_of_used_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  users constant text := (select string_agg(name, ', ') from public.texts_using_field(new.id) name);
begin
  if users is not null then raise sqlstate 'PT409' using message = 'field_in_templates', detail = users; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_without_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.contacts c where c.id = new.contact_id and c.deleted_at is not null and c.merged_into_id is null) then
    raise sqlstate 'PT409' using message = 'contact_in_bin';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.remember_list(automation uuid, groups jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  members integer;
begin
  delete from public.automation_list_members m where m.automation_id = automation;
  insert into public.automation_list_members (automation_id, contact_id)
  select automation, m from private.listed_contact_ids(groups) m;
  get diagnostics members = row_count;
  return members;
end
$function$;
grant execute on function remember_list(uuid,jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.remove_calendar_feed()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.calendar_feeds f where f.user_id = auth.uid()
$function$;
grant execute on function remove_calendar_feed() to authenticated;

CREATE OR REPLACE FUNCTION public.remove_lead_magnet_file(magnet uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin', 'content');
  update public.lead_magnets m set asset_key = null, asset_name = null, asset_type = null, asset_bytes = null, guide = null
  where m.id = magnet;
end
$function$;
grant execute on function remove_lead_magnet_file(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.renumber_restored_events()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  if not exists (select from public.domain_events e where e.transaction_id > present)
    and not exists (select from public.event_cursors c where c.transaction_id > present) then
    return;
  end if;
  -- A cursor that has read nothing yet has no id of its own.
  update public.event_cursors c set transaction_id = '0', event_id = case when c.event_id > 0 then c.event_id else coalesce(
    (select max(e.id) from public.domain_events e where e.transaction_id < c.transaction_id), 0) end;
  update public.domain_events e set transaction_id = '0';
end
$function$;
grant execute on function renumber_restored_events() to service_role;

CREATE OR REPLACE FUNCTION public.reopen_opportunity(opportunity_id uuid, to_stage_id uuid, expected_version integer, before_id uuid DEFAULT NULL::uuid, reopened_because text DEFAULT NULL::text, lifecycle text DEFAULT NULL::text, stops_processes boolean DEFAULT false)
 RETURNS opportunities
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  card opportunities;
  stopped uuid[] := '{}';
begin
  card := move_opportunity(opportunity_id, to_stage_id, expected_version, before_id, reopened_because => reopened_because);
  if card.status <> 'open' then raise sqlstate 'PT422' using message = 'not_an_open_stage'; end if;
  if reopen_opportunity.lifecycle is not null then
    update contacts c set lifecycle = reopen_opportunity.lifecycle where c.id = card.contact_id;
  end if;
  if stops_processes then
    with done as (
      update client_processes p set status = 'cancelled' where p.contact_id = card.contact_id and p.status = 'active' returning p.id
    ) select coalesce(array_agg(id), '{}') into stopped from done;
  end if;
  perform private.note_follow_ups(card, jsonb_build_object('stopped', to_jsonb(stopped), 'lifecycle', reopen_opportunity.lifecycle));
  return card;
end
$function$;
grant execute on function reopen_opportunity(uuid,uuid,integer,uuid,text,text,boolean) to authenticated;
grant execute on function reopen_opportunity(uuid,uuid,integer,uuid,text,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.repeat_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next_day date;
begin
  if new.status = 'Done' then
    next_day := public.next_occurrence(new.rrule, new.due_date, (now() at time zone 'Asia/Jerusalem')::date);
    if next_day is null then return null; end if;
    insert into public.tasks (name, due_date, due_at, user_id, contact_id, opportunity_id, type, priority, rrule, created_by, follows_id, is_demo)
    values (new.name, next_day,
      (next_day + (new.due_at at time zone 'Asia/Jerusalem')::time) at time zone 'Asia/Jerusalem',
      new.user_id, new.contact_id, new.opportunity_id, new.type, new.priority, new.rrule, new.created_by, new.id, new.is_demo)
    on conflict on constraint occurrence_already_made do nothing;
  else
    with unmade as (
      delete from public.tasks t where t.follows_id = new.id and t.version = 1 and t.status = 'To Do' returning t.id
    )
    delete from public.activities a using unmade where a.related_type = 'task' and a.related_id = unmade.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_default_pipeline()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is not null then raise sqlstate 'PT422' using message = 'default_pipeline'; end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_owner_exists()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then return null; end if;
  -- Serializes owners who remove each other at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('user_roles.last_owner', 0));
  if not exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'last_owner';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_reopen_reason()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status <> 'open' then
    new.reopened_because := null;
  elsif old.status <> 'open' and new.reopened_because is null and old.closed_at < now() - interval '1 hour' then
    raise sqlstate 'PT422' using message = 'reopen_reason_required';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_stage_kinds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if exists (select from public.opportunities o where o.stage_id = old.id) then
      raise sqlstate 'PT422' using message = 'stage_holds_deals';
    end if;
  end if;
  -- Serializes users who remove the last two stages at the same moment.
  perform pg_advisory_xact_lock(hashtextextended('pipeline_stages.kinds ' || old.pipeline_id, 0));
  if exists (select from public.pipelines p where p.id = old.pipeline_id)
    and not exists (select from public.pipeline_stages s where s.pipeline_id = old.pipeline_id and s.kind = old.kind) then
    raise sqlstate 'PT422' using message = 'last_stage_of_its_kind';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.require_two_variants()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.page_variants v where v.comparison_id = new.id and v.weight > 0) < 2 then
    raise sqlstate 'PT422' using message = 'too_few_variants';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.restore_contact(was jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
  where a.attrelid = 'contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname not in ('id', 'last_activity_at', 'next_step_at', 'version');
  execute format('update contacts c set (%1$s) = (select %1$s from jsonb_populate_record(null::contacts, $1)) where c.id = ($1 ->> ''id'')::uuid', columns)
    using was;
  -- In a statement of its own, because the trigger would increment it.
  update contacts c set version = (was ->> 'version')::integer where c.id = (was ->> 'id')::uuid;
end
$function$;
grant execute on function restore_contact(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.restore_from_bin(things jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO 'public'
AS $function$ select move_between_bin(things, null) $function$;
grant execute on function restore_from_bin(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.restore_post(post uuid, seen_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  update public.posts p set deleted_at = null, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$function$;
grant execute on function restore_post(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.restore_post_revision(post uuid, revision uuid, seen_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer integer;
  fresh uuid;
begin
  perform public.lock_post(post, seen_version);
  insert into public.post_revisions (post_id, title, excerpt, body, plain, search, cover_id, cover_alt, cover_art, category_id, author_id, tags, reading_min, why)
  select r.post_id, r.title, r.excerpt, r.body, r.plain, r.search, r.cover_id, r.cover_alt, r.cover_art, r.category_id, r.author_id, r.tags, r.reading_min, 'restored'
  from public.post_revisions r where r.id = revision and r.post_id = post returning id into fresh;
  if fresh is null then
    raise sqlstate 'PT404' using message = 'revision_gone';
  end if;
  update public.posts p set draft_id = fresh, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$function$;
grant execute on function restore_post_revision(uuid,uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.restore_rows(led jsonb, winner uuid, loser uuid)
 RETURNS TABLE(back integer, changed integer, gone integer)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  home constant regclass := led ->> 'rel';
  key constant name[] := (select r.key from public.contact_references() r where r.rel = home and r.col = led ->> 'col');
begin
  -- Compared in the state it has with the winner, before it moves back.
  execute format(
    'with led as (select r -> ''key'' as key, r ->> ''seen'' as seen from jsonb_array_elements($1) r),
     here as (select jsonb_build_array(%1$s) as key, coalesce(to_jsonb(t) ->> ''version'', md5(to_jsonb(t)::text)) as seen from %2$s t where t.%3$I = $2),
     moved as (
       update %2$s t set %3$I = $3 where t.%3$I = $2 and jsonb_build_array(%1$s) in (select led.key from led) returning 1)
     select (select count(*) from moved)::integer, count(here.key) filter (where here.seen <> led.seen)::integer,
       count(*) filter (where here.key is null)::integer
     from led left join here on here.key = led.key',
    (select string_agg(format('t.%I', k), ', ') from unnest(key) k), home, led ->> 'col')
  into back, changed, gone using led -> 'rows', winner, loser;
  return next;
end
$function$;

CREATE OR REPLACE FUNCTION public.retry_run(run uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_role('owner', 'admin');
  update public.automation_runs r set status = 'queued', resume_at = now(), due_at = now(), attempts = 0, error = null, ended_at = null
  where r.id = run and r.status = 'failed';
  if not found then raise sqlstate 'PT409' using message = 'run_not_failed'; end if;
end
$function$;
grant execute on function retry_run(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.review_average()
 RETURNS TABLE(average numeric, rated bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select round(avg(r.rating), 1), count(*)
  from public.reviews r
  where r.rating is not null and r.status <> 'pending_verification' and coalesce(r.rejected_because not in ('spam', 'not_a_client', 'withdrawn'), true)
    and (not r.is_demo or public.is_demo_business())
  having count(*) > 0
$function$;
grant execute on function review_average() to anon;
grant execute on function review_average() to authenticated;
grant execute on function review_average() to service_role;

CREATE OR REPLACE FUNCTION public.review_edits_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.decided_at := case when new.decision is not null then coalesce(new.decided_at, now()) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.review_link_of(token text)
 RETURNS TABLE(kind text, state text, email text, shown_name text, rating smallint, body text, proposed text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when l.edit_id is null then 'proof' else 'wording' end, s.state, public.masked_address(a.email),
    r.shown_name, r.rating, case when s.state <> 'expired' then r.body end, case when s.state <> 'expired' then e.body end
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
$function$;
grant execute on function review_link_of(text) to anon;
grant execute on function review_link_of(text) to authenticated;
grant execute on function review_link_of(text) to service_role;

CREATE OR REPLACE FUNCTION public.review_photo(photo uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select translate(encode(p.bytes, 'base64'), E'\n', '')
  from public.review_photos p join public.reviews r on r.id = p.review_id
  where p.id = photo
    and ((r.status = 'approved' and (not r.is_demo or public.is_demo_business())) or public.has_role('owner', 'admin', 'content'))
$function$;
grant execute on function review_photo(uuid) to anon;
grant execute on function review_photo(uuid) to authenticated;
grant execute on function review_photo(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.review_request_of(token text)
 RETURNS TABLE(state text, first_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when r.review_id is not null then 'answered' when r.closed_at is not null or r.expires_at < now() then 'expired' else 'open' end,
    c.first_name
  from public.review_requests r join public.contacts c on c.id = r.contact_id
  where r.token_hash = public.link_hash(token) and c.anonymised_at is null
$function$;
grant execute on function review_request_of(text) to anon;
grant execute on function review_request_of(text) to authenticated;
grant execute on function review_request_of(text) to service_role;

CREATE OR REPLACE FUNCTION public.review_request_to(contact uuid)
 RETURNS TABLE(email text, first_name text, why text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function review_request_to(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.reviews_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    -- The first text is the original, regardless of its author.
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
$function$;

CREATE OR REPLACE FUNCTION public.run_import(import uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
declare
  batch imports;
  line import_rows;
  tally jsonb := '{"created": 0, "updated": 0, "skipped": 0, "error": 0}';
  outcome text;
  broken text;
  done integer := 0;
begin
  select * into batch from imports i where i.id = run_import.import and i.status = 'running' for update;
  if not found then return 0; end if;
  begin
    done := import_new_contacts(batch, most);
    tally := jsonb_set(tally, '{created}', to_jsonb(done));
  exception when others then
    -- One of the lines is refused: applied one by one, they show which.
    if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
  end;
  for line in select * from import_rows r where r.import_id = batch.id and r.result is null order by r.n limit most - done loop
    begin
      if line.clean is null then
        update import_rows r set result = 'error' where r.import_id = batch.id and r.n = line.n;
      else
        perform import_line(batch, line);
      end if;
    exception when others then
      -- A transient error: the whole batch is repeated.
      if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
      get stacked diagnostics broken = constraint_name;
      update import_rows r set result = 'error',
        reason = case when sqlstate like 'PT%' then sqlerrm else coalesce(nullif(broken, ''), 'line_refused') end
      where r.import_id = batch.id and r.n = line.n;
    end;
    select r.result into outcome from import_rows r where r.import_id = batch.id and r.n = line.n;
    tally := jsonb_set(tally, array[outcome], to_jsonb((tally ->> outcome)::integer + 1));
    done := done + 1;
  end loop;
  update imports i set handled = i.handled + done,
    counts = (select jsonb_object_agg(t.key, coalesce((i.counts ->> t.key)::integer, 0) + t.value::integer) from jsonb_each_text(tally) t)
  where i.id = batch.id;
  return done;
end
$function$;
grant execute on function run_import(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.save_schedule_hours(schedule uuid, seen_version integer, hours jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved integer;
begin
  update public.schedules s set name = s.name where s.id = schedule and s.version = seen_version returning s.version into saved;
  if saved is null then
    if exists (select from public.schedules s where s.id = schedule) then raise sqlstate 'PT409' using message = 'stale_version'; end if;
    raise sqlstate 'PT404' using message = 'schedule_gone';
  end if;
  delete from public.schedule_rules r where r.schedule_id = schedule;
  insert into public.schedule_rules (schedule_id, weekday, start_local, end_local)
  select schedule, (h ->> 'weekday')::smallint, (h ->> 'start')::time, (h ->> 'end')::time from jsonb_array_elements(hours) h;
  return saved;
end
$function$;
grant execute on function save_schedule_hours(uuid,integer,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.schedule_campaign(campaign uuid, at timestamp with time zone, seen_version integer)
 RETURNS campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.campaigns;
  fault text;
begin
  perform private.require_role('owner', 'admin');
  select * into found from public.campaigns c where c.id = campaign for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'campaign_not_found'; end if;
  if found.version <> seen_version then raise sqlstate 'PT409' using message = 'campaign_changed'; end if;
  if btrim(found.subject) = '' then raise sqlstate 'PT422' using message = 'campaign_without_subject'; end if;
  if jsonb_array_length(found.blocks) = 0 then raise sqlstate 'PT422' using message = 'campaign_without_body'; end if;
  if exists (select from jsonb_array_elements(found.blocks) block where not public.is_message_block(block)) then
    raise sqlstate 'PT422' using message = 'campaign_part_unfinished';
  end if;
  fault := private.template_content_fault(
    jsonb_build_object('subject', found.subject, 'preheader', found.preheader, 'blocks', found.blocks), private.merge_field_names(null));
  if fault is not null then raise sqlstate 'PT422' using message = 'unknown_campaign_token', detail = fault; end if;
  if at < now() - interval '5 minutes' or at > now() + interval '1 year' then
    raise sqlstate 'PT422' using message = 'campaign_time_passed';
  end if;
  if not exists (select from public.business_profiles b where b.user_id = public.business_owner_id()
      and b.legal_name ~ '\S' and b.address ~ '\S' and concat(b.phone, b.email) ~ '\S') then
    raise sqlstate 'PT422' using message = 'advertiser_not_named';
  end if;
  if not exists (select from public.audience_of(found.list_ids, found.lifecycles, found.segments) a where a.excluded is null) then
    raise sqlstate 'PT422' using message = 'campaign_reaches_nobody';
  end if;
  update public.campaigns c set status = 'scheduled', send_at = at, scheduled_by = auth.uid() where c.id = campaign
  returning * into found;
  perform jobs.enqueue('send_campaign', json_build_object('campaign', campaign), 'campaign:' || campaign, greatest(at, now()));
  return found;
end
$function$;
grant execute on function schedule_campaign(uuid,timestamp with time zone,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.score_pair(one contacts, other contacts, phone boolean, email boolean)
 RETURNS TABLE(score integer, reasons text[], looks_like text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 60 * phone::integer + 60 * email::integer + 30 * is_named_alike::integer + 25 * is_neighbour::integer,
    array_remove(array[
      case when phone then 'phone' end, case when email then 'email' end,
      case when is_named_alike then 'name' end, case when is_neighbour then 'street' end], null),
    case when is_family and is_called_otherwise then 'household' else 'duplicate' end
  from (
    select is_family, is_called_otherwise, is_family and not is_called_otherwise as is_named_alike,
      is_family and coalesce(public.street_of(one.household_id) = public.street_of(other.household_id), false) as is_neighbour
    from (
      select one.last_name is not null and public.he_norm(one.last_name) = public.he_norm(other.last_name) as is_family,
        public.he_norm(one.first_name) <> public.he_norm(other.first_name) as is_called_otherwise
      -- Materialized: otherwise the planner inlines and evaluates them repeatedly.
      offset 0
    ) names
    offset 0
  ) alike
$function$;

CREATE OR REPLACE FUNCTION public.search_contacts(query text, result_limit integer DEFAULT 20)
 RETURNS SETOF contacts
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
  select c.* from found_contact_ids(query, least(greatest(result_limit, 1), 100)) found
  join contacts c on c.id = found.id
  order by found.rank, c.last_activity_at desc nulls last, c.full_name, c.id
$function$;
grant execute on function search_contacts(text,integer) to authenticated;
grant execute on function search_contacts(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.search_notes(query text, result_limit integer DEFAULT 4)
 RETURNS TABLE(id uuid, contact_id uuid, full_name text, words text, happened_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
  select a.id, c.id, c.full_name, left(a.payload ->> 'text', 160), a.happened_at
  from activities a join contacts c on c.id = a.contact_id and c.deleted_at is null
  where a.id = any (array(select found_note_ids(query, least(greatest(result_limit, 1), 50))))
  order by a.happened_at desc
$function$;
grant execute on function search_notes(text,integer) to authenticated;
grant execute on function search_notes(text,integer) to service_role;

CREATE OR REPLACE FUNCTION public.segment_contact_ids(segments jsonb)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'extensions'
AS $function$
declare
  segment jsonb;
begin
  for segment in select * from jsonb_array_elements(segments) loop
    return query execute 'select c.id from public.contacts c where c.merged_into_id is null and '
      || public.contact_filter(jsonb_build_object('groups', segment -> 'groups'));
  end loop;
end
$function$;
grant execute on function segment_contact_ids(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.selected_contacts(selection jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'extensions'
AS $function$
declare
  at_most constant integer := 20000;
  ids uuid[];
begin
  if selection ? 'ids' then
    ids := array(select distinct value::uuid from jsonb_array_elements_text(selection -> 'ids'));
  elsif selection ? 'filter' then
    execute format('select array(select c.id from contacts c where %s and c.id <> all ($1) limit %s)', contact_filter(selection -> 'filter'), at_most + 1)
      into ids using array(select value::uuid from jsonb_array_elements_text(coalesce(selection -> 'but', '[]')));
  end if;
  if ids is null then perform refuse_filter(); end if;
  if cardinality(ids) > at_most then raise sqlstate 'PT422' using message = 'bulk_too_many'; end if;
  return ids;
end
$function$;
grant execute on function selected_contacts(jsonb) to authenticated;
grant execute on function selected_contacts(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.sending_hours()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(s) || jsonb_build_object('closed', (select coalesce(jsonb_agg(jsonb_build_object('from', d.from_on, 'until', d.until_on) order by d.from_on), '[]')
    from public.closed_days d where d.until_on >= current_date - 2))
  from public.message_settings s
$function$;
grant execute on function sending_hours() to authenticated;
grant execute on function sending_hours() to service_role;
grant execute on function sending_hours() to worker;

CREATE OR REPLACE FUNCTION public.series_appointments(appointment uuid)
 RETURNS TABLE(root_id uuid, starts_at timestamp with time zone, ends_at timestamp with time zone, ical_sequence integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.root_id, a.starts_at, a.ends_at, a.ical_sequence from public.appointments a
  where a.series_id = (select s.series_id from public.appointments s where s.id = appointment) and a.status = 'confirmed' and a.starts_at > now()
  order by a.starts_at
$function$;
grant execute on function series_appointments(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.set_completed_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.completed_at := case when new.status = 'completed' then coalesce(new.completed_at, now()) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_default_pipeline(pipeline uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
begin
  perform from pipelines p order by p.id for update;
  update pipelines p set is_default = false where p.is_default and p.id <> pipeline;
  update pipelines p set is_default = true where p.id = pipeline;
  if not found then raise sqlstate 'PT404' using message = 'pipeline_not_found'; end if;
end
$function$;
grant execute on function set_default_pipeline(uuid) to authenticated;
grant execute on function set_default_pipeline(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.set_no_show(appointment uuid, seen_version integer, side text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  met constant public.appointments := private.require_appointment(appointment, seen_version);
begin
  if met.status not in ('confirmed', 'completed', 'no_show') then raise sqlstate 'PT409' using message = 'appointment_ended'; end if;
  if met.starts_at > now() then raise sqlstate 'PT422' using message = 'appointment_ahead'; end if;
  update public.appointments a set no_show = side,
    status = case when side is not null then 'no_show' when a.ends_at < now() then 'completed' else 'confirmed' end
  where a.id = appointment;
end
$function$;
grant execute on function set_no_show(uuid,integer,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_template_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.template_version := coalesce(new.template_version,
    (select t.version from public.process_templates t where t.id = new.process_template_id), 1);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.set_updated_by()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.settle_appointments()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.appointments a set status = 'expired' where a.status = 'pending' and a.decide_by <= now();
  update public.appointments a set status = 'cancelled', cancelled_by = 'system', cancel_reason = 'התשלום לא הושלם בזמן'
  where a.status = 'awaiting_payment' and a.decide_by <= now();
  update public.appointments a set status = 'completed' where a.status = 'confirmed' and a.ends_at <= now() - interval '15 minutes';
  delete from public.slot_holds h where h.release_at < now() - interval '1 hour';
  with soon as (
    update public.appointments a set host_noticed_at = now()
    where a.status = 'confirmed' and a.ends_at > now() and a.starts_at > now() and a.starts_at <= now() + interval '15 minutes'
      and a.host_noticed_at is null and not a.is_demo
    returning a.*)
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select s.user_id, 'appointment.soon', left('פגישה מתחילה בקרוב: ' || s.title, 200),
    concat_ws(', ', m.name, to_char(s.starts_at at time zone 'Asia/Jerusalem', 'HH24:MI')), 'medium', 'contact', s.contact_id
  from soon s left join public.appointment_attendees m on m.appointment_id = s.id and m.role = 'main';
$function$;
grant execute on function settle_appointments() to service_role;

CREATE OR REPLACE FUNCTION public.settle_order_of_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.move_order(new.order_id, '{"kind": "ledger"}');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.show_own_factor_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal' <> 'aal2', true) then
    raise sqlstate 'PT409' using message = 'second_factor_first';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.shown_lead_magnets()
 RETURNS TABLE(id uuid, slug text, title text, description text, asks_phone boolean, has_file boolean, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, m.slug, m.title, m.description, m.asks_phone,
    num_nonnulls(m.asset_key, m.guide) > 0, m.updated_at
  from public.lead_magnets m
  where m.is_active and (not m.is_demo or public.is_demo_business())
  order by m.position, m.title, m.id
$function$;
grant execute on function shown_lead_magnets() to anon;
grant execute on function shown_lead_magnets() to authenticated;
grant execute on function shown_lead_magnets() to service_role;

CREATE OR REPLACE FUNCTION public.slot_facts(type uuid, from_at timestamp with time zone, to_at timestamp with time zone, except_root uuid DEFAULT NULL::uuid, except_hold text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'host', t.user_id,
    'isOpen', t.is_active and exists (select from public.booking_hosts h where h.user_id = t.user_id and h.is_open and private.may_host(h.user_id)),
    'schedule', private.host_schedule(t.id, from_at, to_at),
    'rules', jsonb_build_object('buffer_before', t.buffer_before, 'buffer_after', t.buffer_after, 'slot_interval', t.slot_interval,
      'min_notice_min', t.min_notice_min, 'window_kind', t.window_kind, 'window_days', t.window_days, 'window_from', t.window_from,
      'window_to', t.window_to, 'max_per_day', t.max_per_day, 'max_per_week', t.max_per_week),
    'busy', coalesce((select jsonb_agg(b.busy) from (
      select jsonb_build_object('from', private.epoch_ms(a.starts_at), 'to', private.epoch_ms(a.ends_at), 'source', 'appointment',
        'own_type', a.type_id is not distinct from t.id, 'buffer_before', a.buffer_before, 'buffer_after', a.buffer_after) as busy
      from public.appointments a
      where a.user_id = t.user_id and a.starts_at < to_at + interval '8 days' and a.starts_at > from_at - interval '9 days'
        and (a.status in ('awaiting_payment', 'confirmed', 'completed', 'no_show') or (a.status = 'pending' and a.pending_blocks))
        and a.root_id is distinct from except_root
      union all
      select jsonb_build_object('from', private.epoch_ms(h.starts_at), 'to', private.epoch_ms(h.ends_at), 'source', 'hold',
        'own_type', h.type_id = t.id, 'buffer_before', y.buffer_before, 'buffer_after', y.buffer_after)
      from public.slot_holds h join public.appointment_types y on y.id = h.type_id
      where h.user_id = t.user_id and h.release_at > now() and h.starts_at < to_at + interval '8 days' and h.ends_at > from_at - interval '9 days'
        and h.token_hash is distinct from except_hold) b), '[]'))
  from public.appointment_types t where t.id = type
$function$;
grant execute on function slot_facts(uuid,timestamp with time zone,timestamp with time zone,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.staff_invitation_state(invitation staff_invitations)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select case
    when (invitation).accepted_at is not null then 'accepted'
    when (invitation).revoked_at is not null then 'revoked'
    when (invitation).expires_at <= now() then 'expired'
    when (invitation).id is null then 'unknown'
    else 'open'
  end
$function$;

CREATE OR REPLACE FUNCTION public.staff_members()
 RETURNS TABLE(user_id uuid, name text, roles text[], photo_path text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id,
    coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)),
    array_agg(r.role order by r.role), p.photo_path
  from public.user_roles r join auth.users u on u.id = r.user_id left join public.staff_profiles p on p.user_id = u.id
  where r.is_active and r.role <> 'client' and public.is_staff()
  group by u.id, p.user_id
  order by 2
$function$;
grant execute on function staff_members() to authenticated;
grant execute on function staff_members() to service_role;

CREATE OR REPLACE FUNCTION public.staff_names()
 RETURNS TABLE(user_id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1))
  from auth.users u left join public.staff_profiles p on p.user_id = u.id
  where exists (select from public.user_roles r where r.user_id = u.id and r.is_active and r.role <> 'client')
  order by 2
$function$;
grant execute on function staff_names() to service_role;

CREATE OR REPLACE FUNCTION public.stage_instances_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and not exists (
    select from public.client_processes p join public.process_stages s on s.template_id = p.process_template_id
    where p.id = new.client_process_id and s.id = new.process_stage_id
  ) then
    raise sqlstate 'PT422' using message = 'stage_of_another_template';
  end if;
  new.opened_at := case new.status
    when 'locked' then null
    when 'skipped' then new.opened_at
    else coalesce(new.opened_at, now())
  end;
  if new.status <> 'done' then
    new.done_at := null;
    new.done_by := null;
  elsif tg_op = 'INSERT' or old.status <> 'done' then
    new.done_at := coalesce(new.done_at, now());
    new.done_by := coalesce(new.done_by, auth.uid());
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stage_message_facts(stage uuid)
 RETURNS TABLE(stage_name text, next_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.name, (
    select n.name from public.process_stage_instances o join public.process_stages n on n.id = o.process_stage_id
    where o.client_process_id = i.client_process_id and n.stage_order > t.stage_order and n.visible_to_client
      and o.status in ('locked', 'active', 'waiting_client', 'waiting_coach')
    order by n.stage_order limit 1)
  from public.process_stage_instances i join public.process_stages t on t.id = i.process_stage_id where i.id = stage
$function$;
grant execute on function stage_message_facts(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.stage_name(stage uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.name from public.pipeline_stages s where s.id = stage
$function$;

CREATE OR REPLACE FUNCTION public.stamp_automation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.updated_at := now();
  if new.status = 'enabled' and old.status <> 'enabled' then new.enabled_at := now(); end if;
  if new.status <> 'paused' then new.paused_because := null; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_email_text()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_legal_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.edited_at := now();
  new.edited_by := auth.uid();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_mailing_list()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_message_rule()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_message_settings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_redirect()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_seo()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_tracking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.stamp_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.voided_at := case when new.void_reason is not null then coalesce(old.voided_at, now()) end;
  new.voided_by := case when new.void_reason is not null then coalesce(old.voided_by, auth.uid()) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.start_hosting(host uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  week uuid;
begin
  if not private.manages_host(host) then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  if not private.may_host(host) then raise sqlstate 'PT422' using message = 'not_a_host'; end if;
  insert into public.booking_hosts (user_id, slug) values (host, address) on conflict (user_id) do nothing;
  if not found then return; end if;
  insert into public.schedules (user_id, name) values (host, 'שעות רגילות') returning id into week;
  insert into public.schedule_rules (schedule_id, weekday, start_local, end_local)
  select week, d, '09:00', case d when 5 then time '12:00' else '18:00' end from generate_series(0, 5) d;
  insert into public.appointment_types (user_id, schedule_id, slug, title, durations, default_duration, buffer_after, min_notice_min,
    location_kind, is_hidden, position)
  values
    (host, week, 'hekerut', 'שיחת היכרות', '{25}', 25, 10, 240, 'phone_host_calls', false, 10),
    (host, week, 'seder-90', 'סדר ב־90 דקות', '{90}', 90, 15, 1440, 'meet', true, 20),
    (host, week, 'livui', 'פגישת ליווי', '{60}', 60, 15, 1440, 'meet', true, 30),
    (host, week, 'sikum', 'פגישת סיכום', '{60}', 60, 15, 2880, 'meet', true, 40);
end
$function$;
grant execute on function start_hosting(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.steer_automation(automation uuid, step text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present public.automations;
begin
  perform private.require_role('owner', 'admin');
  select * into present from public.automations a where a.id = automation for update;
  if not found then raise sqlstate 'PT404' using message = 'automation_not_found'; end if;
  if step not in ('enable', 'pause', 'archive', 'restore') then raise sqlstate 'PT422' using message = 'invalid_input'; end if;
  if step = 'enable' and present.current_version is null then raise sqlstate 'PT409' using message = 'not_published'; end if;
  if step = 'pause' and present.status <> 'enabled' then raise sqlstate 'PT409' using message = 'automation_not_enabled'; end if;
  update public.automations a set
    status = case step when 'enable' then 'enabled' when 'pause' then 'paused' when 'archive' then 'archived' else 'draft' end,
    paused_because = case when step = 'pause' then 'owner' end
  where a.id = automation;
  if step = 'archive' then perform private.end_automation_runs(automation, 'archived'); end if;
end
$function$;
grant execute on function steer_automation(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.steer_campaign(campaign uuid, step text)
 RETURNS campaigns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found public.campaigns;
  target text := case step when 'pause' then 'paused' when 'resume' then 'sending' when 'cancel' then 'cancelled' when 'unschedule' then 'draft' end;
begin
  perform private.require_role('owner', 'admin');
  if target is null then raise sqlstate 'PT422' using message = 'campaign_step_not_possible'; end if;
  select * into found from public.campaigns c where c.id = campaign for update;
  if found.id is null then raise sqlstate 'PT404' using message = 'campaign_not_found'; end if;
  -- Idempotent: repeating a step succeeds.
  if found.status = target then return found; end if;
  -- Resuming a campaign that has not started would start it.
  if step = 'resume' and found.status <> 'paused' then raise sqlstate 'PT409' using message = 'campaign_step_not_possible'; end if;
  update public.campaigns c set status = target, held_until = null,
    finished_at = case when target = 'cancelled' then now() end where c.id = campaign
  returning * into found;
  if target = 'cancelled' then
    -- Mail that is still in the outbox is withheld as well.
    perform private.cancel_messages('campaign', campaign, 'campaign_canceled');
  elsif target = 'sending' then
    perform jobs.enqueue('send_campaign', json_build_object('campaign', campaign), 'campaign:' || campaign, now());
  end if;
  return found;
end
$function$;
grant execute on function steer_campaign(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.street_of(household uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(public.he_norm(split_part(h.address, ',', 1)), '') from public.households h where h.id = household
$function$;

CREATE OR REPLACE FUNCTION public.suppress_triggers(is_silent boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('session_replication_role', case when is_silent then 'replica' else 'origin' end, true)
$function$;

CREATE OR REPLACE FUNCTION public.sync_appointment_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed constant public.appointments := coalesce(new, old);
begin
  if changed.is_demo then return null; end if;
  perform jobs.enqueue('sync_appointment', json_build_object('root', changed.root_id, 'host', host),
    concat_ws(':', 'sync_appointment', changed.root_id, host))
  from (select distinct h.host from unnest(array[old.user_id, new.user_id]) h (host) where h.host is not null) hosts
  where exists (select from public.calendar_connections c where c.user_id = hosts.host);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.sync_event_of_attendee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform jobs.enqueue('sync_appointment', json_build_object('root', a.root_id, 'host', a.user_id),
    concat_ws(':', 'sync_appointment', a.root_id, a.user_id))
  from public.appointments a
  where a.id = new.appointment_id and a.status = 'confirmed' and not a.is_demo
    and exists (select from public.calendar_connections c where c.user_id = a.user_id);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.task_due(due_date date, due_at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(due_at, ((due_date + 1)::timestamp at time zone 'Asia/Jerusalem') - interval '1 second')
$function$;
grant execute on function task_due(date,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.tasks_before_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Queries for open tasks need no condition on the bin.
  if tg_op = 'UPDATE' and old.deleted_at is not null and new.deleted_at is null then
    new.status := coalesce(old.restores_as, new.status);
    new.restores_as := null;
  elsif new.deleted_at is not null and new.status in ('To Do', 'In Progress') then
    new.restores_as := new.status;
    new.status := 'Cancelled';
  end if;
  if new.status <> 'Done' then
    new.completed_at := null;
  elsif tg_op = 'INSERT' or old.status <> 'Done' then
    new.completed_at := coalesce(new.completed_at, now());
  end if;
  if new.contact_id is null and new.opportunity_id is not null then
    new.contact_id := (select o.contact_id from public.opportunities o where o.id = new.opportunity_id);
  end if;
  if (tg_op = 'INSERT' or (new.opportunity_id, new.contact_id) is distinct from (old.opportunity_id, old.contact_id))
    and exists (
      select from public.opportunities o where o.id = new.opportunity_id and o.contact_id is distinct from new.contact_id
    ) then
    raise sqlstate 'PT422' using message = 'opportunity_of_another_contact';
  end if;
  if new.due_at is not null then
    new.due_date := (new.due_at at time zone 'Asia/Jerusalem')::date;
  end if;
  -- Repeats on the 31st, also after a February.
  if new.rrule like 'FREQ=MONTHLY%' and new.rrule !~ 'BYMONTHDAY' and new.due_date is not null then
    new.rrule := regexp_replace(new.rrule, '(;UNTIL=|$)', ';BYMONTHDAY=' || extract(day from new.due_date)::integer || '\1');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.team_members()
 RETURNS TABLE(user_id uuid, name text, email text, photo_path text, roles text[], former_roles text[], joined_at timestamp with time zone, last_seen_at timestamp with time zone, has_second_factor boolean, contacts bigint, opportunities bigint, tasks bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id,
    coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)),
    u.email::text, p.photo_path, r.active, r.former, r.joined_at,
    (select max(coalesce(s.refreshed_at::timestamptz, s.created_at)) from auth.sessions s where s.user_id = u.id),
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.factor_type = 'totp' and f.status = 'verified'),
    (select count(*) from public.contacts c where c.owner_id = u.id and c.deleted_at is null),
    (select count(*) from public.opportunities o where o.owner_id = u.id and o.deleted_at is null and o.status = 'open'),
    (select count(*) from public.tasks t where t.user_id = u.id and t.status in ('To Do', 'In Progress'))
  from (
    select user_roles.user_id, min(created_at) as joined_at,
      coalesce(array_agg(role order by role) filter (where is_active), '{}') as active,
      coalesce(array_agg(role order by role) filter (where not is_active), '{}') as former
    from public.user_roles where role <> 'client' group by 1
  ) r
  join auth.users u on u.id = r.user_id
  left join public.staff_profiles p on p.user_id = u.id
  where public.has_role('owner', 'admin')
  order by cardinality(r.active) = 0, 2
$function$;
grant execute on function team_members() to authenticated;
grant execute on function team_members() to service_role;

CREATE OR REPLACE FUNCTION public.texts_using_field(field_id uuid)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query select s.name from private.sent_texts s join public.custom_field_defs d on d.id = field_id
    where s.content ~ (case d.entity when 'household' then 'שדה_בית\.' else 'שדה\.' end || d.key || '(?![a-z0-9_])') order by 1;
end
$function$;
grant execute on function texts_using_field(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.today()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with
  day as materialized (
    select auth.uid() as me, (now() at time zone 'Asia/Jerusalem')::date as today, has_role('owner', 'admin') as sees_to_all
  ),
  put_off as materialized (
    select s.entity_id from snoozes s where s.user_id = (select me from day) and s.until > now()
  ),
  -- The newest request per contact without a later activity. `offset 0`, here and below, forces index lookups; as a join the planner would
  -- read every contact and timeline.
  leads as materialized (
    select r.* from (
      select distinct on (r.contact_id) r.id, r.contact_id, r.opportunity_id, r.task_id, r.topic, r.message, r.created_at
      from contact_requests r
      where r.created_at > now() - interval '30 days'
      order by r.contact_id, r.created_at desc
    ) r
    where exists (select from contacts c where c.id = r.contact_id and c.deleted_at is null offset 0)
    and not exists (
      select from activities a
      where a.contact_id = r.contact_id and a.actor_kind = 'user' and a.happened_at > r.created_at and a.deleted_at is null
        -- An opened WhatsApp message may not have been sent, so it is no answer.
        and not (a.type in ('whatsapp', 'email') and coalesce(a.payload ->> 'text', '') = ''
          and coalesce(a.payload ->> 'outcome', 'not_sent') = 'not_sent')
      offset 0
    )
  ),
  due as materialized (
    select t.*, task_due(t.due_date, t.due_at) as due
    from tasks t
    where t.user_id = (select me from day) and t.status in ('To Do', 'In Progress') and t.due_date <= (select today from day)
  ),
  open as materialized (
    select o.id, o.contact_id, o.stage_id, o.stage_entered_at, o.next_step_task_id, o.owner_id, o.amount_agorot
    from opportunities o
    where o.status = 'open' and o.deleted_at is null
  ),
  -- Thousands may be stale: all are counted, and only shown ones are processed further.
  still as materialized (
    select o.id, o.stage_entered_at, o.next_step_task_id is null as is_aimless
    from open o
    join pipeline_stages s on s.id = o.stage_id
    where (o.next_step_task_id is null or o.stage_entered_at <= now() - make_interval(days => s.rot_days))
      and ((select sees_to_all from day) or o.owner_id is null or o.owner_id = (select me from day))
      and o.id not in (select p.entity_id from put_off p)
      and not exists (select from leads l where l.opportunity_id = o.id)
      and not exists (select from due d where d.opportunity_id = o.id)
  ),
  longest as materialized (
    select o.id, o.contact_id, o.name, o.amount_agorot, l.stage_entered_at, l.is_aimless, s.name as stage, s.color, s.rot_days
    from (
      (select * from still where is_aimless order by stage_entered_at, id limit 50)
      union all
      (select * from still where not is_aimless order by stage_entered_at, id limit 50)
    ) l
    cross join lateral (select * from opportunities o where o.id = l.id offset 0) o
    join pipeline_stages s on s.id = o.stage_id
  ),
  -- Unpaid charges of the last half year. Payments settle the oldest debt first, except those for future charges.
  debtors as materialized (
    select d.contact_id,
      coalesce((
        select sum(case p.kind when 'payment' then p.amount_agorot else
          case when v.id is null then p.credited_agorot else 0 end - p.amount_agorot end)
        from payments p left join charges v on v.id = p.charge_id and v.voided_at is not null
        where p.contact_id = d.contact_id and p.status = 'captured' and p.voided_at is null and p.paid_on <= (select today from day)), 0)
      - coalesce((
        select sum(least(c.amount_agorot, coalesce(meant.sum, 0))) from charges c, lateral (
          select sum(p.amount_agorot) as sum from payments p
          where p.charge_id = c.id and p.kind = 'payment' and p.status = 'captured' and p.voided_at is null and p.paid_on <= (select today from day)) meant
        where c.contact_id = d.contact_id and c.voided_at is null and c.due_on >= (select today from day)), 0) as paid
    from (
      select distinct c.contact_id from charges c
      where c.voided_at is null and c.due_on < (select today from day) and c.due_on > (select today from day) - 183
    ) d
  ),
  behind as materialized (
    select o.contact_id, min(o.due_on) as due_on, max(o.owed) - max(o.paid) as late_agorot
    from (
      select c.contact_id, c.due_on, d.paid,
        sum(c.amount_agorot) over (partition by c.contact_id order by c.due_on, c.number, c.created_at, c.id) as owed
      from charges c join debtors d on d.contact_id = c.contact_id
      where c.voided_at is null and c.due_on < (select today from day)
    ) o
    where o.owed > o.paid and o.contact_id not in (select p.entity_id from put_off p)
    group by o.contact_id
  ),
  found (place, kind, id, contact_id, opportunity_id, task_id, title, words, since, due_date, due_at, type, priority, rrule,
      status, version, agorot, color, rot_days) as (
    select 2, 'lead', l.id, l.contact_id, l.opportunity_id, l.task_id, l.topic, l.message, l.created_at,
      null::date, null::timestamptz, null, null, null, null, null::integer, null::bigint, null, null::integer
    from leads l
    where l.id not in (select p.entity_id from put_off p)
    union all
    select case when w.kind = 'now' then 1 when w.kind = 'overdue' then 3 else 4 end, w.kind, d.id, d.contact_id, d.opportunity_id,
      d.id, d.name, null, d.due, d.due_date, d.due_at, d.type, d.priority, d.rrule, d.status, d.version, null, null, null
    from due d, lateral (
      select case
        when d.type = 'meeting' and d.due_at between now() - interval '1 hour' and now() + interval '2 hours' then 'now'
        when d.due < now() then 'overdue'
        else 'today'
      end as kind
    ) w
    where not exists (select from leads l where l.task_id = d.id)
    union all
    select case when s.is_aimless then 5 else 6 end, case when s.is_aimless then 'aimless' else 'rotting' end,
      s.id, s.contact_id, s.id, null, s.name, s.stage, s.stage_entered_at,
      null, null, null, null, null, null, null, s.amount_agorot, s.color, s.rot_days
    from longest s
    union all
    select 7, 'waiting', i.id, p.contact_id, null, null, s.name, null, (i.due_on + 1)::timestamp at time zone 'Asia/Jerusalem',
      null, null, null, null, null, null, null, null, null, null
    from process_stage_instances i
    join client_processes p on p.id = i.client_process_id and p.status = 'active'
    join process_stages s on s.id = i.process_stage_id
    where i.status = 'waiting_client' and i.due_on < (select today from day)
      and i.id not in (select x.entity_id from put_off x)
    union all
    select 8, 'payment', b.contact_id, b.contact_id, null, null, 'payment', null, (b.due_on + 1)::timestamp at time zone 'Asia/Jerusalem',
      null, null, null, null, null, null, null, b.late_agorot, null, null
    from behind b
  ),
  placed as (
    select f.*, row_number() over (partition by f.place order by (f.priority = 'high') desc nulls last, f.since, f.id) as nth
    from found f
  ),
  counted as (
    select f.kind, count(*) as of_kind from found f where f.kind not in ('aimless', 'rotting') group by f.kind
    union all
    select case when s.is_aimless then 'aimless' else 'rotting' end, count(*) from still s group by s.is_aimless
  ),
  shown as (
    select p.place, p.nth, jsonb_build_object(
        'kind', p.kind, 'id', p.id, 'task_id', p.task_id, 'opportunity_id', p.opportunity_id, 'title', p.title, 'words', p.words,
        'since', p.since, 'contact', case when c.id is not null then jsonb_build_object(
          'id', c.id, 'full_name', c.full_name,
          'phone', (select x.value_norm from contact_points x where x.contact_id = c.id and x.kind = 'phone' order by x.is_primary desc, x.created_at limit 1),
          'email', (select x.value_norm from contact_points x where x.contact_id = c.id and x.kind = 'email' order by x.is_primary desc, x.created_at limit 1)
        ) end)
      || case
        when p.version is not null then jsonb_build_object('due_date', p.due_date, 'due_at', p.due_at, 'type', p.type,
          'priority', p.priority, 'rrule', p.rrule, 'status', p.status, 'version', p.version)
        when p.color is not null then jsonb_build_object('amount_agorot', p.agorot, 'color', p.color, 'rot_days', p.rot_days)
        when p.agorot is not null then jsonb_build_object('late_agorot', p.agorot)
        else '{}'
      end as item
    from placed p
    left join lateral (select c.id, c.full_name from contacts c where c.id = p.contact_id offset 0) c on true
    where p.nth <= 50
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(s.item order by s.place, s.nth) from shown s), '[]'),
    'counts', coalesce((select jsonb_object_agg(k.kind, k.of_kind) from counted k), '{}'),
    'figures', jsonb_build_object(
      'leads', (select count(*) from leads),
      'oldest_lead_at', (select min(l.created_at) from leads l),
      'open', (select count(*) from open),
      'open_agorot', (select coalesce(sum(o.amount_agorot), 0) from open o),
      'overdue', (select count(*) from due d where d.due < now()),
      'oldest_due', (select min(d.due_date) from due d where d.due < now())),
    'meetings', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'due_at', m.due_at, 'is_done', m.is_done, 'join_url', m.join_url,
        'contact', case when c.id is not null then jsonb_build_object('id', c.id, 'full_name', c.full_name) end) order by m.due_at, m.id)
      from (
        select t.id, 'task' as kind, t.name, t.due_at, t.status = 'Done' as is_done, null as join_url, t.contact_id
        from tasks t
        where t.user_id = (select me from day) and t.type = 'meeting' and t.due_at is not null
          and t.due_date = (select today from day) and t.status <> 'Cancelled'
        union all
        select a.id, 'appointment', a.title, a.starts_at, a.status <> 'confirmed', a.join_url, a.contact_id
        from appointments a
        where a.user_id = (select me from day) and a.status in ('confirmed', 'completed', 'no_show')
          and a.starts_at >= (select today from day)::timestamp at time zone 'Asia/Jerusalem'
          and a.starts_at < ((select today from day) + 1)::timestamp at time zone 'Asia/Jerusalem') m
      left join contacts c on c.id = m.contact_id), '[]'))
$function$;
grant execute on function today() to authenticated;

CREATE OR REPLACE FUNCTION public.today_charts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  with day as materialized (select (now() at time zone 'Asia/Jerusalem')::date as today)
  select jsonb_build_object(
    'weeks', (
      select jsonb_agg(jsonb_build_object('starts_on', w.starts_on, 'requests', (
        select count(*) from contact_requests r
        where r.created_at >= w.starts_on::timestamp at time zone 'Asia/Jerusalem'
          and r.created_at < (w.starts_on + 7)::timestamp at time zone 'Asia/Jerusalem')) order by w.starts_on)
      from (
        select d.today - extract(dow from d.today)::integer - 7 * n as starts_on from day d, generate_series(0, 11) n
      ) w),
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color,
        'count', coalesce(o.count, 0), 'sum_agorot', coalesce(o.sum_agorot, 0)) order by s.position), '[]')
      from pipeline_stages s
      join pipelines p on p.id = s.pipeline_id and p.is_default
      left join (
        select o.stage_id, count(*) as count, sum(o.amount_agorot) as sum_agorot
        from opportunities o where o.status = 'open' and o.deleted_at is null group by o.stage_id
      ) o on o.stage_id = s.id
      where s.kind = 'open'),
    'months', (
      select jsonb_agg(jsonb_build_object('starts_on', m.starts_on, 'won', w.won, 'sum_agorot', w.sum_agorot) order by m.starts_on)
      from (
        select (date_trunc('month', d.today) - make_interval(months => n))::date as starts_on from day d, generate_series(0, 5) n
      ) m, lateral (
        select count(*) as won, coalesce(sum(o.amount_agorot), 0) as sum_agorot
        from opportunities o
        where o.status = 'won' and o.deleted_at is null
          and o.closed_at >= m.starts_on::timestamp at time zone 'Asia/Jerusalem'
          and o.closed_at < (m.starts_on + interval '1 month') at time zone 'Asia/Jerusalem'
      ) w))
$function$;
grant execute on function today_charts() to authenticated;

CREATE OR REPLACE FUNCTION public.touch_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.process_templates t set is_active = t.is_active
  where t.id = case when tg_op = 'DELETE' then old.template_id else new.template_id end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.trigram_similar(word text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'extensions'
 SET "pg_trgm.similarity_threshold" TO '0.3'
AS $function$
  select array_prepend('%' || trigram_similar.word || '%', array(
    select '%' || w.word || '%' from name_words w
    where w.word % trigram_similar.word and abs(char_length(w.word) - char_length(trigram_similar.word)) <= 2
    order by similarity(w.word, trigram_similar.word) desc, w.word limit 5))
$function$;

CREATE OR REPLACE FUNCTION public.trip_automation_breaker(automation uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present public.automations;
  ended integer;
  failed integer;
begin
  select * into present from public.automations a where a.id = automation for update;
  if present.status <> 'enabled' then return false; end if;
  select count(*), count(*) filter (where latest.status = 'failed') into ended, failed from (
    select r.status from public.automation_runs r
    where r.automation_id = automation and r.ended_at >= present.enabled_at order by r.ended_at desc limit 100) latest;
  if failed < 3 or failed <= ended * 0.05 then return false; end if;
  perform private.pause_automation(automation, 'breaker');
  return true;
end
$function$;
grant execute on function trip_automation_breaker(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.undo_bulk(batch uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
declare
  target public.bulk_changes;
  -- A batch updates the same columns of every row.
  columns text;
  restored uuid[] := '{}';
  put_away integer := 0;
  of_it uuid[];
  leftover jsonb;
begin
  select * into target from public.bulk_changes b where b.id = batch for update;
  if not found then raise sqlstate 'PT404' using message = 'bulk_not_found'; end if;
  if target.undone_at is not null then raise sqlstate 'PT409' using message = 'bulk_already_undone'; end if;

  select string_agg(format('%1$I = (x.was).%1$I', key), ', ') into columns from jsonb_object_keys(target.before #> '{rows,0,was}') key;
  if columns is not null then
    execute format(
      'with x as (
         select (r ->> ''id'')::uuid as id, (r ->> ''version'')::integer as version, jsonb_populate_record(null::public.%1$I, r -> ''was'') as was
         from jsonb_array_elements($1) r),
       locked as (select t.id from public.%1$I t where t.id in (select x.id from x) order by t.id for no key update),
       done as (
         update public.%1$I t set %2$s from x where t.id = x.id and t.version = x.version and t.id in (select id from locked)
         returning t.id)
       select coalesce(array_agg(id), ''{}'') from done', target.entity, columns)
      into restored using target.before -> 'rows';
  end if;

  if target.entity = 'opportunities' and target.change ? 'stage_id' then
    perform private.forget_moves(restored, target."by", target.began_at, target.at);
    perform private.forget_moves(restored, auth.uid(), now(), clock_timestamp());
  end if;

  -- Tasks created by the change, unless they have been edited.
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'tasks', '[]')));
  if of_it <> '{}' then
    update public.tasks t set deleted_at = now() where t.id = any (of_it) and t.version = 1 and t.status = 'To Do';
    get diagnostics put_away = row_count;
  end if;
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'tagged', '[]')));
  if of_it <> '{}' then
    delete from public.contact_tags t where t.tag_id = (target.change ->> 'add_tag')::uuid and t.contact_id = any (of_it);
    get diagnostics put_away = row_count;
  end if;
  if target.change ? 'delete_tag' then
    insert into public.tags (id, name, color)
    select t.id, t.name, t.color from jsonb_populate_record(null::public.tags, target.change -> 'delete_tag') t;
  end if;
  of_it := array(select value::uuid from jsonb_array_elements_text(coalesce(target.before -> 'untagged', '[]')));
  if of_it <> '{}' then
    insert into public.contact_tags (contact_id, tag_id)
    select c.id, coalesce(target.change ->> 'remove_tag', target.change #>> '{delete_tag,id}')::uuid from public.contacts c where c.id = any (of_it)
    on conflict do nothing;
    get diagnostics put_away = row_count;
  end if;

  update public.bulk_changes b set undone_at = now() where b.id = batch;
  if columns is not null then
    execute format(
      'select coalesce(jsonb_agg(jsonb_build_object(''id'', t.id, ''name'', t.%2$I)), ''[]'') from (
         select * from public.%1$I t where t.id in (select (r ->> ''id'')::uuid from jsonb_array_elements($1) r) and t.id <> all ($2) limit 20) t',
      target.entity, case target.entity when 'contacts' then 'full_name' else 'name' end)
      into leftover using target.before -> 'rows', restored;
  end if;
  return jsonb_build_object(
    'restored', cardinality(restored) + put_away,
    'left', coalesce(jsonb_array_length(target.before -> 'rows'), 0) - cardinality(restored),
    'left_names', coalesce((select jsonb_agg(name -> 'name') from jsonb_array_elements(leftover) name), '[]'));
end
$function$;
grant execute on function undo_bulk(uuid) to authenticated;
grant execute on function undo_bulk(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.undo_handover(handover uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done public.handovers;
  back bigint := 0;
  returned bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('handovers', 0));
  select h.* into done from public.handovers h where h.id = handover for update;
  perform private.require_role('owner', 'admin');
  if 'owner' = any (done.roles) then perform private.require_role('owner'); end if;
  if done.id is null or done.undone_at is not null then raise sqlstate 'PT409' using message = 'handover_undone'; end if;
  update public.handovers h set undone_at = now() where h.id = handover;
  update public.user_roles r set is_active = true where r.user_id = done.member_id and r.role = any (done.roles);
  update public.contacts c set owner_id = done.member_id
  where c.id = any (done.contacts) and c.owner_id is not distinct from done.contacts_to;
  get diagnostics returned = row_count;
  back := back + returned;
  update public.opportunities o set owner_id = done.member_id
  where o.id = any (done.opportunities) and o.owner_id is not distinct from done.opportunities_to;
  get diagnostics returned = row_count;
  back := back + returned;
  update public.tasks t set user_id = done.member_id
  where t.id = any (done.tasks) and t.user_id is not distinct from done.tasks_to;
  get diagnostics returned = row_count;
  back := back + returned;
  return cardinality(done.contacts) + cardinality(done.opportunities) + cardinality(done.tasks) - back;
end
$function$;
grant execute on function undo_handover(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.undo_import(import uuid, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
declare
  batch imports;
  line import_rows;
  done integer := 0;
  kept_lines integer := 0;
begin
  select * into batch from imports i where i.id = undo_import.import and i.status = 'rolling_back' for update;
  if not found then return 0; end if;
  begin
    done := undo_new_contacts(batch, most);
  exception when others then
    if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
  end;
  for line in
    select * from import_rows r where r.import_id = batch.id and r.result in ('created', 'updated') and r.undone is null
    order by r.n desc limit most - done
  loop
    begin
      perform undo_import_line(batch, line);
    exception when others then
      if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
      update import_rows r set undone = 'kept', kept_because = 'used_since' where r.import_id = batch.id and r.n = line.n;
    end;
    done := done + 1;
    kept_lines := kept_lines + (select (r.undone = 'kept')::integer from import_rows r where r.import_id = batch.id and r.n = line.n);
  end loop;
  update imports i set handled = i.handled + done, counts = i.counts || jsonb_build_object(
    'undone', coalesce((i.counts ->> 'undone')::integer, 0) + done - kept_lines, 'kept', coalesce((i.counts ->> 'kept')::integer, 0) + kept_lines)
  where i.id = batch.id;
  return done;
end
$function$;
grant execute on function undo_import(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.undo_import_line(import imports, line import_rows)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  who constant uuid := line.record_id;
  partner constant jsonb := line.before -> 'partner';
  why text;
begin
  perform from contacts c where c.id = who for update;
  why := case
    when not found then 'gone'
    when hash_as_found(contact_as_found(who)) <> line.after_hash then 'changed_since'
    when line.result = 'created' and used_since_import(array[who], import.id) <> '{}' then 'used_since'
    when exists (select from consents c where c.contact_id = who and c.source_type = 'import' and c.source_id = import.id)
      and exists (select from scheduled_messages m where m.contact_id = who and m.created_at >= import.run_at) then 'written_to_since'
  end;
  if why is not null then
    update import_rows r set undone = 'kept', kept_because = why where r.import_id = import.id and r.n = line.n;
    return;
  end if;

  perform delete_imported_consents(array[who], import.id);
  if line.result = 'created' then
    delete from contacts c where c.id = who;
    if partner is not null and hash_as_found(contact_as_found((partner ->> 'id')::uuid)) = partner ->> 'after_hash' then
      update contacts c set household_id = null, household_role = partner ->> 'role' where c.id = (partner ->> 'id')::uuid;
      update contacts c set version = (partner ->> 'version')::integer where c.id = (partner ->> 'id')::uuid;
    end if;
  else
    delete from activities a where a.contact_id = who and a.related_type = 'import' and a.related_id = import.id
      and a.happened_at <= line.activity_at;
    perform restore_contact(line.before -> 'contact');
    update contact_staff_details d set custom = line.before #> '{staff_details,custom}' where d.contact_id = who;
    update contact_staff_details d set version = (line.before #>> '{staff_details,version}')::integer where d.contact_id = who;
    update contacts c set last_activity_at = (line.before #>> '{contact,last_activity_at}')::timestamptz
    where c.id = who and c.last_activity_at = line.activity_at;
    delete from contact_points p where p.contact_id = who and not line.before -> 'points' @> jsonb_build_array(to_jsonb(p));
    insert into contact_points select * from jsonb_populate_recordset(null::contact_points, line.before -> 'points')
    on conflict (id) do nothing;
    delete from contact_tags t where t.contact_id = who and not line.before -> 'tags' @> jsonb_build_array(to_jsonb(t));
  end if;
  update import_rows r set undone = case line.result when 'created' then 'deleted' else 'restored' end
  where r.import_id = import.id and r.n = line.n;
end
$function$;
grant execute on function undo_import_line(imports,import_rows) to service_role;

CREATE OR REPLACE FUNCTION public.undo_new_contacts(import imports, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  untouched uuid[];
  used uuid[];
begin
  select array_agg(r.record_id) into untouched from (
    select * from import_rows l where l.import_id = import.id and l.result in ('created', 'updated') and l.undone is null
    order by l.n desc limit most
  ) r where r.result = 'created' and r.before is null and hash_as_found(contact_as_found(r.record_id)) = r.after_hash;
  used := used_since_import(untouched, import.id);
  select array_agg(id) into untouched from unnest(untouched) id where id <> all (used);
  if untouched is null then return 0; end if;
  perform delete_imported_consents(untouched, import.id);
  delete from contacts c where c.id = any (untouched);
  update import_rows r set undone = 'deleted' where r.import_id = import.id and r.record_id = any (untouched) and r.result = 'created';
  return cardinality(untouched);
end
$function$;
grant execute on function undo_new_contacts(imports,integer) to service_role;

CREATE OR REPLACE FUNCTION public.undo_opportunity_move(opportunity_id uuid, expected_version integer)
 RETURNS opportunities
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  move private.opportunity_moves;
  card opportunities;
begin
  select m.* into move from private.move_to_undo(opportunity_id, expected_version) m;
  -- The lock order of every move.
  if move.opportunity_id is not null and not exists (select from lock_stage((move.was #>> '{opportunity,stage_id}')::uuid)) then
    raise sqlstate 'PT422' using message = 'unknown_stage';
  end if;
  select o.* into card from opportunities o
  where o.id = undo_opportunity_move.opportunity_id and o.deleted_at is null for update;
  if card.id is null then raise sqlstate 'PT404' using message = 'opportunity_not_found'; end if;
  if move.opportunity_id is null or card.version <> expected_version then
    raise sqlstate 'PT409' using message = 'stale_version';
  end if;
  perform private.take_back_move(card.id, expected_version);
  select o.* into card from opportunities o where o.id = card.id;
  return card;
end
$function$;
grant execute on function undo_opportunity_move(uuid,integer) to authenticated;
grant execute on function undo_opportunity_move(uuid,integer) to service_role;

CREATE OR REPLACE FUNCTION public.unindex_deleted_names()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.delete_unused_name_words(array(select distinct word from gone g, unnest(public.words_of_name(g.search_name)) word));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.unlink_household(before jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  home constant uuid := before ->> 'household_id';
begin
  update contacts c set household_id = b.household_id, household_role = b.household_role
  from jsonb_to_recordset(before -> 'people') b (id uuid, household_id uuid, household_role text)
  where c.id = b.id and c.household_id = home and b.household_id is null;
  update contact_points p set shared_in_household = false
  where p.id in (select point::uuid from jsonb_array_elements_text(before -> 'points') point);
  if (before ->> 'is_new')::boolean and not exists (select from contacts c where c.household_id = home) then
    delete from households h where h.id = home;
  end if;
end
$function$;
grant execute on function unlink_household(jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.unmerge_contacts(merge uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Columns that the system maintains are not reported.
  noted constant text[] := array['id', 'version', 'full_name', 'search_name', 'last_activity_at', 'next_step_at'];
  undone public.merges;
  winner public.contacts;
  loser public.contacts;
  before public.contacts;
  kept_columns text[];
  is_untouched boolean;
  changed integer := 0;
  gone integer := 0;
  led jsonb;
  counts record;
begin
  perform private.require_role('owner', 'admin');
  select m.* into undone from public.merges m where m.id = unmerge_contacts.merge for update;
  if undone.id is null then raise sqlstate 'PT404' using message = 'merge_not_found'; end if;
  if undone.undone_at is not null then raise sqlstate 'PT409' using message = 'merge_undone_already'; end if;
  perform from public.contacts c where c.id in (undone.winner_id, undone.loser_id) order by c.id for update;
  select c.* into winner from public.contacts c where c.id = undone.winner_id;
  if winner.merged_into_id is not null or exists (
    select from public.merges m where m.winner_id = winner.id and m.undone_at is null and m.merged_at > undone.merged_at) then
    raise sqlstate 'PT409' using message = 'later_merge_first';
  end if;
  if winner.deleted_at is not null then raise sqlstate 'PT409' using message = 'winner_in_bin'; end if;
  loser := jsonb_populate_record(null::public.contacts, undone.snapshot -> 'loser');
  before := jsonb_populate_record(null::public.contacts, undone.snapshot -> 'winner');
  -- A household, a colleague or an account may be deleted since, and an account may belong to another contact.
  loser.household_id := (select h.id from public.households h where h.id = loser.household_id);
  loser.owner_id := (select u.id from auth.users u where u.id = loser.owner_id);
  loser.client_user_id := (select u.id from auth.users u where u.id = loser.client_user_id and not exists (
    select from public.contacts c where c.client_user_id = u.id and c.id not in (winner.id, undone.loser_id)));
  before.household_id := (select h.id from public.households h where h.id = before.household_id);
  before.owner_id := (select u.id from auth.users u where u.id = before.owner_id);
  before.client_user_id := (select u.id from auth.users u where u.id = before.client_user_id and not exists (
    select from public.contacts c where c.client_user_id = u.id and c.id not in (winner.id, undone.loser_id)));
  -- A do-not-contact request during the merge may concern either contact.
  loser.do_not_contact := loser.do_not_contact
    or (winner.do_not_contact and not (undone.snapshot -> 'merged' ->> 'do_not_contact')::boolean);

  is_untouched := winner.version = (undone.snapshot -> 'merged' ->> 'version')::integer;
  kept_columns := array(
    select now.key from jsonb_each(to_jsonb(winner)) now
    where now.value is distinct from undone.snapshot -> 'merged' -> now.key
      and undone.snapshot -> 'merged' -> now.key is not null);
  winner := public.write_contact_fields(jsonb_populate_record(before, (
    select coalesce(jsonb_object_agg(now.key, now.value), '{}') from jsonb_each(to_jsonb(winner)) now where now.key = any (kept_columns))));
  loser := public.write_contact_fields(loser);
  kept_columns := kept_columns || public.unmerge_staff_details(winner.id, undone.snapshot -> 'staff_details');

  perform public.suppress_triggers(true);
  for led in select * from jsonb_array_elements(undone.snapshot -> 'moved') loop
    select * into counts from public.restore_rows(led, winner.id, loser.id);
    changed := changed + counts.changed;
    gone := gone + counts.gone;
  end loop;
  perform public.preserve_opt_outs(winner.id, loser.id, undone.merged_at);
  update public.contact_points p set is_primary = true
  where p.contact_id = loser.id and p.id in (select point::uuid from jsonb_array_elements_text(undone.snapshot -> 'demoted') point);
  -- Restores the former versions as well: no user has edited the contacts.
  update public.contacts c set version = (undone.snapshot -> 'loser' ->> 'version')::integer where c.id = loser.id;
  if is_untouched then
    update public.contacts c set version = before.version where c.id = winner.id;
  end if;
  perform public.suppress_triggers(false);
  perform public.log_merge('contact.unmerged', winner, undone.id, loser);

  update public.merges m set undone_at = clock_timestamp(), undone_by = auth.uid() where m.id = undone.id;
  perform public.refresh_duplicates(array[winner.id, loser.id]);
  return jsonb_build_object('changed', changed, 'gone', gone,
    'kept', coalesce((select jsonb_agg(k order by k) from unnest(kept_columns) k where k <> all (noted)), '[]'));
end
$function$;
grant execute on function unmerge_contacts(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.unmerge_staff_details(winner uuid, snapshot jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ours jsonb;
  kept_columns text[];
begin
  select to_jsonb(d) into ours from public.contact_staff_details d where d.contact_id = winner for update;
  kept_columns := array(select field.key from jsonb_each(ours) field where field.value is distinct from snapshot -> 'merged' -> field.key);
  perform public.write_staff_details(jsonb_populate_record(null::public.contact_staff_details, snapshot -> 'winner' || (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}') from jsonb_each(ours) field where field.key = any (kept_columns))));
  if kept_columns = '{}' then
    -- In a statement of its own, because the trigger would increment it.
    update public.contact_staff_details d set version = (snapshot #>> '{winner,version}')::integer where d.contact_id = winner;
  end if;
  -- The score is maintained by the system, and not reported.
  return array_remove(array_remove(kept_columns, 'version'), 'score');
end
$function$;

CREATE OR REPLACE FUNCTION public.unpublish_post(post uuid, seen_version integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  update public.posts p set status = 'draft', shown_id = null, scheduled_for = null, updated_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  return answer;
end
$function$;
grant execute on function unpublish_post(uuid,integer) to authenticated;

CREATE OR REPLACE FUNCTION public.use_owner_invitation(hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare state text;
begin
  perform public.wait_for_owner_invitations();
  state := public.owner_invitation_state(hash);
  if state = 'open' then
    update public.owner_invitations set used_at = now() where token_hash = hash;
  end if;
  return state;
end
$function$;
grant execute on function use_owner_invitation(text) to supabase_auth_admin;

CREATE OR REPLACE FUNCTION public.use_package()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used public.session_packages;
begin
  if tg_op = 'INSERT' and new.package_id is null and new.contact_id is not null and new.rescheduled_from_id is null and new.type_id is not null then
    new.package_id := private.package_for(new.contact_id, new.type_id, new.starts_at);
  end if;
  if new.package_id is null or not private.uses_package(new.status, new.no_show) then return new; end if;
  if tg_op = 'UPDATE' and private.uses_package(old.status, old.no_show) and old.package_id is not distinct from new.package_id then return new; end if;
  select p.* into used from public.session_packages p where p.id = new.package_id for update;
  if private.left_of_package(new.package_id, new.id) < 1 then raise sqlstate 'PT409' using message = 'package_used_up'; end if;
  if used.expires_on < (new.starts_at at time zone 'Asia/Jerusalem')::date then raise sqlstate 'PT409' using message = 'package_expired'; end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.used_since_import(people uuid[], import uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  link record;
  hit uuid[];
  used uuid[] := '{}';
begin
  for link in
    select c.conrelid::regclass as place, a.attname as col,
      case c.conrelid
        when 'public.activities'::regclass then ' and related_id is distinct from $2'
        when 'public.consents'::regclass then ' and source_id is distinct from $2'
        else '' end as but
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.contacts'::regclass
      -- The first three are compared with their state after the import; duplicate pairs are computed, and events only record.
      and c.conrelid <> all (array['public.contact_points', 'public.contact_tags', 'public.contact_staff_details', 'public.duplicate_pairs',
        'public.domain_events']::regclass[])
  loop
    execute format('select array_agg(distinct %2$I) from %1$s where %2$I = any ($1)%3$s', link.place, link.col, link.but)
      into hit using people, import;
    used := used || hit;
  end loop;
  return used;
end
$function$;
grant execute on function used_since_import(uuid[],uuid) to service_role;

CREATE OR REPLACE FUNCTION public.visible_activity(activity uuid)
 RETURNS activities
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.activities;
begin
  select a.* into line from public.activities a
  where a.id = activity and (public.has_role('owner', 'admin', 'sales') or a.contact_id in (select public.my_contact_ids()));
  if line.id is null then
    raise sqlstate 'PT404' using message = 'activity_gone';
  end if;
  return line;
end
$function$;

CREATE OR REPLACE FUNCTION public.wait_for_owner_invitations()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('owner_invitations', 0))
$function$;

CREATE OR REPLACE FUNCTION public.wake_overdue_messages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.wake_sender(now()) where exists (
    select from public.scheduled_messages s
    where s.status = 'scheduled' and s.send_at < now() - interval '2 minutes' and s.context_type <> 'campaign')
$function$;
grant execute on function wake_overdue_messages() to service_role;

CREATE OR REPLACE FUNCTION public.win_opportunity(opportunity_id uuid, to_stage_id uuid, expected_version integer, before_id uuid DEFAULT NULL::uuid, becomes_client boolean DEFAULT false, process_template_id uuid DEFAULT NULL::uuid, task_name text DEFAULT NULL::text)
 RETURNS opportunities
 LANGUAGE plpgsql
 SET search_path TO 'public'
AS $function$
declare
  card opportunities;
  process uuid;
  task uuid;
begin
  card := move_opportunity(opportunity_id, to_stage_id, expected_version, before_id);
  if card.status <> 'won' then raise sqlstate 'PT422' using message = 'not_a_won_stage'; end if;
  if becomes_client then
    update contacts c set lifecycle = 'client' where c.id = card.contact_id and c.lifecycle <> 'client';
  end if;
  if win_opportunity.process_template_id is not null then
    insert into client_processes (contact_id, household_id, process_template_id, coach_id)
    values (card.contact_id, card.household_id, win_opportunity.process_template_id, card.owner_id)
    returning id into process;
    -- A new process: the first stage is open, the others are locked.
    insert into process_stage_instances (client_process_id, process_stage_id, status)
    select process, s.id, case when row_number() over (order by s.stage_order) = 1 then 'active' else 'locked' end
    from process_stages s where s.template_id = win_opportunity.process_template_id;
  end if;
  if task_name is not null then
    insert into tasks (name, due_date, opportunity_id, contact_id, user_id)
    values (task_name, (now() at time zone 'Asia/Jerusalem')::date + 1, card.id, card.contact_id, coalesce(card.owner_id, auth.uid()))
    returning id into task;
  end if;
  -- Read again, with the changes of the triggers.
  select o.* into card from opportunities o where o.id = card.id;
  perform private.note_follow_ups(card, jsonb_build_object(
    'task', task, 'process', process, 'lifecycle', case when becomes_client then 'client' end));
  return card;
end
$function$;
grant execute on function win_opportunity(uuid,uuid,integer,uuid,boolean,uuid,text) to authenticated;
grant execute on function win_opportunity(uuid,uuid,integer,uuid,boolean,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.withdraw_consent(channel text, address text, source text)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type)
  select c.contact_id, c.value_norm, c.channel, c.purpose, 'withdraw', c.text_version_id, source
  from public.current_consents c
  where c.value_norm = address and c.channel = withdraw_consent.channel and c.purpose = 'marketing' and c.action = 'grant'
  returning contact_id
$function$;
grant execute on function withdraw_consent(text,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.withhold_message(mail uuid, OUT why text, OUT purpose text, OUT expires_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  letter public.messages;
  planned public.scheduled_messages;
begin
  select m.* into letter from public.messages m where m.mail_id = mail;
  -- The contact and its message were deleted.
  if letter.id is null then why := 'gone'; return; end if;
  select s.* into planned from public.scheduled_messages s where s.id = letter.scheduled_id;
  purpose := planned.purpose;
  expires_at := planned.expires_at;
  if planned.status <> 'sending' then why := coalesce(planned.skip_reason, planned.status); return; end if;
  why := coalesce(private.message_refusal(planned, letter.contact_id, letter.to_value),
    case when letter.needs_window and private.reply_until(letter.channel, letter.to_value) is null then 'window_closed' end);
  if why is null then return; end if;
  update public.messages m set error = why where m.id = letter.id;
  update public.scheduled_messages s set status = 'skipped', skip_reason = why where s.id = planned.id;
end
$function$;
grant execute on function withhold_message(uuid) to worker;

CREATE OR REPLACE FUNCTION public.words_of_name(search_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array(select distinct word from regexp_split_to_table(search_name, ' ') word where char_length(word) between 2 and 60)
$function$;
grant execute on function words_of_name(text) to authenticated;
grant execute on function words_of_name(text) to service_role;

CREATE OR REPLACE FUNCTION public.write_contact_fields(facts contacts)
 RETURNS contacts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written constant text := public.columns_except('public.contacts', array['id', 'created_at', 'is_demo', 'version', 'full_name', 'search_name']);
  saved public.contacts;
begin
  execute format('update public.contacts c set (%1$s) = (select %1$s from (select ($1).*) facts) where c.id = ($1).id returning c.*', written)
  into saved using facts;
  return saved;
end
$function$;

CREATE OR REPLACE FUNCTION public.write_staff_details(facts contact_staff_details)
 RETURNS contact_staff_details
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written constant text := public.columns_except('public.contact_staff_details', array['contact_id', 'version']);
  saved public.contact_staff_details;
begin
  execute format('update public.contact_staff_details d set (%1$s) = (select %1$s from (select ($1).*) facts)
    where d.contact_id = ($1).contact_id returning d.*', written)
  into saved using facts;
  return saved;
end
$function$;

CREATE OR REPLACE FUNCTION realtime.access_changed(subject text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.emit('realtime', realtime.encode_message(json_build_object(
    'kind', 'access', 'from', null, 'subject', subject, 'transaction', pg_current_xact_id()::text)))
$function$;
grant execute on function realtime.access_changed(text) to service_role;

CREATE OR REPLACE FUNCTION realtime.as_json(relation oid, row_image text, OUT names text[], OUT texts text[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  if row_image is null then return; end if;
  execute format('execute %I (%L)', realtime.prepare_once(relation, format(
    'select array_agg(key order by place), array_agg(value::text order by place)
     from json_each(row_to_json($1::%s)) with ordinality as each (key, value, place)', relation::regclass)), row_image)
    into names, texts;
end $function$;
grant execute on function realtime.as_json(oid,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.authorize_change(relation oid, transaction bigint, new_row text, new_unknown text[], old_row text, old_unknown text[], roles name[], claims text[], OUT names text[], OUT record text[], OUT old_record text[], OUT sees_new boolean[], OUT sees_old boolean[], OUT reads_old boolean[], OUT readable jsonb)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  old_names text[];
  reader name;
  standing text;
  new_statement text;
  old_statement text;
  local_statement text;
begin
  while not realtime.is_visible(transaction) loop
    perform pg_sleep(0.001);
  end loop;
  perform set_config('search_path', 'public, extensions', true);
  -- First, so that an image that no longer fits the table raises an error instead of hiding the change from all.
  select * into names, record from realtime.as_json(relation, new_row);
  select * into old_names, old_record from realtime.as_json(relation, old_row);
  names := coalesce(names, old_names);
  sees_new := '{}';
  sees_old := '{}';
  reads_old := '{}';
  for i in 1 .. cardinality(roles) loop
    if reader is distinct from roles[i] then
      reader := roles[i];
      standing := realtime.role_access(relation, reader);
      new_statement := null;
      old_statement := null;
      local_statement := null;
      if standing = 'policies' then
        if new_row is not null then
          new_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, new_unknown));
        end if;
        if old_row is not null then
          if new_row is null then
            old_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, old_unknown));
          end if;
          local_statement := realtime.policy_statement(relation, realtime.policy_condition(relation, 'r', reader, old_unknown, true));
        end if;
      end if;
    end if;
    sees_new[i] := new_row is not null and (
      standing = 'everything' or (new_statement is not null and realtime.condition_allows(new_statement, new_row, reader, claims[i])));
    reads_old[i] := old_row is not null and (new_row is null or sees_new[i]) and (
      standing = 'everything' or (local_statement is not null and realtime.condition_allows(local_statement, old_row, reader, claims[i])));
    sees_old[i] := reads_old[i] or (
      old_statement is not null and realtime.condition_allows(old_statement, old_row, reader, claims[i]));
  end loop;
  -- Only for admitted roles: a role that does not exist raises an error.
  readable := (
    select jsonb_object_agg(role, realtime.readable_columns(relation, role))
    from (select distinct role from unnest(roles, sees_new, sees_old) as each (role, new, old) where new or old) as seeing
  );
end $function$;
grant execute on function realtime.authorize_change(oid,bigint,text,text[],text,text[],name[],text[]) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object('old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema),
    event_name, topic_name);
end $function$;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to anon;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to authenticated;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to service_role;

CREATE OR REPLACE FUNCTION realtime.broadcast_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.emit('realtime', realtime.encode_message(
    json_build_object(
      'kind', 'broadcast', 'from', null, 'topic', 'realtime:' || new.topic, 'private', coalesce(new.private, false), 'event', new.event,
      'encoding', case when new.binary_payload is null then 'json' else 'bytes' end, 'meta', json_build_object('id', new.id)),
    coalesce(new.binary_payload, convert_to(coalesce(new.payload, '{}')::text, 'UTF8'))));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION realtime.condition_allows(statement text, row_image text, reader name, claims text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  answer boolean := false;
begin
  begin
    perform set_config('role', reader, true), set_config('request.jwt.claims', claims, true);
    execute format('execute %I (%L)', statement, row_image) into answer;
    perform set_config('role', 'none', true);
  exception when others then
    answer := false;
  end;
  return coalesce(answer, false);
end $function$;
grant execute on function realtime.condition_allows(text,text,name,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.condition_matches(relation oid, column_name text, operator text, wanted text[], value text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  sign text := case operator
    when 'eq' then '=' when 'neq' then '<>' when 'lt' then '<' when 'lte' then '<=' when 'gt' then '>' when 'gte' then '>='
    when 'isdistinct' then 'is distinct from' when 'in' then '=' when 'match' then '~' when 'imatch' then '~*'
    when 'like' then '~~' when 'ilike' then '~~*' end;
  type text;
  collate_clause text;
  answer boolean;
begin
  select format_type(atttypid, -1), case when attcollation <> 0 then format('collate %s', attcollation::regcollation) else '' end
    into type, collate_clause
    from pg_attribute where attrelid = relation and attname = column_name;
  execute format('select bool_or($1::%s %s %s each::%s) from unnest($2) as each',
    type, collate_clause, sign, case when operator in ('match', 'imatch', 'like', 'ilike') then 'text' else type end)
    into answer using value, wanted;
  return answer;
end $function$;
grant execute on function realtime.condition_matches(oid,text,text,text[],text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.conditions_match(relation oid, asked jsonb)
 RETURNS boolean[]
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  answers boolean[] := '{}';
  question record;
begin
  for question in select * from jsonb_to_recordset(asked) as each ("column" text, operator text, wanted text[], value text) loop
    begin
      answers := answers || coalesce(
        realtime.condition_matches(relation, question."column", question.operator, question.wanted, question.value), false);
    exception when others then
      answers := answers || false;
    end;
  end loop;
  return answers;
end $function$;
grant execute on function realtime.conditions_match(oid,jsonb) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.describe_tables(relations oid[])
 RETURNS TABLE(relation oid, schema_name text, table_name text, identity text, columns jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select pg_class.oid, nspname::text, relname::text, relreplident::text, (
    select jsonb_agg(jsonb_build_object('number', attnum, 'name', attname, 'typeOid', atttypid::bigint, 'isKey', relreplident = 'f' or exists (
      select from pg_catalog.pg_index where indrelid = pg_class.oid and attnum = any (indkey)
        and case relreplident when 'd' then indisprimary when 'i' then indisreplident else false end
    )) order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated in ('', 's') and attname = any (attnames)
  )
  from pg_catalog.pg_class
  join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
  join pg_catalog.pg_publication_tables on schemaname = nspname and tablename = relname and pubname = 'supabase_realtime'
  where pg_class.oid = any (relations)
$function$;
grant execute on function realtime.describe_tables(oid[]) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.disable_outbox(relation oid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
end $function$;
grant execute on function realtime.disable_outbox(oid) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.emit(prefix text, content bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_logical_emit_message(true, prefix, content);
  if exists (select from realtime.nodes where way = 'triggers' and signed_at > clock_timestamp() - interval '1 minute') then
    insert into realtime.outbox (kind, prefix, content) values ('MESSAGE', prefix, content);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION realtime.enable_outbox(relation oid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  events text := (select wanted from realtime.outbox_state() as each where each.relation = enable_outbox.relation);
begin
  if events is null then
    execute format('drop trigger if exists "0_realtime_outbox" on %s', relation::regclass);
  else
    execute format('create or replace trigger "0_realtime_outbox" after %s on %s for each row execute function realtime.record_change()',
      events, relation::regclass);
    execute format('alter table %s enable always trigger "0_realtime_outbox"', relation::regclass);
  end if;
end $function$;
grant execute on function realtime.enable_outbox(oid) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.encode_message(head json, body bytea DEFAULT '\x'::bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select int4send(octet_length(convert_to(head::text, 'UTF8'))) || convert_to(head::text, 'UTF8') || body
$function$;

CREATE OR REPLACE FUNCTION realtime.format_value(relation oid, column_name text, value text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  type text := (select format_type(atttypid, -1) from pg_attribute where attrelid = relation and attname = column_name);
  printed text;
begin
  execute format('select format(''%%s'', $1::%s)', type) into printed using value;
  return printed;
end $function$;
grant execute on function realtime.format_value(oid,text,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.format_values(relation oid, column_name text, wanted text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array(select realtime.format_value(relation, column_name, value) from unnest(wanted) with ordinality as each (value, place) order by place)
$function$;
grant execute on function realtime.format_values(oid,text,text[]) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.is_row_local(expression text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  tree text := regexp_replace(regexp_replace(expression, '\\.', '', 'g'), '\{VAR [^{}]*\}', '@', 'g');
  call constant text := '\{[^{}]*:(?:func|opfunc)id (\d+)[^{}]*@[^{}]*\}';
begin
  if tree ~ 'RANGETBLENTRY|retset true' or exists (
    select from regexp_matches(tree, '\{FUNCEXPR :funcid (\d+)', 'g') as called
    join pg_proc on oid = called[1]::oid join pg_type on pg_type.oid = prorettype
    where pg_proc.oid >= 16384 and provolatile <> 'i' and typcategory = 'A'
  ) then
    return false;
  end if;
  while tree like '%{%' loop
    if exists (
      select from regexp_matches(tree, call, 'g') as called join pg_proc on oid = called[1]::oid
      where oid >= 16384 and provolatile <> 'i'
    ) then
      return false;
    end if;
    tree := regexp_replace(regexp_replace(tree, '\{[^{}]*@[^{}]*\}', '@', 'g'), '\{[^{}]*\}', '', 'g');
  end loop;
  return true;
end $function$;
grant execute on function realtime.is_row_local(text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.is_visible(transaction bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  whole bigint := (next & ~4294967295::bigint) | transaction;
begin
  if whole - next > 2147483648 then whole := whole - 4294967296;
  elsif next - whole > 2147483648 then whole := whole + 4294967296;
  end if;
  return pg_visible_in_snapshot(whole::text::xid8, pg_current_snapshot());
end $function$;
grant execute on function realtime.is_visible(bigint) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.outbox_state()
 RETURNS TABLE(relation oid, wanted text, is_watched boolean, is_right boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(published.relation, tgrelid), wanted, tgrelid is not null, case
    when wanted is null then tgrelid is null
    else tgrelid is not null and tgenabled = 'A' and wanted = array_to_string(array_remove(array[
      case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end, case when tgtype & 8 > 0 then 'delete' end
    ], null), ' or ')
  end
  from (
    select pg_class.oid as relation, nullif(array_to_string(array_remove(array[
      case when pubinsert then 'insert' end, case when pubupdate then 'update' end, case when pubdelete then 'delete' end
    ], null), ' or '), '') as wanted
    from pg_catalog.pg_publication_tables
    join pg_catalog.pg_publication using (pubname)
    join pg_catalog.pg_namespace on nspname = schemaname
    join pg_catalog.pg_class on relname = tablename and relnamespace = pg_namespace.oid
    where pubname = 'supabase_realtime' and rowfilter is null and relkind = 'r'
  ) as published
  full join (select tgrelid, tgenabled, tgtype from pg_catalog.pg_trigger where tgname = '0_realtime_outbox' and not tgisinternal) as watched
    on tgrelid = published.relation
$function$;
grant execute on function realtime.outbox_state() to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.policies_changed()
 RETURNS event_trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  begin
    perform realtime.access_changed();
  end
  $function$;

CREATE OR REPLACE FUNCTION realtime.policy_condition(relation oid, command "char", reader name, unknown text[], only_local boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  applicable oid[] := array(
    select oid from pg_policy
    where polrelid = relation and polcmd in (command, '*')
      and (polroles = '{0}' or exists (select from unnest(polroles) as role where pg_has_role(reader, role, 'usage')))
      and not (only_local and polpermissive and not realtime.is_row_local(polqual::text))
  );
begin
  if only_local and exists (
    select from pg_policy where oid = any (applicable) and not polpermissive and not realtime.is_row_local(polqual::text)
  ) then
    return null;
  end if;
  if cardinality(unknown) > 0 and exists (
    select from pg_depend
    left join pg_attribute on attrelid = relation and attnum = refobjsubid
    where classid = 'pg_policy'::regclass and objid = any (applicable) and refclassid = 'pg_class'::regclass and refobjid = relation
      and deptype = 'n' and (refobjsubid = 0 or attname = any (unknown))
  ) then
    return null;
  end if;
  return (
    select '(' || string_agg(expression, ' or ') filter (where polpermissive) || ')'
      || coalesce(' and ' || string_agg(expression, ' and ') filter (where not polpermissive), '')
    from pg_policy, lateral (
      select '(' || pg_get_expr(case when command = 'a' then coalesce(polwithcheck, polqual) else polqual end, polrelid) || ')'
    ) as deparsed (expression)
    where oid = any (applicable)
  );
end $function$;
grant execute on function realtime.policy_condition(oid,"char",name,text[],boolean) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.policy_statement(relation oid, condition text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
begin
  if condition is null then return null; end if;
  return realtime.prepare_once(relation, format('select coalesce(%s, false) from unnest(array[$1::%s]) as %I',
    condition, relation::regclass, (select relname from pg_class where oid = relation)));
end $function$;
grant execute on function realtime.policy_statement(oid,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.prepare_once(relation oid, query text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  shape text := (select xmin::text || ' ' || relname from pg_class where oid = relation);
  prepared_name text := 'realtime_' || md5(relation || ' ' || shape || ' ' || query);
begin
  if not exists (select from pg_prepared_statements where name = prepared_name) then
    execute format('prepare %I (text) as %s', prepared_name, query);
  end if;
  return prepared_name;
end $function$;
grant execute on function realtime.prepare_once(oid,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.prune_messages()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pruned int;
begin
  delete from realtime.messages
  where inserted_at < (now() - interval '72 hours') at time zone 'utc' or expires_at < now() at time zone 'utc';
  get diagnostics pruned = row_count;
  return pruned;
end $function$;
grant execute on function realtime.prune_messages() to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.prune_outbox()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last realtime.outbox_pruning;
  pruned bigint;
begin
  select * into last from realtime.outbox_pruning for update skip locked;
  if last.seen is null then
    insert into realtime.outbox_pruning (seen) values (pg_catalog.pg_current_snapshot()) on conflict do nothing;
    return 0;
  end if;
  if last.seen_at > clock_timestamp() - interval '90 seconds' then return 0; end if;
  delete from realtime.outbox
    where transaction < pg_catalog.pg_snapshot_xmax(last.seen) and pg_catalog.pg_visible_in_snapshot(transaction, last.seen);
  get diagnostics pruned = row_count;
  update realtime.outbox_pruning set seen = pg_catalog.pg_current_snapshot(), seen_at = clock_timestamp();
  return pruned;
end $function$;
grant execute on function realtime.prune_outbox() to supabase_realtime_admin;
grant execute on function realtime.prune_outbox() to worker;

CREATE OR REPLACE FUNCTION realtime.published_tables(in_schema text, named text)
 RETURNS TABLE(relation oid, schema_name text, table_name text, columns jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select pg_class.oid, schemaname::text, tablename::text, (
    select jsonb_agg(jsonb_build_object(
      'name', attname, 'type', own.typname, 'category', base.typcategory, 'base', base.typname,
      'isPrimary', exists (select from pg_index where indrelid = attrelid and indisprimary and attnum = any (indkey)),
      'labels', (select jsonb_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = base.oid)
    ) order by attnum)
    from pg_attribute
    join pg_type own on own.oid = atttypid
    join pg_type base on base.oid = case when own.typtype = 'd' then own.typbasetype else own.oid end
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped
  )
  from pg_publication_tables
  join pg_namespace on nspname = schemaname
  join pg_class on relname = tablename and relnamespace = pg_namespace.oid
  where pubname = 'supabase_realtime' and (in_schema = '*' or schemaname = in_schema) and (named = '*' or tablename = named)
$function$;
grant execute on function realtime.published_tables(text,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.readable_columns(relation oid, reader name)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(
    select attname::text from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and has_column_privilege(reader, relation, attnum, 'select')
    order by attnum
  );
end $function$;
grant execute on function realtime.readable_columns(oid,name) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.record_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET "IntervalStyle" TO 'postgres'
 SET extra_float_digits TO '1'
 SET bytea_output TO 'hex'
AS $function$
begin
  insert into realtime.outbox (kind, relation, attributes, new_row, old_row) values (
    tg_op, tg_relid,
    array(select attnum from pg_catalog.pg_attribute where attrelid = tg_relid and attnum > 0 and not attisdropped order by attnum),
    case when tg_op <> 'DELETE' then format('%s', new) end,
    case when tg_op <> 'INSERT' then format('%s', old) end);
  return null;
end $function$;
alter function realtime.record_change() owner to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.register_node(me uuid, has_said bigint, hears_by text)
 RETURNS TABLE(node uuid, said bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from realtime.nodes where signed_at < clock_timestamp() - interval '1 minute';
  insert into realtime.nodes (id, said, way) values (me, has_said, hears_by)
    on conflict (id) do update set signed_at = excluded.signed_at, said = excluded.said, way = excluded.way;
  return query select nodes.id, nodes.said from realtime.nodes as nodes
    where nodes.id <> me and nodes.signed_at > clock_timestamp() - interval '30 seconds';
end $function$;
grant execute on function realtime.register_node(uuid,bigint,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.role_access(relation oid, reader name)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  answer text := 'nothing';
begin
  begin
    perform set_config('role', reader, true);
    answer := case
      when not has_any_column_privilege(relation, 'select') then 'nothing'
      when row_security_active(relation) then 'policies'
      else 'everything'
    end;
    perform set_config('role', 'none', true);
  exception when others then
    answer := 'nothing';
  end;
  return answer;
end $function$;
grant execute on function realtime.role_access(oid,name) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  new_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    new_id, case when jsonb_typeof(payload) = 'object' then jsonb_build_object('id', new_id) || payload else payload end,
    event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $function$;
grant execute on function realtime.send(jsonb,text,text,boolean) to anon;
grant execute on function realtime.send(jsonb,text,text,boolean) to authenticated;
grant execute on function realtime.send(jsonb,text,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension) values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $function$;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to anon;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to authenticated;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to service_role;

CREATE OR REPLACE FUNCTION realtime.store_message(topic text, event text, payload jsonb, binary_payload bytea, ttl_seconds integer)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into realtime.messages (topic, event, payload, binary_payload, private, extension, broadcasted_at, expires_at)
  values (
    topic, event, payload, binary_payload, true, 'broadcast', clock_timestamp() at time zone 'utc',
    (clock_timestamp() + make_interval(secs => ttl_seconds)) at time zone 'utc')
  returning id
$function$;
grant execute on function realtime.store_message(text,text,jsonb,bytea,integer) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.stored_messages(of_topic text, since timestamp with time zone, most integer)
 RETURNS TABLE(id uuid, event text, payload text, binary_payload bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id, event, payload, binary_payload from (
    select id, event, payload::text, binary_payload, inserted_at from realtime.messages
    where topic = of_topic and extension = 'broadcast' and private and event is not null
      and inserted_at >= since at time zone 'utc' and inserted_at > (now() - interval '72 hours') at time zone 'utc'
      and (expires_at is null or expires_at > now() at time zone 'utc')
    order by inserted_at desc
    limit most
  ) as newest
  order by inserted_at
$function$;
grant execute on function realtime.stored_messages(text,timestamp with time zone,integer) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.topic()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select nullif(current_setting('realtime.topic', true), '')
$function$;
grant execute on function realtime.topic() to anon;
grant execute on function realtime.topic() to authenticated;
grant execute on function realtime.topic() to service_role;
grant execute on function realtime.topic() to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.topic_rights(topic text, extension text, reader name, claims text, OUT may_listen boolean, OUT may_send boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  messages oid := 'realtime.messages'::regclass;
  probe text := jsonb_populate_record(null::realtime.messages, jsonb_build_object(
    'id', gen_random_uuid(), 'topic', topic, 'extension', extension, 'private', true,
    'inserted_at', now() at time zone 'utc', 'updated_at', now() at time zone 'utc'))::text;
  standing text := realtime.role_access(messages, reader);
  listening text := realtime.policy_statement(messages, realtime.policy_condition(messages, 'r', reader, '{}'));
  sending text := realtime.policy_statement(messages, realtime.policy_condition(messages, 'a', reader, '{}'));
begin
  perform set_config('search_path', 'public, extensions', true), set_config('realtime.topic', topic, true);
  may_listen := standing = 'everything' or (standing = 'policies' and listening is not null and realtime.condition_allows(listening, probe, reader, claims));
  may_send := standing = 'everything' or (standing = 'policies' and sending is not null and realtime.condition_allows(sending, probe, reader, claims));
end $function$;
grant execute on function realtime.topic_rights(text,text,name,text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION realtime.wait_until_visible(transaction text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  while not pg_visible_in_snapshot(transaction::xid8, pg_current_snapshot()) loop
    perform pg_sleep(0.001);
  end loop;
end $function$;
grant execute on function realtime.wait_until_visible(text) to supabase_realtime_admin;

CREATE OR REPLACE FUNCTION storage.extension(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select reverse(split_part(reverse(storage.filename(name)), '.', 1))
$function$;
grant execute on function storage.extension(text) to anon;
grant execute on function storage.extension(text) to authenticated;
grant execute on function storage.extension(text) to service_role;
grant execute on function storage.extension(text) to supabase_storage_admin;

CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)]
$function$;
grant execute on function storage.filename(text) to anon;
grant execute on function storage.filename(text) to authenticated;
grant execute on function storage.filename(text) to service_role;
grant execute on function storage.filename(text) to supabase_storage_admin;

CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1]
$function$;
grant execute on function storage.foldername(text) to anon;
grant execute on function storage.foldername(text) to authenticated;
grant execute on function storage.foldername(text) to service_role;
grant execute on function storage.foldername(text) to supabase_storage_admin;

CREATE OR REPLACE FUNCTION storage.release_all_blobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into storage.loose_blobs (version) select version from storage.objects where version is not null on conflict (version) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION storage.release_blobs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    insert into storage.loose_blobs (version) values (old.version) on conflict (version) do nothing;
  else
    insert into storage.loose_blobs (version) select version from gone where version is not null on conflict (version) do nothing;
  end if;
  return null;
end $function$;

create publication supabase_realtime for table public.activities, public.appointments, public.charges, public.client_processes, public.contact_staff_details, public.contact_tags, public.contacts, public.files, public.notifications, public.opportunities, public.pages, public.payments, public.process_stage_instances, public.tasks with (publish = 'insert, update, delete, truncate');

create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
create event trigger realtime_policies_changed on ddl_command_end when tag in ('ALTER POLICY', 'CREATE POLICY', 'DROP POLICY') execute function realtime.policies_changed();
