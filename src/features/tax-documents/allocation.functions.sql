-- Held invoices: issued, but without the allocation number of the tax authority. The service is polled until it has the number, or staff
-- enter it; the first number completes the document, once.

create function complete_tax_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.completed_at := case when new.status = 'issued' and (not new.needs_allocation or new.allocation_number is not null)
    then coalesce(new.completed_at, now()) end;
  return new;
end
$$;
create trigger complete_document before insert or update on tax_documents for each row execute function complete_tax_document();

create function private.ask_for_allocation_at(document uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  select jobs.enqueue('ask_for_allocation', json_build_object('documentId', document), 'allocation ' || document, at)
$$;

-- Only the issuing service is polled: payment providers and other sources have no such endpoint.
create function private.hold_document(held tax_documents) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if held.is_demo then return; end if;
  -- Resets the alarm of a missing document. The sweep raises the alarm of a held document.
  update public.tax_documents d set alarmed_at = null where d.id = held.id and d.alarmed_at is not null;
  if held.provider = 'morning' then
    update public.tax_documents d set next_try_at = now() + interval '1 minute', allocation_tries = 0 where d.id = held.id returning d.* into held;
    perform private.ask_for_allocation_at(held.id, held.next_try_at);
  end if;
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select r.user_id, 'tax_document.no_allocation', 'חשבונית ממתינה למספר הקצאה',
    'חשבונית ' || held.number || ' הופקה בלי מספר הקצאה, ולכן עוד לא נשלחה. ברשימת המסמכים החסרים כתוב מה לעשות', 'high', 'tax_document', held.id
  from public.user_roles r where r.role = 'owner' and r.is_active;
end
$$;

-- Claims a due held document for three minutes, longer than the request timeout of the service.
create function private.claim_allocation(document uuid)
returns table (id uuid, kind text, reference text, amount_agorot integer, is_stand_in boolean, tries integer)
language sql volatile security definer set search_path = '' as $$
  update public.tax_documents d set claimed_until = now() + interval '3 minutes', allocation_tries = d.allocation_tries + 1
  where d.id = document and d.status = 'issued' and d.completed_at is null and d.provider = 'morning' and d.next_try_at <= now()
    and coalesce(d.claimed_until, '-infinity') <= now()
  returning d.id, d.kind, d.reference, d.amount_agorot, d.is_stand_in, d.allocation_tries
$$;

-- Closes the notification about a document that is not held: it was completed, or its number or payment was reverted.
create function private.end_held_notice(document uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.notifications n set is_read = true
  where n.id in (
    select l.id from public.notifications l
    where l.type = 'tax_document.no_allocation' and l.related_entity_id = document and not l.is_read for update skip locked)
$$;

-- Sets the number of a held document. False if it is not held.
create function private.complete_document(document uuid, allocation text, its_url text, entered uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  completed public.tax_documents;
begin
  -- The order is locked first, as in move_order.
  perform from public.orders o where o.id = (select d.order_id from public.tax_documents d where d.id = document) for no key update;
  update public.tax_documents d set allocation_number = allocation, allocation_entered_by = entered, next_try_at = null, claimed_until = null,
    last_fault = null, last_detail = null,
    url = coalesce(d.url, case when its_url ~ '^https?://\S+$' and char_length(its_url) <= 2000 then its_url end)
  where d.id = document and d.status = 'issued' and d.completed_at is null returning d.* into completed;
  if completed.id is null then return false; end if;
  perform private.end_held_notice(completed.id);
  perform private.end_missing(completed);
  return true;
end
$$;

-- Records the response of the service: the number, or when to retry. A malformed number is ignored.
create function private.record_allocation(document uuid, allocation text, its_url text, fault text, detail text, try_again_at timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if allocation ~ '^\d{9}$' then return private.complete_document(document, allocation, its_url, null); end if;
  update public.tax_documents d set claimed_until = null, last_fault = fault, last_detail = left(detail, 300), next_try_at = try_again_at
  where d.id = document and d.status = 'issued' and d.completed_at is null;
  if found then perform private.ask_for_allocation_at(document, try_again_at); end if;
  return false;
end
$$;

-- Leaves the number to staff if no service is connected.
create function private.leave_allocation_to_staff(document uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tax_documents d set claimed_until = null, next_try_at = null
  where d.id = document and d.status = 'issued' and d.completed_at is null
$$;

-- Sends a second notification about documents held for three days, once each. Documents of voided payments are
-- excluded, as they are not completed.
create function private.remind_of_held_documents() returns void
language sql volatile security definer set search_path = '' as $$
  with reminded as (
    update public.tax_documents d set alarmed_at = now()
    where d.status = 'issued' and d.completed_at is null and d.alarmed_at is null and not d.is_demo
      and d.issued_at < now() - interval '3 days'
      and not exists (select from public.payments p where p.id = d.payment_id and p.voided_at is not null)
    returning d.id, d.number)
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select r.user_id, 'tax_document.no_allocation', 'חשבונית עדיין ממתינה למספר הקצאה',
    'חשבונית ' || d.number || ' הופקה לפני יותר משלושה ימים בלי מספר הקצאה, ועוד לא נשלחה. ברשימת המסמכים החסרים כתוב מה לעשות',
    'high', 'tax_document', d.id
  from reminded d, public.user_roles r where r.role = 'owner' and r.is_active
$$;

-- Re-enqueues due held documents whose job was lost.
create function private.sweep_allocations() returns void
language sql volatile security definer set search_path = '' as $$
  select private.ask_for_allocation_at(d.id, now()) from public.tax_documents d
  where d.status = 'issued' and d.completed_at is null and d.provider = 'morning' and not d.is_demo
    and d.next_try_at < now() - interval '5 minutes' and coalesce(d.claimed_until, '-infinity') < now()
$$;

grant execute on function private.claim_allocation(uuid), private.record_allocation(uuid, text, text, text, text, timestamptz),
  private.leave_allocation_to_staff(uuid) to service_role;

-- A held document, for staff who can record its payment.
create function private.held_document_of_staff(document uuid) returns tax_documents
language plpgsql volatile security definer set search_path = '' as $$
declare
  held public.tax_documents;
begin
  perform private.require_role('owner', 'admin', 'sales');
  select d.* into held from public.tax_documents d where d.id = document;
  if held.id is null then raise sqlstate 'PT404' using message = 'document_unknown'; end if;
  if held.status <> 'issued' or held.completed_at is not null then raise sqlstate 'PT409' using message = 'document_is_not_held'; end if;
  if exists (select from public.payments p where p.id = held.payment_id and p.voided_at is not null) then
    raise sqlstate 'PT409' using message = 'document_is_void';
  end if;
  return held;
end
$$;

-- Requests the number from the service now.
create function ask_for_allocation(document uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  held constant public.tax_documents := private.held_document_of_staff(document);
begin
  if held.provider <> 'morning' then raise sqlstate 'PT409' using message = 'allocation_by_hand_only'; end if;
  update public.tax_documents d set next_try_at = now() where d.id = held.id and d.status = 'issued' and d.completed_at is null;
  if found then perform private.ask_for_allocation_at(held.id, now()); end if;
end
$$;

-- Enters the number that staff received from the tax authority.
create function enter_allocation_number(document uuid, allocation_number text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  held constant public.tax_documents := private.held_document_of_staff(document);
  typed constant text := btrim(allocation_number);
begin
  if typed is null or typed !~ '^\d{9}$' then raise sqlstate 'PT422' using message = 'allocation_number_form'; end if;
  if not private.complete_document(held.id, typed, null, auth.uid()) then raise sqlstate 'PT409' using message = 'document_is_not_held'; end if;
end
$$;
grant execute on function ask_for_allocation(uuid), enter_allocation_number(uuid, text) to authenticated;
