-- Issuing of documents: claimed by one job, requested from the service, and recorded. Called by the server.

-- Claims a due document for three minutes, longer than the request timeout of the service. Returns the request data; no row if it is not
-- due, or claimed by another job.
-- Databases older than 1.0.0 have no recorded drop statement for this type.
drop type if exists document_to_issue cascade;
create type document_to_issue as (id uuid, kind text, reference text, amount_agorot integer, vat_percent numeric, document_on date,
  is_stand_in boolean, tries integer, corrects_provider_id text, title text, buyer_name text, company_number text,
  method text, paid_on date, last4 text, installments integer, payment_reference text);

create function private.claim_document(document uuid) returns setof document_to_issue
language plpgsql volatile security definer set search_path = '' as $$
declare
  claimed public.tax_documents;
  corrected public.tax_documents;
begin
  select d.* into claimed from public.tax_documents d where d.id = document for update;
  if claimed.status not in ('pending', 'failed') or claimed.by_hand or claimed.claimed_until > now() or claimed.next_try_at > now() then
    return;
  end if;
  select d.* into corrected from public.tax_documents d where d.id = claimed.corrects_id;
  if claimed.kind = 'credit_note' and corrected.status in ('pending', 'failed') and not corrected.by_hand then
    -- The credit note refers to the corrected document, which must be issued first.
    perform private.document_failed(document, 'original_missing', null, now() + interval '10 minutes', false);
    return;
  end if;
  if claimed.kind = 'credit_note' and corrected.provider is distinct from 'morning' then
    perform private.leave_document_to_staff(document);
    return;
  end if;
  update public.tax_documents d set claimed_until = now() + interval '3 minutes', tries = d.tries + 1, may_exist = true,
    is_stand_in = coalesce(corrected.is_stand_in, d.is_stand_in)
  where d.id = document returning d.* into claimed;
  return query
    select claimed.id, claimed.kind, claimed.reference, claimed.amount_agorot, claimed.vat_percent, claimed.document_on, claimed.is_stand_in,
      claimed.tries, corrected.provider_id, coalesce(o.title, h.title, 'תשלום'), coalesce(o.invoice_name, o.name, c.full_name), o.company_number,
      coalesce(a.method, p.method), p.paid_on, a.last4, a.installments, coalesce(p.reference, p.provider_tx)
    from public.payments p join public.contacts c on c.id = p.contact_id
    left join public.orders o on o.id = p.order_id left join public.charges h on h.id = p.charge_id
    left join public.payment_attempts a on a.provider = p.provider and a.transaction_id = p.provider_tx and p.kind = 'payment'
    where p.id = claimed.payment_id;
end
$$;

create function private.document_failed(document uuid, fault text, detail text, try_again_at timestamptz, uncertain boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.tax_documents d set status = 'failed', last_fault = fault, last_detail = left(detail, 300), next_try_at = try_again_at,
    claimed_until = null, may_exist = uncertain
  where d.id = document and d.status in ('pending', 'failed');
  if found then perform private.ask_for_document(document, try_again_at); end if;
end
$$;

create function private.leave_document_to_staff(document uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tax_documents d set by_hand = true, status = 'pending', claimed_until = null, next_try_at = null
  where d.id = document and d.status in ('pending', 'failed')
$$;

-- Creates documents for payments older than tax documents, to be decided by staff. Payments come before the refunds that reference them.
create function private.add_old_documents() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  payment public.payments;
begin
  for payment in
    select p.* from public.payments p
    where p.status = 'captured' and p.voided_at is null and not p.is_demo
      and not exists (select from public.tax_documents d where d.payment_id = p.id)
    order by p.kind, p.recorded_at, p.id limit 1000 for no key update skip locked
  loop
    perform private.add_document_of(payment, true);
  end loop;
end
$$;

-- Enqueues missing jobs of due documents, and raises an alarm once for each document older than a day.
create function private.sweep_tax_documents() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  late integer;
begin
  perform private.add_old_documents();
  perform private.sweep_allocations();
  perform private.remind_of_held_documents();
  perform private.ask_for_document(d.id) from public.tax_documents d
  where d.status in ('pending', 'failed') and not d.by_hand and not d.is_demo and d.next_try_at < now() - interval '5 minutes'
    and coalesce(d.claimed_until, '-infinity') < now();
  with alarmed as (
    update public.tax_documents d set alarmed_at = now()
    where d.status in ('pending', 'failed') and d.alarmed_at is null and not d.is_demo and d.created_at < now() - interval '1 day'
    returning d.id)
  select count(*) into late from alarmed;
  if late = 0 then return; end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type)
  select r.user_id, 'tax_document.late', 'מסמך שלא הופק יותר מיממה',
    case late when 1 then 'על תשלום אחד עוד לא הופק מסמך.' else 'על ' || late || ' תשלומים עוד לא הופק מסמך.' end
      || ' הסיבה כתובה ליד כל תשלום', 'high', 'tax_document'
  from public.user_roles r where r.role = 'owner' and r.is_active;
end
$$;

grant execute on function private.claim_document(uuid), private.document_failed(uuid, text, text, timestamptz, boolean),
  private.leave_document_to_staff(uuid), private.sweep_tax_documents(),
  private.record_document(uuid, text, text, text, text, text, boolean, uuid) to service_role;

-- Staff who can record the payment that the document is for.
create function private.document_of_staff(document uuid) returns tax_documents
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_one public.tax_documents;
begin
  perform private.require_role('owner', 'admin', 'sales');
  select d.* into found_one from public.tax_documents d where d.id = document for update;
  if found_one.id is null then raise sqlstate 'PT404' using message = 'document_unknown'; end if;
  if found_one.kind in ('credit_note', 'receipt_cancellation') then perform private.require_role('owner', 'admin'); end if;
  if found_one.status = 'issued' then raise sqlstate 'PT409' using message = 'document_is_issued'; end if;
  if found_one.status = 'void' then raise sqlstate 'PT409' using message = 'document_is_void'; end if;
  if found_one.claimed_until > now() then raise sqlstate 'PT409' using message = 'document_is_being_issued'; end if;
  return found_one;
end
$$;

-- Requests the document from the service now, also one that was left to staff.
create function retry_tax_document(document uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant public.tax_documents := private.document_of_staff(document);
begin
  if known.kind = 'receipt_cancellation' then raise sqlstate 'PT409' using message = 'document_by_hand_only'; end if;
  update public.tax_documents d set by_hand = false, next_try_at = now() where d.id = document;
  perform private.ask_for_document(document);
end
$$;

-- Requests the given documents that the service can issue, and skips all others. Returns the number of requested
-- documents.
create function issue_tax_documents(documents uuid[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  begun uuid[];
begin
  perform private.require_role('owner', 'admin', 'sales');
  if cardinality(documents) > 100 then raise sqlstate 'PT422' using message = 'too_many_documents'; end if;
  with due as (
    select d.id from public.tax_documents d
    where d.id = any (documents) and d.status in ('pending', 'failed') and coalesce(d.claimed_until, '-infinity') <= now()
      and (d.kind in ('invoice_receipt', 'receipt') or d.kind = 'credit_note' and public.has_role('owner', 'admin'))
    order by d.id for update),
  changed as (
    update public.tax_documents d set by_hand = false, next_try_at = now() from due where d.id = due.id returning d.id)
  select array_agg(c.id order by c.id) into begun from changed c;
  perform private.ask_for_document(id) from unnest(begun) id;
  return coalesce(cardinality(begun), 0);
end
$$;

comment on function issue_tax_documents is 'never null';

-- Enters the number of a document issued elsewhere.
create function enter_tax_document(document uuid, number text, url text default null, allocation_number text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant public.tax_documents := private.document_of_staff(document);
begin
  if coalesce(btrim(number), '') = '' then raise sqlstate 'PT422' using message = 'tax_document_number_length'; end if;
  update public.tax_documents d set by_hand = true where d.id = document;
  perform private.record_document(known.id, 'manual', null, btrim(number), nullif(btrim(url), ''), nullif(btrim(allocation_number), ''), false, auth.uid());
end
$$;
grant execute on function retry_tax_document(uuid), issue_tax_documents(uuid[]), enter_tax_document(uuid, text, text, text) to authenticated;

create function gateway_secrets.keep_document_keys(sealed_keys bytea) returns void
language sql security definer set search_path = '' as $$
  insert into gateway_secrets.document_keys (service, sealed) values ('morning', sealed_keys)
  on conflict (service) do update set sealed = excluded.sealed
$$;
create function gateway_secrets.document_keys_of(of_service text) returns bytea
language sql stable security definer set search_path = '' as $$
  select sealed from gateway_secrets.document_keys where service = of_service
$$;
