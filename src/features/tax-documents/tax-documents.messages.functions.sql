-- Message anchor of a document that was completed after its payment and has a link. One received with the payment is in the order mail; a
-- held one is not mailed.
create function private.message_anchors_of_tax_document(document uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'issued', d.completed_at, d.completed_at + interval '7 days', d.contact_id, o.email, false
  from public.tax_documents d join public.contacts c on c.id = d.contact_id left join public.orders o on o.id = d.order_id
  where d.id = document and d.url is not null and d.completed_at > d.created_at and not d.is_demo
    and c.deleted_at is null and c.merged_into_id is null
$$;

create function derive_document_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('tax_document', new.id);
  return null;
end
$$;
create trigger derive_messages after update on tax_documents
  for each row when ((old.completed_at, old.url) is distinct from (new.completed_at, new.url)) execute function derive_document_messages();
