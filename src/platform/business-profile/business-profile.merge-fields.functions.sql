-- Merge fields of the business for message templates: names with their aliases, and values.
create function private.merge_fields_of_business() returns text[]
language sql immutable set search_path = '' as $$
  select array['שם_העסק', 'businessName', 'שם_משפטי', 'legalName', 'מספר_חברה', 'companyNumber', 'טלפון_העסק', 'phone',
    'נייד_העסק', 'mobile', 'דואל_העסק', 'email', 'כתובת_העסק', 'address', 'שם_התוכנית', 'productName', 'צוות', 'coachName',
    'שעות_פעילות', 'היום', 'קישור.אתר', 'קישור.אזור_אישי']
$$;

create function private.merge_values_of_business() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'שם_העסק', b.business_name, 'שם_משפטי', coalesce(b.legal_name, b.business_name), 'מספר_חברה', b.company_number, 'טלפון_העסק', b.phone,
    'נייד_העסק', b.mobile, 'דואל_העסק', b.email, 'כתובת_העסק', b.address, 'שם_התוכנית', b.product_name, 'צוות', b.coach_name,
    'שעות_פעילות', b.hours, 'היום', (now() at time zone 'Asia/Jerusalem')::date, 'קישור.אתר', '/', 'קישור.אזור_אישי', '/client-portal')
  from (select 1) always left join public.get_public_business_profile() b on true
$$;
grant execute on function private.merge_values_of_business() to service_role;
