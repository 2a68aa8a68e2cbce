-- Creates an opportunity in one transaction. Without contact_id the contact is created too; with step_name the next step is added. Runs
-- with the caller's rights. A new contact gets the opportunity's owner.
create function open_opportunity(
  stage_id uuid,
  contact_id uuid default null,
  first_name text default null,
  last_name text default null,
  phone text default null,
  email text default null,
  source text default null,
  name text default null,
  product_id uuid default null,
  amount_agorot bigint default 0,
  expected_close_on date default null,
  owner_id uuid default null,
  step_name text default null,
  step_due_on date default null
) returns opportunities
language plpgsql volatile set search_path = public as $$
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
  -- Executed last: a coach who assigns the new contact to another owner loses access to it.
  if open_opportunity.contact_id is null and open_opportunity.owner_id <> person.owner_id then
    update contacts c set owner_id = open_opportunity.owner_id where c.id = person.id;
  end if;
  return card;
end
$$;

grant execute on function open_opportunity(uuid, uuid, text, text, text, text, text, text, uuid, bigint, date, uuid, text, date)
  to authenticated, service_role;
