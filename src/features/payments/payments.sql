-- What a client owes and what came in. Two lists and no running total: the balance is what one says less what the other says.
-- Staff write by hand today; a card gateway writes the same rows, with its own name as provider.

-- The rate that a price holds depends on its day, and changes by law.
create table vat_rates (
  valid_from date primary key,
  percent numeric(4, 2) not null check (percent between 0 and 50)
);
insert into vat_rates values ('2015-10-01', 17), ('2025-01-01', 18);

create table payment_plans (
  id uuid primary key default gen_random_uuid(),
  -- Without cascade: what the law wants kept for seven years does not go with a contact.
  contact_id uuid not null references contacts (id),
  title text not null constraint plan_title_length check (char_length(btrim(title)) between 1 and 120),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false
);
create index payment_plans_of_contact on payment_plans (contact_id);

create table charges (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  plan_id uuid references payment_plans (id),
  -- Which of the plan's charges this is, from one.
  number integer constraint charge_number_range check (number between 1 and 60),
  product_id uuid references products (id) on delete set null,
  title text not null constraint charge_title_length check (char_length(btrim(title)) between 1 and 120),
  amount_agorot integer not null constraint charge_amount_range check (amount_agorot between 1 and 100000000),
  -- What the amount holds; null: the business collects no tax.
  vat_percent numeric(4, 2),
  due_on date not null constraint charge_due_range check (due_on between '2000-01-01' and '2100-01-01'),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  void_reason text constraint void_reason_length check (char_length(btrim(void_reason)) between 2 and 300),
  voided_at timestamptz,
  voided_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint charge_number_without_plan check ((plan_id is null) = (number is null)),
  constraint charge_number_taken unique (plan_id, number)
);
create index charges_of_contact on charges (contact_id, due_on);

create table payments (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id),
  -- Meant for this charge; null: the oldest debt first.
  charge_id uuid references charges (id),
  kind text not null default 'payment' constraint unknown_payment_kind check (kind in ('payment', 'refund')),
  provider text not null default 'manual' constraint provider_form check (provider ~ '^[a-z][a-z0-9_]{1,30}$'),
  provider_tx text,
  method text not null constraint unknown_method check (method in ('transfer', 'bit', 'cash', 'cheque', 'card')),
  status text not null default 'captured' constraint unknown_payment_status check (
    status in ('initiated', 'pending', 'authorized', 'captured', 'failed', 'refunded', 'chargeback')),
  amount_agorot integer not null constraint payment_amount_range check (amount_agorot between 1 and 100000000),
  -- The day on which the money is here; of a cheque the day written on it.
  paid_on date not null default (now() at time zone 'Asia/Jerusalem')::date
    constraint payment_day_range check (paid_on between '2000-01-01' and '2100-01-01'),
  -- Number of the transfer or the cheque.
  reference text constraint reference_length check (char_length(reference) between 1 and 60),
  -- The number of a document that an accounting program made. Documents are neither numbered nor drawn here.
  document_number text constraint document_number_length check (char_length(document_number) between 1 and 40),
  note text constraint payment_note_length check (char_length(note) <= 300),
  recorded_by uuid default auth.uid() references auth.users (id) on delete set null,
  recorded_at timestamptz not null default now(),
  void_reason text constraint void_reason_length check (char_length(btrim(void_reason)) between 2 and 300),
  voided_at timestamptz,
  voided_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint payment_recorded_already unique (provider, provider_tx),
  constraint manual_payment_is_here check (provider <> 'manual' or (status = 'captured' and provider_tx is null))
);
create index payments_of_contact on payments (contact_id, paid_on desc);
create index payments_of_charge on payments (charge_id);

create trigger next_version before update on charges for each row execute function next_version();
create trigger next_version before update on payments for each row execute function next_version();

-- Nothing of the ledger is deleted. What was wrong is void, says why, and can be made good again.
create function stamp_void() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.voided_at := case when new.void_reason is not null then coalesce(old.voided_at, now()) end;
  new.voided_by := case when new.void_reason is not null then coalesce(old.voided_by, auth.uid()) end;
  return new;
end
$$;
create trigger stamp_void before update of void_reason on charges for each row execute function stamp_void();
create trigger stamp_void before update of void_reason on payments for each row execute function stamp_void();

-- The tax is that of the day on which it falls due, if the business's own prices hold any.
create function settle_charge() returns trigger
language plpgsql security definer set search_path = '' as $$
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
$$;
create trigger settle before insert on charges for each row execute function settle_charge();

create function settle_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.charges c where c.id = new.charge_id and c.contact_id <> new.contact_id) then
    raise sqlstate 'PT422' using message = 'charge_of_another_contact';
  end if;
  -- Money is here or it is not. Only a cheque may bear a day that is still to come.
  if new.provider = 'manual' and new.method <> 'cheque' and new.paid_on > (now() at time zone 'Asia/Jerusalem')::date then
    raise sqlstate 'PT422' using message = 'paid_ahead';
  end if;
  return new;
end
$$;
create trigger settle before insert on payments for each row execute function settle_payment();

create function tell_of_money() returns trigger
language plpgsql security definer set search_path = '' as $$
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
    jsonb_strip_nulls(jsonb_build_object('amount_agorot', new.amount_agorot, 'method', line -> 'method', 'reason', new.void_reason)),
    new.is_demo);
  return null;
end
$$;
-- A plan tells of itself in one line.
create trigger tell_of_new after insert on charges for each row when (new.plan_id is null and not new.is_demo) execute function tell_of_money();
create trigger tell_of_new after insert on payments for each row when (new.status = 'captured' and not new.is_demo) execute function tell_of_money();
create trigger tell_of_void after update on charges
  for each row when ((old.void_reason is null) <> (new.void_reason is null)) execute function tell_of_money();
create trigger tell_of_void after update on payments
  for each row when ((old.void_reason is null) <> (new.void_reason is null)) execute function tell_of_money();

-- A plan and its charges, [{"due_on", "amount_agorot"}] in the order of their days: all of it or nothing. With the caller's rights.
-- The id comes from whoever asks, so that a second try after a lost answer makes no second plan.
create function add_plan(contact uuid, title text, parts jsonb, product uuid default null, id uuid default gen_random_uuid())
  returns uuid
language plpgsql volatile set search_path = public as $$
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
  perform tell_of_plan(plan);
  return plan;
end
$$;

create function tell_of_plan(plan uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  select 'charge.planned', 'user', auth.uid(), p.contact_id, 'payment_plan', p.id, p.title,
    (select jsonb_build_object('amount_agorot', sum(c.amount_agorot), 'parts', count(*)) from public.charges c where c.plan_id = p.id)
  -- Only the plan that this very transaction made.
  from public.payment_plans p where p.id = plan and p.created_by = auth.uid() and p.created_at = now()
$$;

grant execute on function add_plan(uuid, text, jsonb, uuid, uuid), tell_of_plan(uuid) to authenticated;

alter table vat_rates enable row level security;
alter table payment_plans enable row level security;
alter table charges enable row level security;
alter table payments enable row level security;
grant select on vat_rates, payment_plans, charges, payments to authenticated;
grant insert (id, contact_id, title) on payment_plans to authenticated;
grant insert (id, contact_id, plan_id, number, product_id, title, amount_agorot, due_on), update (void_reason) on charges to authenticated;
grant insert (id, contact_id, charge_id, kind, method, amount_agorot, paid_on, reference, document_number, note),
  update (reference, document_number, note, void_reason) on payments to authenticated;

create policy "staff see the rates of tax" on vat_rates for select to authenticated using ((select is_staff()));
create policy "owners, admins and sales see every plan" on payment_plans for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the plans of their contacts" on payment_plans for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales make plans" on payment_plans for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales see every charge" on charges for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the charges of their contacts" on charges for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales charge" on charges for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales make charges void" on charges for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales see every payment" on payments for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the payments of their contacts" on payments for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "owners, admins and sales record payments" on payments for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')) and provider = 'manual');
create policy "owners, admins and sales note documents and make payments void" on payments for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));

alter table charges replica identity full;
alter table payments replica identity full;
alter publication supabase_realtime add table charges, payments;

select audit_table('vat_rates', 'valid_from');
select audit_table('payment_plans');
select audit_table('charges');
select audit_table('payments');
